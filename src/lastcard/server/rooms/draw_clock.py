"""The clock of the draw for dealer, which waits for somebody to be there."""

from __future__ import annotations

from ..common import clock
from ..tables.table import Table


class DrawClock:
    """Since when those who are there could pick: nobody who comes back is picked for at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._here: int | None = None  # since when somebody with a seat is there

    def since(self, table: Table, somebody: bool) -> int | None:
        """When this draw began for them, or its cards were shown; None while it stands still."""
        if not somebody:
            self._here = None
            return None
        if self._here is None:
            self._here = clock.now_ms()
        return None if table.drawing is None else max(table.drawing.since, self._here)

    def deadline(self, table: Table, somebody: bool) -> int | None:
        """Until when people may pick, while somebody has to."""
        since = self.since(table, somebody)
        if since is None or table.drawing is None or table.drawing.draw.shown:
            return None
        return since + round(1000 * self.seconds)
