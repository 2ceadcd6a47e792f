"""The database of a run, from the outside: what it holds in the end, and how PostgreSQL is made to crash."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from lastcard.database import engine
from lastcard.server.storage.schema import games, log
from lastcard.server.tables.events import NumberedEvent, decode
from support.server.databases import crashable_postgresql

from .checker import Stored
from .history import History, Sent


class Place:
    """Where a run stores its tables: `url` for the server, and a way of our own to look."""

    def __init__(self, url: str, crash: Callable[[], None] | None = None) -> None:
        self.url, self.crash = url, crash
        parsed = sa.make_url(url if "://" in url else f"sqlite:///{url}")
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        self._engine = engine(parsed)
        self.sums: dict[int, int] = {}  # by table: what its log was when its game was judged

    def read(self, work: Callable[[sa.Connection], Any]) -> Any:
        """Ask until the database answers: it may have crashed just now."""
        end = time.monotonic() + 60
        while True:
            try:
                with self._engine.connect() as connection:
                    return work(connection)
            except sa.exc.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def stored(self, history: History) -> Stored:
        """What there is of a game."""
        found: Stored = self.read(lambda connection: self._stored(connection, history))
        return found

    def _stored(self, connection: sa.Connection, history: History) -> Stored:
        sent = {(one.person, one.id): one.body["type"] for one in history.steps if isinstance(one, Sent)}
        people = {person for person, _ in sent}
        rows = connection.execute(
            sa.select(log.c.room, log.c.person, log.c.wish).where(log.c.person.in_(people))
        ).all()
        ours = [row for row in rows if (row.person, row.wish) in sent]
        opened = [row.room for row in ours if sent[row.person, row.wish] == "create"]
        room = max(opened, default=-1)
        entries = _entries(connection, room)
        self.sums[room] = hash(tuple(map(repr, entries)))
        kept = connection.scalars(sa.select(games.c.record).where(games.c.room == room))
        elsewhere = [(row.person, row.wish) for row in ours if row.room != room]
        return Stored(log=entries, records=list(kept), elsewhere=elsewhere)

    def changed(self) -> list[int]:
        """The tables whose log is not what it was when their game was judged."""

        def work(connection: sa.Connection) -> list[int]:
            now = {room: hash(tuple(map(repr, _entries(connection, room)))) for room in self.sums}
            return [room for room, was in self.sums.items() if now[room] != was]

        found: list[int] = self.read(work)
        return found

    def close(self) -> None:
        """Let it go."""
        self._engine.dispose()


def _entries(connection: sa.Connection, room: int) -> list[NumberedEvent]:
    rows = connection.execute(sa.select(log).where(log.c.room == room).order_by(log.c.n))
    return [NumberedEvent(row.n, row.at, decode(row.body), row.person, row.wish) for row in rows]


@contextmanager
def place(store: str, folder: Path) -> Iterator[Place]:
    """A new database of this kind: `sqlite` or `postgresql`."""
    if store == "sqlite":
        here = Place(str(folder / "tables.db"))
        yield here
        here.close()
        return
    with crashable_postgresql() as (url, crash):
        here = Place(url, crash)
        yield here
        here.close()
