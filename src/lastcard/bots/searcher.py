"""`searcher`: samples deals of the hidden cards that agree with all that it saw, and compares the candidates
by rollouts of tacticians in them (`ai.search`, compiled). It leaves a tactician's choice only for a better.

The budget is a number of rollouts, so that the same seed makes the same game anywhere; 400 of them take about
a millisecond here. With `milliseconds` it makes as many as that time allows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..errors import LastcardError
from ..game import Action, View
from ..rulebooks import Rulebook
from .tactician import Tactician

ROLLOUTS = {"searcher-1": 400, "searcher": 4_000, "searcher-50": 22_000}  # meant for 1, 10 and 50 ms
WITH_MORE = 3, 4  # of that at a table of three or more, where a round is longer and more hands are hidden
PER_MILLISECOND = 400  # rollouts, until the first search has been timed
LEAST = 16


def rollouts_for(name: str, players: int) -> int:
    """The budget of a searcher of the ladder at a table of so many players."""
    share, whole = WITH_MORE if players > 2 else (1, 1)
    return ROLLOUTS[name] * share // whole


class SearchError(LastcardError):
    """A searcher that can't run here."""


class Searcher(Tactician):
    """A tactician that compares its candidates by rollouts; needs the extra `sim`."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: Sequence[str],
        seed: int,
        rollouts: int | None = None,
        milliseconds: float | None = None,
        soft: bool = True,
    ) -> None:
        super().__init__(rulebook, players, seed)
        try:
            from .compiled_search import CompiledSearch
        except ImportError as error:
            raise SearchError(f"searcher needs {error.name}: install lastcard[sim]") from None
        self._tracker.inference.soft = int(soft)
        self._search = CompiledSearch(rulebook, len(players), self._heuristic, seed)
        self._rollouts = rollouts_for("searcher", len(players)) if rollouts is None else rollouts
        self._milliseconds = milliseconds
        self._rate = float(PER_MILLISECOND)

    def choose(self, view: View) -> Action:
        """The action that did best within `playouts` or `milliseconds`; a single legal one comes at once."""
        if len(view.legal) == 1:
            return view.legal[0]
        s = self._position.look(view)
        self._tracker.sync_counts(s)
        if self._milliseconds is None:
            return self._position.action(self._search.choose(s, self._tracker.inference, self._rollouts))
        rollouts = max(LEAST, round(self._rate * self._milliseconds))
        began = time.perf_counter()
        code = self._search.choose(s, self._tracker.inference, rollouts)
        took = 1000 * (time.perf_counter() - began)
        self._rate = rollouts / max(took, 0.01)
        return self._position.action(code)
