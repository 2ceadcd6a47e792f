"""Search and the arena, compiled: one loop for searchers at tables and for the measuring of strength."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ai import arena, heuristic, inference, likelihood, loops, sampler, search
from ..ai.heuristic import Tactics
from ..ai.inference import Memory
from ..ai.likelihood import Guess
from ..ai.search import ROOM, Search
from ..engine import compiled
from ..engine.limits import MAX_PLAYERS
from ..engine.rng import seed as seed_rng
from ..engine.state import State
from ..rulebooks import Rulebook

Array = np.ndarray[Any, Any]

MIND = compiled.dtype_of(Tactics)
MEMORY = compiled.dtype_of(Memory)
GUESS = compiled.dtype_of(Guess)
DESK = compiled.dtype_of(Search)
THINK, PLAY = 0, 1


def _run_all(  # type: ignore[no-untyped-def]
    what, states, rules, seats, minds, memories, guesses, desks, bots, budgets, room, key, start, wins, points
):
    """Think about one position, or play a deal in all seatings for each row of `wins` and `points`."""
    s = states[0]
    r = rules[0]
    m = memories[0]
    g = guesses[0]
    d = desks[0]
    if what == THINK:
        inference.known_voids(m, s, r, minds[0])
        return search.search(s, r, m, g, d, minds[0], budgets[0], room)
    for i in range(len(wins)):
        arena.play_deal(
            s, r, seats[0], minds, m, g, d, bots, budgets, room, key, start + i, wins[i], points[i]
        )
    return 0


_run = compiled.compile_loop(
    _run_all, *loops.MODULES, heuristic, inference, likelihood, sampler, search, arena
)
_TOLD = tuple(name for name in compiled.TABLE.names or () if compiled.TABLE[name].shape == ())
_BY_SLOT = ("born", "since")
_NOBODY: Array = np.zeros((0, MAX_PLAYERS), np.int64)


def table(players: int, how_many: int = 1) -> Array:
    states = np.zeros(how_many, compiled.TABLE)
    states["players"] = players
    return states


class Desk:
    """A searcher's place to think, at one table."""

    def __init__(self, book: Rulebook, players: int, mind: Tactics, seed: int) -> None:
        self._rules = compiled.rules_record(book.tables)
        self._state, self._room = table(players), table(players, ROOM)
        self._kinds = book.tables.kinds
        self._mind = compiled.record_of(mind, MIND)
        self._memory = np.zeros(1, MEMORY)
        self._notes = [
            (name, self._memory[name][0][:players] if name in _BY_SLOT else self._memory[name][:1])
            for name in MEMORY.names or ()
        ]
        self._guess, self._search = np.zeros(1, GUESS), np.zeros(1, DESK)
        seed_rng(self._guess["rng"][0], seed, 1)

    def think(self, s: State, m: Memory, playouts: int) -> int:
        """The action of the seat in turn in a position; the hidden cards are dealt here."""
        row = self._state[0]
        for name in _TOLD:
            row[name] = getattr(s, name)
        for name in ("count", "held"):
            row[name][: s.players] = getattr(s, name)
        row["hands"][: s.players, : self._kinds] = s.hands
        row["pile"][: s.pile_n] = s.pile[: s.pile_n]
        for name, room in self._notes:
            value = getattr(m, name)
            room[...] = value[: s.players] if name in _BY_SLOT else value
        return int(
            _run(
                THINK,
                self._state,
                self._rules,
                np.zeros(1, loops.KNOWLEDGE),
                self._mind,
                self._memory,
                self._guess,
                self._search,
                _NOBODY[:, 0],
                np.array([playouts]),
                self._room,
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
    m = Memory()
    m.soft = int(soft)
    _run(
        PLAY,
        table(players),
        compiled.rules_record(book.tables),
        np.zeros(1, loops.KNOWLEDGE),
        np.concatenate([compiled.record_of(mind, MIND) for mind in minds]),
        compiled.record_of(m, MEMORY),
        np.zeros(1, GUESS),
        np.zeros(1, DESK),
        np.array(bots),
        np.array(budgets),
        table(players, ROOM),
        key,
        start,
        wins,
        points,
    )
    return wins, points
