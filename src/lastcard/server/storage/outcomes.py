"""What an error of the database says about what was asked: done, not done, or nobody knows."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError

# SQLite's COMMIT has not happened: the write did not fit or was not begun. After any other error, such as
# a failed fsync, its frames may be in the log file, and count after a crash.
NOT_DONE: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CONSTRAINT)
# What is wrong with the file itself, and will be so the next time.
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
GONE: Final = ("08", "57P")  # PostgreSQL: the connection is lost, the server is going down


class Unsettled(Exception):  # noqa: N818 - it is an answer
    """A question that can't be answered now, and must not be answered with no: ask again."""


class UnknownOutcome(Unsettled):
    """The database can't say yet whether a change is stored: `settled` is done when it can.

    Until then it is neither done nor refused.
    """

    def __init__(self, settled: asyncio.Future[None]) -> None:
        super().__init__("it is not known whether this is stored")
        self.settled = settled


def commit_is_undecided(error: BaseException) -> bool:
    """Whether a COMMIT that failed so may have happened all the same."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF not in NOT_DONE
    state = getattr(origin, "sqlstate", None)  # PostgreSQL has answered: the transaction is rolled back
    return state is None or state.startswith(GONE)


def can_be_asked_again(error: BaseException) -> bool:
    """Whether the database was the matter, and not what is stored in it."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError | MemoryError)
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF not in DAMAGED
    state = getattr(error.orig, "sqlstate", None)
    return state is None or not state.startswith("XX")  # XX001: a bad page
