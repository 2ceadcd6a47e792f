"""A league as a table for other programs: a line for every seat of every game, as CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, TextIO

import msgspec

from .errors import LeagueError
from .plan import Plan
from .store import LeagueStore

COLUMNS = (
    *("game", "deal", "players", "seat", "bot", "points", "scored", "cards", "won"),
    *("reason", "turns", "steps", "forfeit", "detail", "step"),
)
TEXTS = ("bot", "reason", "forfeit", "detail")


def lines(store: LeagueStore, name: str, plan: Plan) -> Iterator[tuple[Any, ...]]:
    """In the order of COLUMNS. Seats are counted from 1, as people do."""
    for rows in store.by_game(name):
        for row in rows:
            yield (
                *(row["number"], row["deal"], len(rows), row["seat"] + 1, plan.names[row["bot"]]),
                *(row["points"], row["scored"], row["cards"], int(row["winner"] == row["seat"])),
                *(row["reason"], row["turns"], row["steps"], row["forfeit"], row["detail"], row["step"]),
            )


def write_csv(store: LeagueStore, name: str, plan: Plan, file: TextIO) -> None:
    """A header line, and a line for every seat of every stored game."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines(store, name, plan))


def write_parquet(store: LeagueStore, name: str, plan: Plan, path: str) -> int:
    """With the rulebook's hash and the seed in the file's metadata; the number of rows."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise LeagueError("--parquet needs pyarrow: install lastcard[data]") from None
    values = {"rules": plan.rulebook.name, "rules_hash": plan.rulebook.fingerprint, "seed": str(plan.seed)}
    values["secrets"] = msgspec.json.encode(plan.secrets).decode()
    kinds = [(one, pyarrow.string() if one in TEXTS else pyarrow.int64()) for one in COLUMNS]
    rows = list(lines(store, name, plan))
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(COLUMNS)
    table = pyarrow.table(
        [pyarrow.array(column, kind) for column, (_, kind) in zip(columns, kinds, strict=True)],
        schema=pyarrow.schema(kinds, metadata=values),
    )
    try:
        pyarrow.parquet.write_table(table, path)
    except OSError as error:
        raise LeagueError(f"{path}: can't be written: {error.strerror or error}") from None
    return len(rows)
