"""Many tables at once over the compiled kernel: observations, masks and rewards as arrays.

    from lastcard.envs.vector import VectorTable
    tables = VectorTable("classic", players=4, tables=1024, seed=7)
    observations, masks = tables.reset()
    observations, masks, rewards, done, info = tables.step(actions)

A row is one table, seen from the seat that is asked there (`tables.seats`). When a round ends, its table is
dealt anew in the same step: `rewards` and `done` tell of the old round, the observation is of the new one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..engine import compiled
from ..engine.codes import NOTHING
from ..rulebooks import Rulebook
from ..seeds import check_seed, seed_or_random
from . import layout, reactions, vector_step
from .episode import SetupError, checked
from .jit import ASKING, Array, compile_loop, layout_record

DEAL, GIVEN, PICKED = 0, 1, 2  # what `_run` does: deal, take the answers that are given, or pick them


def _run_all(  # type: ignore[no-untyped-def]
    states,
    rules,
    layouts,
    asks,
    key,
    codes,
    observations,
    masks,
    rewards,
    done,
    illegal,
    actions,
    words,
    what,
    passes,
):
    """Go round all tables so many times; return how many actions were applied."""
    steps = 0
    r = rules[0]
    lay = layouts[0]
    n = len(states)
    for _ in range(passes):
        for i in range(n):
            s = states[i]
            q = asks[i]
            if what == DEAL:
                reactions.deal_game(s, r, q, key, i, n)
            else:
                index = actions[i] if what == GIVEN else vector_step.pick(q, words[i])
                steps += vector_step.take_answer(
                    s, r, lay, q, key, n, index, masks[i], rewards[i], done, illegal, i
                )
            vector_step.show(s, r, lay, q, codes, observations[i], masks[i])
    return steps


# One loop for everything: it is compiled once.
_run = compile_loop(_run_all, vector_step)


class VectorTable:
    """So many tables of a rulebook, all with the same number of players.

    The arrays that `reset` and `step` return are read-only views that the next step writes anew: copy what is
    to be kept.
    """

    def __init__(
        self,
        rules: str | Path | Rulebook = "classic",
        players: int | None = None,
        tables: int = 1024,
        seed: int | None = None,
    ) -> None:
        self.book, self.players = checked(rules, players)
        if tables < 1:
            raise SetupError("tables: expected at least 1")
        self.tables = tables
        self.seed = seed_or_random(seed)
        self.layout = layout.lay_out(self.book, self.players)
        self.steps = 0  # applied actions; a seat that answers `nothing` makes none
        self._states = np.zeros(tables, compiled.TABLE)
        self._states["players"] = self.players
        self._asks = np.zeros(tables, ASKING)
        self._observations = np.zeros((tables, self.layout.width), np.int8)
        self._padded = np.zeros((tables, -(-self.layout.actions // 8) * 8), np.int8)  # whole words
        self._masks = self._padded[:, : self.layout.actions]
        self._rewards = np.zeros((tables, self.players), np.float32)
        self._done = np.zeros(tables, np.bool_)
        self._illegal = np.zeros(tables, np.bool_)
        self._actions = np.zeros(tables, np.int64)
        codes = np.zeros(layout.room_for_codes(self.layout), np.int64)
        told = (compiled.rules_record(self.book.tables), layout_record(self.layout))
        self._fixed = (self._states, *told, self._asks)
        self._written = (codes, self._observations, self._padded)
        self._told = (self._rewards, self._done, self._illegal)

    @property
    def seats(self) -> Array:
        """The seat that is asked at every table."""
        return _shown(self._asks["seat"])

    @property
    def reacting(self) -> Array:
        """Where it is asked for a reaction (1) and not in turn (0)."""
        return _shown(self._asks["reacting"])

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Deal at every table: its first round of the seed."""
        self.seed = self.seed if seed is None else check_seed(seed)
        self.steps = 0
        self._go(DEAL, 1)
        if (self._asks["seat"] == NOTHING).any():
            raise SetupError(f"{self.book.name}: no round lasts beyond the deal")
        return _shown(self._observations), _shown(self._masks)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """One answer for every table: observations, masks, rewards by seat, done, info.

        An answer that the mask does not hold ends that round: -1 for whoever gave it, and `info["illegal"]`.
        """
        choices = np.asarray(actions)
        if choices.shape != (self.tables,):
            raise SetupError(f"actions: expected {self.tables} of them, not {choices.shape}")
        self._actions[:] = choices
        self._go(GIVEN, 1)
        rewards, done, illegal = (_shown(array) for array in self._told)
        return _shown(self._observations), _shown(self._masks), rewards, done, {"illegal": illegal}

    def play_randomly(self, rounds: int) -> int:
        """So many steps at every table with answers picked from the masks; return the applied actions."""
        return self._go(PICKED, rounds)

    def _go(self, what: int, passes: int) -> int:
        words = self._padded.view("<i8")
        steps = int(
            _run(*self._fixed, self.seed, *self._written, *self._told, self._actions, words, what, passes)
        )
        self.steps += steps
        return steps


def _shown(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view
