"""One worker process: does the jobs that come through its pipe, one after the other, within a memory limit.

    python -m lastcard.server.replays.worker MEGABYTES

It is polite (`nice`): the tables go first. It ends when its pipe does, when nothing has come for a while, and
after a job that took much memory, so that none is held for nothing.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import Final

from .jobs import answer, encode, read_message, write_message

IDLE_SECONDS: Final = 120.0
NICE: Final = 5


def main(megabytes: int) -> None:
    """Answer until there is nothing more to do."""
    _limit_memory(megabytes << 20)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    idle = _end_after(IDLE_SECONDS)
    while (data := read_message(sys.stdin.buffer)) is not None:
        idle.cancel()
        write_message(sys.stdout.buffer, encode(answer(data)))
        if _most_used() > (megabytes << 20) // 3:
            return
        idle = _end_after(IDLE_SECONDS)


def _end_after(seconds: float) -> threading.Timer:
    """Nobody waits for an answer then, so there is nothing to tidy up."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


def _limit_memory(most: int) -> None:
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _most_used() -> int:
    """How much memory we have had, where the system tells; `getrusage` counts that of our parent too."""
    with suppress(OSError, ValueError), open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    return 0


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        main(int(sys.argv[1]))
