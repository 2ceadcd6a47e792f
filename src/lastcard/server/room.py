"""A table with its people: wishes in, answers out, and nothing is shown before it is kept.

One lock a table. Whatever changes the table is applied, written to the store and only then told to anybody;
readers take the same lock. What the store refuses or can't be asked about is never built upon: the table is
read anew before anybody sees it. Bots, clocks and actions that are held back are done by one timer, set anew
after every change; whether a step is still due is judged under the lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import LastcardError
from ..table import Refusal
from ..table.notation import NotationError
from . import entries as e
from . import protocol as p
from .company import Minds
from .history import finished
from .limits import Buckets
from .names import tidy
from .state import Moment, events, lobby_table, moment, state
from .store import close_room
from .table import Table
from .wire import ELSEWHERE, Wire
from .wishes import Company, Denied, Person, all_ready, deal, granted

if TYPE_CHECKING:
    from .hub import Hub

logger = logging.getLogger(__name__)
REACTIONS = ("call", "catch")
AGAIN = 2.0  # seconds until a step that failed is tried again


def place(error: BaseException) -> str:
    """What went wrong and where, for the log: not what it says, for that may hold cards, seeds or names."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


Due = tuple[int, Callable[[int], Any]]  # when, and a step, which is told when it was to be


class Held(NamedTuple):
    """An action that waits until an uncalled card has lain long enough."""

    wire: Wire
    person: Person
    wish: p.Act


