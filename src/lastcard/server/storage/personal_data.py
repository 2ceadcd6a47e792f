"""All that the store has of one person: exported for them, or erased for good; and how long logs are kept.

Results of matches are other people's too. They stay, under "somebody who left" and without a way back to the
person. Records name players, so they are written again under that name; where the name went into the key of a
deal, that deal can't be checked any more, and its seed is dropped with the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ...errors import LastcardError
from ...game.record import Record, RoundRecord
from ...game.record import decode as decode_record
from ...game.replay import replay
from ..protocol import http_models as h
from ..tables.events import ChatSent, decode
from .matches import shown_rating
from .schema import games, log, parts, people, ratings, rooms, seats, subscriptions, tokens

LEFT: Final = "somebody who left"
GONE: Final = "gone:"  # what stands for a person in a match after they were erased
LOGS_AT_ONCE: Final = 50  # closed tables whose logs go in one transaction, so that moves don't wait long


# ---- Export ----


def exported(connection: sa.Connection, person: str) -> h.PersonalData | None:
    """Everything under a person's id, or None if there is none."""
    row = connection.execute(sa.select(people).where(people.c.id == person)).one_or_none()
    if row is None:
        return None
    rated = connection.execute(sa.select(ratings).where(ratings.c.who == person).order_by(ratings.c.rules))
    devices = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.person == person)
    notified = sa.select(subscriptions.c.endpoint).where(subscriptions.c.person == person)
    return h.PersonalData(
        person=row.id,
        name=row.name,
        face=row.face,
        created=row.created,
        seen=row.seen,
        devices=int(connection.scalar(devices) or 0),
        notified_at=sorted(connection.scalars(notified)),
        ratings={one.rules: shown_rating(one.mu, one.sigma) for one in rated},
        matches=list(_matches(connection, person)),
        chat=list(_chat(connection, person)),
    )


def _matches(connection: sa.Connection, person: str) -> Iterator[h.MatchPlayed]:
    part = sa.and_(parts.c.game == games.c.id, parts.c.person == person)
    sat = sa.and_(seats.c.game == games.c.id, seats.c.person == person)
    query = (
        sa.select(games.c.id, games.c.rules, games.c.ended, seats.c.place, parts.c.rounds, parts.c.points)
        .select_from(games.outerjoin(seats, sat).outerjoin(parts, part))
        .where(sa.or_(seats.c.person == person, parts.c.person == person))
        .order_by(games.c.ended, games.c.id)
    )
    for row in connection.execute(query):
        yield h.MatchPlayed(
            game=row.id,
            rules=row.rules,
            ended=row.ended,
            place=row.place,
            rounds=row.rounds or 0,
            points=row.points or 0,
        )


def _chat(connection: sa.Connection, person: str) -> Iterator[h.ChatLine]:
    query = sa.select(log.c.at, log.c.body).where(log.c.person == person).order_by(log.c.at)
    for row in connection.execute(query):
        event = decode(row.body)
        if isinstance(event, ChatSent):
            yield h.ChatLine(at=row.at, text=event.text or f"[{event.phrase}]")


# ---- Erasing ----


def erase(person: str, name: str) -> Callable[[sa.Connection], None]:
    """Work for the store: of a person who was called `name` nothing is left but results without a name."""

    def work(connection: sa.Connection) -> None:
        for table in (tokens, subscriptions):
            connection.execute(table.delete().where(table.c.person == person))
        connection.execute(ratings.delete().where(ratings.c.who == person))
        sat = sa.select(seats.c.game).where(seats.c.person == person)
        played = sat.union(sa.select(parts.c.game).where(parts.c.person == person))
        for game in list(connection.scalars(played)):
            _anonymise(connection, game, person, name)
        connection.execute(people.delete().where(people.c.id == person))
        for room in list(connection.scalars(_closed_rooms_with(person))):
            connection.execute(log.delete().where(log.c.room == room))

    return work


