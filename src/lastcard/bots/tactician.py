"""`tactician`: weighs what a play leaves behind (`ai.heuristic`), for this rulebook and number of players.

It remembers who could not follow which colour, calls always, catches whom it can, and never waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ai.heuristic import Tactics, get_ready, react_at_once, tactic
from ..ai.inference import known_voids
from ..engine import codes as c
from ..engine.rng import seed as seed_rng
from ..game import View
from ..rulebooks import Rulebook
from .position import Position
from .tracker import Tracker
from .weights import weights_for


def mind_for(book: Rulebook, players: int) -> Tactics:
    """A tactician's mind for a rulebook and a number of players."""
    mind = Tactics()
    mind.weights[:] = weights_for(book, players)
    get_ready(book.tables, mind)
    return mind


class Tactician:
    untimed = True

    def __init__(self, book: Rulebook, players: Sequence[str], seed: int) -> None:
        self._position = Position(book, players)
        self._tracker = Tracker(self._position)
        self._mind = mind_for(book, len(players))
        seed_rng(self._mind.rng, seed)

    def notice(self, events: Sequence[dict[str, Any]]) -> None:
        self._tracker.notice(events)

    def choose(self, view: View) -> str:
        s, r = self._position.look(view), self._position.rules
        self._tracker.agree(s)
        known_voids(self._tracker.memory, s, r, self._mind)
        return self._position.text(tactic(s, r, self._mind))

    def respond(self, view: View) -> str | None:
        seat = self._position.seat(view)
        code = react_at_once(self._position.look(view), self._position.rules, seat)
        return None if code == c.NOTHING else self._position.text(code)
