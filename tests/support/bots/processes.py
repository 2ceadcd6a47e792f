"""Which processes of a bot are there, for tests that none is left behind."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def left_behind(mark: str) -> list[str]:
    """The processes with this mark in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue  # it has just ended
        if mark.encode() in words:
            found.append(process.name)
    return found


def wait_until(done: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not done() and time.monotonic() < until:
        time.sleep(0.01)
