"""A table with its people: commands in, answers out, and nothing is shown before it is kept.

One lock a table. Whatever changes the table is applied, written to the store and only then told to anybody;
readers take the same lock. What the store refuses or can't be asked about is never built upon: the table is
read anew before anybody sees it. `presence` knows who is there, `play` does the actions of the game, `steps`
what the table does by itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from ...errors import LastcardError
from ..common import clock
from ..common.names import tidy
from ..common.person import Person
from ..common.rate_limit import TokenBuckets
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..storage.history import save_match
from ..storage.store import close_room
from ..tables import events as e
from ..tables.commands import Context, all_ready, deal, decide
from ..tables.projection import SharedPart, events_since, lobby_table, project, shared_part
from ..tables.table import Table
from .actions import Actions
from .connection import ELSEWHERE, Connection
from .presence import Presence
from .scheduler import Scheduler

if TYPE_CHECKING:
    from .hub import Hub

logger = logging.getLogger(__name__)


class Room:
    """One table under its lock."""

    def __init__(self, hub: Hub, number: int, table: Table) -> None:
        self.hub = hub
        self.id = number
        self.table = table
        self.lock = asyncio.Lock()
        self.dirty = False  # the table holds what the store may not have
        self.presence = Presence()
        self.clock = clock.TurnClock(hub.settings.second)
        self.actions = Actions(self)
        self.scheduler = Scheduler(self)
        self._listed: m.LobbyTable | None = None
        self._chats = TokenBuckets(hub.settings.chats)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """The lock, over a table that holds nothing but what is kept."""
        async with self.lock:
            self.reload_if_dirty()
            yield

    # ---- Who is there ----

    def listed(self) -> m.LobbyTable | None:
        """The table as the lobby shows it: without what is not kept yet."""
        if not self.dirty:
            self._listed = lobby_table(self.table, len(self.presence.watchers(self.table)))
        return self._listed

    def context(self) -> Context:
        return Context(
            self.presence.online, self.presence.idle(self.hub.settings.host_idle), self.hub.new_game
        )

    async def enter(self, connection: Connection, command: m.Open) -> None:
        """Come to the table; another socket of the same person gives way."""
        async with self.locked():
            if self.table.closed is not None:
                raise CommandRefused("gone", "this table is closed")
            person = connection.person
            if person is not None and person.id in self.table.banned:
                raise CommandRefused("denied", "the host has sent you away from this table")
            before = self.presence.before(connection)
            if before is not None:
                self._forget(before)
                before.send(m.Elsewhere())
                before.close(ELSEWHERE)
            self.presence.add(connection)
            connection.room = self
            if command.sit and person is not None and self.table.seat_of(person.id) is None:
                await self._try_to_sit(person, command)
            seat = self.presence.seated(connection, self.table)
            if self.table.host is None and seat is not None:
                await self.commit([e.HostChanged(seat=seat)], None, None)
            await self._seat_next()
            self._show(connection, command.since or 0, self._shared_part(), resync=True)
            self.acknowledge(connection, command.id)
            self.broadcast(but=connection)
            self.scheduler.plan()
        self.hub.lobby_changed()

    async def _try_to_sit(self, person: Person, command: m.Open) -> None:
        """An invitation seats one if it can; else one watches."""
        try:
            events = decide(self.table, person, m.Sit(id=command.id), self.context())
            await self.commit(events, person, None)
        except CommandRefused:
            pass

    async def exit(self, connection: Connection) -> None:
        """A socket is gone. A late one changes nothing for its successor."""
        if connection not in self.presence.connections:
            return
        async with self.lock:
            self._forget(connection)
            with suppress(CommandRefused):  # the store can't be reached: the socket is gone all the same
                self.reload_if_dirty()
                await self._missed(connection)
                self.broadcast()
            self.scheduler.plan()
        self.hub.lobby_changed()

    async def _missed(self, connection: Connection) -> None:
        """Somebody with a seat is gone: not ready any more, and perhaps not waited for."""
        seat = self.presence.seated(connection, self.table)
        if seat is None or self.presence.before(connection) is not None:
            return
        if self.table.closed is None:
            if self.table.seats[seat].ready and self.table.phase != "playing":
                await self.commit([e.ReadyChanged(seat=seat, ready=False)], None, None)
            await self._after_absence()

    async def _after_absence(self) -> None:
        """Who is waited for is worked out again: the others may all be ready for the next round."""
        people = [
            occupant for _, occupant in self.table.people() if occupant.person in self.presence.by_person
        ]
        waiting = self.table.phase == "between" and people and all_ready(self.table, self.context())
        if waiting and any(occupant.ready for occupant in people):
            await self.commit(deal(self.table, self.context()), None, None)

    def _forget(self, connection: Connection) -> None:
        self.presence.remove(connection)
        self.actions.forget(connection)

    # ---- Wishes ----

    async def act(self, connection: Connection, command: m.Act) -> None:
        """An action of the game."""
        person = _named(connection)
        async with self.locked():
            if self._answered(connection, person, command.id) or self.actions.is_held(person, command.id):
                return
            self.presence.did_something(person.id)
            await self.actions.act(connection, person, command)
            self.scheduler.plan()

    async def command(self, connection: Connection, command: Any) -> None:
        """Anything else."""
        person = _named(connection)
        async with self.locked():
            if self._answered(connection, person, command.id):
                return
            self.presence.did_something(person.id)
            if isinstance(command, m.Say) and not self._chats.take(person.id):
                raise CommandRefused("rate", "that was a lot at once: wait a few seconds")
            if self.table.closed is not None:
                raise CommandRefused("gone", "this table is closed")
            kicked = self._kicked(command)
            events = decide(self.table, person, command, self.context())
            await self.commit(events, person, command.id)
            self._send_away(kicked, command)
            leaving = isinstance(command, m.Leave)
            if leaving:
                self._forget(connection)
            self.broadcast()
            self.acknowledge(connection, command.id)
            if leaving:
                self.hub.to_lobby(connection, "left")
            if self.table.closed is not None:
                self._dissolve()
            self.scheduler.plan()
        self.hub.lobby_changed()

    def _answered(self, connection: Connection, person: Person, command: str) -> bool:
        """A repeated id gets the stored answer."""
        before = self.table.answered.get((person.id, command))
        if before is None:
            return False
        connection.send(m.Ack(id=command, n=before[0], version=before[1], code=self.table.code))
        return True

    def _kicked(self, command: Any) -> Connection | None:
        if not isinstance(command, m.Kick) or command.seat >= len(self.table.seats):
            return None
        person = self.table.seats[command.seat].person
        return None if person is None else self.presence.by_person.get(person)

    def _send_away(self, kicked: Connection | None, command: Any) -> None:
        if kicked is not None:
            self._forget(kicked)
            self.hub.to_lobby(kicked, "kicked", tidy(command.why))

    def _dissolve(self) -> None:
        """The table is closed: everybody is back in the lobby with the reason."""
        for connection in list(self.presence.connections):
            self._forget(connection)
            self.hub.to_lobby(connection, "closed")
        self.hub.forget(self)

    async def close(self, why: Any) -> None:
        """Close it from outside, when nobody has been here for long."""
        async with self.locked():
            if self.table.closed is None:
                await self.commit([e.TableClosed(why=why)], None, None)
                self._dissolve()
                self.scheduler.plan()

    def refuse(self, connection: Connection, command: str | None, refused: CommandRefused) -> None:
        """Refuse a command; whoever acted on an old table is shown the one of now."""
        if refused.code == "stale" and connection in self.presence.connections:
            self._show(connection, connection.last_event, self._shared_part())
        connection.refuse(command, refused.code, str(refused))

    # ---- Keeping and telling ----

    async def commit(self, events: list[e.LogEvent], person: Person | None, command: str | None) -> None:
        """Apply events and write them down: kept when this returns; if it raises, nothing has happened."""
        if not events:
            return
        phase = self.table.phase
        numbered, work = self._applied(events, person, command)
        try:
            await self.hub.store.append(self.id, numbered, work)
        except Exception as error:
            logger.error("table %s: can't be kept: %s", self.id, redacted(error))
            if (
                numbered[-1] not in self.reload_if_dirty()
            ):  # else it is kept, and only the answer of the store was lost
                raise CommandRefused(
                    "busy", "this could not be kept, so it was not done; try again"
                ) from None
        self.dirty = False
        self.hub.seated(self, events)
        if self.table.phase != phase:
            self.hub.lobby_changed()
        await self._seat_next()

    async def _seat_next(self) -> None:
        """Who waits for a seat gets the first that is free."""
        for one, name in list(self.table.queue.items()):
            if one in self.presence.by_person and self.table.closed is None:
                person = Person(one, name)
                with suppress(
                    CommandRefused
                ):  # none is free, or it can't be kept: the next change tries again
                    await self.commit(decide(self.table, person, m.Sit(id="-"), self.context()), None, None)
                    return  # which has seated the others

    def _applied(
        self, events: list[e.LogEvent], person: Person | None, command: str | None
    ) -> tuple[list[e.NumberedEvent], Callable[[Any], None] | None]:
        numbered: list[e.NumberedEvent] = []
        at = clock.now_ms()
        for i, event in enumerate(events):
            last = i == len(events) - 1
            line = e.NumberedEvent(
                self.table.n + 1, at, event, person.id if person and last else None, command if last else None
            )
            self.dirty = True
            try:
                self.table.apply(line)
            except LastcardError:  # which has changed nothing itself
                self.dirty = bool(numbered)
                self.reload_if_dirty()
                raise
            numbered.append(line)
        if self.table.closed is not None:
            return numbered, close_room(self.id, self.table.closed)
        if self.table.phase == "over" and any(
            isinstance(one, e.ActionPlayed | e.RoundDealt) for one in events
        ):
            return numbered, save_match(self.table, self.id, at)
        return numbered, None

    def reload_if_dirty(self) -> list[e.NumberedEvent]:
        """Read the table from the store if it may hold more; its log. Refused while it can't be read."""
        if not self.dirty:
            return []
        try:
            numbered = self.hub.store.load_log(self.id)
            self.table = rebuilt(self.table.code, numbered)
        except Exception as error:
            logger.error("table %s: can't be read: %s", self.id, redacted(error))
            raise CommandRefused("busy", "this table can't be reached just now; try again") from None
        self.dirty = False
        return numbered

    def broadcast(self, but: Connection | None = None) -> None:
        shared = self._shared_part()
        for connection in self.presence.connections:
            if connection is not but:
                self._show(connection, connection.last_event, shared)
        if self.table.exposed:
            self.actions.landed_at()

    def acknowledge(self, connection: Connection, command: str) -> None:
        connection.send(m.Ack(id=command, n=self.table.n, version=self.table.version, code=self.table.code))

    def _shared_part(self) -> SharedPart:
        here = self.presence
        names = [w.person.name for w in here.watchers(self.table) if w.person is not None]
        idle = here.idle(self.hub.settings.host_idle)
        return shared_part(self.table, clock.now_ms(), here.by_person, names, self.running(), idle)

    def running(self) -> m.Clock | None:
        """The clock of the turn, in step with who is there."""
        return self.clock.shown(self.table, self.presence.somebody(self.table))

    def _show(self, connection: Connection, since: int, shared: SharedPart, resync: bool = False) -> None:
        who = None if connection.person is None else connection.person.id
        shown = project(self.table, who, shared)
        connection.send(m.TableNow(table=shown, events=events_since(self.table, who, since), resync=resync))
        connection.last_event = self.table.n


def _named(connection: Connection) -> Person:
    if connection.person is None:
        raise CommandRefused("denied", "take a name first")
    return connection.person


def rebuilt(code: str, numbered: list[e.NumberedEvent]) -> Table:
    """A table from its log."""
    table = Table(code)
    for line in numbered:
        table.apply(line)
    return table
