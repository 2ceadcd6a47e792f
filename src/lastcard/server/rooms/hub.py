"""All tables of a server, the lobby, and who is connected. Messages of sockets find their way from here."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Literal

import msgspec

from ..common import clock
from ..common.names import new_code, table_code
from ..common.rate_limit import Buckets
from ..common.redact import place
from ..gc_policy import QUIET_SECONDS, Rest
from ..protocol import messages as m
from ..settings import Settings
from ..storage.store import Store, beat, open_room
from ..tables import events as e
from ..tables.commands import Company, Denied, Person, created
from ..tables.table import Table
from .connection import MALFORMED, TOO_MUCH, Wire
from .room import Room, rebuilt

logger = logging.getLogger(__name__)
_decoder: msgspec.json.Decoder[m.FromClient] = msgspec.json.Decoder(m.FromClient)
Why = Literal["", "kicked", "closed", "left", "gone"]


class Hub:
    """One for each server."""

    def __init__(self, store: Store, settings: Settings, build: str = "") -> None:
        self.store = store
        self.settings = settings
        self.build = build
        self.rooms: dict[str, Room] = {}
        self.wires: set[Wire] = set()
        self.lobby: set[Wire] = set()
        self._last_room = store.last_room()
        self._seats: dict[str, set[str]] = {}  # person: codes of tables where a seat may be held
        self._created: dict[tuple[str, str], str] = {}
        self._new_tables = Buckets(settings.tables)
        self._guesses = Buckets(settings.guesses)
        self._lobby_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.rest = Rest()
        self._heard = time.monotonic()  # the last message

    # ---- Start and end ----

    def recover(self) -> int:
        """All tables as they were; the clocks stood still since the server was last alive. Their number."""
        slept = self.store.last_beat()
        for kept in self.store.kept():
            try:
                table = rebuilt(kept.code, kept.lines)
            except Exception as error:  # one broken table leaves the others alone
                logger.error("table %s: can't be recovered: %s", kept.id, place(error))
                continue
            room = Room(self, kept.id, table)
            if slept is not None:
                room.clock.stop(slept)
            self.rooms[kept.code] = room
            self._remember(room, kept.lines)
        return len(self.rooms)

    def _remember(self, room: Room, lines: list[e.Line]) -> None:
        self.seated(room, [line.entry for line in lines])
        for line in lines[:40]:
            if line.person is not None and line.id is not None:
                self._created[line.person, line.id] = room.table.code
                return

    def start(self) -> None:
        """What runs beside the sockets."""
        for work in (self._beats(), self._sweep(), self._collect()):
            self._spawn(work)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        for wire in list(self.wires):
            wire.send(m.Closing(why="The server restarts; your table is kept."))
            wire.close(4002)
        for room in self.rooms.values():
            room.steps.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.run(beat(clock.now_ms()))

    async def _beats(self) -> None:
        """Note that we are alive, as long as clocks run somewhere."""
        while True:
            await asyncio.sleep(self.settings.beat_every)
            if any(room.table.seconds and room.table.phase == "playing" for room in self.rooms.values()):
                try:
                    await self.store.run(beat(clock.now_ms()))
                except Exception as error:  # the next one will do
                    logger.error("a beat can't be kept: %s", place(error))

    async def _sweep(self) -> None:
        """Close tables where nobody has been for long."""
        while True:
            await asyncio.sleep(min(60.0, self.settings.idle_before / 2))
            await self.sweep()

    async def _collect(self) -> None:
        """Collect garbage when there is time for it."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            if self.rest.due(time.monotonic() - self._heard):
                self.rest.collect()

    async def sweep(self) -> None:
        now = time.monotonic()
        for room in list(self.rooms.values()):
            playing = room.table.phase in ("playing", "between")
            most = self.settings.idle_within if playing else self.settings.idle_before
            if not room.here.wires and now - room.here.quiet_since > most:
                try:
                    await room.close("expired")
                except Exception as error:  # the next time will do
                    logger.error("table %s: can't be closed: %s", room.id, place(error))

    # ---- People ----

    def me(self, person: Person | None) -> m.Me:
        if person is None:
            return m.Me(person=None, name=None, table=None)
        return m.Me(person=person.id, name=person.name, table=self.seat_held(person.id))

    def seat_held(self, person: str) -> str | None:
        """The code of a table where this person has a seat, or one to come back to."""
        for code in self._seats.get(person, ()):
            room = self.rooms.get(code)
            if room is not None:
                table = room.table
                if table.seat_of(person) is not None or table.former_seat(person) is not None:
                    return code
        return None

    def around(self) -> set[str]:
        """Who is connected, or has a seat at a table that stands."""
        return {wire.person.id for wire in self.wires if wire.person is not None} | set(self._seats)

    def _own(self, person: str) -> list[Room]:
        """The tables where this person has a seat."""
        known = (self.rooms.get(code) for code in self._seats.get(person, ()))
        return [room for room in known if room is not None and room.table.seat_of(person) is not None]

    def seated(self, room: Room, entries: list[e.Entry]) -> None:
        for entry in entries:
            if isinstance(entry, e.Sat):
                self._seats.setdefault(entry.person, set()).add(room.table.code)

    # ---- Tables ----

    def find(self, text: str, person: Person | None, address: str) -> Room:
        """The table with this code. Who has named many wrong ones finds public ones and their own only."""
        code = table_code(text)
        who = (address,) if person is None else (address, person.id)
        room = self.rooms.get(code)
        own = person is not None and code in self._seats.get(person.id, ())
        secret = not own and (room is None or not room.table.public)
        if secret and any(self._guesses.empty(one) for one in who):
            raise Denied("rate", "those were many wrong codes: wait a little")
        if room is None:
            for one in who if code else ():  # what can't be a code is no guess
                self._guesses.take(one)
            raise Denied("gone", "there is no such table, or it is closed")
        return room

    def forget(self, room: Room) -> None:
        room.steps.stop()
        if self.rooms.get(room.table.code) is room:
            del self.rooms[room.table.code]
        code = room.table.code
        self._seats = {who: left for who, codes in self._seats.items() if (left := codes - {code})}
        self._created = {wish: made for wish, made in self._created.items() if made != code}

    def new_game(self) -> str:
        return secrets.token_hex(6)

    async def create(self, wire: Wire, wish: m.Create) -> None:
        """A new table, kept before anybody hears of it."""
        person = wire.person
        if person is None:
            raise Denied("denied", "take a name first")
        code = self._created.get((person.id, wish.id))
        if code is None:
            if not self._new_tables.take(person.id):
                raise Denied("rate", "those are many tables: wait a little")
            if len(self._own(person.id)) >= self.settings.most_own:
                raise Denied("full", "you sit at many tables already: leave one first")
            if len(self.rooms) >= self.settings.most_tables:
                raise Denied("full", "no table is free here now: try again later")
            entries = created(person, wish, Company({person.id}, (), self.new_game))
            code = await self._open_room(person, wish.id, entries)
        await self._go(wire, self.find(code, person, wire.address), m.Open(id=wish.id, code=code))

    async def _open_room(self, person: Person, wish: str, entries: list[e.Entry]) -> str:
        code = next(c for c in iter(new_code, "") if c not in self.rooms)
        self._last_room += 1
        number, at = self._last_room, clock.now_ms()
        room = Room(self, number, Table(code))
        last = len(entries)
        lines = [
            e.Line(n, at, entry, *((person.id, wish) if n == last else (None, None)))
            for n, entry in enumerate(entries, 1)
        ]
        for line in lines:
            room.table.apply(line)
        self.rooms[code] = room
        self._created[person.id, wish] = code
        async with room.lock:  # whoever asks for it meanwhile waits until it is kept
            try:
                await self.store.append(number, lines, open_room(number, code, at))
            except Exception as error:
                logger.error("table %s: can't be kept: %s", number, place(error))
                del self.rooms[code], self._created[person.id, wish]
                room.table.closed = "empty"  # for whoever waits at its door
                raise Denied("busy", "the table could not be kept; try again") from None
        self.seated(room, entries)
        return code

    # ---- Sockets ----

    def connect(self, wire: Wire) -> None:
        self.wires.add(wire)
        wire.send(
            m.Welcome(protocol=m.PROTOCOL, build=self.build, now=clock.now_ms(), me=self.me(wire.person))
        )

    async def disconnect(self, wire: Wire) -> None:
        self.rest.closed += 1
        self.wires.discard(wire)
        self.lobby.discard(wire)
        if wire.room is not None:
            await wire.room.exit(wire)

    async def receive(self, wire: Wire, data: bytes | str) -> None:
        """One message; whatever is wrong with it is told to its sender alone."""
        self._heard = time.monotonic()
        if wire.closing is not None:  # it has been told to go: the tab that took over is the one that counts
            return
        if not wire.bucket.take():
            wire.refuse(None, "rate", "too many messages: slow down")
            wire.close(TOO_MUCH)
            return
        try:
            message = _decoder.decode(data)
        except msgspec.DecodeError as error:
            wire.refuse(_id_of(data), "invalid", f"this is no message: {error}")
            if not isinstance(error, msgspec.ValidationError):
                wire.close(MALFORMED)
            return
        wish = getattr(message, "id", None)
        try:
            await self._dispatch(wire, message)
        except Denied as denied:
            if wire.room is not None:
                wire.room.deny(wire, wish, denied)
            else:
                wire.refuse(wish, denied.code, str(denied))
        except Exception as error:  # a mistake of ours: the sender is not left waiting, the log tells where
            logger.error("a message failed: %s", place(error))
            wire.refuse(wish, "busy", "something went wrong here; try again")

    async def _dispatch(self, wire: Wire, message: m.FromClient) -> None:
        handler = self._handlers.get(type(message))
        if handler is not None:
            await handler(self, wire, message)
        elif wire.room is None:
            raise Denied("gone", "open a table first")
        elif isinstance(message, m.Act):
            await wire.room.act(wire, message)
        else:
            await wire.room.wish(wire, message)

    async def _ping(self, wire: Wire, message: m.Ping) -> None:
        wire.send(m.Pong(sent=message.sent, now=clock.now_ms()))

    async def _lobby(self, wire: Wire, message: m.Lobby) -> None:
        if wire.room is not None:
            await wire.room.exit(wire)
        self.to_lobby(wire)

    async def _open(self, wire: Wire, message: m.Open) -> None:
        await self._go(wire, self.find(message.code, wire.person, wire.address), message)

    async def _leave(self, wire: Wire, message: m.Leave) -> None:
        if wire.room is not None and wire.person is not None:
            await wire.room.wish(wire, message)
            return
        if wire.room is not None:
            await wire.room.exit(wire)
        wire.send(m.Ack(id=message.id))
        self.to_lobby(wire, "left")

    async def _go(self, wire: Wire, room: Room, wish: m.Open) -> None:
        """A socket is in one place: it leaves the one before."""
        if wire.room is not None and wire.room is not room:
            await wire.room.exit(wire)
        self.lobby.discard(wire)
        await room.enter(wire, wish)

    _handlers: ClassVar[dict[type, Callable[[Hub, Wire, Any], Awaitable[None]]]] = {
        m.Ping: _ping,
        m.Lobby: _lobby,
        m.Open: _open,
        m.Create: create,
        m.Leave: _leave,
    }

    # ---- The lobby ----

    def tables(self) -> list[m.LobbyTable]:
        """Public tables where somebody is, the ones that can be joined first."""
        open_ = (room for room in self.rooms.values() if room.table.public and room.here.by_person)
        found = [one for room in open_ if (one := room.listed()) is not None]
        order = ("waiting", "over", "between", "playing")
        return sorted(found, key=lambda one: (order.index(one.phase), one.code))[:200]

    def to_lobby(self, wire: Wire, why: Why = "", text: str = "") -> None:
        if wire in self.wires:  # else its socket is gone
            self.lobby.add(wire)
        wire.send(m.LobbyNow(tables=self.tables(), online=len(self.wires), why=why, text=text))

    def lobby_changed(self) -> None:
        """Tell those who look at the lobby, not more often than they can read."""
        if self._lobby_timer is None and self.lobby:
            loop = asyncio.get_running_loop()
            self._lobby_timer = loop.call_later(self.settings.lobby_every, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_timer = None
        now = m.LobbyNow(tables=self.tables(), online=len(self.wires))
        for wire in self.lobby:
            wire.send(now)


class _Identified(msgspec.Struct):
    id: str | None = None


def _id_of(data: bytes | str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender knows which."""
    try:
        return msgspec.json.decode(data, type=_Identified).id
    except msgspec.DecodeError:
        return None