def _anonymise(connection: sa.Connection, game: str, person: str, name: str) -> None:
    """One match: the name goes from its seats, from the list of its players and from its record."""
    others = set(connection.scalars(sa.select(seats.c.name).where(seats.c.game == game)))
    new = next(one for one in _placeholders() if one not in others)
    names = {name, *_names_in(connection, game, person)}
    here = seats.update().where(seats.c.game == game)
    connection.execute(
        here.where(seats.c.name.in_(names)).values(name=new)
    )  # a bot may have gone on under it
    connection.execute(here.where(seats.c.person == person).values(name=new, person=None))
    gone = connection.scalars(sa.select(parts.c.person).where(parts.c.game == game)).all()
    number = sum(one.startswith(GONE) for one in gone) + 1
    mine = (parts.c.game == game, parts.c.person == person)
    connection.execute(parts.update().where(*mine).values(name=new, person=f"{GONE}{number}"))
    text = connection.scalar(sa.select(games.c.record).where(games.c.id == game))
    if text is not None:
        record = msgspec.json.encode(without(decode_record(text), names, new)).decode()
        connection.execute(games.update().where(games.c.id == game).values(record=record))


def _names_in(connection: sa.Connection, game: str, person: str) -> set[str]:
    """Under which names somebody stands in a match: they may have had another one then."""
    found: set[str] = set()
    for table in (seats, parts):
        query = sa.select(table.c.name).where(table.c.game == game, table.c.person == person)
        found.update(connection.scalars(query))
    return found


def _placeholders() -> Iterator[str]:
    yield LEFT
    number = 2
    while True:
        yield f"{LEFT} {number}"
        number += 1


def without(record: Record, names: set[str], new: str) -> Record:
    """A record in which a player has another name."""
    players = [new if one in names else one for one in record.players]
    if players != record.players:
        try:
            record = _renamed(record, players)
        except LastcardError:  # written by a version whose games can't be replayed any more
            record = replace(record, players=players, rounds=[], dealer_draw=msgspec.UNSET)
    rounds = [_unsealed(one) if _named(one, names) else one for one in record.rounds]
    return replace(record, rounds=rounds)


def _renamed(record: Record, players: list[str]) -> Record:
    """The same match under other names: all that names a player is told again."""
    match = replay(record)
    match.rename_all(players)
    new = match.record(finished=True)
    rounds = [
        replace(before, dealer=after.dealer, first=after.first, actions=after.actions)
        for before, after in zip(record.rounds, new.rounds, strict=True)
    ]
    return replace(record, players=players, rounds=rounds, dealer_draw=new.dealer_draw)


def _named(one: RoundRecord, names: set[str]) -> bool:
    """Whether a name went into the key of a deal."""
    return not names.isdisjoint(one.additions)


def _unsealed(one: RoundRecord) -> RoundRecord:
    return replace(one, commitment=None, seed=None, additions={})


def _closed_rooms_with(person: str) -> sa.Select[Any]:
    """Closed tables whose logs name a person: who sent something, or whose id stands in an event."""
    here = sa.or_(log.c.person == person, log.c.body.contains(person, autoescape=True))
    return sa.select(log.c.room).distinct().join(rooms).where(rooms.c.closed.is_not(None), here)


# ---- How long logs are kept ----


def drop_old_logs(before: int) -> Callable[[sa.Connection], int]:
    """Delete the logs of some closed tables: their last event is older, or somebody in them was erased.

    Returns how many tables; with the matches stays all that is shown of them.
    """

    def work(connection: sa.Connection) -> int:
        strangers = sa.and_(log.c.person.is_not(None), log.c.person.not_in(sa.select(people.c.id)))
        old = (
            sa.select(log.c.room)
            .join(rooms)
            .where(rooms.c.closed.is_not(None))
            .group_by(log.c.room)
            .having(
                sa.or_(sa.func.max(log.c.at) < before, sa.func.max(sa.case((strangers, 1), else_=0)) == 1)
            )
            .limit(LOGS_AT_ONCE)
        )
        gone = list(connection.scalars(old))
        for room in gone:
            connection.execute(log.delete().where(log.c.room == room))
        return len(gone)

    return work
