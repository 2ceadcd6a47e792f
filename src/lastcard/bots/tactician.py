"""`tactician`: weighs what a play leaves behind (`kernel.tactics`), for this rulebook and number of players.

It remembers who could not follow which colour, calls always, catches whom it can, and never waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel import codes as c
from ..kernel.memory import known_voids
from ..kernel.rng import seed as seed_rng
from ..kernel.tactics import Tactics, get_ready, react_at_once, tactic
from ..rulebooks import Rulebook
from ..table import View
from .position import Position
from .weights import weights_for
from .witness import Witness


def mind_for(book: Rulebook, players: int) -> Tactics:
    """A tactician's mind for a rulebook and a number of players."""
    mind = Tactics()
    mind.weights[:] = weights_for(book, players)
    get_ready(book.tables, mind)
    return mind


class Tactician:
    keeps_time = True

    def __init__(self, book: Rulebook, players: Sequence[str], seed: int) -> None:
        self._position = Position(book, players)
        self._witness = Witness(self._position)
        self._mind = mind_for(book, len(players))
        seed_rng(self._mind.rng, seed)

    def notice(self, events: Sequence[dict[str, Any]]) -> None:
        self._witness.notice(events)

    def choose(self, view: View) -> str:
        s, r = self._position.look(view), self._position.rules
        self._witness.agree(s)
        known_voids(self._witness.memory, s, r, self._mind)
        return self._position.text(tactic(s, r, self._mind))

    def respond(self, view: View) -> str | None:
        seat = self._position.seat(view)
        code = react_at_once(self._position.look(view), self._position.rules, seat)
        return None if code == c.NOTHING else self._position.text(code)
