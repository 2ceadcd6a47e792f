"""What a table does by itself in a draw for dealer (C1): picks for others, draws again, deals.

Bots, people who are away or offline and people who have skipped don't pick themselves. Bots take a moment
that differs from seat to seat and has nothing to do with the cards. When everybody who is there has skipped,
nothing waits.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from ..common.person import Person
from ..settings import Settings
from ..tables import events as e
from ..tables.commands import after_draw
from ..tables.draw_commands import picked_by_table
from ..tables.table import Table
from .audience import Audience
from .live_table import LiveTable
from .presence import Presence

Due = tuple[int, Callable[[int], Any]]
BOT_WAITS = (0.8, 2.6)  # times the pace of the bots, until one has picked


class DrawingRoom(Protocol):
    """What is needed of the room."""

    live: LiveTable
    presence: Presence
    audience: Audience

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply and store events; they are shown only after that."""

    def locked(self) -> AbstractAsyncContextManager[None]:
        """The room's lock."""


class DrawSteps:
    """The steps of one room."""

    def __init__(self, room: DrawingRoom, settings: Settings) -> None:
        self._room = room
        self._settings = settings

    @property
    def _table(self) -> Table:
        return self._room.live.table

    def due(self) -> Due | None:
        """What comes next and when; nothing while nobody is there."""
        drawing, since = self._table.drawing, self._room.audience.draw_since()
        if drawing is None or since is None:
            return None
        if drawing.draw.shown:
            wait = 0 if self._all_hurried() else round(1000 * self._settings.draw_shown)
            return since + wait, self.go_on
        return min(self._picks_at(since, seat) for seat in drawing.waiting), self.pick_for_others

    def _here(self, seat: int) -> bool:
        """A person who plays this seat themselves just now."""
        one = self._table.seats[seat]
        return one.kind == "person" and not one.away and one.person in self._room.presence.by_person

    def _all_hurried(self) -> bool:
        """Everybody who is there and plays has skipped."""
        table = self._table
        assert table.drawing is not None
        return all(seat in table.drawing.hurried for seat in table.players if self._here(seat))

    def _picks_at(self, since: int, seat: int) -> int:
        """When the table picks for a seat that has not picked."""
        table, settings = self._table, self._settings
        assert table.drawing is not None
        if seat in table.drawing.hurried or self._all_hurried():
            return since
        if self._here(seat):
            return since + round(1000 * settings.draw_seconds)
        chance = random.Random(f"{table.code} {table.drawing.since} {seat}")
        wait = settings.paces[table.pace] * chance.uniform(*BOT_WAITS)
        return since + round(1000 * min(wait, settings.draw_seconds))

    async def pick_for_others(self, at: int) -> None:
        """Pick for the seats whose time has come."""
        async with self._room.locked():
            drawing, since = self._table.drawing, self._room.audience.draw_since()
            if drawing is None or since is None or self.due() != (at, self.pick_for_others):
                return
            seats = [seat for seat in drawing.waiting if self._picks_at(since, seat) <= at]
            await self._commit(picked_by_table(self._table, seats))

    async def go_on(self, at: int) -> None:
        """The cards have been looked at: the tied draw again, or the round is dealt."""
        async with self._room.locked():
            if self.due() == (at, self.go_on):
                await self._commit(after_draw(self._table))

    async def _commit(self, events: list[e.LogEvent]) -> None:
        await self._room.commit(events)
        self._room.audience.broadcast()
