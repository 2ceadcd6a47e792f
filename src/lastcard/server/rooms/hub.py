"""All tables of a server: who is connected, who has a seat where; tables are found, created and forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

from ...bots.levels import BOT_NAMES
from ...messages.message import Message
from ..common import clock
from ..common.faces import Face
from ..common.names import key, new_code, table_code
from ..common.network import network_of
from ..common.person import Person
from ..common.rate_limit import TokenBuckets
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..gc_policy import GcPolicy
from ..protocol import messages as m
from ..push.desk import PushDesk
from ..settings import Settings
from ..storage.closed_tables import ClosedTables
from ..storage.faces import Faces
from ..storage.networks import NetworkMarks
from ..storage.outcomes import UnknownOutcome
from ..storage.people import names_known
from ..storage.store import Store
from ..tables import events as e
from ..tables.commands import Context, create
from ..tables.offered_bots import OfferedBots
from ..tables.offered_rulebooks import OfferedRulebooks, checked_text
from ..tables.table import Table, replayed
from .connection import CLOSING, Connection
from .lobby_feed import LobbyFeed
from .new_tables import NewTables
from .operator_bots import OperatorBots
from .room import BackInLobby, Room, new_game

logger = logging.getLogger(__name__)
MOST_LISTED = 200  # tables in the lobby
LISTED_FIRST = ("waiting", "over", "between", "drawing", "playing")  # those that can be joined first


class Hub:
    """One for each server. To its rooms it is the `Directory`."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        build: str = "",
        rulebooks: OfferedRulebooks | None = None,
        bots: OfferedBots | None = None,
        push: PushDesk | None = None,
    ) -> None:
        self.store = store
        self.push = push
        self.settings = settings
        self.build = build
        self.rulebooks = OfferedRulebooks() if rulebooks is None else rulebooks
        self.operator_bots = OperatorBots(bots, settings.most_bots)
        self.bot_names = self._bot_names()
        self.faces = Faces(store)
        self.rooms: dict[str, Room] = {}
        self.connections: set[Connection] = set()
        self.lobby = LobbyFeed(self._listing, settings.lobby_every)
        self.gc_policy = GcPolicy()
        self._last_room = store.last_room()
        self._seats: dict[str, set[str]] = {}  # person: codes of tables where a seat may be held
        self._created: dict[tuple[str, str], str] = {}  # person and id of the command: code
        self._closed = ClosedTables(store)  # the same for tables that are closed
        self._damaged: set[str] = set()  # codes of tables that can't be restored
        self.networks = NetworkMarks(store)
        self._new_tables = NewTables(settings)
        self._new_rules = TokenBuckets(settings.rulebooks_by_address)
        self._guesses = TokenBuckets(settings.guesses)

    def _bot_names(self) -> tuple[str, ...]:
        """People can't choose these names; before that was so, somebody may have."""
        with self.store.reading() as connection:
            people = names_known(connection, BOT_NAMES)
        return tuple(name for name in BOT_NAMES if key(name) not in people)

    # ---- Start and end ----

    def recover(self) -> int:
        """All tables as they were; the clocks stood still since the server was last alive. Their number."""
        slept = self.store.last_heartbeat()
        for stored in self.store.open_tables():
            try:
                log = stored.events()
                table = replayed(stored.code, log)
            except Exception as error:  # one broken table leaves the others alone
                self._note_damage(stored.code, stored.id, redacted(error))
                continue
            clock.not_before(table.last_at)  # else it would wait until the system's clock is there again
            room = self.rooms[stored.code] = self._room(stored.id, table)
            self._new_tables.opened(stored.code, stored.network)
            if table.own is not None:
                self.rulebooks.keep(table.rules, table.own)
            if slept is not None:
                room.turn_clock.stop(min(slept, clock.now_ms()))
            self._remember(stored.code, log)
        self.faces.load_all({person for room in self.rooms.values() for person in _people(room.table)})
        return len(self.rooms)

    def _note_damage(self, code: str, number: int, why: str) -> None:
        """Its log stays: a later version or a repaired file may have it again. So its code is taken."""
        self._damaged.add(code)
        logger.error("table %s: can't be restored, and is closed: %s", number, why)

    def _room(self, number: int, table: Table) -> Room:
        return Room(number, table, self.store, self.settings, self)

    def _remember(self, code: str, log: list[e.NumberedEvent]) -> None:
        self.seats_taken(code, [one.event for one in log])
        for one in log[:40]:
            if one.person is not None and one.command is not None:
                self._created[one.person, one.command] = code
                return

    def stop(self) -> None:
        """Say goodbye on every socket, close it, and stop the timers of all tables."""
        for connection in list(self.connections):
            connection.send(m.Closing(why=Message("server.restarting")))
            connection.close(CLOSING)
        for room in self.rooms.values():
            room.stop()

    # ---- Connections ----

    def connect(self, connection: Connection) -> None:
        """Take in a new socket and send its welcome."""
        self.connections.add(connection)
        me = self.me(connection.person)
        now, ticket = clock.now_ms(), connection.ticket
        connection.send(m.Welcome(protocol=m.PROTOCOL, build=self.build, now=now, me=me, ticket=ticket))

    async def disconnect(self, connection: Connection) -> None:
        """Forget a socket that is gone, at its table and in the lobby."""
        self.gc_policy.closed += 1
        self.connections.discard(connection)
        self.lobby.watchers.discard(connection)
        await self.leave_room(connection)

    def room_of(self, connection: Connection) -> Room | None:
        """The table that a socket is at, or None in the lobby."""
        return None if connection.table is None else self.rooms.get(connection.table)

    async def leave_room(self, connection: Connection) -> None:
        """Take a socket away from its table, if it is at one."""
        room = self.room_of(connection)
        if room is not None:
            await room.exit(connection)

    async def enter_room(self, connection: Connection, room: Room, command: m.Open) -> None:
        """A connection is in one place: it leaves the one before."""
        if connection.table != room.table.code:
            await self.leave_room(connection)
        self.lobby.watchers.discard(connection)
        await room.enter(connection, command)

    # ---- The lobby ----

    def tables(self) -> list[m.LobbyTable]:
        """Public tables where somebody is, the ones that can be joined first."""
        busy = (room for room in self.rooms.values() if room.table.public and room.presence.by_person)
        found = [one for room in busy if (one := room.listed()) is not None]
        return sorted(found, key=lambda one: (LISTED_FIRST.index(one.phase), one.code))[:MOST_LISTED]

    def _listing(self, why: BackInLobby = "", text: str = "") -> m.LobbyNow:
        return m.LobbyNow(tables=self.tables(), online=len(self.connections), why=why, text=text)

    def to_lobby(self, connection: Connection, why: BackInLobby = "", text: str = "") -> None:
        """Send the list of tables, and what follows; `why` is set if the table sent the person away."""
        if connection in self.connections:  # else its socket is gone
            self.lobby.watchers.add(connection)
        connection.send(self._listing(why, text))

    def lobby_changed(self) -> None:
        """Have the list of tables sent again soon."""
        self.lobby.changed()

    # ---- People ----

    def me(self, person: Person | None) -> m.Me:
        """Who somebody is, and the table at which they have a seat."""
        if person is None:
            return m.Me(person=None, name=None, table=None)
        table, face = self._seat_held(person.id), self.faces.of(person.id)
        return m.Me(person=person.id, name=person.name, table=table, face=face)

    async def identified(self, person: Person, ticket: str) -> None:
        """The socket of somebody without a name is this person's from now on, wherever it is."""
        for connection in list(self.connections) if ticket else ():
            if connection.ticket == ticket and connection.person is None:
                connection.ticket = ""
                room = self.room_of(connection)
                if room is None:
                    connection.person = person
                else:
                    await room.identified(connection, person)
                connection.send(m.MeNow(me=self.me(person)))

    async def renamed(self, person: Person) -> None:
        """Somebody has another name: their other tabs learn it, and the tables where they are."""
        here = set()
        for connection in self.connections:
            if connection.belongs_to(person):
                connection.person = person
                connection.send(m.MeNow(me=self.me(person)))
                here.add(connection.table)
        for code, room in list(self.rooms.items()):
            table = room.table
            if code in here or table.seat_of(person.id) is not None or person.id in table.queue:
                await room.renamed(person)

    async def change_face(self, person: Person, face: Face) -> None:
        """Somebody has chosen another face: it is seen wherever they sit."""
        await self.faces.choose(person.id, face)
        for room in self.seated_at(person.id):
            await room.show_again()

    async def give_up_seats(self, person: Person) -> None:
        """Somebody will never come back: at their tables it is as if they had left."""
        for room in self.seated_at(person.id):
            await room.give_up_seat(person)

    def cut_off(self, person: Person | None) -> None:
        """Close the connections of somebody; another device of theirs comes back by itself."""
        for connection in list(self.connections):
            if connection.belongs_to(person):
                connection.close(CLOSING)

    def people_around(self) -> set[str]:
        """Who is connected, or has a seat at a table that is open."""
        connected = {one.person.id for one in self.connections if one.person is not None}
        return connected | set(self._seats)

    def seats_taken(self, code: str, events: list[e.LogEvent]) -> None:
        """Remember at which table people sit, from the events of its log."""
        for event in events:
            if isinstance(event, e.SeatTaken):
                self._seats.setdefault(event.person, set()).add(code)

    def _seat_held(self, person: str) -> str | None:
        """The code of a table where this person has a seat, or one to come back to."""
        for code in self._seats.get(person, ()):
            room = self.rooms.get(code)
            if room is not None:
                table = room.table
                if table.seat_of(person) is not None or table.former_seat(person) is not None:
                    return code
        return None

    def seated_at(self, person: str) -> list[Room]:
        """The tables where this person has a seat."""
        known = (self.rooms.get(code) for code in self._seats.get(person, ()))
        return [room for room in known if room is not None and room.table.seat_of(person) is not None]

    # ---- Tables ----

    def find(self, text: str, person: Person | None, address: str) -> Room:
        """The table with this code. After many wrong ones people find public tables and their own only."""
        code = table_code(text)
        network = network_of(address)
        who = (network,) if person is None else (network, person.id)
        room = self.rooms.get(code)
        own = person is not None and code in self._seats.get(person.id, ())
        secret = not own and (room is None or not room.table.public)
        if secret and any(self._guesses.empty(one) for one in who):
            raise CommandRefused("rate", "codes_too_fast")
        if room is None:
            for one in who if code else ():  # what can't be a code is not a guess
                self._guesses.take(one)
            raise CommandRefused("gone", "table_damaged" if code in self._damaged else "no_table")
        return room

    async def answer_again(self, connection: Connection, person: Person, command: str) -> bool:
        """Send the stored answer of a repeated command, from a table where this person has had a seat."""
        for code in sorted(self._seats.get(person.id, ())):
            room = self.rooms.get(code)
            if room is not None and await room.answer_again(connection, person, command):
                return True
        return False

    async def created_and_closed(self, person: Person, command: str) -> m.Ack | None:
        """The stored answer of a command that made a table which is closed by now."""
        return await self._closed.answer(person.id, command)

    async def upload_rules(self, address: str, text: str) -> str:
        """Keep a rulebook that somebody brings: its id."""
        owner = network_of(address)
        if not self._new_rules.take(owner):
            raise CommandRefused("rate", "rulebooks_too_fast")
        return self.rulebooks.upload(await asyncio.to_thread(checked_text, text), owner)

    async def create(self, person: Person, command: m.Create, address: str) -> str:
        """A new table, stored before anybody hears of it: its code. The same command makes the same table."""
        code = self._created.get((person.id, command.id))
        if code is not None and await self._is_stored(code):
            return code
        self.take_a_new_table(person, address)
        return await self.open_table(person, command, address)

    async def _is_stored(self, code: str) -> bool:
        """Whether a table that was made is there; it is not known as long as the store can't say."""
        room = self.rooms[code]
        if room.live.dirty:
            await room.settled()
        return code in self.rooms

    def take_a_new_table(self, person: Person, address: str) -> None:
        """One of those that a person, and an address, may ask for in a while, or a refusal."""
        self._new_tables.take(person.id, network_of(address))
        if len(self.seated_at(person.id)) >= self.settings.most_own:
            raise CommandRefused("full", "too_many_tables")

    async def open_table(self, person: Person, command: m.Create, address: str, quick: bool = False) -> str:
        """Store a new table; its code."""
        network = self.networks.of(address)
        self._new_tables.check_room(len(self.rooms), network)
        bots = self.operator_bots.offered
        draws = self.settings.draw_seconds > 0
        context = Context({person.id}, (), new_game, self.rulebooks, bots, self.bot_names, draws)
        events = create(person, command, context, quick)
        code = next(one for one in iter(new_code, "") if one not in self.rooms and one not in self._damaged)
        self._last_room += 1
        room = self.rooms[code] = self._room(self._last_room, Table(code))
        self._created[person.id, command.id] = code
        self._new_tables.opened(code, network)
        try:
            await room.create(events, person, command.id, network)
        except UnknownOutcome:  # who asks again under this id finds it, or learns that it is not there
            raise
        except Exception:
            del self.rooms[code], self._created[person.id, command.id]
            self._new_tables.closed(code)
            raise
        return code

    def forget(self, room: Room) -> None:
        """Of a table that is closed nothing stays in memory."""
        room.stop()
        code = room.table.code
        if self.rooms.get(code) is room:
            del self.rooms[code]
            self._new_tables.closed(code)
        for command, made in self._created.items() if room.table.n else ():  # 0: it was never stored
            if made == code:
                self._closed.keep(command, room.live.id)
        self._seats = {who: left for who, codes in self._seats.items() if (left := codes - {code})}
        self._created = {command: made for command, made in self._created.items() if made != code}

    def damaged(self, room: Room, why: str) -> None:
        """Close a table whose log can't be read any more; its people learn why."""
        self._note_damage(room.table.code, room.live.id, why)
        for connection in room.presence.connections:
            connection.refuse(None, CommandRefused("gone", "table_damaged"))
        room.live.dirty = False  # nobody asks for it any more
        room.send_everybody_away()
        self.forget(room)


def _people(table: Table) -> Iterator[str]:
    """Those who are shown with a face."""
    for _, occupant in table.people():
        if occupant.person is not None:
            yield occupant.person
