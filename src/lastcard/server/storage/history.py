"""Matches, on the pages that show them: lists, records, statistics and the best rated people."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from ...game.record import Record
from ...game.record import decode as decode_record
from ..common.faces import face_of
from ..protocol import http_models as h
from .matches import shown_rating
from .schema import games, parts, people, ratings, seats, uploads
from .store import Store

PAGE: Final = 30


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
    """What somebody has played, by rulebook: matches to their end, and rounds of all."""
    sat = sa.and_(seats.c.game == games.c.id, seats.c.person == person)
    part = sa.and_(parts.c.game == games.c.id, parts.c.person == person)
    played = (
        sa.select(games.c.rules, games.c.state, seats.c.place, parts.c.rounds, parts.c.points)
        .select_from(games.outerjoin(seats, sat).outerjoin(parts, part))
        .where(sa.or_(seats.c.person == person, parts.c.person == person))
        .order_by(games.c.ended, games.c.id)
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
        places = [row.place for row in mine if row.place is not None and row.state == "over"]
        rating = rated.get(rules)
        by_rules.append(
            h.RulesStats(
                rules=rules,
                games=len(places),
                wins=places.count(1),
                rounds=sum(row.rounds or 0 for row in mine),
                average_place=round(sum(places) / len(places), 2) if places else None,
                points=sum(row.points or 0 for row in mine),
                rating=None if rating is None else shown_rating(rating.mu, rating.sigma),
                left=sum(row.state == "left" or row.place is None for row in mine),
            )
        )
    return h.Stats(person=person, name=name, rules=by_rules)


def history(
    store: Store, before: str | None, rules: str | None, person: str | None, reader: str | None = None
) -> h.History:
    """Matches, newest first: those of public tables, and those that the reader has played.

    A match that goes on is listed for those who have played in it: their finished rounds.
    """
    query = sa.select(games).order_by(games.c.ended.desc(), games.c.id.desc()).limit(PAGE + 1)
    listed = sa.and_(games.c.public, games.c.state != "playing")
    query = query.where(sa.or_(listed, _played_by(reader)) if reader else listed)
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
    sat = sa.select(seats.c.game).where(seats.c.person == person)
    return games.c.id.in_(sat.union(sa.select(parts.c.game).where(parts.c.person == person)))


def game(store: Store, number: str) -> h.GameInfo | None:
    """A match by its number, or None."""
    with store.reading() as connection:
        row = connection.execute(sa.select(games).where(games.c.id == number)).one_or_none()
        return None if row is None else _info(connection, row)


def record(store: Store, number: str) -> Record | None:
    """Of a match that was played here, or one that was brought here."""
    text = record_text(store, number)
    return None if text is None else decode_record(text)


def record_text(store: Store, number: str) -> str | None:
    """The same as it is stored."""
    with store.reading() as connection:
        text = connection.scalar(sa.select(games.c.record).where(games.c.id == number))
        if text is None:
            text = connection.scalar(sa.select(uploads.c.record).where(uploads.c.id == number))
    return text


def has_record(store: Store, number: str) -> bool:
    """Whether there is such a match or record."""
    with store.reading() as connection:
        return any(
            connection.scalar(sa.select(table.c.id).where(table.c.id == number)) is not None
            for table in (games, uploads)
        )


def _info(connection: sa.Connection, row: Any) -> h.GameInfo:
    with_faces = sa.select(seats, people.c.face).outerjoin(people, people.c.id == seats.c.person)
    sat = connection.execute(with_faces.where(seats.c.game == row.id).order_by(seats.c.seat)).all()
    played = connection.execute(sa.select(parts).where(parts.c.game == row.id).order_by(parts.c.seat)).all()
    stayed = {one.person for one in sat}
    return h.GameInfo(
        game=row.id,
        rules=row.rules,
        title=row.title,
        house_rules=row.house_rules,
        ended=row.ended,
        rounds=row.rounds,
        seats=[_seat(one) for one in sat],
        state=row.state,
        left=[
            h.PlayerLeft(name=one.name, person=one.person, rounds=one.rounds)
            for one in played
            if one.person not in stayed
        ],
    )


def _seat(one: Any) -> h.SeatResult:
    return h.SeatResult(
        name=one.name,
        person=one.person,
        bot=one.level,
        place=one.place,
        points=one.points,
        rated=one.rated,
        face=None if one.person is None else face_of(one.person, one.face),
        rating_before=one.rating_before,
        rating_after=one.rating_after,
    )
