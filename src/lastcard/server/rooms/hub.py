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
from ..common.person import Person
from ..common.rate_limit import TokenBuckets
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..gc_policy import QUIET_SECONDS, GcPolicy
from ..protocol import messages as m
from ..settings import Settings
from ..storage.store import Store, heartbeat, open_room
from ..tables import events as e
from ..tables.commands import Context, create
from ..tables.table import Table
from .connection import MALFORMED, TOO_MUCH, Connection
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
        self.connections: set[Connection] = set()
        self.lobby: set[Connection] = set()
        self._last_room = store.last_room()
        self._seats: dict[str, set[str]] = {}  # person: codes of tables where a seat may be held
        self._created: dict[tuple[str, str], str] = {}
        self._new_tables = TokenBuckets(settings.tables)
        self._guesses = TokenBuckets(settings.guesses)
        self._lobby_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.gc_policy = GcPolicy()
        self._heard = time.monotonic()  # the last message

    # ---- Start and end ----

    def recover(self) -> int:
        """All tables as they were; the clocks stood still since the server was last alive. Their number."""
        slept = self.store.last_heartbeat()
        for stored in self.store.open_tables():
            try:
                table = rebuilt(stored.code, stored.log)
            except Exception as error:  # one broken table leaves the others alone
                logger.error("table %s: can't be recovered: %s", stored.id, redacted(error))
                continue
            room = Room(self, stored.id, table)
            if slept is not None:
                room.clock.stop(slept)
            self.rooms[stored.code] = room
            self._remember(room, stored.log)
        return len(self.rooms)

    def _remember(self, room: Room, numbered: list[e.NumberedEvent]) -> None:
        self.seated(room, [one.event for one in numbered])
        for one in numbered[:40]:
            if one.person is not None and one.command is not None:
                self._created[one.person, one.command] = room.table.code
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
        for connection in list(self.connections):
            connection.send(m.Closing(why="The server restarts; your table is kept."))
            connection.close(4002)
        for room in self.rooms.values():
            room.scheduler.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.run(heartbeat(clock.now_ms()))

    async def _beats(self) -> None:
        """Note that we are alive, as long as clocks run somewhere."""
        while True:
            await asyncio.sleep(self.settings.heartbeat_every)
            if any(room.table.seconds and room.table.phase == "playing" for room in self.rooms.values()):
                try:
                    await self.store.run(heartbeat(clock.now_ms()))
                except Exception as error:  # the next one will do
                    logger.error("a heartbeat can't be kept: %s", redacted(error))

    async def _sweep(self) -> None:
        """Close tables where nobody has been for long."""
        while True:
            await asyncio.sleep(min(60.0, self.settings.idle_before / 2))
            await self.sweep()

    async def _collect(self) -> None:
        """Collect garbage when there is time for it."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            if self.gc_policy.due(time.monotonic() - self._heard):
                self.gc_policy.collect()

    async def sweep(self) -> None:
        now = time.monotonic()
        for room in list(self.rooms.values()):
            playing = room.table.phase in ("playing", "between")
            most = self.settings.idle_within if playing else self.settings.idle_before
            if not room.presence.connections and now - room.presence.quiet_since > most:
                try:
                    await room.close("expired")
                except Exception as error:  # the next time will do
                    logger.error("table %s: can't be closed: %s", room.id, redacted(error))

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
        return {
            connection.person.id for connection in self.connections if connection.person is not None
        } | set(self._seats)

    def _own(self, person: str) -> list[Room]:
        """The tables where this person has a seat."""
        known = (self.rooms.get(code) for code in self._seats.get(person, ()))
        return [room for room in known if room is not None and room.table.seat_of(person) is not None]

    def seated(self, room: Room, events: list[e.LogEvent]) -> None:
        for event in events:
            if isinstance(event, e.SeatTaken):
                self._seats.setdefault(event.person, set()).add(room.table.code)

    # ---- Tables ----

    def find(self, text: str, person: Person | None, address: str) -> Room:
        """The table with this code. Who has named many wrong ones finds public ones and their own only."""
        code = table_code(text)
        who = (address,) if person is None else (address, person.id)
        room = self.rooms.get(code)
        own = person is not None and code in self._seats.get(person.id, ())
        secret = not own and (room is None or not room.table.public)
        if secret and any(self._guesses.empty(one) for one in who):
            raise CommandRefused("rate", "those were many wrong codes: wait a little")
        if room is None:
            for one in who if code else ():  # what can't be a code is no guess
                self._guesses.take(one)
            raise CommandRefused("gone", "there is no such table, or it is closed")
        return room

    def forget(self, room: Room) -> None:
        room.scheduler.stop()
        if self.rooms.get(room.table.code) is room:
            del self.rooms[room.table.code]
        code = room.table.code
        self._seats = {who: left for who, codes in self._seats.items() if (left := codes - {code})}
        self._created = {command: made for command, made in self._created.items() if made != code}

    def new_game(self) -> str:
        return secrets.token_hex(6)

    async def create(self, connection: Connection, command: m.Create) -> None:
        """A new table, kept before anybody hears of it."""
        person = connection.person
        if person is None:
            raise CommandRefused("denied", "take a name first")
        code = self._created.get((person.id, command.id))
        if code is None:
            if not self._new_tables.take(person.id):
                raise CommandRefused("rate", "those are many tables: wait a little")
            if len(self._own(person.id)) >= self.settings.most_own:
                raise CommandRefused("full", "you sit at many tables already: leave one first")
            if len(self.rooms) >= self.settings.most_tables:
                raise CommandRefused("full", "no table is free here now: try again later")
            events = create(person, command, Context({person.id}, (), self.new_game))
            code = await self._open_room(person, command.id, events)
        await self._go(
            connection, self.find(code, person, connection.address), m.Open(id=command.id, code=code)
        )

    async def _open_room(self, person: Person, command: str, events: list[e.LogEvent]) -> str:
        code = next(c for c in iter(new_code, "") if c not in self.rooms)
        self._last_room += 1
        number, at = self._last_room, clock.now_ms()
        room = Room(self, number, Table(code))
        last = len(events)
        numbered = [
            e.NumberedEvent(n, at, event, *((person.id, command) if n == last else (None, None)))
            for n, event in enumerate(events, 1)
        ]
        for one in numbered:
            room.table.apply(one)
        self.rooms[code] = room
        self._created[person.id, command] = code
        async with room.lock:  # whoever asks for it meanwhile waits until it is kept
            try:
                await self.store.append(number, numbered, open_room(number, code, at))
            except Exception as error:
                logger.error("table %s: can't be kept: %s", number, redacted(error))
                del self.rooms[code], self._created[person.id, command]
                room.table.closed = "empty"  # for whoever waits at its door
                raise CommandRefused("busy", "the table could not be kept; try again") from None
        self.seated(room, events)
        return code

    # ---- Sockets ----

    def connect(self, connection: Connection) -> None:
        self.connections.add(connection)
        connection.send(
            m.Welcome(
                protocol=m.PROTOCOL, build=self.build, now=clock.now_ms(), me=self.me(connection.person)
            )
        )

    async def disconnect(self, connection: Connection) -> None:
        self.gc_policy.closed += 1
        self.connections.discard(connection)
        self.lobby.discard(connection)
        if connection.room is not None:
            await connection.room.exit(connection)

    async def receive(self, connection: Connection, data: bytes | str) -> None:
        """One message; whatever is wrong with it is told to its sender alone."""
        self._heard = time.monotonic()
        if (
            connection.closing is not None
        ):  # it has been told to go: the tab that took over is the one that counts
            return
        if not connection.bucket.take():
            connection.refuse(None, "rate", "too many messages: slow down")
            connection.close(TOO_MUCH)
            return
        try:
            message = _decoder.decode(data)
        except msgspec.DecodeError as error:
            connection.refuse(_id_of(data), "invalid", f"this is no message: {error}")
            if not isinstance(error, msgspec.ValidationError):
                connection.close(MALFORMED)
            return
        command = getattr(message, "id", None)
        try:
            await self._dispatch(connection, message)
        except CommandRefused as refused:
            if connection.room is not None:
                connection.room.refuse(connection, command, refused)
            else:
                connection.refuse(command, refused.code, str(refused))
        except Exception as error:  # a mistake of ours: the sender is not left waiting, the log tells where
            logger.error("a message failed: %s", redacted(error))
            connection.refuse(command, "busy", "something went wrong here; try again")

    async def _dispatch(self, connection: Connection, message: m.FromClient) -> None:
        handler = self._handlers.get(type(message))
        if handler is not None:
            await handler(self, connection, message)
        elif connection.room is None:
            raise CommandRefused("gone", "open a table first")
        elif isinstance(message, m.Act):
            await connection.room.act(connection, message)
        else:
            await connection.room.command(connection, message)

    async def _ping(self, connection: Connection, message: m.Ping) -> None:
        connection.send(m.Pong(sent=message.sent, now=clock.now_ms()))

    async def _lobby(self, connection: Connection, message: m.Lobby) -> None:
        if connection.room is not None:
            await connection.room.exit(connection)
        self.to_lobby(connection)

    async def _open(self, connection: Connection, message: m.Open) -> None:
        await self._go(connection, self.find(message.code, connection.person, connection.address), message)

    async def _leave(self, connection: Connection, message: m.Leave) -> None:
        if connection.room is not None and connection.person is not None:
            await connection.room.command(connection, message)
            return
        if connection.room is not None:
            await connection.room.exit(connection)
        connection.send(m.Ack(id=message.id))
        self.to_lobby(connection, "left")

    async def _go(self, connection: Connection, room: Room, command: m.Open) -> None:
        """A socket is in one place: it leaves the one before."""
        if connection.room is not None and connection.room is not room:
            await connection.room.exit(connection)
        self.lobby.discard(connection)
        await room.enter(connection, command)

    _handlers: ClassVar[dict[type, Callable[[Hub, Connection, Any], Awaitable[None]]]] = {
        m.Ping: _ping,
        m.Lobby: _lobby,
        m.Open: _open,
        m.Create: create,
        m.Leave: _leave,
    }

    # ---- The lobby ----

    def tables(self) -> list[m.LobbyTable]:
        """Public tables where somebody is, the ones that can be joined first."""
        open_ = (room for room in self.rooms.values() if room.table.public and room.presence.by_person)
        found = [one for room in open_ if (one := room.listed()) is not None]
        order = ("waiting", "over", "between", "playing")
        return sorted(found, key=lambda one: (order.index(one.phase), one.code))[:200]

    def to_lobby(self, connection: Connection, why: Why = "", text: str = "") -> None:
        if connection in self.connections:  # else its socket is gone
            self.lobby.add(connection)
        connection.send(m.LobbyNow(tables=self.tables(), online=len(self.connections), why=why, text=text))

    def lobby_changed(self) -> None:
        """Tell those who look at the lobby, not more often than they can read."""
        if self._lobby_timer is None and self.lobby:
            loop = asyncio.get_running_loop()
            self._lobby_timer = loop.call_later(self.settings.lobby_every, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_timer = None
        now = m.LobbyNow(tables=self.tables(), online=len(self.connections))
        for connection in self.lobby:
            connection.send(now)


class _Identified(msgspec.Struct):
    id: str | None = None


def _id_of(data: bytes | str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender knows which."""
    try:
        return msgspec.json.decode(data, type=_Identified).id
    except msgspec.DecodeError:
        return None
