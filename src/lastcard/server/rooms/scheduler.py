"""What a table does by itself: bots, clocks, passes, and actions that were held back, by one timer.

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

from ...bots.loop import REACTIONS
from ..common import clock
from ..common.person import Person
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..settings import Settings
from ..storage.outcomes import UnknownOutcome
from ..tables import events as e
from ..tables.table import Table
from .actions import Actions
from .audience import Audience
from .bots import TableBots
from .draw_steps import DrawSteps
from .live_table import LiveTable
from .operator_bots import OperatorBots, SeatedBots
from .pace import Pace
from .presence import Presence

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # until a step that failed is tried again
Reaction = tuple[int, str]  # a seat and a verb
Due = tuple[int, Callable[[int], Any]]  # when, and a step, which takes the time at which it was due


class ScheduledRoom(Protocol):
    """What the scheduler needs of its room."""

    live: LiveTable
    presence: Presence
    audience: Audience
    actions: Actions

    async def deal(self) -> None:
        """Deal the next round, or the first of a match."""

    def locked(self) -> AbstractAsyncContextManager[None]:
        """The room's lock; on the way out, timers are planned again."""

    async def commit(
        self, events: list[e.LogEvent], person: Person | None = None, command: str | None = None
    ) -> None:
        """Apply and store events; they are shown only after that."""


