"""A table together with its stored log: events are applied, written, and only then true.

What the store refuses, or can't be asked about, is never built upon: such a table is dirty, and it is read
from the store again before anybody sees it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

from ...errors import LastcardError
from ..common import clock
from ..common.person import Person
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..storage.matches import save_left, save_rounds
from ..storage.store import Store, both, close_room, drop_entries, open_room
from ..tables import events as e
from ..tables.table import Table

logger = logging.getLogger(__name__)


class Commit(Protocol):
    """Applies events and stores them; if it raises, nothing has happened."""

    async def __call__(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply events, store them, and return when they are durable."""


class LiveTable:
    """The table of one room. Everything here is done under the room's lock."""

    def __init__(self, number: int, table: Table, store: Store) -> None:
        self.id = number
        self.table = table
        self.dirty = False  # the table holds what the store may not have
        self._store = store

    async def create(
        self, events: list[e.LogEvent], person: Person, command: str, network: str | None
    ) -> None:
        """Store a new table with its first events."""
        numbered = self._apply(events, person, command)
        opened = open_room(self.id, self.table.code, numbered[-1].at, network)
        try:
            await self._store.append(self.id, numbered, opened)
        except Exception as error:
            logger.error("table %s: can't be stored: %s", self.id, redacted(error))
            self.table.closed = "empty"  # for anyone who waits for the lock
            raise CommandRefused("busy", "table_not_saved") from None
        finally:
            self.dirty = False

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply events and store them: stored when this returns; if it raises, nothing has happened."""
        numbered = self._apply(events, person, command)
        try:
            await self._store.append(self.id, numbered, self._with_cut(self._stored_with(numbered)))
        except Exception as error:
            logger.error("table %s: can't be stored: %s", self.id, redacted(error))
            if numbered[-1] not in self.reload_if_dirty():  # else only the answer of the store was lost
                raise CommandRefused("busy", "not_saved") from None
        self.dirty = False

    def _apply(
        self, events: list[e.LogEvent], person: Person | None, command: str | None
    ) -> list[e.NumberedEvent]:
        """The last event carries who sent the command, and its id."""
        numbered: list[e.NumberedEvent] = []
        at = clock.now_ms()
        for event in events:
            one = e.NumberedEvent(self.table.n + 1, at, event)
            if event is events[-1]:
                one = e.NumberedEvent(one.n, at, event, None if person is None else person.id, command)
            self.dirty = True
            try:
                self.table.apply(one)
            except LastcardError:  # which has changed nothing itself
                self.dirty = bool(numbered)
                self.reload_if_dirty()
                raise
            numbered.append(one)
        return numbered

    def _stored_with(self, numbered: list[e.NumberedEvent]) -> Callable[[Any], None] | None:
        """What belongs into the same transaction: a closed table, a finished round."""
        table, now = self.table, numbered[-1].at
        if table.closed is not None:
            return both(close_room(self.id, table.closed), save_left(table, self.id, now))
        played = any(isinstance(one.event, e.ActionPlayed | e.RoundDealt) for one in numbered)
        if table.phase in ("between", "over") and played:
            return save_rounds(table, self.id, now)
        return None

    def _with_cut(self, work: Callable[[Any], None] | None) -> Callable[[Any], None] | None:
        """The same; and chat that is too old is dropped from the log."""
        old = self.table.log_size.drop_chats()
        if not old:
            return work
        cut = drop_entries(self.id, old)
        return cut if work is None else both(cut, work)

    def reload_if_dirty(self) -> list[e.NumberedEvent]:
        """Read the table from the store if it may hold more; its log. Refused while it can't be read."""
        if not self.dirty:
            return []
        try:
            log = self._store.load_log(self.id)
            self.table = replayed(self.table.code, log)
        except Exception as error:
            logger.error("table %s: can't be read: %s", self.id, redacted(error))
            raise CommandRefused("busy", "unreachable") from None
        self.dirty = False
        return log


def replayed(code: str, log: list[e.NumberedEvent]) -> Table:
    """A table from its log."""
    table = Table(code)
    for one in log:
        table.apply(one)
    return table
