"""`tactician`: weighs what a play leaves behind (`ai.heuristic`), for this rulebook and number of players.

It remembers who could not follow which colour, always calls, catches everybody it can, and never waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ai.heuristic import Heuristic, choose_action, choose_reaction, prepare
from ..ai.inference import set_voids
from ..engine import codes as c
from ..engine.rng import seed as seed_rng
from ..game import Action, View
from ..rulebooks import Rulebook
from .position import Position
from .tracker import Tracker
from .weights import weights_for


def heuristic_for(rulebook: Rulebook, players: int) -> Heuristic:
    """The heuristic with the weights for a rulebook and a number of players."""
    heuristic = Heuristic()
    heuristic.weights[:] = weights_for(rulebook, players)
    prepare(rulebook.tables, heuristic)
    return heuristic


class Tactician:
    """A built-in bot that remembers who could not follow; it has to be sent all events."""

    untimed = True

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        self._position = Position(rulebook, players)
        self._tracker = Tracker(self._position)
        self._heuristic = heuristic_for(rulebook, len(players))
        seed_rng(self._heuristic.rng, seed)

    def notice(self, events: Sequence[dict[str, Any]]) -> None:
        """Draw conclusions from what the seat saw."""
        self._tracker.notice(events)

    def choose(self, view: View) -> Action:
        """The play with the best value, given what the others are known to lack."""
        s, r = self._position.look(view), self._position.rules
        self._tracker.sync_counts(s)
        set_voids(self._heuristic, self._tracker.inference, s, r)
        return self._position.action(choose_action(s, r, self._heuristic))

    def respond(self, view: View) -> Action | None:
        """Calls, catches and jumps in as soon as it may."""
        seat = self._position.seat(view)
        code = choose_reaction(self._position.look(view), self._position.rules, seat)
        return None if code == c.NOTHING else self._position.action(code)
