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


def playing(mark: str) -> list[str]:
    """Those of them that are bots, without the supervisors and sandboxes around them."""
    found = []
    for pid in left_behind(mark):
        try:
            program, *words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if not program.endswith(b"bwrap") and not any(word.endswith(b"supervisor.py") for word in words):
            found.append(pid)
    return found


def wait_until(done: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether it comes true in time. A process may look like none for a moment, while it starts a program."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
