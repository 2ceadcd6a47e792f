"""The database of tables, people and finished matches. One thread writes and commits what has gathered.

What is awaited here is on the disk when the answer comes (group commit). Reads have connections of their own.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from ...database import ForeignFileError, NewerFileError, engine, migrate, write_ahead
from ...errors import LastcardError
from ..tables.events import NumberedEvent, decode, encode
from .schema import heartbeats, log, rooms

T = TypeVar("T")
MOST_AT_ONCE: Final = 2000  # jobs in one transaction


class StoreError(LastcardError):
    """A database that can't be used; the message says why."""


class StoredTable(Struct):
    """A table as it was stored."""

    id: int
    code: str
    log: list[NumberedEvent]
    network: str | None = None  # the mark of where it was opened from


class _Job:
    __slots__ = ("error", "future", "result", "rows", "work")

    def __init__(self, work: Callable[[sa.Connection], Any] | None, rows: Sequence[Any]) -> None:
        self.work = work
        self.rows = rows
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None


def default_url() -> str:
    """A SQLite file in the user's data folder, where nobody else may look."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastcard"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = home / "tables.db"
        if file.exists():
            file.chmod(0o600)  # made by an older version
    except OSError as error:
        raise StoreError(f"{home}: can't be used: {error.strerror}; use --db") from None
    return f"sqlite:///{file}"


def _load_log(connection: sa.Connection, room: int) -> list[NumberedEvent]:
    rows = connection.execute(sa.select(log).where(log.c.room == room).order_by(log.c.n))
    return [NumberedEvent(row.n, row.at, decode(row.body), row.person, row.wish) for row in rows]


class Store:
    """The store of one server. `url` is SQLAlchemy's, or the name of a SQLite file."""

    def __init__(self, url: str) -> None:
        self.where = url if "://" in url else f"sqlite:///{url}"
        try:
            parsed = sa.make_url(self.where)
            if parsed.get_backend_name() == "postgresql" and parsed.drivername == "postgresql":
                parsed = parsed.set(drivername="postgresql+psycopg")
            if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
                raise StoreError("--db: a database in memory would lose every table: name a file")
            if parsed.get_backend_name() == "sqlite" and "uri" not in parsed.query:
                with suppress(OSError):  # it holds seeds of rounds in play: for its owner only
                    Path(str(parsed.database)).touch(mode=0o600)
            self.engine = engine(parsed)
        except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
            raise StoreError(f"--db: {str(error).splitlines()[0]}") from None
        self.shown = parsed.render_as_string(hide_password=True)
        self._open()
        self._writing: sa.Connection | None = None  # the writer's connection, which stays open
        self._insert = log.insert().compile(dialect=self.engine.dialect)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="lastcard-writer", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        try:
            with self.engine.begin() as connection:
                migrate(connection, Path(__file__).parent / "migrations")
            if self.engine.dialect.name == "sqlite":
                write_ahead(self.engine)
        except ForeignFileError:
            raise StoreError(f"--db: {self.shown}: not a database of tables") from None
        except NewerFileError as error:
            raise StoreError(f"--db: {self.shown}: {error}") from None
        except DatabaseError as error:
            raise StoreError(f"--db: {self.shown}: {str(error.orig).splitlines()[0]}") from None

    def close(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._thread.join()
        self.engine.dispose()

    # ---- Writing ----

    async def append(
        self, room: int, events: Iterable[NumberedEvent], work: Callable[[sa.Connection], Any] | None = None
    ) -> Any:
        """Add to a table's log, and do what belongs into the same transaction. Stored when it returns."""
        rows: list[Any] = [_row(room, one) for one in events]
        if not self._insert.positional:
            rows = [dict(zip(log.c.keys(), row, strict=True)) for row in rows]
        job = _Job(work, rows)
        self._jobs.put(job)
        return await job.future

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Any other change."""
        job = _Job(work, ())
        self._jobs.put(job)
        result: T = await job.future
        return result

    def _write(self) -> None:
        last = False
        while not last:
            batch, last = self._gather()
            if batch:
                self._commit(batch)
                loop = batch[0].future.get_loop()
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_settle, batch)
        if self._writing is not None:
            self._writing.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        job = self._jobs.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                return batch, False
            job = self._jobs.get()
        return batch, True

    def _commit(self, batch: list[_Job]) -> None:
        """All of them in one transaction; if one of them spoils it, each in its own."""
        try:
            if self._writing is None:
                self._writing = self.engine.connect()
            with self._writing.begin():
                self._apply(self._writing, batch)
        except Exception as error:
            if len(batch) == 1:
                batch[0].error = error
                return
            for job in batch:
                job.error = None
                self._commit([job])

    def _apply(self, connection: sa.Connection, batch: list[_Job]) -> None:
        for job in batch:
            if job.work is not None:
                try:
                    job.result = job.work(connection)
                except LastcardError as error:  # an answer: it has undone what was its own
                    job.error = error
        rows = [row for job in batch for row in job.rows]
        if rows:  # as the driver takes them: this is done for every move
            connection.exec_driver_sql(self._insert.string, rows)

    # ---- Tables ----

    def open_tables(self) -> Iterator[StoredTable]:
        """Every table that is not closed, as its log."""
        with self.engine.connect() as connection:
            for room in connection.execute(sa.select(rooms).where(rooms.c.closed.is_(None))).all():
                yield StoredTable(room.id, room.code, _load_log(connection, room.id), room.network)

    def load_log(self, room: int) -> list[NumberedEvent]:
        """The stored events of a table, in order."""
        with self.engine.connect() as connection:
            return _load_log(connection, room)

    def last_room(self) -> int:
        """The largest number of a table, 0 if there is none."""
        with self.engine.connect() as connection:
            return int(connection.scalar(sa.select(sa.func.max(rooms.c.id))) or 0)

    def last_heartbeat(self) -> int | None:
        """When the server was last known to be alive: clocks stood still since then."""
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(heartbeats.c.at))

    # ---- Reading ----

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection for reading beside the writing thread."""
        with self.engine.connect() as connection:
            yield connection


def _row(room: int, one: NumberedEvent) -> tuple[Any, ...]:
    """In the order of the columns."""
    return room, one.n, one.at, one.person, one.command, encode(one.event)


def _settle(batch: list[_Job]) -> None:
    for job in batch:
        if job.future.cancelled():
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)


