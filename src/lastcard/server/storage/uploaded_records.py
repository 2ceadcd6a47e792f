"""Records from elsewhere that are watched here: stored under a short name, so that a link is enough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from .schema import uploads

MOST_KEPT: Final = 1000  # then those of the owner with the most make room, the oldest first
MOST_OF_ONE: Final = 40  # of one owner: then their own oldest make room
OPERATOR: Final = ""  # who owns what came from the command line, and what older versions kept


def name_of(text: str) -> str:
    """The same record has the same name, and none that a match played here could have."""
    return "r" + hashlib.sha256(text.encode()).hexdigest()[:20]


def save(text: str, now: int, owner: str = OPERATOR) -> Callable[[sa.Connection], str]:
    """Save a checked record of an owner; its name."""

    def work(connection: sa.Connection) -> str:
        name = name_of(text)
        if connection.scalar(sa.select(uploads.c.id).where(uploads.c.id == name)) is None:
            connection.execute(uploads.insert().values(id=name, kept=now, record=text, owner=owner))
            if owner != OPERATOR:
                _drop_oldest(connection, owner, MOST_OF_ONE)
            _make_room(connection)
        return name

    return work


def _drop_oldest(connection: sa.Connection, owner: str, left: int) -> None:
    """Keep the newest of an owner."""
    newest_first = sa.select(uploads.c.id).order_by(uploads.c.kept.desc(), uploads.c.id)
    gone = list(connection.scalars(newest_first.where(uploads.c.owner == owner).offset(left).limit(1000)))
    connection.execute(uploads.delete().where(uploads.c.id.in_(gone)))


def _make_room(connection: sa.Connection) -> None:
    """When there are too many of all, the one with the most gives: who has a few keeps them."""
    number = sa.func.count()
    if (connection.scalar(sa.select(number).select_from(uploads)) or 0) > MOST_KEPT:
        by_owner = sa.select(uploads.c.owner, number).group_by(uploads.c.owner)
        owner, has = connection.execute(by_owner.order_by(number.desc(), uploads.c.owner).limit(1)).one()
        _drop_oldest(connection, owner, has - 1)
