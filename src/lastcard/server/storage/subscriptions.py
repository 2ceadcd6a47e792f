"""Browsers that people want to be told by when it is their turn (web push)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import sqlalchemy as sa

from .schema import subscriptions
from .store import Store

MOST: Final = 10  # of one person; the oldest go


class Subscription(NamedTuple):
    """Where a browser can be reached, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


def save(person: str, token: str, one: Subscription, now: int) -> Callable[[sa.Connection], None]:
    """Work for the store: a browser is one person's, the last who asked; with the hash of its token."""

    def work(connection: sa.Connection) -> None:
        mine = subscriptions.c.person == person
        connection.execute(subscriptions.delete().where(subscriptions.c.endpoint == one.endpoint))
        connection.execute(
            subscriptions.insert().values(person=person, token=token, created=now, **one._asdict())
        )
        newest = sa.select(subscriptions.c.endpoint).where(mine).order_by(subscriptions.c.created.desc())
        kept = list(connection.scalars(newest.limit(MOST)))
        connection.execute(subscriptions.delete().where(mine, subscriptions.c.endpoint.not_in(kept)))

    return work


def remove(endpoint: str, person: str | None = None) -> Callable[[sa.Connection], None]:
    """Work for the store: forget a browser; with a person, only if it is theirs."""

    def work(connection: sa.Connection) -> None:
        gone = subscriptions.delete().where(subscriptions.c.endpoint == endpoint)
        connection.execute(gone if person is None else gone.where(subscriptions.c.person == person))

    return work


def of(store: Store, person: str) -> list[Subscription]:
    """The browsers of a person."""
    columns = subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth
    with store.reading() as connection:
        found = connection.execute(sa.select(*columns).where(subscriptions.c.person == person))
        return [Subscription(*row) for row in found]
