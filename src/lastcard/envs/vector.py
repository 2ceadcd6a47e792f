"""Many tables at once over the compiled engine: observations, masks and rewards as arrays.

    from lastcard.envs.vector import VectorTable
    tables = VectorTable("classic", players=4, tables=1024, seed=7)
    observations, masks = tables.reset()
    observations, masks, rewards, done, info = tables.step(actions)

A row is one table, seen from the seat that is asked there (`tables.seats`). When a round ends, the next one
is dealt in the same step: `rewards` and `done` are of the old round, the observation is of the new one.
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
from .jit import CURSOR, Array, compile_loop, layout_record
from .vector_step import Tables

DEAL, GIVEN, PICKED = 0, 1, 2  # what `_run` does: deal, take the answers that are given, or pick them


def _run_all(tables, what, passes):  # type: ignore[no-untyped-def]
    """Go round all tables so many times; return how many actions were applied."""
    steps = 0
    for _ in range(passes):
        for i in range(len(tables.states)):
            if what == DEAL:
                reactions.deal_game(tables.states[i], tables.rules[0], tables.cursors[i], i)
            else:
                picked = vector_step.pick(tables.cursors[i], tables.words[i]) if what == PICKED else 0
                steps += vector_step.take_answer(tables, i, tables.answers[i] if what == GIVEN else picked)
            vector_step.show(tables, i)
    return steps


# One loop for everything: it is compiled once.
_run = compile_loop(_run_all, vector_step)


class VectorTable:
    """So many tables of a rulebook, all with the same number of players.

    The arrays that `reset` and `step` return are read-only views that the next step overwrites: copy what is
    to be kept.
    """

    def __init__(
        self,
        rules: str | Path | Rulebook = "classic",
        players: int | None = None,
        tables: int = 1024,
        seed: int | None = None,
    ) -> None:
        self.rulebook, self.players = checked(rules, players)
        if tables < 1:
            raise SetupError("tables: expected at least 1")
        self.tables = tables
        self.seed = seed_or_random(seed)
        self.layout = layout.lay_out(self.rulebook, self.players)
        self.steps = 0  # applied actions; a seat that answers `nothing` makes none
        padded = np.zeros((tables, -(-self.layout.actions // 8) * 8), np.int8)  # whole words
        self._tables = Tables(
            states=np.zeros(tables, compiled.TABLE),
            rules=compiled.rules_record(self.rulebook.tables),
            layouts=layout_record(self.layout),
            cursors=np.zeros(tables, CURSOR),
            codes=np.zeros(layout.room_for_codes(self.layout), np.int64),
            observations=np.zeros((tables, self.layout.width), np.int8),
            masks=padded,
            words=padded.view("<i8"),
            rewards=np.zeros((tables, self.players), np.float32),
            done=np.zeros(tables, np.bool_),
            illegal=np.zeros(tables, np.bool_),
            answers=np.zeros(tables, np.int64),
        )
        self._tables.states["players"] = self.players
        self._tables.cursors["stride"] = tables

    @property
    def seats(self) -> Array:
        """The seat that is asked at every table."""
        return _shown(self._tables.cursors["seat"])

    @property
    def reacting(self) -> Array:
        """Where it is asked for a reaction (1) and not in turn (0)."""
        return _shown(self._tables.cursors["reacting"])

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Deal at every table: its first round of the seed."""
        self.seed = self.seed if seed is None else check_seed(seed)
        self.steps = 0
        self._tables.cursors["seed"] = self.seed
        self._go(DEAL, 1)
        if (self._tables.cursors["seat"] == NOTHING).any():
            raise SetupError(f"{self.rulebook.name}: no round lasts beyond the deal")
        return self._seen()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """One answer for every table: observations, masks, rewards by seat, done, info.

        An answer that the mask does not hold ends that round: -1 for that seat, and `info["illegal"]`.
        """
        choices = np.asarray(actions)
        if choices.shape != (self.tables,):
            raise SetupError(f"actions: expected {self.tables} of them, not {choices.shape}")
        self._tables.answers[:] = choices
        self._go(GIVEN, 1)
        rewards, done, illegal = map(_shown, (self._tables.rewards, self._tables.done, self._tables.illegal))
        return *self._seen(), rewards, done, {"illegal": illegal}

    def play_randomly(self, rounds: int) -> int:
        """So many steps at every table with answers picked from the masks; return the applied actions."""
        return self._go(PICKED, rounds)

    def _seen(self) -> tuple[Array, Array]:
        masks = self._tables.masks[:, : self.layout.actions]
        return _shown(self._tables.observations), _shown(masks)

    def _go(self, what: int, passes: int) -> int:
        steps = int(_run(self._tables, what, passes))
        self.steps += steps
        return steps


def _shown(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view
