"""`majority`: keeps its wilds and plays the colour that it holds most of. A few lines, and no memory."""

from __future__ import annotations

from collections.abc import Sequence

from ..ai.heuristic import choose_reaction, majority
from ..engine import codes as c
from ..engine.rng import seed as seed_rng
from ..game import Action, View
from ..rulebooks import Rulebook
from .position import Position


class Majority:
    """A built-in bot without memory; see `ai.heuristic.majority`."""

    untimed = True

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        self._position = Position(rulebook, players)
        self._rng = [0] * 4
        seed_rng(self._rng, seed)

    def choose(self, view: View) -> Action:
        """Its most common colour first, wilds last."""
        code = majority(self._position.look(view), self._position.rules, self._rng)
        return self._position.action(code)

    def respond(self, view: View) -> Action | None:
        """Calls, catches and jumps in as soon as it may."""
        seat = self._position.seat(view)
        code = choose_reaction(self._position.look(view), self._position.rules, seat)
        return None if code == c.NOTHING else self._position.action(code)
