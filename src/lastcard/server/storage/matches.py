"""Matches as they are stored: after every finished round, so that nothing can take it away; and ratings.

Only finished rounds are stored: of one that was never finished neither the seed nor a card is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce

from ..common.names import is_own
from ..protocol import http_models as h
from ..tables.table import Table
from .schema import games, parts, ratings, seats

MODEL: Final = PlackettLuce()
Row = dict[str, Any]
Work = Callable[[sa.Connection], None]
UNRATED: Final[Row] = {"rating_before": None, "rating_after": None}


def save_rounds(table: Table, room: int, now: int) -> Work:
    """Keep the round that has just ended, with those before it; if the match is over, rate who played it."""
    assert table.match is not None
    return _save(table, room, now, "over" if table.match.over else "playing")


def save_left(table: Table, room: int, now: int) -> Work:
    """A table is closed: its match, if one was under way and has finished rounds, was left."""
    match = table.match
    if match is None or match.finished == 0 or match.over or not table.game:
        return lambda _: None
    stored = games.update().where(games.c.id == table.game, games.c.state == "playing")
    save = _save(table, room, now, "left")

    def work(connection: sa.Connection) -> None:
        if not connection.execute(stored.values(state="left", ended=now)).rowcount:
            save(connection)  # a round that an earlier version did not store

    return work


def _save(table: Table, room: int, now: int, state: h.GameState) -> Work:
    assert table.match is not None
    match = table.match
    game = {
        "id": table.game,
        "room": room,
        "rules": table.rules,
        "title": match.rulebook.title,
        "house_rules": len(table.set),
        "ended": now,
        "rounds": match.finished,
        "record": msgspec.json.encode(match.record(finished=True)).decode(),
        "public": table.public,
        "state": state,
    }
    rows = _seats(table, rated=state == "over")
    played = [
        {"game": table.game, "person": person, **part._asdict()} for person, part in table.parts.items()
    ]
    rates = state == "over" and not is_own(table.rules)  # nobody else plays by them: nothing to compare

    def work(connection: sa.Connection) -> None:
        for stored in (parts.c.game, seats.c.game, games.c.id):
            connection.execute(sa.delete(stored.table).where(stored == table.game))
        changes = _rate(connection, table.rules, rows) if rates else {}
        connection.execute(games.insert().values(game))
        shown = [{**row, **changes.get(row["seat"], UNRATED)} for row in rows]
        connection.execute(seats.insert(), shown)
        if played:
            connection.execute(parts.insert(), played)

    return work


def _seats(table: Table, rated: bool) -> list[Row]:
    assert table.match is not None
    standing = table.match.standing
    everybody = zip(table.match.players, table.final_players, strict=True)
    return [
        {
            "game": table.game,
            "seat": seat,
            "name": name,
            "person": player.person,
            "level": player.level,
            "place": standing.places[name],
            "points": standing.totals[name],
            "rated": rated and player.person not in table.unrated and not is_own(table.rules),
        }
        for seat, (name, player) in enumerate(everybody)
    ]


# ---- Ratings ----


def _who(row: Row) -> str:
    return row["person"] or f"bot:{row['level']}"


def _rate(connection: sa.Connection, rules: str, rows: list[Row]) -> dict[int, Row]:
    """Everybody against everybody by place; by seat what it changed for people.

    Bots are rated by level, so that beating them counts right.
    """
    known = {
        row.who: row
        for row in connection.execute(
            sa.select(ratings).where(ratings.c.rules == rules, ratings.c.who.in_([_who(r) for r in rows]))
        )
    }
    teams = []
    for row in rows:
        before = known.get(_who(row))
        teams.append([MODEL.rating() if before is None else MODEL.rating(before.mu, before.sigma)])
    after = MODEL.rate(teams, ranks=[float(row["place"]) for row in rows])
    changes: dict[int, Row] = {}
    for who in dict.fromkeys(_who(row) for row in rows):
        mine = [i for i, row in enumerate(rows) if _who(row) == who and row["rated"]]
        if mine:
            first = mine[0]
            won = sum(rows[i]["place"] == 1 for i in mine)
            _save_rating(connection, known.get(who), who, rules, after[first][0], len(mine), won)
            if rows[first]["person"] is not None:
                changes[rows[first]["seat"]] = {
                    "rating_before": shown_rating(teams[first][0].mu, teams[first][0].sigma),
                    "rating_after": shown_rating(after[first][0].mu, after[first][0].sigma),
                }
    return changes


def _save_rating(
    connection: sa.Connection, before: Any, who: str, rules: str, new: Any, count: int, won: int
) -> None:
    values = {"mu": new.mu, "sigma": new.sigma}
    if before is None:
        row = {"who": who, "rules": rules, "games": count, "wins": won, **values}
        connection.execute(ratings.insert().values(row))
        return
    here = (ratings.c.who == who, ratings.c.rules == rules)
    more = {"games": before.games + count, "wins": before.wins + won}
    connection.execute(ratings.update().where(*here).values(**values, **more))


def shown_rating(mu: float, sigma: float) -> int:
    """A rating as people see it: its lower bound (mu - 3 sigma), 1000 for a newcomer."""
    return round(1000 + 40 * (mu - 3 * sigma))
