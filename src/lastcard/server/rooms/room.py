"""A table with its people: wishes in, answers out, and nothing is shown before it is kept.

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
from ..common.rate_limit import Buckets
from ..common.redact import place
from ..protocol import messages as m
from ..storage.history import finished
from ..storage.store import close_room
from ..tables import events as e
from ..tables.commands import Company, Denied, Person, all_ready, deal, granted
from ..tables.projection import Moment, events, lobby_table, moment, state
from ..tables.table import Table
from .actions import Play
from .connection import ELSEWHERE, Wire
from .presence import Presence
from .scheduler import Steps

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
        self.unkept = False  # the table holds what the store may not have
        self.here = Presence()
        self.clock = clock.TurnClock(hub.settings.second)
        self.play = Play(self)
        self.steps = Steps(self)
        self._listed: m.LobbyTable | None = None
        self._chats = Buckets(hub.settings.chats)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """The lock, over a table that holds nothing but what is kept."""
        async with self.lock:
            self._mend()
            yield

    # ---- Who is there ----

    def listed(self) -> m.LobbyTable | None:
        """The table as the lobby shows it: without what is not kept yet."""
        if not self.unkept:
            self._listed = lobby_table(self.table, len(self.here.watchers(self.table)))
        return self._listed

    def company(self) -> Company:
        return Company(self.here.online, self.here.idle(self.hub.settings.host_idle), self.hub.new_game)

    async def enter(self, wire: Wire, wish: m.Open) -> None:
        """Come to the table; another socket of the same person gives way."""
        async with self.alone():
            if self.table.closed is not None:
                raise Denied("gone", "this table is closed")
            person = wire.person
            if person is not None and person.id in self.table.banned:
                raise Denied("denied", "the host has sent you away from this table")
            before = self.here.before(wire)
            if before is not None:
                self._forget(before)
                before.send(m.Elsewhere())
                before.close(ELSEWHERE)
            self.here.add(wire)
            wire.room = self
            if wish.sit and person is not None and self.table.seat_of(person.id) is None:
                await self._try_to_sit(person, wish)
            seat = self.here.seated(wire, self.table)
            if self.table.host is None and seat is not None:
                await self.keep([e.HostIs(seat=seat)], None, None)
            await self._seat_next()
            self._show(wire, wish.since or 0, self._moment(), resync=True)
            self.acknowledge(wire, wish.id)
            self.tell_all(but=wire)
            self.steps.plan()
        self.hub.lobby_changed()

    async def _try_to_sit(self, person: Person, wish: m.Open) -> None:
        """An invitation seats one if it can; else one watches."""
        try:
            entries = granted(self.table, person, m.Sit(id=wish.id), self.company())
            await self.keep(entries, person, None)
        except Denied:
            pass

    async def exit(self, wire: Wire) -> None:
        """A socket is gone. A late one changes nothing for its successor."""
        if wire not in self.here.wires:
            return
        async with self.lock:
            self._forget(wire)
            with suppress(Denied):  # the store can't be reached: the socket is gone all the same
                self._mend()
                await self._missed(wire)
                self.tell_all()
            self.steps.plan()
        self.hub.lobby_changed()

    async def _missed(self, wire: Wire) -> None:
        """Somebody with a seat is gone: not ready any more, and perhaps not waited for."""
        seat = self.here.seated(wire, self.table)
        if seat is None or self.here.before(wire) is not None:
            return
        if self.table.closed is None:
            if self.table.chairs[seat].ready and self.table.phase != "playing":
                await self.keep([e.ReadyIs(seat=seat, ready=False)], None, None)
            await self._after_absence()

    async def _after_absence(self) -> None:
        """Who is waited for is worked out again: the others may all be ready for the next round."""
        people = [chair for _, chair in self.table.people() if chair.person in self.here.by_person]
        waiting = self.table.phase == "between" and people and all_ready(self.table, self.company())
        if waiting and any(chair.ready for chair in people):
            await self.keep(deal(self.table, self.company()), None, None)

    def _forget(self, wire: Wire) -> None:
        self.here.remove(wire)
        self.play.forget(wire)

    # ---- Wishes ----

    async def act(self, wire: Wire, wish: m.Act) -> None:
        """An action of the game."""
        person = _named(wire)
        async with self.alone():
            if self._answered(wire, person, wish.id) or self.play.is_held(person, wish.id):
                return
            self.here.did_something(person.id)
            await self.play.act(wire, person, wish)
            self.steps.plan()

    async def wish(self, wire: Wire, wish: Any) -> None:
        """Anything else."""
        person = _named(wire)
        async with self.alone():
            if self._answered(wire, person, wish.id):
                return
            self.here.did_something(person.id)
            if isinstance(wish, m.Say) and not self._chats.take(person.id):
                raise Denied("rate", "that was a lot at once: wait a few seconds")
            if self.table.closed is not None:
                raise Denied("gone", "this table is closed")
            kicked = self._kicked(wish)
            entries = granted(self.table, person, wish, self.company())
            await self.keep(entries, person, wish.id)
            self._send_away(kicked, wish)
            leaving = isinstance(wish, m.Leave)
            if leaving:
                self._forget(wire)
            self.tell_all()
            self.acknowledge(wire, wish.id)
            if leaving:
                self.hub.to_lobby(wire, "left")
            if self.table.closed is not None:
                self._dissolve()
            self.steps.plan()
        self.hub.lobby_changed()

    def _answered(self, wire: Wire, person: Person, wish: str) -> bool:
        """A repeated id gets the stored answer."""
        before = self.table.done.get((person.id, wish))
        if before is None:
            return False
        wire.send(m.Ack(id=wish, n=before[0], version=before[1], code=self.table.code))
        return True

    def _kicked(self, wish: Any) -> Wire | None:
        if not isinstance(wish, m.Kick) or wish.seat >= len(self.table.chairs):
            return None
        person = self.table.chairs[wish.seat].person
        return None if person is None else self.here.by_person.get(person)

    def _send_away(self, kicked: Wire | None, wish: Any) -> None:
        if kicked is not None:
            self._forget(kicked)
            self.hub.to_lobby(kicked, "kicked", tidy(wish.why))

    def _dissolve(self) -> None:
        """The table is closed: everybody is back in the lobby with the reason."""
        for wire in list(self.here.wires):
            self._forget(wire)
            self.hub.to_lobby(wire, "closed")
        self.hub.forget(self)

    async def close(self, why: Any) -> None:
        """Close it from outside, when nobody has been here for long."""
        async with self.alone():
            if self.table.closed is None:
                await self.keep([e.Closed(why=why)], None, None)
                self._dissolve()
                self.steps.plan()

    def deny(self, wire: Wire, wish: str | None, denied: Denied) -> None:
        """Refuse a wish; whoever acted on an old table is shown the one of now."""
        if denied.code == "stale" and wire in self.here.wires:
            self._show(wire, wire.told, self._moment())
        wire.refuse(wish, denied.code, str(denied))

    # ---- Keeping and telling ----

    async def keep(self, entries: list[e.Entry], person: Person | None, wish: str | None) -> None:
        """Apply entries and write them down: kept when this returns; if it raises, nothing has happened."""
        if not entries:
            return
        phase = self.table.phase
        lines, work = self._applied(entries, person, wish)
        try:
            await self.hub.store.append(self.id, lines, work)
        except Exception as error:
            logger.error("table %s: can't be kept: %s", self.id, place(error))
            if lines[-1] not in self._mend():  # else it is kept, and only the answer of the store was lost
                raise Denied("busy", "this could not be kept, so it was not done; try again") from None
        self.unkept = False
        self.hub.seated(self, entries)
        if self.table.phase != phase:
            self.hub.lobby_changed()
        await self._seat_next()

    async def _seat_next(self) -> None:
        """Who waits for a seat gets the first that is free."""
        for one, name in list(self.table.queue.items()):
            if one in self.here.by_person and self.table.closed is None:
                person = Person(one, name)
                with suppress(Denied):  # none is free, or it can't be kept: the next change tries again
                    await self.keep(granted(self.table, person, m.Sit(id="-"), self.company()), None, None)
                    return  # which has seated the others

    def _applied(
        self, entries: list[e.Entry], person: Person | None, wish: str | None
    ) -> tuple[list[e.Line], Callable[[Any], None] | None]:
        lines: list[e.Line] = []
        at = clock.now_ms()
        for i, entry in enumerate(entries):
            last = i == len(entries) - 1
            line = e.Line(
                self.table.n + 1, at, entry, person.id if person and last else None, wish if last else None
            )
            self.unkept = True
            try:
                self.table.apply(line)
            except LastcardError:  # which has changed nothing itself
                self.unkept = bool(lines)
                self._mend()
                raise
            lines.append(line)
        if self.table.closed is not None:
            return lines, close_room(self.id, self.table.closed)
        if self.table.phase == "over" and any(isinstance(one, e.Did | e.Deal) for one in entries):
            return lines, finished(self.table, self.id, at)
        return lines, None

    def _mend(self) -> list[e.Line]:
        """The table as the store has it, if it may hold more, and its log; Denied while it can't be read."""
        if not self.unkept:
            return []
        try:
            lines = self.hub.store.lines(self.id)
            self.table = rebuilt(self.table.code, lines)
        except Exception as error:
            logger.error("table %s: can't be read: %s", self.id, place(error))
            raise Denied("busy", "this table can't be reached just now; try again") from None
        self.unkept = False
        return lines

    def tell_all(self, but: Wire | None = None) -> None:
        shared = self._moment()
        for wire in self.here.wires:
            if wire is not but:
                self._show(wire, wire.told, shared)
        if self.table.exposed:
            self.play.landed_at()

    def acknowledge(self, wire: Wire, wish: str) -> None:
        wire.send(m.Ack(id=wish, n=self.table.n, version=self.table.version, code=self.table.code))

    def _moment(self) -> Moment:
        here = self.here
        names = [w.person.name for w in here.watchers(self.table) if w.person is not None]
        idle = here.idle(self.hub.settings.host_idle)
        return moment(self.table, clock.now_ms(), here.by_person, names, self.running(), idle)

    def running(self) -> m.Clock | None:
        """The clock of the turn, in step with who is there."""
        return self.clock.shown(self.table, self.here.somebody(self.table))

    def _show(self, wire: Wire, since: int, shared: Moment, resync: bool = False) -> None:
        who = None if wire.person is None else wire.person.id
        shown = state(self.table, who, shared)
        wire.send(m.TableNow(table=shown, events=events(self.table, who, since), resync=resync))
        wire.told = self.table.n


def _named(wire: Wire) -> Person:
    if wire.person is None:
        raise Denied("denied", "take a name first")
    return wire.person


def rebuilt(code: str, lines: list[e.Line]) -> Table:
    """A table from its log."""
    table = Table(code)
    for line in lines:
        table.apply(line)
    return table
