"""The server's clock."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Milliseconds since 1970. Others ask `clock.now_ms()`, so that a test can set it for all of them."""
    return time.time_ns() // 1_000_000
