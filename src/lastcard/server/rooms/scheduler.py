"""What a table does by itself: bots, clocks, and actions that were held back, by one timer.

The timer is set anew after every change. Whether a step is still due is judged under the room's lock, for the
table may have moved on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..common import clock
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..tables import events as e
from .bots import TableBots

if TYPE_CHECKING:
    from ..tables.table import Table
    from .room import Room

logger = logging.getLogger(__name__)
AGAIN = 2.0  # seconds until a step that failed is tried again
Due = tuple[int, Callable[[int], Any]]  # when, and a step, which is told when it was to be


class Scheduler:
    """The timer of one room, and the bots that think for its seats."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.bots = TableBots()
        self._asked: tuple[int, set[int]] = (-1, set())  # bots that had their say at this version
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def table(self) -> Table:
        return self.room.table

    # ---- The timer ----

    def plan(self, after: float = 0.0) -> None:
        """Set the timer for whatever comes next, not before so many seconds."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.due()
        if due is not None and self.table.closed is None:
            delay = max(after, (due[0] - clock.now_ms()) / 1000)
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
        except CommandRefused:  # it could not be kept
            self.plan(after=AGAIN)
        except Exception as error:
            logger.error("table %s: a step failed: %s", self.room.id, redacted(error))
            self.plan(after=AGAIN)

    def stop(self) -> None:
        """No more steps: the server goes down."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    # ---- What is due ----

    def due(self) -> Due | None:
        """What comes next and when."""
        table, settings = self.table, self.room.hub.settings
        running = self.room.running()
        if table.phase != "playing" or table.match is None:
            return self._host_falls_idle()
        pace = round(1000 * settings.paces[table.pace])
        last = table.moved_at
        somebody = self.room.presence.somebody(table)
        due: list[Due] = []
        if self.room.actions.held:
            due.append((self.room.actions.release_at(), self.release))
        if somebody and self._bots_to_call():  # as soon as if nothing were held back
            due.append((last + round(0.7 * pace), self.bots_call))
        if due or not somebody:
            return min(due, key=lambda one: one[0], default=None)
        wait = last + pace
        if table.exposed:
            wait = max(wait, self.room.actions.landed_at() + round(1000 * settings.bot_window))
        if self._bots_to_ask():
            return wait, self.bots_react
        turn = table.turn
        if turn is not None and table.seats[turn].played_by_bot:
            return wait, self.bot_moves
        return None if running is None else (running.deadline, self.time_is_up)

    def _host_falls_idle(self) -> Due | None:
        """When the others are told that they may deal, or take over from a host who does nothing."""
        here = self.room.presence
        host = None if self.table.host is None else self.table.seats[self.table.host].person
        if host is None or host not in here.by_person:
            return None
        left = here.active.get(host, 0) + self.room.hub.settings.host_idle - time.monotonic()
        return None if left <= 0 else (clock.now_ms() + round(1000 * left) + 1, self.tell_again)

    async def tell_again(self, at: int) -> None:
        async with self.room.locked():
            self.room.broadcast()
            self.plan()

    async def release(self, at: int) -> None:
        async with self.room.locked():
            await self.room.actions.release()
            self.plan()

    # ---- Bots ----

    def _bots_to_ask(self) -> list[int]:
        if self._asked[0] != self.table.version:
            self._asked = (self.table.version, set())
        book = self.table.book
        if book.call == "off" and not book.jump_in:
            return []
        seats = self.table.players
        return [i for i in seats if self.table.seats[i].played_by_bot and i not in self._asked[1]]

    def _bots_to_call(self) -> list[int]:
        """Bots that hold an uncalled card themselves: they may call before others act."""
        if not self.table.exposed or self.table.match is None:
            return []
        open_ = self.table.match.round.state.catchable
        return [i for i in self._bots_to_ask() if open_ >> self.table.players.index(i) & 1]

    async def bots_call(self, at: int) -> None:
        await self._ask((at, self.bots_call), self._bots_to_call)

    async def bots_react(self, at: int) -> None:
        await self._ask((at, self.bots_react), self._bots_to_ask)

    async def _ask(self, due: Due, whom: Callable[[], list[int]]) -> None:
        async with self.room.locked():
            for seat in whom() if self.due() == due else ():
                self._asked[1].add(seat)
                text = self.bots.respond(self.table, seat)
                if text is not None:
                    await self.room.commit([e.ActionPlayed(seat=seat, action=text)], None, None)
                    self.room.broadcast()
                    break
            self.plan()

    async def bot_moves(self, at: int) -> None:
        """The bot in turn thinks; if somebody else acts meanwhile, or its person is back, its move dies."""
        seat, version = self.table.turn, self.table.version
        if seat is None or self.table.phase != "playing":
            return
        text = await self.bots.choose(self.table, seat)
        async with self.room.locked():
            if self.table.version == version and self.due() == (at, self.bot_moves):
                await self.room.commit([e.ActionPlayed(seat=seat, action=text)], None, None)
                self.room.broadcast()
            self.plan()

    async def time_is_up(self, at: int) -> None:
        """Move for whoever is waited for too long; after some times a bot goes on."""
        seat, version = self.table.turn, self.table.version
        if seat is None:
            return
        text = await self.bots.choose(self.table, seat)
        async with self.room.locked():
            if self.table.version == version and self.due() == (at, self.time_is_up):
                out: list[e.LogEvent] = [e.ActionPlayed(seat=seat, action=text, timeout=True)]
                if self.table.seats[seat].timeouts + 1 >= self.room.hub.settings.timeouts:
                    out.append(e.StandInChanged(seat=seat, away=True, why="timeout"))
                await self.room.commit(out, None, None)
                self.room.broadcast()
            self.plan()
