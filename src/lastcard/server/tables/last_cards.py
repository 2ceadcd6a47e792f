"""Whose last card has just landed: others wait a moment then, so that there is time to call and to catch.

A card that was called with the play counts as well as one that was not: else the wait would tell who forgot,
and nothing at a table does (C8).
"""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Event, Match
from ...game.events import CardPlayed, CardsDrawn, HandsPassed, JumpedIn, LastCardCalled, PlayerCaught


class LastCards:
    """Kept in step with a table's log."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self.version = 0  # the table's, at which they landed

    def note(self, match: Match, events: Iterable[Event], version: int) -> None:
        """What an action led to. A later call or catch ends the wait, and so does the next play or draw."""
        if match.rulebook.call != "catch":
            return
        moved: set[str | None] = set()
        for event in events:
            if isinstance(event, CardPlayed | JumpedIn):
                self._names = set()
                moved |= {event.player, event.partner}
            elif isinstance(event, HandsPassed):
                moved |= set(match.players)
            elif isinstance(event, CardsDrawn) and event.why == "choice":
                self._names = set()
            elif isinstance(event, LastCardCalled):
                self._names.discard(event.player or "")
            elif isinstance(event, PlayerCaught):
                self._names.discard(event.caught)
        counts = zip(match.players, match.round.state.count, strict=True)
        landed = {name for name, count in counts if count == 1 and name in moved}
        if landed:
            self._names, self.version = landed, version

    def just_landed(self, match: Match, but: int | None = None) -> bool:
        """Whether there are any. A player (`but`) who has called need not wait for their own."""
        names = set(self._names)
        if but is not None and match.round.state.called >> but & 1:
            names.discard(match.players[but])
        return bool(names)
