"""A table with its people: commands in, answers out, and nothing is shown before it is stored.

One lock a table. Whatever changes the table is decided, committed and only then broadcast; readers take the
same lock. When the lock is left, the scheduler plans what comes next and the lobby learns what changed. If
the store can't say what is stored, the room keeps asking, and then tells everybody what is new. The parts:
`live_table` stores, `presence` knows who is there, `audience` sends, `actions` does the actions of the
game, `scheduler` what the table does by itself.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Literal, Protocol

from ...errors import LastcardError
from ..common.names import chat_text
from ..common.person import Person
from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..push.desk import PushDesk
from ..settings import Settings
from ..storage.faces import Faces
from ..storage.outcomes import UnknownOutcome, Unsettled
from ..storage.store import Store
from ..tables import events as e
from ..tables.commands import Context, all_ready, deal, decide, rename
from ..tables.offered_rulebooks import OfferedRulebooks
from ..tables.projection import lobby_table
from ..tables.table import Table
from .actions import Actions
from .audience import Audience
from .connection import ELSEWHERE, Connection
from .draw_clock import DrawClock
from .live_table import LiveTable, TableDamaged
from .operator_bots import OperatorBots
from .pace import Pace
from .presence import Presence
from .scheduler import Scheduler
from .turn_calls import TurnCalls
from .turn_clock import TurnClock

ASK_SECONDS = 1.0  # between questions about a table of which the store can't say what is stored
BackInLobby = Literal["", "kicked", "closed", "left", "gone"]


class Directory(Protocol):
    """What a room needs of the server around it."""

    rulebooks: OfferedRulebooks
    operator_bots: OperatorBots
    bot_names: tuple[str, ...]
    faces: Faces
    push: PushDesk | None

    def seats_taken(self, code: str, events: list[e.LogEvent]) -> None:
        """Remember who sits at a table, from the events of its log."""

    def lobby_changed(self) -> None:
        """Have the list of tables sent again soon."""

    def to_lobby(self, connection: Connection, why: BackInLobby = "", text: str = "") -> None:
        """Show a connection the lobby; `why` is set if the table sent it away."""

    def forget(self, room: Room) -> None:
        """Drop a table that is closed."""

    def damaged(self, room: Room, why: str) -> None:
        """Close a table whose log can't be read any more."""


