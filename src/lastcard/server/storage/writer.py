"""The thread that writes: what has gathered goes into one transaction, and each job is done exactly once.

A COMMIT whose answer is lost is the hard case. The jobs of that transaction can't simply be run again: a
log row would clash with itself, and ratings would be counted twice. They can't be refused either: they may
be stored. So

1. every transaction leaves a mark that only it can leave: its first log row, by its primary key, or, if it
   has none, a random text in the one row of the table `mark`;
2. after a COMMIT without an answer the next transaction looks for that mark first. If it is there,
   everything is stored, and the results of the first run count. If it is not, the same jobs are run and
   committed again.

Looking is enough for SQLite, where one connection writes at a time. On PostgreSQL the lost transaction may
still be open in a backend that has not read its COMMIT. So that backend is ended, and the second
transaction runs into the first on purpose: it writes the same row, and waits on its lock until the first
has ended, one way or the other. A second COMMIT is needed also where nothing is found: after a failed fsync
on SQLite, frames that nobody sees now would count after a crash, until others are written over them.

This is repeated until the database has said yes. Nothing else is written meanwhile: what comes is refused,
for it has not been begun. Who waits for the answer is told `UnknownOutcome` when the second try has failed,
or when a job has taken `PATIENCE` seconds; `settled` of that error is done when it is known.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ...errors import LastcardError
from ..common.redact import redacted
from .outcomes import UnknownOutcome, commit_is_undecided
from .schema import log, marks

logger = logging.getLogger(__name__)
MOST_AT_ONCE: Final = 2000  # jobs in one transaction
PATIENCE: Final = 5.0  # seconds until who waits for a job hears that its outcome is not known
RETRY_SECONDS: Final = (
    0.1,
    0.25,
    0.5,
    1.0,
)  # between questions about a lost COMMIT; the last one again and again


SURE_AFTER: Final = 3  # tries that clash with what others have stored
END_BACKEND: Final = sa.text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_start = :since"
)


class NotBegun(Exception):  # noqa: N818 - it is an answer
    """A job that was not begun, because the database can't be written just now."""


class _Undecided(Exception):  # noqa: N818
    """A COMMIT failed, and may have happened."""


