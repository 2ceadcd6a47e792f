"""Finished matches: what is stored of them, ratings of people, and the pages that show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce

from ...game.record import Record
from ...game.record import decode as decode_record
from ..common.faces import face_of
from ..common.names import is_own
from ..protocol import http_models as h
from ..tables.table import Table
from .schema import games, people, ratings, seats, uploads
from .store import Store

PAGE: Final = 30
MODEL: Final = PlackettLuce()


def save_match(table: Table, room: int, now: int) -> Callable[[sa.Connection], None]:
    """Keep the match that has just ended, and rate who played it."""
    assert table.match is not None
    match, standing = table.match, table.match.standing
    game = {
        "id": table.game,
        "room": room,
        "rules": table.rules,
        "title": match.rulebook.title,
        "house_rules": len(table.set),
        "ended": now,
        "rounds": len(match.rounds),
        "record": msgspec.json.encode(match.record()).decode(),
        "public": table.public,
    }
    rows = []
    for seat, (name, player) in enumerate(zip(match.players, table.final_players, strict=True)):
        rated = player.person not in table.unrated and not is_own(table.rules)
        rows.append(
            {
                "game": table.game,
                "seat": seat,
                "name": name,
                "person": player.person,
                "level": player.level,
                "place": standing.places[name],
                "points": standing.totals[name],
                "rated": rated,
            }
        )

    def work(connection: sa.Connection) -> None:
        connection.execute(games.insert().values(game))
        connection.execute(seats.insert(), rows)
        if not is_own(table.rules):  # nobody else plays by them, so there is nothing to compare
            _rate(connection, table.rules, rows)

    return work


def _who(row: dict[str, Any]) -> str:
    return row["person"] or f"bot:{row['level']}"


def _rate(connection: sa.Connection, rules: str, rows: list[dict[str, Any]]) -> None:
    """Everybody against everybody by place. Bots are rated by level, so that beating them counts right."""
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
    for who in dict.fromkeys(_who(row) for row in rows):
        mine = [i for i, row in enumerate(rows) if _who(row) == who and row["rated"]]
        if mine:
            won = sum(rows[i]["place"] == 1 for i in mine)
            _save_rating(connection, known.get(who), who, rules, after[mine[0]][0], len(mine), won)


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


def leaderboard(store: Store, rules: str) -> h.Leaderboard:
    """The hundred people with the best rating in one rulebook."""
    query = (
        sa.select(ratings, people.c.name, people.c.face)
        .join(people, people.c.id == ratings.c.who)
        .where(ratings.c.rules == rules)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    rows = sorted(rows, key=lambda row: -(row.mu - 3 * row.sigma))[:100]
    shown = [shown_rating(row.mu, row.sigma) for row in rows]
    ranked = [
        h.Ranked(
            place=shown.index(rating) + 1,
            person=row.who,
            name=row.name,
            rating=rating,
            mu=row.mu,
            sigma=row.sigma,
            games=row.games,
            wins=row.wins,
            face=face_of(row.who, row.face),
        )
        for rating, row in zip(shown, rows, strict=True)
    ]
    return h.Leaderboard(rules=rules, rows=ranked)


def stats(store: Store, person: str) -> h.Stats | None:
    """What somebody has played, by rulebook."""
    played = (
        sa.select(games.c.rules, games.c.rounds, seats.c.place, seats.c.points)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.person == person)
    )
    with store.reading() as connection:
        name = connection.scalar(sa.select(people.c.name).where(people.c.id == person))
        rows = connection.execute(played).all()
        rated = {r.rules: r for r in connection.execute(sa.select(ratings).where(ratings.c.who == person))}
    if name is None:
        return None
    by_rules = []
    for rules in dict.fromkeys(row.rules for row in rows):
        mine = [row for row in rows if row.rules == rules]
        rating = rated.get(rules)
        by_rules.append(
            h.RulesStats(
                rules=rules,
                games=len(mine),
                wins=sum(row.place == 1 for row in mine),
                rounds=sum(row.rounds for row in mine),
                average_place=round(sum(row.place for row in mine) / len(mine), 2),
                points=sum(row.points for row in mine),
                rating=None if rating is None else shown_rating(rating.mu, rating.sigma),
            )
        )
    return h.Stats(person=person, name=name, rules=by_rules)


def history(
    store: Store, before: str | None, rules: str | None, person: str | None, reader: str | None = None
) -> h.History:
    """Finished matches, newest first: those of public tables, and those that the reader has played."""
    query = sa.select(games).order_by(games.c.ended.desc(), games.c.id.desc()).limit(PAGE + 1)
    query = query.where(sa.or_(games.c.public, _played_by(reader)) if reader else games.c.public)
    if rules:
        query = query.where(games.c.rules == rules)
    if person:
        query = query.where(_played_by(person))
    with store.reading() as connection:
        if before:
            ended = sa.select(games.c.ended).where(games.c.id == before).scalar_subquery()
            older = sa.or_(games.c.ended < ended, sa.and_(games.c.ended == ended, games.c.id < before))
            query = query.where(older)
        found = connection.execute(query).all()
        page = [_info(connection, row) for row in found[:PAGE]]
    return h.History(games=page, before=page[-1].game if len(found) > PAGE else None)


def _played_by(person: str) -> sa.ColumnElement[bool]:
    return games.c.id.in_(sa.select(seats.c.game).where(seats.c.person == person))


def game(store: Store, number: str) -> h.GameInfo | None:
    """A finished match by its number, or None."""
    with store.reading() as connection:
        row = connection.execute(sa.select(games).where(games.c.id == number)).one_or_none()
        return None if row is None else _info(connection, row)


def record(store: Store, number: str) -> Record | None:
    """Of a match that was played here, or one that was brought here."""
    with store.reading() as connection:
        text = connection.scalar(sa.select(games.c.record).where(games.c.id == number))
        if text is None:
            text = connection.scalar(sa.select(uploads.c.record).where(uploads.c.id == number))
    return None if text is None else decode_record(text)


def has_record(store: Store, number: str) -> bool:
    """Whether there is such a match or record."""
    with store.reading() as connection:
        return any(
            connection.scalar(sa.select(table.c.id).where(table.c.id == number)) is not None
            for table in (games, uploads)
        )


def _info(connection: sa.Connection, row: Any) -> h.GameInfo:
    with_faces = sa.select(seats, people.c.face).outerjoin(people, people.c.id == seats.c.person)
    sat = connection.execute(with_faces.where(seats.c.game == row.id).order_by(seats.c.seat))
    return h.GameInfo(
        game=row.id,
        rules=row.rules,
        title=row.title,
        house_rules=row.house_rules,
        ended=row.ended,
        rounds=row.rounds,
        seats=[
            h.SeatResult(
                name=one.name,
                person=one.person,
                bot=one.level,
                place=one.place,
                points=one.points,
                rated=one.rated,
                face=None if one.person is None else face_of(one.person, one.face),
            )
            for one in sat
        ],
    )