class Room:
    """One table under its lock."""

    def __init__(
        self, number: int, table: Table, store: Store, settings: Settings, directory: Directory
    ) -> None:
        self.lock = asyncio.Lock()
        self.live = LiveTable(number, table, store)
        self.presence = Presence(table.code)
        self.turn_clock = TurnClock(settings.second)
        playing = directory.operator_bots.offered.playing
        draw_clock = DrawClock(settings.draw_seconds)
        self.audience = Audience(
            self.live, self.presence, self.turn_clock, draw_clock, settings, playing, directory.faces
        )
        pace = Pace(settings)
        self.actions = Actions(self.live, self.audience, self.commit, settings.window, pace)
        self.scheduler = Scheduler(self, settings, pace, directory.operator_bots)
        self.turn_calls = TurnCalls(lambda: self.table, self.presence, directory.push, settings.push_grace)
        self._directory = directory
        self._host_idle = settings.host_idle
        self._draws = settings.draw_seconds > 0
        self._chats = TokenBuckets(settings.chats)
        self._reactions = TokenBuckets(settings.reactions)
        self._asking: asyncio.Task[None] | None = None  # the store, while the table is dirty
        self._listed: m.LobbyTable | None = None
        self._outline: tuple[m.LobbyTable | None, int] = (None, 0)

    @property
    def table(self) -> Table:
        """The table as of the last stored event."""
        return self.live.table

    # ---- The lock ----

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """The lock, over a table that holds nothing but what is stored."""
        async with self._locked_as_it_is():
            await self._settle()
            yield

    @asynccontextmanager
    async def _locked_as_it_is(self) -> AsyncIterator[None]:
        async with self.lock:
            try:
                yield
            finally:
                if self.live.dirty:
                    self._keep_asking()
                else:
                    self.scheduler.plan()
                    self.turn_calls.plan()
                self._tell_lobby()

    async def _settle(self) -> list[e.NumberedEvent]:
        """If the table may hold more than the store, read it again and tell everybody; its log."""
        if not self.live.dirty:
            return []
        try:
            log = await self.live.reload()
        except TableDamaged as error:
            self._directory.damaged(self, str(error))
            raise CommandRefused("gone", "table_damaged") from None
        self._directory.seats_taken(self.table.code, [one.event for one in log])
        if self.table.closed is not None:
            self._dissolve()
            return log
        for connection in list(self.presence.connections):
            if connection.person is not None and connection.person.id in self.table.banned:
                self._send_to_lobby(connection, "kicked")
        self.audience.broadcast()
        return log

    def _keep_asking(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._ask())

    async def _ask(self) -> None:
        while self.live.dirty:
            await self.live.known(ASK_SECONDS)
            with suppress(CommandRefused):
                async with self.locked():
                    pass

    async def _settled_or_cut(self) -> None:
        """Who comes while the table can't be read is not turned away: they come again by themselves."""
        try:
            await self._settle()
        except CommandRefused:
            if self.live.dirty:
                raise Unsettled from None
            raise

    async def settled(self) -> None:
        """Wait for the lock, over a table of which it is known what is stored; else Unsettled."""
        async with self._locked_as_it_is():
            await self._settled_or_cut()

    @contextmanager
    def _if_possible(self) -> Iterator[None]:
        """What is refused here is left; but not with a table that holds what may not be stored."""
        try:
            yield
        except CommandRefused:
            if self.live.dirty:
                raise

    @asynccontextmanager
    async def _locked_for(self, person: Person, command: str) -> AsyncIterator[None]:
        """The same for a command, which is not refused while nobody knows whether it was done."""
        async with self._locked_as_it_is():
            try:
                await self._settle()
            except CommandRefused:
                repeated = (person.id, command) in self.table.answered  # it was done: not refused now
                if repeated or self.live.is_open(person.id, command):
                    raise Unsettled from None
                raise
            yield

    def _tell_lobby(self) -> None:
        outline = self.listed(), self.presence.revision
        if outline != self._outline:
            self._outline = outline
            self._directory.lobby_changed()

    def listed(self) -> m.LobbyTable | None:
        """The table as the lobby shows it: without what is not stored yet."""
        if not self.live.dirty:
            self._listed = self.in_lobby()
        return self._listed

    def in_lobby(self) -> m.LobbyTable:
        """The same, with what is only applied. Under the lock it is stored."""
        return lobby_table(self.table, len(self.presence.watchers(self.table)), self._directory.faces.of)

    # ---- People come and go ----

    async def enter(self, connection: Connection, command: m.Open) -> None:
        """Come to the table; another connection of the same person gives way."""
        async with self._locked_as_it_is():
            await self._settled_or_cut()
            person = connection.person
            self._check_open()
            if person is not None and person.id in self.table.banned:
                raise CommandRefused("denied", "removed")
            self._replace(self.presence.other(connection))
            self.presence.add(connection)
            if command.sit and person is not None and self._wants_a_seat(person, command.id):
                with self._if_possible():  # an invitation seats people if it can; else they watch
                    await self.commit(self._decide(person, m.Sit(id=command.id)), person, command.id)
            if person is not None:
                await self.commit(rename(self.table, person))
            seat = self.presence.seated(connection, self.table)
            if self.table.host is None and seat is not None and not self.table.quick:
                await self.commit([e.HostChanged(seat=seat)])
            await self._seat_next()
            self.audience.welcome(connection, command.since or 0)
            self.audience.acknowledge(connection, command.id)
            self.audience.broadcast(but=connection)

    def _wants_a_seat(self, person: Person, command: str) -> bool:
        """Who has none; a command that is repeated has had its seat."""
        return self.table.seat_of(person.id) is None and (person.id, command) not in self.table.answered

    async def identified(self, connection: Connection, person: Person) -> None:
        """Who looks on without a name is this person now."""
        async with self.locked():
            connection.person = person
            if person.id in self.table.banned:
                self._send_to_lobby(connection, "kicked")
            elif connection in self.presence.connections:
                self._replace(self.presence.other(connection))
                self.presence.add(connection)
                self.audience.broadcast()

    async def renamed(self, person: Person) -> None:
        """Somebody who sits, waits or looks on here has another name."""
        async with self.locked():
            if self.table.closed is None:
                await self.commit(rename(self.table, person))
                self.audience.broadcast()

    def has_room_for(self, person: Person) -> bool:
        """Whether this person could sit down here, now or when the round is over."""
        try:
            return bool(self._decide(person, m.Sit(id="-")))
        except CommandRefused:
            return False

    async def show_again(self) -> None:
        """Somebody here has another face: everybody sees it."""
        async with self.locked():
            self.audience.broadcast()

    async def deal(self) -> None:
        """The table deals by itself. Under the lock."""
        await self.commit(deal(self.table, self._context()))

    def _replace(self, other: Connection | None) -> None:
        if other is not None:
            self._forget(other)
            other.send(m.Elsewhere())
            other.close(ELSEWHERE)

    async def exit(self, connection: Connection) -> None:
        """A connection is gone. A late one changes nothing for its successor."""
        if connection not in self.presence.connections:
            return
        async with self._locked_as_it_is():
            self._forget(connection)
            with suppress(
                CommandRefused, UnknownOutcome
            ):  # the store can't be reached: it is gone all the same
                await self._settle()
                await self._missed(connection)
                self.audience.broadcast()

    async def _missed(self, connection: Connection) -> None:
        """Somebody with a seat is gone: not ready any more, and perhaps not waited for."""
        seat = self.presence.seated(connection, self.table)
        if seat is None or self.presence.other(connection) is not None or self.table.closed is not None:
            return
        if self.table.seats[seat].ready and self.table.phase != "playing":
            await self.commit([e.ReadyChanged(seat=seat, ready=False)])
        here = [one for _, one in self.table.people() if one.person in self.presence.by_person]
        waiting = self.table.phase == "between" and here and all_ready(self.table, self._context())
        if waiting and any(occupant.ready for occupant in here):  # all others wait for the next round
            await self.commit(deal(self.table, self._context()))

    def _forget(self, connection: Connection) -> None:
        self.presence.remove(connection)
        self.actions.forget(connection)

    def stop(self) -> None:
        """Do nothing by itself any more: the table is closed, or the server goes down."""
        if self._asking is not None and self._asking is not asyncio.current_task():
            self._asking.cancel()
        self.scheduler.stop()
        self.turn_calls.stop()

    # ---- Commands ----

    async def act(self, connection: Connection, command: m.Act) -> None:
        """An action of the game."""
        person = named(connection)
        async with self._locked_for(person, command.id):
            if self._answered(connection, person, command.id) or self.actions.is_held(person, command.id):
                return
            self.presence.did_something(person.id)
            await self.actions.act(connection, person, command)

    async def command(self, connection: Connection, command: Any) -> None:
        """Anything else."""
        person = named(connection)
        async with self._locked_for(person, command.id):
            if self._answered(connection, person, command.id):
                return
            self.presence.did_something(person.id)
            if isinstance(command, m.Say) and not self._chats.take(person.id):
                raise CommandRefused("rate", "chat_too_fast")
            self._check_open()
            kicked = self._kicked(command)
            # What changes nothing is stored as well: a later time it might.
            await self.commit(self._decide(person, command) or [e.CommandAnswered()], person, command.id)
            if kicked is not None:
                self._send_to_lobby(kicked, "kicked", chat_text(command.why))
            leaving = isinstance(command, m.Leave)
            if leaving:
                self._forget(connection)
            self.audience.broadcast()
            self.audience.acknowledge(connection, command.id)
            if leaving:
                self._directory.to_lobby(connection, "left")
            if self.table.closed is not None:
                self._dissolve()

    async def react(self, connection: Connection, command: m.React) -> None:
        """A reaction of somebody with a seat: everybody who is here sees it, and it is gone."""
        person = named(connection)
        async with self.locked():
            self._check_open()
            seat = self.table.seat_of(person.id)
            if seat is None:
                raise CommandRefused("denied", "seated_only")
            if not self._reactions.take(person.id):
                raise CommandRefused("rate", "reactions_too_fast")
            self.presence.did_something(person.id)
            reaction = m.Reaction(seat=seat, name=self.table.seats[seat].name, emote=command.emote)
            for one in self.presence.connections:
                one.send(reaction)

    async def give_up_seat(self, person: Person) -> None:
        """As if they had left, wherever they are."""
        async with self.locked():
            if self.table.closed is None and self.table.seat_of(person.id) is not None:
                await self.commit(self._decide(person, m.Stand(id="-")))
                self.audience.broadcast()
                if self.table.closed is not None:
                    self._dissolve()

    def _check_open(self) -> None:
        if self.table.closed is not None:
            raise CommandRefused("gone", "closed")

    def _answered(self, connection: Connection, person: Person, command: str) -> bool:
        """A repeated id gets the stored answer."""
        if (person.id, command) not in self.table.answered:
            return False
        self.audience.acknowledge(connection, command)
        return True

    async def answer_again(self, connection: Connection, person: Person, command: str) -> bool:
        """The stored answer for somebody who is not here any more, if there is one."""
        if (person.id, command) not in self.table.answered and not self.live.is_open(person.id, command):
            return False
        async with self._locked_for(person, command):
            return self._answered(connection, person, command)

    def _kicked(self, command: Any) -> Connection | None:
        if not isinstance(command, m.Kick) or command.seat >= len(self.table.seats):
            return None
        person = self.table.seats[command.seat].person
        return None if person is None else self.presence.by_person.get(person)

    def _send_to_lobby(self, connection: Connection, why: BackInLobby, text: str = "") -> None:
        self._forget(connection)
        self._directory.to_lobby(connection, why, text)

    def _dissolve(self) -> None:
        """The table is closed: everybody is back in the lobby with the reason."""
        self.send_everybody_away()
        self._directory.forget(self)

    def send_everybody_away(self) -> None:
        """Back into the lobby: the table is closed."""
        for connection in list(self.presence.connections):
            self._send_to_lobby(connection, "closed")

    async def close(self, why: Literal["closed", "empty", "expired"]) -> None:
        """Close it from outside, when nobody has been here for long."""
        async with self.locked():
            if self.table.closed is None:
                await self.commit([e.TableClosed(why=why)])
                self._dissolve()

    # ---- Deciding and storing ----

    def _context(self) -> Context:
        idle = self.presence.idle(self._host_idle)
        rulebooks, bots = self._directory.rulebooks, self._directory.operator_bots.offered
        names, draws = self._directory.bot_names, self._draws
        faces = self._directory.faces.of
        return Context(self.presence.online, idle, new_game, rulebooks, bots, names, draws, faces)

    def _decide(self, person: Person, command: Any) -> list[e.LogEvent]:
        return decide(self.table, person, command, self._context())

    async def create(
        self, events: list[e.LogEvent], person: Person, command: str, network: str | None = None
    ) -> None:
        """Store a new table; anyone who asks for it meanwhile waits until it is stored."""
        async with self._locked_as_it_is():
            await self.live.create(events, person, command, network)
            self._directory.seats_taken(self.table.code, events)

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply events and store them, then seat who waits. If it refuses, nothing has happened."""
        if events:
            try:
                await self.live.commit(events, person, command)
            except LastcardError:
                if not await self._was_stored():
                    raise
            self._directory.seats_taken(self.table.code, events)
            await self._seat_next()

    async def _was_stored(self) -> bool:
        """Whether the store has what it could not say that it has."""
        with suppress(CommandRefused):  # it can't be read either: we keep asking
            return self.live.attempt in await self._settle()
        return False

    async def _seat_next(self) -> None:
        """The first in the queue who is here gets the first seat that is free."""
        for one, name in list(self.table.queue.items()):
            if one in self.presence.by_person and self.table.closed is None:
                with self._if_possible():  # none is free: the next change tries again
                    await self.commit(self._decide(Person(one, name), m.Sit(id="-")))
                    return  # the commit has seated the others


def named(connection: Connection) -> Person:
    """The person behind a connection; raises CommandRefused if they have not chosen a name."""
    if connection.person is None:
        raise CommandRefused("denied", "choose_name")
    return connection.person


def new_game() -> str:
    """The number of a match in the history."""
    return secrets.token_hex(6)
