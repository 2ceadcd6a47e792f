"""`searcher`: deals the hidden cards again and again, in agreement with all that it saw, and plays each
candidate out with tacticians (`ai.search`, compiled). It leaves the tactician for something better only.

The budget is a number of playouts, so that the same seed makes the same game anywhere; 400 of them take about
a millisecond here. With `milliseconds` it plays as many as that time allows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..errors import LastcardError
from ..game import View
from ..rulebooks import Rulebook
from .tactician import Tactician

PLAYOUTS = {"searcher-1": 400, "searcher": 4_000, "searcher-50": 22_000}  # meant for 1, 10 and 50 ms
WITH_MORE = 3, 4  # of that at a table of three or more, where a round is longer and more hands are hidden
A_MILLISECOND = 400  # playouts, until the first search has been timed
LEAST = 16


def playouts_for(name: str, players: int) -> int:
    """The budget of a searcher of the ladder at a table of so many players."""
    share, whole = WITH_MORE if players > 2 else (1, 1)
    return PLAYOUTS[name] * share // whole


class SearchError(LastcardError):
    """A searcher that can't be had."""


class Searcher(Tactician):
    def __init__(
        self,
        book: Rulebook,
        players: Sequence[str],
        seed: int,
        playouts: int | None = None,
        milliseconds: float | None = None,
        soft: bool = True,
    ) -> None:
        super().__init__(book, players, seed)
        try:
            from .compiled_search import Desk
        except ImportError as error:
            raise SearchError(f"searcher needs {error.name}: install lastcard[sim]") from None
        self._tracker.memory.soft = int(soft)
        self._desk = Desk(book, len(players), self._mind, seed)
        self._playouts = playouts_for("searcher", len(players)) if playouts is None else playouts
        self._milliseconds = milliseconds
        self._rate = float(A_MILLISECOND)

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        s = self._position.look(view)
        self._tracker.agree(s)
        if self._milliseconds is None:
            return self._position.text(self._desk.think(s, self._tracker.memory, self._playouts))
        playouts = max(LEAST, round(self._rate * self._milliseconds))
        began = time.perf_counter()
        code = self._desk.think(s, self._tracker.memory, playouts)
        took = 1000 * (time.perf_counter() - began)
        self._rate = playouts / max(took, 0.01)
        return self._position.text(code)
