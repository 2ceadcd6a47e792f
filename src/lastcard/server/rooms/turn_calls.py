"""People who are in turn and do not look are called: once a turn, after a moment to come back in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..push.desk import PushDesk, TurnMessage
from ..tables.table import Table
from .presence import Presence


class TurnCalls:
    """Of one room. `plan` is called whenever something may have changed."""

    def __init__(
        self, table: Callable[[], Table], presence: Presence, desk: PushDesk | None, grace: float
    ) -> None:
        self._table = table
        self._presence = presence
        self._desk = desk
        self._grace = grace
        self._whose: str | None = None  # the person whose turn it was when we last looked
        self._called = False  # in this turn
        self._timer: asyncio.TimerHandle | None = None

    def plan(self) -> None:
        """Set the timer if somebody should be called, or end it."""
        if self._desk is None:
            return
        whose = self._in_turn()
        if whose != self._whose:
            self._whose, self._called = whose, False
            self.stop()
        if whose is None or self._called or not self._missed(whose):
            self.stop()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._grace, self._call, whose)

    def stop(self) -> None:
        """Call nobody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _in_turn(self) -> str | None:
        table = self._table()
        if table.phase != "playing" or table.turn is None or table.closed is not None:
            return None
        seat = table.seats[table.turn]
        return None if seat.played_by_bot else seat.person

    def _missed(self, person: str) -> bool:
        """Whether they do not see that it is their turn, and somebody waits or plays on."""
        connection = self._presence.by_person.get(person)
        if connection is not None:
            return not connection.visible
        return any(occupant.person != person for _, occupant in self._table().people())

    def _call(self, person: str) -> None:
        self._timer = None
        if self._desk is None or person != self._in_turn() or not self._missed(person):
            return
        self._called = True
        table = self._table()
        self._desk.call(person, TurnMessage(table=table.code, rules=table.rules, title=table.rulebook.title))
