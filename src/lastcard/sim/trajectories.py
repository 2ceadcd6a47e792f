"""Every decision of a simulation as a Parquet file, for learning: `decision_rows` compiled, and the file.

    from lastcard import simulate
    from lastcard.sim.trajectories import TrajectoryFile
    run = simulate("classic", games=1000, seed=7)
    with TrajectoryFile("steps.parquet") as file:
        written = file.write(run)

The games of a run are played again, which is quick, and written buffer by buffer: memory stays bounded,
however many there are. The file appears under its name when it is whole.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from ..ai import loops, policies
from ..engine import compiled
from ..envs import jit, lay_out
from ..envs.layout import Layout, blocks
from . import decision_rows
from .batch import Progress, Rounds
from .decision_rows import DecisionRecorder, Rows, rows_for, write_games
from .export import ExportError, metadata

BUFFER = 1 << 16  # rows; a game that has more gets a larger one
# What is known of the games before they are written, and what is left out: the same games make the same file.
KNOWN = ("rules", "rules_hash", "version", "players", "bots", "seed")
TIMINGS = ("seconds", "games_per_second")


def _run_all(states, rules, recorders, start, stop, rows):  # type: ignore[no-untyped-def]
    return write_games(states[0], rules[0], recorders[0], start, stop, rows)


RECORDER = compiled.dtype_of(DecisionRecorder)
_MODULES = (*loops.MODULES, decision_rows)
_run = jit.compile_loop(_run_all, *_MODULES)


def is_compiled() -> bool:
    """Whether an earlier run has compiled the loop, as far as one can see from outside."""
    return compiled.cache_folder(*jit.MODULES, *_MODULES).exists()


class TrajectoryWriter:
    """Plays the games of a run again, and writes whole games into a buffer."""

    def __init__(self, run: Rounds, room: int) -> None:
        self.layout: Layout = lay_out(run.rulebook, run.players)
        self.rows: Rows = rows_for(self.layout, room)
        states, recorder = np.zeros(1, compiled.STATE), np.zeros(1, RECORDER)
        states["players"] = run.players
        compiled.write_record(recorder["layout"][0], self.layout)
        recorder["players"]["seed"] = run.seed
        recorder["players"]["policies"][0, : run.players] = [policies.NAMES.index(name) for name in run.bots]
        self._table = states, compiled.rules_record(run.rulebook.tables), recorder

    def play(self, start: int, stop: int) -> tuple[int, int]:
        """Games from `start` on, before `stop`, at least one: the next game and the number of rows."""
        while True:
            after, n = _run(*self._table, start, stop, self.rows)
            if after > start or start >= stop:
                return int(after), int(n)
            self.rows = rows_for(self.layout, 2 * len(self.rows.game))


@dataclasses.dataclass(frozen=True)
class Written:
    """What is in the file: so many decisions of so many games, which may be fewer than there were."""

    file: str
    decisions: int
    games: int
    complete: bool
    seconds: float

    def __str__(self) -> str:
        if not self.games:
            return f"Stopped early: no game is whole, so {self.file} is not written"
        early = "" if self.complete else ", stopped early"
        speed = f"{self.seconds:.2f} s, {self.decisions / self.seconds:,.0f} a second"
        return f"{self.decisions:,} decisions in {self.games:,} games are in {self.file}{early}: {speed}"


class TrajectoryFile:
    """A file that can be written, which is known at once, and that appears only when it is whole."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._pyarrow()  # so that a missing one is known at once, too
        self._target = Path(os.path.realpath(path))
        if self._target.exists() and not self._target.is_file():
            raise ExportError(f"{path}: can't be written: this is not a file")
        self._fresh = self._target.with_name(f".{self._target.name}.{os.getpid()}.new")
        try:
            self._fresh.touch()
        except OSError as error:
            raise self._failure(error) from None

    def __enter__(self) -> TrajectoryFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._fresh.unlink(missing_ok=True)

    def write(self, run: Rounds, progress: Progress = lambda done: None) -> Written:
        """All decisions of a run. Ctrl-C ends it early: the file then holds whole games only, and says so.

        If there is no whole game, there is no file, and an older one of that name stays.
        """
        try:
            with self._pyarrow().ParquetWriter(
                self._fresh,
                schema(run),
                compression="zstd",
                write_statistics=[name for name in Rows._fields if name not in ("observation", "mask")],
            ) as writer:
                rows, games, seconds = _write_all(run, writer, progress)
                whole = run.first_games(games)
                facts = metadata(whole)
                writer.add_key_value_metadata(
                    {key: facts[key] for key in facts if key not in KNOWN + TIMINGS}
                )
            if games:
                if self._target.exists():
                    shutil.copymode(self._target, self._fresh)
                os.replace(self._fresh, self._target)
        except OSError as error:
            raise self._failure(error) from None
        return Written(self.path, rows, games, whole.complete, seconds)

    def _failure(self, error: OSError) -> ExportError:
        return ExportError(f"{self.path}: can't be written: {error.strerror or error}")

    @staticmethod
    def _pyarrow() -> Any:
        try:
            import pyarrow.parquet
        except ImportError:
            raise ExportError("--trajectories needs pyarrow: install lastcard[data]") from None
        return pyarrow.parquet


def _write_all(run: Rounds, writer: Any, progress: Progress) -> tuple[int, int, float]:
    """Play and write, buffer by buffer; what is written then: rows, games, and in how many seconds.

    It is done on a thread of its own, where no Ctrl-C reaches it: a buffer that has begun is written whole.
    """
    player = TrajectoryWriter(run, BUFFER)
    rows = games = 0

    def one_buffer() -> int:
        nonlocal rows, games
        after, n = player.play(games, run.games)
        if n:  # rounds that are over with the deal have no rows
            writer.write_table(as_table(player.rows, n), row_group_size=n)
        added = after - games
        rows, games = rows + n, after
        return added

    with ThreadPoolExecutor(1) as pool:
        start = time.perf_counter()
        job: Future[Any] = pool.submit(player.play, 0, 0)  # compiles, or loads what was compiled
        try:
            job.result()
            start = time.perf_counter()
            while games < run.games:
                job = pool.submit(one_buffer)
                progress(job.result())
        except KeyboardInterrupt:
            job.result()
    return rows, games, time.perf_counter() - start


def schema(run: Rounds) -> Any:
    """The columns' types, with what was played and the layout of observations and actions."""
    import pyarrow

    lay = lay_out(run.rulebook, run.players)
    values = {key: value for key, value in metadata(run).items() if key in KNOWN} | {
        "observation": json.dumps(dict(blocks(lay))),  # the length of each block, in their order
        "actions": str(lay.actions),
        "nothing": str(lay.nothing),  # its index, or -1 where nobody is asked for a reaction
    }
    return pyarrow.schema(as_table(rows_for(lay, 1), 0).schema, metadata=values)


def as_table(rows: Rows, n: int) -> Any:
    """The first rows of a buffer as an Arrow table."""
    import pyarrow

    columns, fields = [], []
    for name, whole in rows._asdict().items():
        column = pyarrow.array(whole[:n].reshape(-1))
        if whole.ndim == 2:
            number = pyarrow.field("element", column.type, nullable=False)
            kind = pyarrow.list_(number, whole.shape[1])
            column = pyarrow.FixedSizeListArray.from_arrays(column, type=kind)
        columns.append(column)
        fields.append(pyarrow.field(name, column.type, nullable=False))
    return pyarrow.Table.from_arrays(columns, schema=pyarrow.schema(fields))
