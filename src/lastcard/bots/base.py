"""What every bot is."""

from __future__ import annotations

from typing import Protocol

from ..game import View


class Bot(Protocol):
    """A player that is asked: for an action on its turn, for a reaction when there is one to make.

    One that has a method `notice(events)` as well is told before every question what its seat has seen since
    the last one: a list of `Event.seen_by`, from the first card of the round on.
    """

    def choose(self, view: View) -> str:
        """One of `view.legal`, on the bot's turn."""

    def respond(self, view: View) -> str | None:
        """A call, catch or jump-in of `view.legal`, or None."""
