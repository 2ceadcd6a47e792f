"""Search and the arena, compiled: one loop for searchers at tables and for the measuring of strength."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import arena, fast, search, tactics
from ..kernel.carriers import MAX_PLAYERS, State
from ..kernel.rng import seed as seed_rng
from ..kernel.search import Memory, Search
from ..kernel.tactics import Tactics
from ..rulebooks import Rulebook

Array = np.ndarray[Any, Any]

MIND = fast.dtype_of(Tactics())
MEMORY = fast.dtype_of(Memory())
DESK = fast.dtype_of(Search(fast.MAX_CARDS))
HOT = frozenset(["copy_table", "play_value", "hand_value", "best_play", "look_round", "with_call"])
THINK, PLAY = 0, 1


def _run_all(  # type: ignore[no-untyped-def]
    what, states, rules, seats, minds, memories, desks, bots, budgets, worlds, key, start, wins, points
):
    """Think about one position, or play a deal in all seatings for each row of `wins` and `points`."""
    s = states[0]
    r = rules[0]
    m = memories[0]
    d = desks[0]
    if what == THINK:
        search.known_voids(m, s, r, minds[0])
        return search.search(s, r, m, d, minds[0], budgets[0], worlds)
    for i in range(len(wins)):
        arena.play_deal(
            s, r, seats[0], minds, m, d, bots, budgets, worlds, key, start + i, wins[i], points[i]
        )
    return 0


_run = fast.compiled(_run_all, (tactics, search, arena), HOT)
_NOBODY: Array = np.zeros((0, MAX_PLAYERS), np.int64)


def record(carrier: Tactics | Memory | Search, dtype: np.dtype[Any]) -> Array:
    """A carrier as an array of one record."""
    out = np.zeros(1, dtype)
    for name in dtype.names or ():
        out[name][0] = getattr(carrier, name)
    return out


def table(players: int, how_many: int = 1) -> Array:
    states = np.zeros(how_many, fast.TABLE)
    states["players"] = players
    return states


class Desk:
    """A searcher's place to think, at one table."""

    def __init__(self, book: Rulebook, players: int, mind: Tactics, seed: int) -> None:
        self._rules = fast.rules_record(book.tables)
        self._state, self._worlds = table(players), table(players, 2)
        self._mind = record(mind, MIND)
        self._search = np.zeros(1, DESK)
        seed_rng(self._search["rng"][0], seed, 1)

    def think(self, s: State, m: Memory, playouts: int) -> int:
        """The action of the seat in turn in a position; the hidden cards are dealt here."""
        row = self._state[0]
        for name in fast.TABLE.names or ():
            value = getattr(s, name)
            if isinstance(value, list):
                row[name].reshape(-1)[: np.size(value)] = 0
                room = row[name][: len(value)]
                room[..., : np.shape(value)[-1]] = value
            else:
                row[name] = value
        return int(
            _run(
                THINK,
                self._state,
                self._rules,
                np.zeros(1, fast.SEAT),
                self._mind,
                record(m, MEMORY),
                self._search,
                _NOBODY[:, 0],
                np.array([playouts]),
                self._worlds,
                0,
                0,
                _NOBODY,
                _NOBODY,
            )
        )


def play_deals(
    book: Rulebook,
    minds: list[Tactics],
    bots: list[int],
    budgets: list[int],
    key: int,
    start: int,
    deals: int,
    soft: bool = True,
) -> tuple[Array, Array]:
    """Wins and points by seat (rows: deals), each deal played once from every seat as the first."""
    players = len(bots)
    wins, points = np.zeros((deals, players), np.int64), np.zeros((deals, players), np.int64)
    memory = Memory()
    memory.soft = int(soft)
    _run(
        PLAY,
        table(players),
        fast.rules_record(book.tables),
        np.zeros(1, fast.SEAT),
        np.concatenate([record(mind, MIND) for mind in minds]),
        record(memory, MEMORY),
        np.zeros(1, DESK),
        np.array(bots),
        np.array(budgets),
        table(players, 2),
        key,
        start,
        wins,
        points,
    )
    return wins, points
