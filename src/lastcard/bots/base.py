"""What every bot is, and what it may have besides."""

from __future__ import annotations

from typing import Any, Protocol

from ..game import Action, View
from .forfeits import Limits


class Bot(Protocol):
    """A player that is asked: for an action on its turn, for a reaction when there is one to make.

    These two methods make a bot. What else one may have is in `BotExtras`.
    """

    def choose(self, view: View) -> Action | str:
        """One of `view.legal`, or its text, on the bot's turn."""

    def respond(self, view: View) -> Action | str | None:
        """A call, catch or jump-in of `view.legal`, or None."""


class BotExtras(Protocol):
    """What a bot may have as well: each part is looked for by its name, and none is needed."""

    untimed: bool  # True: not held to the clock, because it limits itself
    stderr: str  # the end of what its process wrote to standard error

    def notice(self, events: list[dict[str, Any]]) -> None:
        """Before every question: what its seat has seen since the last one, from the first card on."""

    def may_try(self, view: View) -> bool:
        """For a person: ask for a reaction though none may be right, so that the question tells nothing."""

    def start(self, limits: Limits) -> None:
        """Begin to start; several bots start side by side."""

    def ready(self) -> None:
        """Return when it can be asked."""

    def close(self) -> None:
        """The end: nothing of the bot may stay behind."""

    def abort(self) -> None:
        """The same at once, after it has failed."""
