"""The one error of leagues that is meant for people."""

from ..errors import LastcardError


class LeagueError(LastcardError):
    """A league that can't be played, stored or read; the message says why."""
