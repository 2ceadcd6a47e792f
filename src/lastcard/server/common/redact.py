"""Errors for the log: where they happened, without what they say."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path


def redacted(error: BaseException) -> str:
    """The kind of an error and where it happened; its message may hold cards, seeds or names."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{_plainly(error)}{type(error).__name__}{where}"


def _plainly(error: BaseException) -> str:
    """What the machine lacks, in words: that is for who runs it."""
    origin = getattr(error, "orig", None) or error
    if isinstance(origin, MemoryError) or getattr(origin, "sqlstate", None) == "53200":
        return "out of memory: "
    found = {getattr(origin, name, None) for name in ("sqlite_errorcode", "sqlstate", "errno")}
    return "the disk is full: " if found & {sqlite3.SQLITE_FULL, "53100", errno.ENOSPC} else ""
