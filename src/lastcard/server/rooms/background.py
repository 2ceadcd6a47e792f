"""What runs beside the sockets: heartbeats, garbage collection, closing and forgetting what nobody uses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from ..common import clock
from ..common.redact import redacted
from ..gc_policy import QUIET_SECONDS
from ..settings import Settings
from ..storage.identity import Identity
from ..storage.personal_data import drop_old_logs
from ..storage.store import heartbeat
from ..tables.log_size import LONGEST
from ..tables.table import Table
from .hub import Hub

logger = logging.getLogger(__name__)
TIDY_SECONDS: Final = 6 * 3600
LOGS_SECONDS: Final = 600
DAY: Final = 24 * 3600 * 1000
SOME_PEOPLE: Final = 2  # have moved: what they play is worth keeping for a day
SOME_MOVES: Final = 10  # of one person against bots: worth coming back to, for a while


class Background:
    """The jobs of one server."""

    def __init__(self, hub: Hub, identity: Identity) -> None:
        self._hub = hub
        self._identity = identity
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the repeated tasks; inactive people are forgotten at once, too."""
        settings = self._hub.settings
        self._repeat(self._heartbeat, settings.heartbeat_every)
        shortest = min(settings.idle_unplayed, settings.idle_alone, settings.idle_before, settings.idle_quick)
        self._repeat(self.close_idle_tables, min(60.0, shortest / 2))
        self._repeat(self._collect_garbage, QUIET_SECONDS)
        self._repeat(self.forget_inactive_people, TIDY_SECONDS, at_once=True)
        self._repeat(self.drop_old_logs, LOGS_SECONDS)

    async def stop(self) -> None:
        """Cancel the tasks, wait for their end, and store one last heartbeat."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._hub.store.run(heartbeat(clock.now_ms()))
        except Exception as error:  # a full disk: clocks stand where they stood at the heartbeat before
            logger.error("the last heartbeat can't be stored: %s", redacted(error))

    def _repeat(self, job: Callable[[], Awaitable[None]], every: float, at_once: bool = False) -> None:
        task = asyncio.get_running_loop().create_task(_repeated(job, every, at_once))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _heartbeat(self) -> None:
        """Note that we are alive, as long as clocks run somewhere, and correct our own."""
        rooms = self._hub.rooms.values()
        clock.follow(nobody=not any(room.presence.connections for room in rooms), no_tables=not rooms)
        tables = (room.table for room in rooms)
        if any(table.seconds and table.phase == "playing" for table in tables):
            await self._hub.store.run(heartbeat(clock.now_ms()))

    async def close_idle_tables(self) -> None:
        """Close tables where nobody has been for long, and those whose log is too long to be replayed."""
        now, settings = time.monotonic(), self._hub.settings
        for room in list(self._hub.rooms.values()):
            most = longest_quiet(room.table, settings)
            late = not room.presence.connections and now - room.presence.quiet_since > most
            if late or room.table.log_size.entries >= LONGEST:
                try:
                    await room.close("expired")
                except Exception as error:  # one table leaves the others alone; the next time will do
                    logger.error("table %s: can't be closed: %s", room.live.id, redacted(error))

    async def _collect_garbage(self) -> None:
        policy = self._hub.gc_policy
        if policy.due(policy.quiet_for):
            policy.collect()

    async def forget_inactive_people(self) -> None:
        """Delete people who were away for `inactive_days`, never finished a round and sit at no table."""
        await self._identity.forget_inactive_people(self._hub.settings.inactive_days, self._hub.people_around)

    async def drop_old_logs(self) -> None:
        """Delete the logs of tables that were closed long ago, or in which somebody played who was erased."""
        before = clock.now_ms() - round(self._hub.settings.log_days * DAY)
        while await self._hub.store.run(drop_old_logs(before)):
            await asyncio.sleep(0.1)  # moves come first


def longest_quiet(table: Table, settings: Settings) -> float:
    """How long a table stays open without anybody there: the longer, the more has been played at it."""
    if len(table.movers) >= SOME_PEOPLE:
        playing = table.phase in ("drawing", "playing", "between")
        most = settings.idle_within if playing else settings.idle_before
    elif table.moves >= SOME_MOVES:
        most = settings.idle_alone
    else:
        most = settings.idle_unplayed
    return min(most, settings.idle_quick) if table.quick else most


async def _repeated(job: Callable[[], Awaitable[None]], every: float, at_once: bool) -> None:
    if not at_once:
        await asyncio.sleep(every)
    while True:
        try:
            await job()
        except Exception as error:  # the database can't be reached: the next time will do
            logger.error("%s failed: %s", job.__name__.strip("_"), redacted(error))
        await asyncio.sleep(every)