def open_room(room: int, code: str, now: int, network: str | None = None) -> Callable[[sa.Connection], None]:
    """Work for the store: write down a new table, with the mark of the network that it comes from."""
    return executes(rooms.insert().values(id=room, code=code, created=now, network=network))


def close_room(room: int, why: str) -> Callable[[sa.Connection], None]:
    """Work for the store: mark a table as closed, with the reason; its log stays."""
    return executes(rooms.update().where(rooms.c.id == room).values(closed=why))


def drop_entries(room: int, numbers: list[int]) -> Callable[[sa.Connection], None]:
    """Work for the store: forget entries of a log that change nothing any more."""
    return executes(log.delete().where(log.c.room == room, log.c.n.in_(numbers)))


def heartbeat(now: int) -> Callable[[sa.Connection], None]:
    """Work for the store: when the server was last alive, in milliseconds."""

    def work(connection: sa.Connection) -> None:
        if not connection.execute(heartbeats.update().values(at=now)).rowcount:
            connection.execute(heartbeats.insert().values(id=1, at=now))

    return work


def both(
    first: Callable[[sa.Connection], None], second: Callable[[sa.Connection], None]
) -> Callable[..., None]:
    """Work that is two works, in one transaction."""

    def work(connection: sa.Connection) -> None:
        first(connection)
        second(connection)

    return work


def executes(statement: sa.Executable) -> Callable[[sa.Connection], None]:
    """Work that is one statement."""

    def work(connection: sa.Connection) -> None:
        connection.execute(statement)

    return work
