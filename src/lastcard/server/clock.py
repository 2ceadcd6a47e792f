"""The server's clock, and the clock of a turn, which stands still while nobody is there."""

from __future__ import annotations

import time

from . import protocol as p
from .table import Table


def now_ms() -> int:
    """Milliseconds since 1970. Others ask `clock.now_ms()`, so that a test can set it for all of them."""
    return time.time_ns() // 1_000_000


class TurnClock:
    """How long the seat in turn is waited for. Pauses are added to its deadline."""

    def __init__(self, second: float) -> None:
        self._second = second
        self._shift, self._turn = 0, -1  # what the clock of this turn stood still, in milliseconds
        self._paused: int | None = now_ms()

    def shown(self, table: Table) -> p.Clock | None:
        """Whose time is running, and until when."""
        seat = table.turn
        if not table.seconds or seat is None or table.chairs[seat].played_by_bot:
            return None
        self._look_at(table)
        pause = 0 if self._paused is None else now_ms() - max(self._paused, table.waited_since)
        deadline = table.waited_since + round(1000 * self._second * table.seconds) + self._shift + pause
        return p.Clock(seat=seat, deadline=deadline, seconds=table.seconds)

    def pause(self, at: int) -> None:
        """Since then nobody is there, or the server was down."""
        self._paused = at

    def resume(self, table: Table) -> None:
        if self._paused is not None:
            self._look_at(table)
            self._shift += max(0, now_ms() - max(self._paused, table.waited_since))
            self._paused = None

    def _look_at(self, table: Table) -> None:
        """Another turn begins with no pauses."""
        if self._turn != table.turn_version:
            self._shift, self._turn = 0, table.turn_version
