"""Search and the arena, compiled: one loop for searchers at tables and for measuring strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..ai import arena, heuristic, inference, likelihood, loops, records, sampler, search
from ..ai.arena import Arena, ArenaPlayer
from ..ai.heuristic import Heuristic
from ..ai.inference import Inference
from ..engine import compiled
from ..engine.rng import seed as seed_rng
from ..engine.state import State
from ..rulebooks import Rulebook

Array = np.ndarray[Any, Any]

ARENA_PLAYER = compiled.dtype_of(ArenaPlayer, small=True)
ARENA = compiled.dtype_of(Arena, small=True)


def _run_all(states, rules, arenas, entrants, start, out):  # type: ignore[no-untyped-def]
    """Play a deal in all seatings for each row of `out`; without rows, choose in one position instead."""
    s = states[0]
    r = rules[0]
    if len(out) == 0:
        own = arenas[0].search
        inference.set_voids(own.heuristic, own.inference, s, r)
        return search.choose_by_search(s, r, own, entrants[0].budget)
    for i in range(len(out)):
        for seat in range(s.players):
            entrants[seat].wins = entrants[seat].points = 0
        arena.play_deal(s, r, arenas[0], entrants, start + i)
        for seat in range(s.players):
            out[i, 0, seat] = entrants[seat].wins
            out[i, 1, seat] = entrants[seat].points
    return 0


_run = compiled.compile_loop(
    _run_all, *loops.MODULES, heuristic, inference, records, likelihood, sampler, search, arena
)
_INTS = tuple(name for name in compiled.TABLE.names or () if compiled.TABLE[name].shape == ())
_BY_SLOT = ("since_choice", "since_lack")
_NO_DEALS: Array = np.zeros((0, 2, 0), np.int64)


def _table(players: int) -> Array:
    states = np.zeros(1, compiled.TABLE)
    states["players"] = players
    return states


class CompiledSearch:
    """A search for the bot at one seat, from position to position of its rounds."""

    def __init__(self, rulebook: Rulebook, players: int, heuristic: Heuristic, seed: int) -> None:
        self._rules = compiled.rules_record(rulebook.tables)
        self._kinds = rulebook.tables.kinds
        self._state, self._arena, self._entrant = (
            _table(players),
            np.zeros(1, ARENA),
            np.zeros(1, ARENA_PLAYER),
        )
        own = self._arena["search"]
        compiled.write_record(own["heuristic"][0], heuristic)
        seed_rng(own["sampler"]["rng"][0], seed, 1)
        seen = own["inference"]
        self._inference = [
            (name, seen[name][0][:players] if name in _BY_SLOT else seen[name][:1])
            for name in seen.dtype.names or ()
        ]

    def choose(self, s: State, inference: Inference, budget: int) -> int:
        """The action of the seat in turn in a position, by so many rollouts; hidden cards are not read."""
        row = self._state[0]
        for name in _INTS:
            row[name] = getattr(s, name)
        for name in ("count", "held"):
            row[name][: s.players] = getattr(s, name)
        row["hands"][: s.players, : self._kinds] = s.hands
        row["pile"][: s.pile_n] = s.pile[: s.pile_n]
        for name, room in self._inference:
            value = getattr(inference, name)
            room[...] = value[: s.players] if name in _BY_SLOT else value
        self._entrant["budget"] = budget
        return int(_run(self._state, self._rules, self._arena, self._entrant, 0, _NO_DEALS))


class ArenaSeat(NamedTuple):
    """Who plays at a seat of the arena: an id of `ai.arena` or `ai.policies`, and what it plays with."""

    bot: int
    heuristic: Heuristic
    budget: int = 0  # rollouts for a choice


def play_deals(
    rulebook: Rulebook, players: Sequence[ArenaSeat], seed: int, start: int, deals: int, soft: bool = True
) -> tuple[Array, Array]:
    """Wins and points by seat (rows: deals), each deal played once from every seat as the first."""
    entrants, arenas = np.zeros(len(players), ARENA_PLAYER), np.zeros(1, ARENA)
    for row, player in zip(entrants, players, strict=True):
        row["bot"], row["budget"] = player.bot, player.budget
        compiled.write_record(row["heuristic"], player.heuristic)
    arenas["seed"], arenas["search"]["inference"]["soft"] = seed, soft
    out = np.zeros((deals, 2, len(players)), np.int64)
    _run(_table(len(players)), compiled.rules_record(rulebook.tables), arenas, entrants, start, out)
    return out[:, 0], out[:, 1]