class Room:
    """One table, its sockets and its timer."""

    def __init__(self, hub: Hub, number: int, table: Table) -> None:
        self.hub = hub
        self.id = number
        self.table = table
        self.lock = asyncio.Lock()
        self.unkept = False  # the table holds what the store may not have
        self._listed: p.LobbyTable | None = None
        self.wires: set[Wire] = set()
        self.by_person: dict[str, Wire] = {}
        self.held: list[Held] = []
        self.minds = Minds()
        self.active: dict[str, float] = {}  # when each person last did something
        self.quiet_since = time.monotonic()  # nobody has been here since
        self._asked: tuple[int, set[int]] = (-1, set())  # bots that had their say at this version
        self._shift, self._shift_turn = 0, -1  # what the clock of this turn stood still, in milliseconds
        self._paused: int | None = now_ms()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._chats = Buckets(hub.settings.chats)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """The lock, over a table that holds nothing but what is kept."""
        async with self.lock:
            self._mend()
            yield

    # ---- Who is there ----

    @property
    def online(self) -> set[str]:
        return set(self.by_person)

    @property
    def watchers(self) -> list[Wire]:
        return [w for w in self.wires if w.person is None or self.table.seat_of(w.person.id) is None]

    def listed(self) -> p.LobbyTable | None:
        """The table as the lobby shows it: without what is not kept yet."""
        if not self.unkept:
            self._listed = lobby_table(self.table, len(self.watchers))
        return self._listed

    def company(self) -> Company:
        late = time.monotonic() - self.hub.settings.host_idle
        idle = {person for person in self.by_person if self.active.get(person, 0) < late}
        return Company(self.online, idle, self.hub.new_game)

    async def enter(self, wire: Wire, wish: p.Open) -> None:
        """Come to the table; another socket of the same person gives way."""
        async with self.alone():
            if self.table.closed is not None:
                raise Denied("gone", "this table is closed")
            person = wire.person
            if person is not None and person.id in self.table.banned:
                raise Denied("denied", "the host has sent you away from this table")
            if person is not None:
                before = self.by_person.get(person.id)
                if before is not None and before is not wire:
                    self._forget(before)
                    before.send(p.Elsewhere())
                    before.close(ELSEWHERE)
                self.by_person[person.id] = wire
                self.active[person.id] = time.monotonic()
            self.wires.add(wire)
            wire.room = self
            if wish.sit and person is not None and self.table.seat_of(person.id) is None:
                await self._try_to_sit(person, wish)
            seat = None if person is None else self.table.seat_of(person.id)
            if self.table.host is None and seat is not None:
                await self._keep([e.HostIs(seat=seat)], None, None)
            await self._seat_next()
            self._resume()
            self._show(wire, wish.since or 0, self._moment(), resync=True)
            wire.send(p.Ack(id=wish.id, n=self.table.n, version=self.table.version, code=self.table.code))
            self._tell_all(but=wire)
            self._plan()
        self.hub.lobby_changed()

    async def _try_to_sit(self, person: Person, wish: p.Open) -> None:
        """An invitation seats one if it can; else one watches."""
        try:
            entries = granted(self.table, person, p.Sit(id=wish.id), self.company())
            await self._keep(entries, person, None)
        except Denied:
            pass

    async def exit(self, wire: Wire) -> None:
        """A socket is gone. A late one changes nothing for its successor."""
        if wire not in self.wires:
            return
        async with self.lock:
            self._forget(wire)
            with suppress(Denied):  # the store can't be reached: the socket is gone all the same
                self._mend()
                await self._missed(wire)
                self._tell_all()
            if not self._somebody():
                self._paused = now_ms()
            self._plan()
        self.hub.lobby_changed()

    async def _missed(self, wire: Wire) -> None:
        """Somebody with a seat is gone: not ready any more, and perhaps not waited for."""
        seat = None if wire.person is None else self.table.seat_of(wire.person.id)
        if wire.person is None or wire.person.id in self.by_person or seat is None:
            return
        if self.table.closed is None:
            if self.table.chairs[seat].ready and self.table.phase != "playing":
                await self._keep([e.ReadyIs(seat=seat, ready=False)], None, None)
            await self._after_absence()

    async def _after_absence(self) -> None:
        """Who is waited for is worked out again: the others may all be ready for the next round."""
        people = [chair for _, chair in self.table.people() if chair.person in self.by_person]
        waiting = self.table.phase == "between" and people and all_ready(self.table, self.company())
        if waiting and any(chair.ready for chair in people):
            await self._keep(deal(self.table, self.company()), None, None)

    def _forget(self, wire: Wire) -> None:
        self.wires.discard(wire)
        wire.room = None
        self.held = [one for one in self.held if one.wire is not wire]
        if wire.person is not None and self.by_person.get(wire.person.id) is wire:
            del self.by_person[wire.person.id]
        if not self.wires:
            self.quiet_since = time.monotonic()

    def _somebody(self) -> bool:
        """A person with a seat is connected."""
        return any(chair.person in self.by_person for _, chair in self.table.people())

    # ---- Wishes ----

    async def wish(self, wire: Wire, wish: Any) -> None:
        """Anything but an action of the game."""
        person = wire.person
        if person is None:
            raise Denied("denied", "take a name first")
        async with self.alone():
            if self._answered(wire, person, wish.id):
                return
            self.active[person.id] = time.monotonic()
            if isinstance(wish, p.Say) and not self._chats.take(person.id):
                raise Denied("rate", "that was a lot at once: wait a few seconds")
            if self.table.closed is not None:
                raise Denied("gone", "this table is closed")
            kicked = self._kicked(wish)
            entries = granted(self.table, person, wish, self.company())
            await self._keep(entries, person, wish.id)
            self._send_away(kicked, wish)
            leaving = isinstance(wish, p.Leave)
            if leaving:
                self._forget(wire)
            self._tell_all()
            wire.send(p.Ack(id=wish.id, n=self.table.n, version=self.table.version, code=self.table.code))
            if leaving:
                self.hub.to_lobby(wire, "left")
            if self.table.closed is not None:
                self._dissolve()
            self._plan()
        self.hub.lobby_changed()

    def _answered(self, wire: Wire, person: Person, wish: str) -> bool:
        """A repeated id gets the stored answer."""
        before = self.table.done.get((person.id, wish))
        if before is None:
            return False
        wire.send(p.Ack(id=wish, n=before[0], version=before[1], code=self.table.code))
        return True

    def _kicked(self, wish: Any) -> Wire | None:
        if not isinstance(wish, p.Kick) or wish.seat >= len(self.table.chairs):
            return None
        person = self.table.chairs[wish.seat].person
        return None if person is None else self.by_person.get(person)

    def _send_away(self, kicked: Wire | None, wish: Any) -> None:
        if kicked is not None:
            self._forget(kicked)
            self.hub.to_lobby(kicked, "kicked", tidy(wish.why))

    def _dissolve(self) -> None:
        """The table is closed: everybody is back in the lobby with the reason."""
        for wire in list(self.wires):
            self._forget(wire)
            self.hub.to_lobby(wire, "closed")
        self.hub.forget(self)

    async def close(self, why: Any) -> None:
        """Close it from outside, when nobody has been here for long."""
        async with self.alone():
            if self.table.closed is None:
                await self._keep([e.Closed(why=why)], None, None)
                self._dissolve()
                self._plan()

    # ---- Actions ----

    async def act(self, wire: Wire, wish: p.Act) -> None:
        """An action of the sender's own seat: done, held back for a moment, or refused."""
        person = wire.person
        if person is None:
            raise Denied("denied", "take a name first")
        async with self.alone():
            if self._answered(wire, person, wish.id) or self._is_held(person, wish.id):
                return
            self.active[person.id] = time.monotonic()
            seat = self._judge(person, wish)
            if self._must_wait(wish.action):
                self._hold(Held(wire, person, wish), seat)
                self._plan()
                return
            await self._act(wire, person, wish)
            self._plan()

    def _must_wait(self, action: str) -> bool:
        """A turn action while somebody holds one uncalled card that has only just landed."""
        if action.strip().partition(" ")[0].lower() in REACTIONS or not self.table.exposed:
            return False
        return now_ms() < self.table.exposed_since + round(1000 * self.hub.settings.window)

    def _is_held(self, person: Person, wish: str) -> bool:
        """Ids are each person's own."""
        return any(one.person.id == person.id and one.wish.id == wish for one in self.held)

    def _hold(self, one: Held, seat: int) -> None:
        """Keep back what could be done now; what the rules refuse is refused at once."""
        if any(other.person.id == one.person.id for other in self.held):
            raise Denied("busy", "your action before this one still waits")
        player = self.table.player_of(seat)
        assert player is not None
        assert self.table.match is not None
        try:
            self.table.match.game.verify(player, one.wish.action)
        except Refusal as error:
            raise Denied("rules", str(error)) from None
        self.held.append(one)

    async def _act(self, wire: Wire, person: Person, wish: p.Act) -> None:
        seat = self._judge(person, wish)
        try:
            await self._keep([e.Did(seat=seat, action=wish.action)], person, wish.id)
        except Refusal as error:
            raise Denied("rules", str(error)) from None
        self._tell_all()
        wire.send(p.Ack(id=wish.id, n=self.table.n, version=self.table.version, code=self.table.code))

    def _judge(self, person: Person, wish: p.Act) -> int:
        """The seat, or Denied. What was chosen at an older version is done if it is still the question."""
        table = self.table
        seat = table.seat_of(person.id)
        player = table.player_of(seat)
        if seat is None or player is None or table.match is None:
            raise Denied("denied", "you don't play in this round")
        if table.phase != "playing":
            raise Denied("stale", "no round is in play")
        if table.chairs[seat].away:
            raise Denied("denied", "a bot plays for you: come back first")
        if wish.version > table.version:
            raise Denied("invalid", "there is no such version")
        if wish.version == table.version:
            return seat
        game = table.match.game
        try:
            text = str(game.notation.parse(wish.action))
        except NotationError as error:
            raise Denied("rules", str(error)) from None
        verb = text.split()[0]
        still = text in {str(action) for action in game.legal(player)}
        if verb == "catch" and not still:
            raise Denied("dropped", "too late: no harm done")
        if not still or (verb not in REACTIONS and wish.version < table.turn_version):
            raise Denied("stale", "the table has moved on")
        return seat

    # ---- Keeping and telling ----

    async def _keep(self, entries: list[e.Entry], person: Person | None, wish: str | None) -> None:
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
            if one in self.by_person and self.table.closed is None:
                person = Person(one, name)
                with suppress(Denied):  # none is free, or it can't be kept: the next change tries again
                    await self._keep(granted(self.table, person, p.Sit(id="-"), self.company()), None, None)
                    return  # which has seated the others

    def _applied(
        self, entries: list[e.Entry], person: Person | None, wish: str | None
    ) -> tuple[list[e.Line], Callable[[Any], None] | None]:
        lines: list[e.Line] = []
        at = now_ms()
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

    def _tell_all(self, but: Wire | None = None) -> None:
        shared = self._moment()
        for wire in self.wires:
            if wire is not but:
                self._show(wire, wire.told, shared)

    def _moment(self) -> Moment:
        names = [w.person.name for w in self.watchers if w.person is not None]
        return moment(self.table, now_ms(), self.by_person, names, self.clock(), self.company().idle)

    def _show(self, wire: Wire, since: int, shared: Moment, resync: bool = False) -> None:
        who = None if wire.person is None else wire.person.id
        shown = state(self.table, who, shared)
        wire.send(p.TableNow(table=shown, events=events(self.table, who, since), resync=resync))
        wire.told = self.table.n

    # ---- The clock ----

    def clock(self) -> p.Clock | None:
        """Whose time is running, and until when."""
        table, seat = self.table, self.table.turn
        if not table.timer or seat is None or table.chairs[seat].played_by_bot:
            return None
        if self._shift_turn != table.turn_version:
            self._shift, self._shift_turn = 0, table.turn_version
        pause = 0 if self._paused is None else now_ms() - max(self._paused, table.turn_since)
        allowed = round(1000 * self.hub.settings.second * table.timer)
        deadline = table.turn_since + allowed + self._shift + pause
        return p.Clock(seat=seat, deadline=deadline, seconds=table.timer)

    def slept_since(self, at: int) -> None:
        """The server was down since then: the clock stood still."""
        self._paused = at

    def _resume(self) -> None:
        if self._paused is not None and self._somebody():
            if self._shift_turn != self.table.turn_version:
                self._shift, self._shift_turn = 0, self.table.turn_version
            self._shift += max(0, now_ms() - max(self._paused, self.table.turn_since))
            self._paused = None

    # ---- What is due ----

    def _plan(self, after: float = 0.0) -> None:
        """Set the timer for whatever comes next, not before so many seconds."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._due()
        if due is not None and self.table.closed is None:
            delay = max(after, (due[0] - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._go, due)

    def _go(self, due: Due) -> None:
        self._timer = None
        task = asyncio.get_running_loop().create_task(self._guarded(due))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, due: Due) -> None:
        """One timer that fails leaves other tables alone, and is set again."""
        try:
            await due[1](due[0])
        except Denied:  # it could not be kept
            self._plan(after=AGAIN)
        except Exception as error:
            logger.error("table %s: a step failed: %s", self.id, place(error))
            self._plan(after=AGAIN)

    def _due(self) -> Due | None:
        """What comes next and when. Steps ask again under the lock: the table may have moved on meanwhile."""
        table = self.table
        if table.phase != "playing" or table.match is None:
            return self._host_falls_idle()
        pace = round(1000 * self.hub.settings.paces[table.pace])
        last = table.moved_at
        due: list[Due] = []
        if self.held:
            window = round(1000 * self.hub.settings.window)
            due.append((table.exposed_since + window if table.exposed else 0, self._release))
        if self._somebody() and self._bots_to_call():  # as soon as if nothing were held back
            due.append((last + round(0.7 * pace), self._bots_call))
        if due or not self._somebody():
            return min(due, key=lambda one: one[0], default=None)
        wait = last + pace
        if table.exposed:
            wait = max(wait, table.exposed_since + round(1000 * self.hub.settings.bot_window))
        if self._bots_to_ask():
            return wait, self._bots_react
        turn = table.turn
        if turn is not None and table.chairs[turn].played_by_bot:
            return wait, self._bot_moves
        clock = self.clock()
        return None if clock is None else (clock.deadline, self._time_is_up)

    def _host_falls_idle(self) -> Due | None:
        """When the others are told that they may deal, or take over from a host who does nothing."""
        host = None if self.table.host is None else self.table.chairs[self.table.host].person
        if host is None or host not in self.by_person:
            return None
        left = self.active.get(host, 0) + self.hub.settings.host_idle - time.monotonic()
        return None if left <= 0 else (now_ms() + round(1000 * left) + 1, self._tell_again)

    async def _tell_again(self, at: int) -> None:
        async with self.alone():
            self._tell_all()
            self._plan()

    async def _release(self, at: int) -> None:
        """Do what was held back, in the order in which it came. Timers may be early: the clock decides."""
        async with self.alone():
            while self.held and not self._must_wait(self.held[0].wish.action):
                one = self.held.pop(0)
                try:
                    await self._act(one.wire, one.person, one.wish)
                except Denied as denied:
                    self.deny(one.wire, one.wish.id, denied)
            self._plan()

    def deny(self, wire: Wire, wish: str | None, denied: Denied) -> None:
        """Refuse a wish; whoever acted on an old table is shown the one of now."""
        if denied.code == "stale" and wire in self.wires:
            self._show(wire, wire.told, self._moment())
        wire.refuse(wish, denied.code, str(denied))

    # ---- Bots ----

    def _bots_to_ask(self) -> list[int]:
        if self._asked[0] != self.table.version:
            self._asked = (self.table.version, set())
        book = self.table.book
        if book.call == "off" and not book.jump_in:
            return []
        seats = self.table.players
        return [i for i in seats if self.table.chairs[i].played_by_bot and i not in self._asked[1]]

    def _bots_to_call(self) -> list[int]:
        """Bots that hold an uncalled card themselves: they may call before others act."""
        if not self.table.exposed or self.table.match is None:
            return []
        open_ = self.table.match.game.state.open
        return [i for i in self._bots_to_ask() if open_ >> self.table.players.index(i) & 1]

    async def _bots_call(self, at: int) -> None:
        await self._ask((at, self._bots_call), self._bots_to_call)

    async def _bots_react(self, at: int) -> None:
        await self._ask((at, self._bots_react), self._bots_to_ask)

    async def _ask(self, due: Due, whom: Callable[[], list[int]]) -> None:
        async with self.alone():
            for seat in whom() if self._due() == due else ():
                self._asked[1].add(seat)
                text = self.minds.respond(self.table, seat)
                if text is not None:
                    await self._keep([e.Did(seat=seat, action=text)], None, None)
                    self._tell_all()
                    break
            self._plan()

    async def _bot_moves(self, at: int) -> None:
        """The bot in turn thinks; if somebody else acts meanwhile, or its person is back, its move dies."""
        seat, version = self.table.turn, self.table.version
        if seat is None or self.table.phase != "playing":
            return
        text = await self.minds.choose(self.table, seat)
        async with self.alone():
            if self.table.version == version and self._due() == (at, self._bot_moves):
                await self._keep([e.Did(seat=seat, action=text)], None, None)
                self._tell_all()
            self._plan()

    async def _time_is_up(self, at: int) -> None:
        """Move for whoever is waited for too long; after some times a bot goes on."""
        seat, version = self.table.turn, self.table.version
        if seat is None:
            return
        text = await self.minds.choose(self.table, seat)
        async with self.alone():
            if self.table.version == version and self._due() == (at, self._time_is_up):
                out: list[e.Entry] = [e.Did(seat=seat, action=text, timeout=True)]
                if self.table.chairs[seat].timeouts + 1 >= self.hub.settings.timeouts:
                    out.append(e.Minded(seat=seat, away=True, why="timeout"))
                await self._keep(out, None, None)
                self._tell_all()
            self._plan()

    def stop(self) -> None:
        """No more steps: the server goes down."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()


def rebuilt(code: str, lines: list[e.Line]) -> Table:
    """A table from its log."""
    table = Table(code)
    for line in lines:
        table.apply(line)
    return table