class Scheduler:
    """The timer of one room, and the bots that play for its seats."""

    def __init__(
        self, room: ScheduledRoom, settings: Settings, pace: Pace, operator_bots: OperatorBots
    ) -> None:
        self._room = room
        self._settings = settings
        self._pace = pace
        self._own_bots = SeatedBots(operator_bots, room.live.id)
        self.bots = TableBots(self._own_bots)
        self._draw = DrawSteps(room, settings)
        self._asked: tuple[int, set[Reaction]] = (-1, set())  # what bots were asked at this version
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
        planned = [] if self._stopped or self._table.closed is not None else self.dues()
        due = min((one for one in planned if one not in self._running), key=_when, default=None)
        if due is not None:
            delay = max(0.0, self._retry_at - time.monotonic(), (due[0] - clock.now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._start, due)

    def _start(self, due: Due) -> None:
        self._timer = None
        self._running[due] = asyncio.get_running_loop().create_task(self._run(due))

    async def _run(self, due: Due) -> None:
        """A step that fails leaves other tables alone, and is tried again."""
        try:
            await due[1](due[0])
        except (CommandRefused, UnknownOutcome):  # it could not be stored, or nobody knows
            self._retry_at = time.monotonic() + RETRY_SECONDS
        except Exception as error:
            logger.error("table %s: a step failed: %s", self._room.live.id, redacted(error))
            self._retry_at = time.monotonic() + RETRY_SECONDS
        finally:
            self._running.pop(due, None)
        if not self._room.live.dirty:  # else the room plans when it knows what is stored
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
        return min(self.dues(), key=_when, default=None)

    def dues(self) -> list[Due]:
        """All that is planned as the table stands; of two at the same time the first goes first."""
        table, room = self._table, self._room
        running = room.audience.running_clock()
        drawn = self._draw.due()
        if drawn is not None:
            return [drawn]
        if table.phase != "playing" or table.match is None:
            starts, idle = room.audience.starts_at(), self._host_falls_idle()
            return [*([] if idle is None else [idle]), *([] if starts is None else [(starts, self.deals)])]
        out: list[Due] = []
        if room.actions.held:
            out.append((room.actions.release_at(), self.release))
        if not room.presence.somebody(table):
            return out
        if reactions := self._reactions():
            out.append((min(reactions.values()), self.bots_react))
        return [*out, *self._turn_dues(running)]

    def _turn_dues(self, running: m.Clock | None) -> list[Due]:
        """What happens if the seat in turn does nothing."""
        table, actions = self._table, self._room.actions
        turn = table.turn
        assert turn is not None
        if table.seats[turn].played_by_bot:
            return [(self._pace.think_from(table, self._seen()), self.bot_moves)]
        if table.turn_verbs == {"pass"} and (at := actions.pass_at()) is not None:
            return [(at, self.pass_by_itself)]
        waits = any(one.person.id == table.seats[turn].person for one in actions.held)
        return [] if running is None or waits else [(running.deadline, self.time_is_up)]

    def _seen(self) -> int:
        """Since when a fresh last card could be seen."""
        return self._room.audience.landed_since() if self._table.last_card_landed() else 0

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

    async def deals(self, at: int) -> None:
        """A table of strangers does not wait longer for others."""
        async with self._room.locked():
            if clock.now_ms() >= at and (at, self.deals) in self.dues():
                await self._room.deal()
                self._room.audience.broadcast()

    async def release(self, at: int) -> None:
        """Let go of the actions that were held back."""
        async with self._room.locked():
            await self._room.actions.release()

    # ---- Bots ----

    def _reactions(self) -> dict[Reaction, int]:
        """What bots could say out of turn and were not yet asked about, and when they would."""
        table = self._table
        if self._asked[0] != table.version:
            self._asked = (table.version, set())
        if table.match is None or (table.rulebook.call == "off" and not table.rulebook.jump_in):
            return {}
        game, found = table.match.round, dict[Reaction, int]()
        for player in game.asking_order():  # players with an uncalled card come first (C7)
            seat = table.players[player]
            if table.seats[seat].played_by_bot:
                for verb in dict.fromkeys(one.verb for one in game.legal(player) if one.verb in REACTIONS):
                    if (seat, verb) not in self._asked[1]:
                        found[seat, verb] = self._pace.reaction_at(table, seat, verb, self._seen())
        return found

    def _asked_at(self, due: Due) -> list[Reaction]:
        """Those whose time has come with a step, if it is still planned."""
        return [one for one, at in self._reactions().items() if at <= due[0]] if due in self.dues() else []

    async def bots_react(self, at: int) -> None:
        """Ask the bots whose time it is for their reactions; after the first, all is new."""
        due = (at, self.bots_react)
        await self._own_bots.think(self._table, dict.fromkeys(seat for seat, _ in self._asked_at(due)))
        async with self._room.locked():
            for seat, verb in self._asked_at(due):
                self._asked[1].add((seat, verb))
                text = self.bots.respond(self._table, seat, verb)
                if text is not None:
                    await self._commit([e.ActionPlayed(seat=seat, action=text)])
                    break

    async def bot_moves(self, at: int) -> None:
        """The bot in turn thinks; if somebody acts meanwhile, or its person is back, its move is dropped."""
        seat, version = self._table.turn, self._table.version
        if seat is None or self._table.phase != "playing":
            return
        text = await self.bots.choose(self._table, seat)
        if self._table.version == version and (at, self.bot_moves) in self.dues():
            await _until(self._pace.move_at(self._table, self._seen()))
        async with self._room.locked():
            if self._table.version == version and (at, self.bot_moves) in self.dues():
                await self._commit([e.ActionPlayed(seat=seat, action=text)])

    async def pass_by_itself(self, at: int) -> None:
        """After a draw that does not fit the turn is passed (U6). Timers may be early: the clock decides."""
        async with self._room.locked():
            seat = self._table.turn
            if seat is not None and clock.now_ms() >= at and (at, self.pass_by_itself) in self.dues():
                await self._commit([e.ActionPlayed(seat=seat, action="pass", auto=True)])

    async def time_is_up(self, at: int) -> None:
        """Move for a person whose time is up; after a few times in a row a bot goes on for the seat."""
        seat, version = self._table.turn, self._table.version
        if seat is None:
            return
        text = await self.bots.choose(self._table, seat)
        async with self._room.locked():
            if self._table.version == version and (at, self.time_is_up) in self.dues():
                out: list[e.LogEvent] = [e.ActionPlayed(seat=seat, action=text, timeout=True)]
                if self._table.seats[seat].timeouts + 1 >= self._settings.timeouts:
                    out.append(e.StandInChanged(seat=seat, away=True, why="timeout"))
                await self._commit(out)

    async def _commit(self, events: list[e.LogEvent]) -> None:
        await self._room.commit(events)
        self._room.audience.broadcast()


def _when(due: Due) -> int:
    return due[0]


async def _until(at: int) -> None:
    await asyncio.sleep(max(0, at - clock.now_ms()) / 1000)
