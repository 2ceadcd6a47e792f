"""The clock of a turn, which stands still while nobody is there."""

from __future__ import annotations

from ..common import clock
from ..protocol import messages as m
from ..tables.table import Table


class TurnClock:
    """How long the seat in turn is waited for. What the clock stood still is added to its deadline."""

    def __init__(self, second: float) -> None:
        self._second = second
        self._stood, self._turn = 0, (-1, -1)  # how long in this turn, in milliseconds
        self._stopped: int | None = clock.now_ms()

    def stop(self, at: int) -> None:
        """Since then nobody is there, or the server was down."""
        self._stopped = at

    def shown(self, table: Table, somebody: bool) -> m.Clock | None:
        """Whose time is running, and until when. It runs only while somebody with a seat is there."""
        self._follow(table, somebody)
        seat = table.turn
        if not table.seconds or seat is None or table.seats[seat].played_by_bot:
            return None
        return m.Clock(seat=seat, deadline=self._deadline(table), seconds=table.seconds)

    def _follow(self, table: Table, somebody: bool) -> None:
        turn = table.turn_version, table.timed_since
        if self._turn != turn:  # another clock, which has not stood still yet
            self._stood, self._turn = 0, turn
        if somebody and self._stopped is not None:
            self._stood += self._standing(table)
            self._stopped = None
            late = clock.now_ms() - self._deadline(table)
            if late >= 0:  # nobody who comes back is moved for at once: they get the whole time again
                self._stood += late + self._whole(table)
        elif not somebody and self._stopped is None:
            self._stopped = clock.now_ms()

    def _whole(self, table: Table) -> int:
        return round(1000 * self._second * table.seconds)

    def _standing(self, table: Table) -> int:
        """How long it has been standing still by now, in this turn."""
        if self._stopped is None:
            return 0
        return max(0, clock.now_ms() - max(self._stopped, table.waited_since))

    def _deadline(self, table: Table) -> int:
        return table.waited_since + self._whole(table) + self._stood + self._standing(table)
