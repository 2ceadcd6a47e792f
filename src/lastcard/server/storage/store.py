"""The database of tables, people and finished matches. One thread writes and commits what has gathered.

What is awaited here is on the disk when the answer comes (group commit). A COMMIT can fail without anybody
knowing whether it was done: `writer` finds out, and until then its jobs are neither done nor refused
(`UnknownOutcome`). Reads have connections and threads of their own, and a time limit: the event loop never
waits for a database.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ...database import EncodingError, ForeignFileError, NewerFileError, engine, migrate, write_ahead
from ...errors import LastcardError
from ..common.refusal import CommandRefused
from ..tables.events import NumberedEvent, decode, encode
from .outcomes import can_be_asked_again
from .schema import heartbeats, log, rooms
from .writer import Job, Writer

P = ParamSpec("P")
T = TypeVar("T")
READERS: Final = 6  # threads: more reads wait for one
READ_SECONDS: Final = 4.0  # then a read is refused
PULSE_SECONDS: Final = 1.0  # an answer to "are you there?" is good for so long
CLOSE_SECONDS: Final = 5.0  # for what is being written when the server ends
DatabaseFailure = SQLAlchemyError  # what reading and writing raise when the database can't, for other layers


class StoreError(LastcardError):
    """A database that can't be used; the message says why."""


class StoredTable(Struct):
    """A table as it was stored; `log` is the error if it can't be read."""

    id: int
    code: str
    log: list[NumberedEvent] | Exception
    network: str | None = None  # the mark of where it was opened from

    def events(self) -> list[NumberedEvent]:
        """Its log; raises what was wrong if that can't be read."""
        if isinstance(self.log, Exception):
            raise self.log
        return self.log


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
        self._insert = log.insert().compile(dialect=self.engine.dialect)
        self._writer = Writer(self.engine, self._insert.string)
        self._readers = ThreadPoolExecutor(READERS, "lastcard-reader")
        self._pulse: tuple[float, bool] = (0.0, True)  # until when it is good, and whether we were answered

    def _open(self) -> None:
        try:
            with self.engine.begin() as connection:
                migrate(connection, Path(__file__).parent / "migrations")
            if self.engine.dialect.name == "sqlite":
                write_ahead(self.engine)
        except ForeignFileError:
            raise StoreError(f"--db: {self.shown}: not a database of tables") from None
        except (NewerFileError, EncodingError) as error:
            raise StoreError(f"--db: {self.shown}: {error}") from None
        except DatabaseError as error:
            raise StoreError(f"--db: {self.shown}: {str(error.orig).splitlines()[0]}") from None

    def close(self) -> None:
        """Finish what was begun, unless the database keeps us waiting."""
        self._writer.close(CLOSE_SECONDS)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    # ---- Writing ----

    async def append(
        self, room: int, events: Iterable[NumberedEvent], work: Callable[[sa.Connection], Any] | None = None
    ) -> Any:
        """Add to a table's log, and do what belongs into the same transaction. Stored when it returns.

        Raises UnknownOutcome if the database can't say whether it is; for any other error nothing was stored.
        """
        rows: list[Any] = [_row(room, one) for one in events]
        if not self._insert.positional:
            rows = [dict(zip(log.c.keys(), row, strict=True)) for row in rows]
        return await self._writer.do(Job(work, rows))

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Any other change; it raises as `append` does."""
        result: T = await self._writer.do(Job(work, ()))
        return result

    # ---- Tables ----

    def open_tables(self) -> Iterator[StoredTable]:
        """Every table that is not closed, as its log; a log that can't be read leaves the others alone."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(rooms).where(rooms.c.closed.is_(None))).all()
        for room in found:
            try:
                read: list[NumberedEvent] | Exception = self.load_log(room.id)
            except Exception as error:
                if can_be_asked_again(error):  # the database is gone, not this log
                    raise
                read = error
            yield StoredTable(room.id, room.code, read, room.network)

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
        """A connection for reading beside the writing thread; not on the event loop: see `read`."""
        with self.engine.connect() as connection:
            yield connection

    async def read(self, question: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Have a question answered in a reader's thread; `busy` while the database can't be asked."""
        asked = asyncio.get_running_loop().run_in_executor(self._readers, partial(question, *args, **named))
        try:
            return await asyncio.wait_for(asked, READ_SECONDS)
        except (TimeoutError, OSError, OperationalError, InterfaceError, PoolTimeout) as error:
            if isinstance(error, OperationalError) and not can_be_asked_again(error):
                raise
            raise CommandRefused("busy", "store_unreachable") from None

    async def answers(self) -> bool:
        """Whether the database can be read, and what was written is known; asked once a second at most."""
        if self._writer.undecided:
            return False
        if self._pulse[0] < time.monotonic():
            self._pulse = (
                time.monotonic() + READ_SECONDS + PULSE_SECONDS,
                self._pulse[1],
            )  # one asks for all
            try:
                await self.read(self.last_heartbeat)
                found = True
            except Exception:  # whatever it is: the answer is no
                found = False
            self._pulse = (time.monotonic() + PULSE_SECONDS, found)
        return self._pulse[1]


def _row(room: int, one: NumberedEvent) -> tuple[Any, ...]:
    """In the order of the columns."""
    return room, one.n, one.at, one.person, one.command, encode(one.event)


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
