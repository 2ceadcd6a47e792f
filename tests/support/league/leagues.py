"""Small leagues for tests, and all that a store holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from lastcard.league import Plan, Tally, entrant
from lastcard.league.run import Ending, run
from lastcard.league.store import LeagueStore
from lastcard.rulebooks import load

NAME = "league"


def plan(
    rules: str = "rounds",
    bots: str = "random,greedy,lazy",
    sizes: tuple[int, ...] = (2,),
    seed: int | None = 1,
) -> Plan:
    return Plan(load(rules), tuple(entrant(text) for text in bots.split(",")), sizes, seed)


def played(path: Path, league: Plan, deals: int = 2, **how: Any) -> Ending:
    with LeagueStore(str(path), create=True) as store:
        return run(store, NAME, league, deals=deals, **{"workers": 1, **how})


def tally(path: Path, league: Plan) -> Tally:
    with LeagueStore(str(path)) as store:
        return Tally(league.names, league.low_is_good).add_all(store.outcomes(NAME))


def dump(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, records and all."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
        queries = {name: f"select * from {name} order by rowid" for name in names}
        return {name: connection.execute(query).fetchall() for name, query in queries.items()}


def games(path: Path) -> int:
    """How many games a store holds, also while it is being written."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        try:
            (count,) = connection.execute("select count(*) from game").fetchone()
        except sqlite3.OperationalError:  # no tables yet
            return 0
        return int(count)
