"""A SQLite file whose COMMIT fails on request, before it is done or after: as when an fsync fails."""

from __future__ import annotations

import sqlite3
from typing import Any, Literal

import sqlalchemy as sa


class FailingCommits:
    """Stands between an engine and its driver."""

    def __init__(self, engine: sa.Engine) -> None:
        self._commit = engine.dialect.do_commit
        self._planned: list[tuple[Literal["before", "after"], int]] = []
        engine.dialect.do_commit = self._fail_or_commit  # type: ignore[assignment, method-assign]

    def fail(
        self, moment: Literal["before", "after"], count: int = 1, code: int = sqlite3.SQLITE_IOERR_FSYNC
    ) -> None:
        """The next COMMITs fail with this code of SQLite."""
        self._planned += [(moment, code)] * count

    def _fail_or_commit(self, connection: Any) -> None:
        if not self._planned:
            self._commit(connection)
            return
        moment, code = self._planned.pop(0)
        if moment == "after":
            self._commit(connection)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        raise error
