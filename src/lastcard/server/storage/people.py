"""People in the store: their names, and the hashes of their tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ..common.faces import random_face
from ..common.look_alikes import skeleton
from ..common.names import NameTaken, key
from ..common.person import Person
from .schema import parts, people, seats, subscriptions, tokens
from .store import executes

FORGOTTEN_AT_ONCE: Final = 500  # people, so that moves don't wait long for it


def hashed(token: str) -> str:
    """What the store keeps of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_person(connection: sa.Connection, token: str) -> Person | None:
    """Whose token this is."""
    query = (
        sa.select(people.c.id, people.c.name)
        .join(tokens, tokens.c.person == people.c.id)
        .where(tokens.c.hash == hashed(token))
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Person(row.id, row.name)


def names_known(connection: sa.Connection, names: Collection[str]) -> set[str]:
    """Those of these names that somebody has, by their keys."""
    wanted = {key(name) for name in names}
    return set(connection.scalars(sa.select(people.c.name_key).where(people.c.name_key.in_(wanted))))


def register(name: str, token: str, now: int) -> Callable[[sa.Connection], Person]:
    """A new person with a name, a token and some face."""

    def work(connection: sa.Connection) -> Person:
        who = Person(secrets.token_hex(6), name)
        row = {"id": who.id, "name": name, "name_key": key(name), "created": now, "seen": now}
        insert = people.insert().values(face=random_face(), skeleton=skeleton(name), **row)
        _insert_name(connection, insert, who.id, name)
        connection.execute(tokens.insert().values(hash=hashed(token), person=who.id, created=now))
        return who

    return work


def rename(person: str, name: str) -> Callable[[sa.Connection], Person]:
    """Work for the store: give a person another name; raises NameTaken if it is in use."""

    def work(connection: sa.Connection) -> Person:
        named = {"name": name, "name_key": key(name), "skeleton": skeleton(name)}
        _insert_name(connection, people.update().where(people.c.id == person).values(**named), person, name)
        return Person(person, name)

    return work


def add_token(person: str, token: str, now: int) -> Callable[[sa.Connection], Person | None]:
    """Let a token stand for a person; None if they were forgotten meanwhile."""

    def work(connection: sa.Connection) -> Person | None:
        name = connection.scalar(sa.select(people.c.name).where(people.c.id == person))
        if name is None:
            return None
        connection.execute(tokens.insert().values(hash=hashed(token), person=person, created=now))
        return Person(person, name)

    return work


def drop_token(token: str) -> Callable[[sa.Connection], bool]:
    """Forget a token; whether it was the last. Then its person is forgotten, unless they finished a round."""

    def work(connection: sa.Connection) -> bool:
        who = connection.scalar(sa.select(tokens.c.person).where(tokens.c.hash == hashed(token)))
        connection.execute(tokens.delete().where(tokens.c.hash == hashed(token)))
        connection.execute(subscriptions.delete().where(subscriptions.c.token == hashed(token)))
        known = sa.or_(
            sa.exists().where(tokens.c.person == people.c.id),
            _has_played(),
        )
        connection.execute(people.delete().where(people.c.id == who, sa.not_(known)))
        left = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.person == who)
        return connection.scalar(left) == 0

    return work


def record_visit(person: str, now: int) -> Callable[[sa.Connection], None]:
    """Work for the store: when a person was last here, in milliseconds."""
    return executes(people.update().where(people.c.id == person).values(seen=now))


def forget_inactive_people(before: int, but: Collection[str]) -> Callable[[sa.Connection], set[str]]:
    """Forget some people who were not seen since then and finished no round, except `but`; who they were."""

    def work(connection: sa.Connection) -> set[str]:
        late = sa.select(people.c.id).where(people.c.seen < before, sa.not_(_has_played()))
        some = connection.scalars(late.limit(FORGOTTEN_AT_ONCE + len(but)))
        gone = set([one for one in some if one not in but][:FORGOTTEN_AT_ONCE])
        rows = [{"who": one} for one in gone]
        if rows:
            connection.execute(tokens.delete().where(tokens.c.person == sa.bindparam("who")), rows)
            connection.execute(
                subscriptions.delete().where(subscriptions.c.person == sa.bindparam("who")), rows
            )
            connection.execute(people.delete().where(people.c.id == sa.bindparam("who")), rows)
        return gone

    return work


def _has_played() -> sa.ColumnElement[bool]:
    """Whether a person stands in a match that was stored."""
    sat = sa.exists().where(seats.c.person == people.c.id)
    return sa.or_(sat, sa.exists().where(parts.c.person == people.c.id))


def _insert_name(connection: sa.Connection, statement: sa.Executable, person: str, name: str) -> None:
    """Names that look alike are the same; of those who had theirs before that was so, all stay."""
    alike = sa.select(people.c.id).where(people.c.skeleton == skeleton(name), people.c.id != person)
    if connection.execute(alike.limit(1)).first() is not None:
        raise NameTaken(name)
    try:
        with connection.begin_nested():
            connection.execute(statement)
    except IntegrityError:
        raise NameTaken(name) from None
