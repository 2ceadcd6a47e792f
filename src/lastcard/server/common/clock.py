"""The server's clock: monotonic time plus an offset. A jump of the system's clock changes nobody's turn.

The offset is taken from the system's clock at the start. When the two differ later, because somebody has set
the system's clock or the machine has slept, it is corrected by 1% of the time that passes; at once only where
no clock of a turn and no pause can notice (`follow`). It is never behind what open tables have stored.
"""

from __future__ import annotations

import time
from typing import Final

SLEW: Final = 100  # corrected by at most one part in so many of the time that has passed
LONGEST_NS: Final = 10_000_000_000  # of that, between two corrections


class _Offset:
    """What is added to monotonic time, in nanoseconds, and when it was last corrected."""

    def __init__(self) -> None:
        self.corrected = time.monotonic_ns()
        self.ns = time.time_ns() - self.corrected


_offset = _Offset()


def now_ms() -> int:
    """Milliseconds since 1970. Others ask `clock.now_ms()`, so that a test can set it for all of them."""
    return (_offset.ns + time.monotonic_ns()) // 1_000_000


def not_before(at: int) -> None:
    """Set the clock forward to a stored time, if it is behind: the system's clock went back meanwhile."""
    _offset.ns += max(0, at - now_ms()) * 1_000_000


def follow(nobody: bool, no_tables: bool) -> None:
    """Correct the offset a little. Forward at once if nobody is at any table, back if there are none."""
    now = time.monotonic_ns()
    most = min(now - _offset.corrected, LONGEST_NS) // SLEW
    wrong = time.time_ns() - now - _offset.ns
    _offset.corrected = now
    _offset.ns += wrong if no_tables or (nobody and wrong > 0) else max(-most, min(most, wrong))
