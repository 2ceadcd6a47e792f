"""A table together with its stored log: events are applied, written, and only then true.

What the store refuses, or can't be asked about, is never built upon: such a table is dirty, and it is read
from the store again before anybody sees it. While the store does not know itself whether something was
written (`UnknownOutcome`), the table is not read either: what is written may still become true.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from ...errors import LastcardError
from ..common import clock
from ..common.person import Person
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..storage.matches import save_left, save_rounds
from ..storage.outcomes import UnknownOutcome
from ..storage.store import Store, both, close_room, open_room
from ..tables import events as e
from ..tables.table import Table, replayed

logger = logging.getLogger(__name__)


class TableDamaged(Exception):  # noqa: N818 - it is a state
    """A log that can't be read, and never will be by this version."""


class Commit(Protocol):
    """Applies events and stores them; if it refuses, nothing has happened."""

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
        self.attempt: e.NumberedEvent | None = None  # the last event that was to be stored
        self._store = store
        self._unknown: asyncio.Future[None] | None = None  # done when the store knows what was written
        self._open: tuple[str, str] | None = (
            None  # who sent the command of which that is not known, and its id
        )

    async def create(self, events: list[e.LogEvent], person: Person, command: str) -> None:
        """Store a new table with its first events; if it refuses, there is none."""
        numbered = self._apply(events, person, command)
        opened = open_room(self.id, self.table.code, numbered[-1].at)
        if not await self._stored(numbered, opened):
            self.table.closed = "empty"  # for anyone who waits for the lock
            self.dirty = False
            raise CommandRefused("busy", "table_not_saved")

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply events and store them: stored when this returns.

        If it refuses, nothing has happened, but the table may be dirty. UnknownOutcome: nobody knows.
        """
        self.attempt = None
        numbered = self._apply(events, person, command)
        self.attempt = numbered[-1]
        if not await self._stored(numbered, self._stored_with(numbered)):
            raise CommandRefused("busy", "not_saved")

    async def _stored(self, numbered: list[e.NumberedEvent], work: Callable[[Any], None] | None) -> bool:
        """Store events; whether that was done. Raises UnknownOutcome if nobody knows."""
        try:
            await self._store.append(self.id, numbered, work)
        except UnknownOutcome as unknown:
            last = numbered[-1]
            self._unknown = unknown.settled
            self._open = None if last.person is None or last.command is None else (last.person, last.command)
            raise
        except Exception as error:
            logger.error("table %s: can't be stored: %s", self.id, redacted(error))
            return False
        self.dirty = False
        return True

    def _apply(
        self, events: list[e.LogEvent], person: Person | None, command: str | None
    ) -> list[e.NumberedEvent]:
        """The last event carries who sent the command, and its id."""
        numbered: list[e.NumberedEvent] = []
        at = max(clock.now_ms(), self.table.last_at)  # a log never goes back
        for event in events:
            one = e.NumberedEvent(self.table.n + 1, at, event)
            if event is events[-1]:
                one = e.NumberedEvent(one.n, at, event, None if person is None else person.id, command)
            self.dirty = True
            try:
                self.table.apply(one)
            except LastcardError:  # which has changed nothing itself
                self.dirty = bool(numbered)
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

    def is_open(self, person: str, command: str) -> bool:
        """Whether nobody knows yet if this command of a person was done: it must not be refused."""
        return self.dirty and self._open == (person, command)

    async def known(self, seconds: float) -> None:
        """Wait until the store knows what was written, or for so long."""
        if self._unknown is None or self._unknown.done():
            await asyncio.sleep(seconds)
        else:
            await asyncio.wait([self._unknown], timeout=seconds)

    async def reload(self) -> list[e.NumberedEvent]:
        """Read the table from the store; its log. Refused while it can't be read.

        Raises TableDamaged if its log will never be read.
        """
        if self._unknown is not None and not self._unknown.done():
            raise CommandRefused("busy", "unreachable")
        try:
            log, table = await self._store.read(self._read)
        except CommandRefused:
            raise CommandRefused("busy", "unreachable") from None
        except Exception as error:
            raise TableDamaged(redacted(error)) from None
        self.table, self.dirty = table, False
        self._unknown = self._open = None
        return log

    def _read(self) -> tuple[list[e.NumberedEvent], Table]:
        log = self._store.load_log(self.id)
        return log, replayed(self.table.code, log)