class Job:
    """Something to be stored: log rows, and work in the same transaction."""

    __slots__ = ("begun", "error", "future", "result", "rows", "settled", "withdrawn", "work")

    def __init__(self, work: Callable[[sa.Connection], Any] | None, rows: Sequence[Any]) -> None:
        self.work = work
        self.rows = rows
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.settled: asyncio.Future[None] | None = None  # for those who no longer wait for the answer
        self.result: Any = None
        self.error: Exception | None = None
        self.begun = self.withdrawn = False

    def leave_open(self) -> None:
        """Tell who waits that the outcome is not known. In the event loop."""
        if not self.future.done():
            self.settled = self.future.get_loop().create_future()
            self.future.set_exception(UnknownOutcome(self.settled))

    def settle(self) -> None:
        """Tell who waits how it went. In the event loop."""
        if self.settled is not None:
            if not self.settled.done():
                self.settled.set_result(None)
        elif self.future.done():  # cancelled
            return
        elif self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer:
    """One for each store."""

    def __init__(self, engine: sa.Engine, insert: str) -> None:
        self.undecided = False  # a COMMIT was lost, and the database has not said how it went
        self.patience = PATIENCE
        self._engine = engine
        self._insert = insert  # a log row, as the driver takes it: this is done for every move
        self._connection: sa.Connection | None = None  # it stays open
        self._backend: _Backend | None = None  # PostgreSQL's end of it
        self._lost: list[_Backend] = []  # the ends of those that we have lost in a COMMIT
        self._lock = threading.Lock()  # over `begun` and `withdrawn` of jobs
        self._closing = threading.Event()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="lastcard-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> Any:
        """Have a job done; its result when it is stored. See `Store.append` for what it raises."""
        self._jobs.put(job)
        late = asyncio.get_running_loop().call_later(self.patience, self._give_up, job)
        try:
            return await job.future
        finally:
            late.cancel()

    def _give_up(self, job: Job) -> None:
        """It has taken too long. What was not begun is not done; else nobody knows yet."""
        with self._lock:
            job.withdrawn = not job.begun
        if not job.withdrawn:
            job.leave_open()
        elif not job.future.done():
            job.future.set_exception(NotBegun("the database does not answer"))

    def close(self, seconds: float) -> None:
        """Finish what was begun, as far as that goes within so many seconds."""
        self._closing.set()
        self._jobs.put(None)
        self._thread.join(seconds)
        if self._thread.is_alive():
            logger.error("the database does not answer: what was being written is left to it")

    # ---- The thread ----

    def _write(self) -> None:
        last = False
        while not last:
            batch, last = self._gather()
            batch = self._begin(batch)
            if batch:
                known = self._commit(batch)
                _in_loop(batch, Job.settle if known else Job.leave_open)
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()

    def _gather(self) -> tuple[list[Job], bool]:
        job = self._jobs.get()
        batch: list[Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_AT_ONCE or self._jobs.empty():
                return batch, False
            job = self._jobs.get()
        return batch, True

    def _begin(self, batch: list[Job]) -> list[Job]:
        with self._lock:
            for job in batch:
                job.begun = not job.withdrawn
        return [job for job in batch if job.begun]

    def _commit(self, batch: list[Job]) -> bool:
        """All in one transaction; if one of them spoils it, each in its own. Whether the outcome is known."""
        mark, had_a_line = _mark(batch), self._connection is not None
        try:
            self._transact(batch, mark)
        except _Undecided as error:
            logger.error("it is not known whether a commit was done: %s", redacted(error.__cause__ or error))
            return self._find_out(batch, mark)
        except Exception as error:  # nothing was stored
            if had_a_line and self._connection is None:  # it had been lost long before, as after a restart
                return self._commit(batch)
            if len(batch) == 1 or self._connection is None:
                for job in batch:
                    job.error = error
                return True
            known = [self._commit([job]) for job in batch]
            return all(known)
        return True

    def _transact(self, batch: list[Job], mark: str | None, again: bool = False) -> None:
        """Do a batch, and raise if that failed: _Undecided if it may be stored all the same."""
        connection = self._connected()
        transaction = connection.begin()
        try:
            if not (again and self._is_stored(connection, batch, mark)):
                self._apply(connection, batch, mark)
        except BaseException:
            with suppress(Exception):
                transaction.rollback()
            if connection.invalidated:
                self._drop(connection)
            raise
        try:
            transaction.commit()
        except Exception as error:
            with suppress(Exception):
                transaction.rollback()
            self._drop(connection)
            if commit_is_undecided(error):
                self._lost += [] if self._backend is None else [self._backend]
                raise _Undecided from error
            raise

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            fresh = self._engine.connect()
            self._backend = _backend(fresh) if self._engine.dialect.name == "postgresql" else None
            self._connection = fresh
        return self._connection

    def _drop(self, connection: sa.Connection) -> None:
        """The next transaction has a connection of its own."""
        self._connection = None
        with suppress(Exception):
            connection.invalidate()
            connection.close()

    def _apply(self, connection: sa.Connection, batch: list[Job], mark: str | None) -> None:
        for job in batch:
            job.error = None
            if job.work is not None:
                try:
                    job.result = job.work(connection)
                except LastcardError as error:  # an answer: it has undone what was its own
                    job.error = error
        rows = [row for job in batch for row in job.rows]
        if rows:
            connection.exec_driver_sql(self._insert, rows)
        if mark is not None:
            _leave(connection, mark)

    # ---- A COMMIT without an answer ----

    def _find_out(self, batch: list[Job], mark: str | None) -> bool:
        """Ask until the database says that the batch is stored, as it was or now. False: we had to end first.

        See the docstring of the module.
        """
        self.undecided = True
        tries = 0
        while not self._is_settled(batch, mark, tries):
            if self._closing.wait(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]):
                return False
            tries += 1
        self.undecided = False
        self._lost = []
        return True

    def _is_settled(self, batch: list[Job], mark: str | None, tries: int) -> bool:
        try:
            self._transact(batch, mark, again=True)
            return True
        except Exception as error:
            if isinstance(error, IntegrityError) and tries >= SURE_AFTER:
                for job in batch:  # somebody else has taken the place of these rows
                    job.error = error
                return True
        _in_loop(batch, Job.leave_open)
        self._refuse_what_waits()
        return False

    def _is_stored(self, connection: sa.Connection, batch: list[Job], mark: str | None) -> bool:
        """Whether the mark of a lost transaction is there; waits for the end of one that is still open."""
        for backend in self._lost:
            connection.execute(END_BACKEND, backend._asdict())
        if mark is not None:
            query = sa.select(
                marks.c.mark
            ).with_for_update()  # SQLite has no such words, and no need for them
            return connection.scalar(query) == mark
        row = _first_row(batch)
        attempt = connection.begin_nested()
        try:
            connection.exec_driver_sql(self._insert, [row])
        except IntegrityError:
            attempt.rollback()
            values = tuple(row.values()) if isinstance(row, dict) else tuple(row)
            here = sa.select(log).where(log.c.room == values[0], log.c.n == values[1])
            found = connection.execute(here).one_or_none()
            return found is not None and tuple(found) == values
        attempt.rollback()
        return False

    def _refuse_what_waits(self) -> None:
        """What has gathered meanwhile was not begun."""
        waiting: list[Job] = []
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)
                break
            job.error = NotBegun("the database does not answer")
            waiting.append(job)
        waiting = self._begin(waiting)
        if waiting:
            _in_loop(waiting, Job.settle)


class _Backend(NamedTuple):
    pid: int
    since: Any  # pids are used again


def _backend(connection: sa.Connection) -> _Backend:
    """PostgreSQL's process at the other end."""
    query = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    found = _Backend(*connection.execute(sa.text(query)).one())
    connection.rollback()
    return found


def _mark(batch: list[Job]) -> str | None:
    """What a transaction leaves if it has no log row that tells it from others."""
    return None if any(job.rows for job in batch) else secrets.token_hex(8)


def _first_row(batch: list[Job]) -> Any:
    return next(row for job in batch for row in job.rows)


def _leave(connection: sa.Connection, mark: str) -> None:
    if not connection.execute(marks.update().values(mark=mark)).rowcount:
        connection.execute(marks.insert().values(id=1, mark=mark))


def _in_loop(batch: list[Job], tell: Callable[[Job], None]) -> None:
    def all_of_them() -> None:
        for job in batch:
            tell(job)

    loop = batch[0].future.get_loop()
    with suppress(RuntimeError):  # it is closed: nobody waits
        loop.call_soon_threadsafe(all_of_them)
