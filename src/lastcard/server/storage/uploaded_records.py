"""Records from elsewhere that are watched here: stored under a short name, so that a link is enough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from .schema import uploads

MOST_KEPT: Final = 500  # the oldest make room


def name_of(text: str) -> str:
    """The same record has the same name, and none that a match played here could have."""
    return "r" + hashlib.sha256(text.encode()).hexdigest()[:20]


def save(text: str, now: int) -> Callable[[sa.Connection], str]:
    """Save a checked record; its name."""

    def work(connection: sa.Connection) -> str:
        name = name_of(text)
        if connection.scalar(sa.select(uploads.c.id).where(uploads.c.id == name)) is None:
            connection.execute(uploads.insert().values(id=name, kept=now, record=text))
            oldest = sa.select(uploads.c.id).order_by(uploads.c.kept.desc(), uploads.c.id).offset(MOST_KEPT)
            gone = list(connection.scalars(oldest.limit(1000)))
            connection.execute(uploads.delete().where(uploads.c.id.in_(gone)))
        return name

    return work
