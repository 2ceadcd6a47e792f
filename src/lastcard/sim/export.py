"""The games of a simulation as a table, one line each: CSV, or Parquet for those who have pyarrow."""

from __future__ import annotations

import csv
from typing import Any, TextIO

import numpy as np

from ..errors import LastcardError
from ..game.events import REASONS
from .batch import Matches, Rounds
from .summary import as_data


class ExportError(LastcardError):
    """A table that can't be written."""


def columns(run: Rounds | Matches) -> dict[str, Any]:
    """The columns by name. Seats are counted from 1, as people do; 0 is nobody."""
    table: dict[str, Any] = {"game": np.arange(run.games)}
    seats = range(run.players)
    if isinstance(run, Matches):
        table |= {"rounds": run.rows["rounds"], "steps": run.rows["steps"]}
        table |= {f"total_{seat + 1}": run.totals[:, seat] for seat in seats}
        return table | {f"place_{seat + 1}": run.places[:, seat] for seat in seats}
    texts = np.array([*run.rulebook.deck.texts, ""])
    table |= {"first": run.first + 1, "winner": run.rows["winner"] + 1}
    table |= {"reason": np.array(["", *REASONS[1:]])[run.rows["reason"]]}
    table |= {name: run.rows[name] for name in ("turns", "steps", "refills")}
    table |= {"last_card": texts[run.rows["last_card"]]}
    return table | {f"points_{seat + 1}": run.points[:, seat] for seat in seats}


def write_csv(run: Rounds | Matches, file: TextIO) -> None:
    """A header line, and a line for every game."""
    table = columns(run)
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*(column.tolist() for column in table.values()), strict=True))


def metadata(run: Rounds | Matches) -> dict[str, str]:
    """What a Parquet file says about its games: the rulebook's hash, the version, seed, bots and so on."""
    values = {key: str(value) for key, value in as_data(run).items() if not isinstance(value, (list, dict))}
    return values | {"bots": ",".join(run.bots)}


def write_parquet(run: Rounds | Matches, path: str) -> None:
    """With what there is to tell about the run in the file's metadata."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ExportError("--parquet needs pyarrow: install lastcard[data]") from None
    table = pyarrow.table(columns(run)).replace_schema_metadata(metadata(run))
    try:
        pyarrow.parquet.write_table(table, path)
    except OSError as error:
        raise ExportError(f"{path}: can't be written: {error.strerror or error}") from None
