"""What a table does by itself: bots, clocks, and actions that were held back, by one timer.

The timer is set again whenever the lock of the room is left. Whether a step is still due is judged under that
lock, because the table may have moved on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from ..common import clock
from ..common.person import Person
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..settings import Settings
from ..tables import events as e
from ..tables.table import Table
from .actions import Actions
from .audience import Audience
from .bots import TableBots
from .live_table import LiveTable
from .operator_bots import OperatorBots, SeatedBots
from .presence import Presence

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # until a step that failed is tried again
Due = tuple[int, Callable[[int], Any]]  # when, and a step, which takes the time at which it was due


class ScheduledRoom(Protocol):
    """What the scheduler needs of its room."""

    live: LiveTable
    presence: Presence
    audience: Audience
    actions: Actions

    def locked(self) -> AbstractAsyncContextManager[None]:
        """The room's lock; on the way out, timers are planned again."""

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply and store events; they are shown only after that."""


class Scheduler:
    """The timer of one room, and the bots that play for its seats."""

    def __init__(self, room: ScheduledRoom, settings: Settings, operator_bots: OperatorBots) -> None:
        self._room = room
        self._settings = settings
        self._own_bots = SeatedBots(operator_bots, room.live.id)
        self.bots = TableBots(self._own_bots)
        self._asked: tuple[int, set[int]] = (-1, set())  # bots that had their say at this version
        self._timer: asyncio.TimerHandle | None = None
        self._running: dict[Due, asyncio.Task[None]] = {}
        self._retry_at = 0.0
        self._stopped = False

    @property
    def _table(self) -> Table:
        return self._room.live.table

    # ---- The timer ----

    def plan(self) -> None:
        """Set the timer for whatever comes next, unless that is being done already."""
        if not self._stopped:
            self._own_bots.settle(self._table, self._room.presence.somebody(self._table))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._stopped or self._table.closed is not None else self.due()
        if due is not None and due not in self._running:
            delay = max(0.0, self._retry_at - time.monotonic(), (due[0] - clock.now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._start, due)

    def _start(self, due: Due) -> None:
        self._timer = None
        self._running[due] = asyncio.get_running_loop().create_task(self._run(due))

    async def _run(self, due: Due) -> None:
        """A step that fails leaves other tables alone, and is tried again."""
        try:
            await due[1](due[0])
        except CommandRefused:  # it could not be stored
            self._retry_at = time.monotonic() + RETRY_SECONDS
        except Exception as error:
            logger.error("table %s: a step failed: %s", self._room.live.id, redacted(error))
            self._retry_at = time.monotonic() + RETRY_SECONDS
        finally:
            self._running.pop(due, None)
        self.plan()

    def stop(self) -> None:
        """No more steps: the table is closed, or the server goes down."""
        self._stopped = True
        self._own_bots.close()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._running.values():
            if task is not asyncio.current_task():
                task.cancel()

    # ---- What is due ----

    def due(self) -> Due | None:
        """What comes next and when."""
        table, room = self._table, self._room
        running = room.audience.running_clock()
        if table.phase != "playing" or table.match is None:
            return self._host_falls_idle()
        pace = round(1000 * self._settings.paces[table.pace])
        last = table.moved_at
        somebody = room.presence.somebody(table)
        due: list[Due] = []
        if room.actions.held:
            due.append((room.actions.release_at(), self.release))
        if somebody and self._bots_to_call():  # as soon as if nothing were held back
            due.append((last + round(0.7 * pace), self.bots_call))
        if due or not somebody:
            return min(due, key=lambda one: one[0], default=None)
        wait = last + pace
        if table.last_card_landed():  # called or not: a bot's pause does not tell
            wait = max(wait, room.audience.landed_since() + round(1000 * self._settings.bot_window))
        if self._bots_to_ask():
            return wait, self.bots_react
        turn = table.turn
        if turn is not None and table.seats[turn].played_by_bot:
            return wait, self.bot_moves
        return None if running is None else (running.deadline, self.time_is_up)

    def _host_falls_idle(self) -> Due | None:
        """When the others are shown that they may deal, or take over from a host who does nothing."""
        presence, table = self._room.presence, self._table
        host = None if table.host is None else table.seats[table.host].person
        if host is None or host not in presence.by_person:
            return None
        left = presence.active.get(host, 0) + self._settings.host_idle - time.monotonic()
        return None if left <= 0 else (clock.now_ms() + round(1000 * left) + 1, self.broadcast_again)

    async def broadcast_again(self, at: int) -> None:
        """Send the table again because what people may see changes with time."""
        async with self._room.locked():
            self._room.audience.broadcast()

    async def release(self, at: int) -> None:
        """Let go of the actions that were held back."""
        async with self._room.locked():
            await self._room.actions.release()

    # ---- Bots ----

    def _bots_to_ask(self) -> list[int]:
        table = self._table
        if self._asked[0] != table.version:
            self._asked = (table.version, set())
        if table.rulebook.call == "off" and not table.rulebook.jump_in:
            return []
        return [i for i in table.players if table.seats[i].played_by_bot and i not in self._asked[1]]

    def _bots_to_call(self) -> list[int]:
        """Bots that hold an uncalled card themselves: they may call before others act."""
        table = self._table
        if table.phase != "playing" or table.match is None:
            return []
        catchable = table.match.round.state.catchable
        return [i for i in self._bots_to_ask() if catchable >> table.players.index(i) & 1]

    async def bots_call(self, at: int) -> None:
        """Ask the bots that have yet to call their last card."""
        await self._ask((at, self.bots_call), self._bots_to_call)

    async def bots_react(self, at: int) -> None:
        """Ask the bots for their reactions."""
        await self._ask((at, self.bots_react), self._bots_to_ask)

    async def _ask(self, due: Due, whom: Callable[[], list[int]]) -> None:
        await self._own_bots.think(self._table, whom() if self.due() == due else ())
        async with self._room.locked():
            for seat in whom() if self.due() == due else ():
                self._asked[1].add(seat)
                text = self.bots.respond(self._table, seat)
                if text is not None:
                    await self._commit([e.ActionPlayed(seat=seat, action=text)])
                    break

    async def bot_moves(self, at: int) -> None:
        """The bot in turn thinks; if somebody acts meanwhile, or its person is back, its move is dropped."""
        seat, version = self._table.turn, self._table.version
        if seat is None or self._table.phase != "playing":
            return
        text = await self.bots.choose(self._table, seat)
        async with self._room.locked():
            if self._table.version == version and self.due() == (at, self.bot_moves):
                await self._commit([e.ActionPlayed(seat=seat, action=text)])

    async def time_is_up(self, at: int) -> None:
        """Move for a person whose time is up; after a few times in a row a bot goes on for the seat."""
        seat, version = self._table.turn, self._table.version
        if seat is None:
            return
        text = await self.bots.choose(self._table, seat)
        async with self._room.locked():
            if self._table.version == version and self.due() == (at, self.time_is_up):
                out: list[e.LogEvent] = [e.ActionPlayed(seat=seat, action=text, timeout=True)]
                if self._table.seats[seat].timeouts + 1 >= self._settings.timeouts:
                    out.append(e.StandInChanged(seat=seat, away=True, why="timeout"))
                await self._commit(out)

    async def _commit(self, events: list[e.LogEvent]) -> None:
        await self._room.commit(events)
        self._room.audience.broadcast()
