"""Who gets a replay when: one at a time for each network, and no more in line than can be served."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from ..common.network import network_of
from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..settings import Settings
from .jobs import Job
from .workers import Workers

MOST_IN_LINE: Final = 400  # of all networks
MOST_OF_ONE: Final = 40  # of one network: a dozen people at the end of a match
MOST_UPLOADS: Final = 24  # whose bodies are held in memory
MOST_UPLOADS_OF_ONE: Final = 4


class _Places:
    """So many at once in all, and so many for each network."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._taken: Counter[str] = Counter()

    def take(self, network: str) -> None:
        if self._taken.total() >= self._most or self._taken[network] >= self._most_of_one:
            raise CommandRefused("busy", "replays_busy")
        self._taken[network] += 1

    def give_back(self, network: str) -> bool:
        """Whether it was the network's last."""
        self._taken -= Counter({network: 1})  # forgets those that are at zero
        return network not in self._taken


class ReplayDesk:
    """The replays of one server."""

    def __init__(self, settings: Settings) -> None:
        self.workers = Workers(settings.replay_workers, settings.replay_seconds, settings.replay_megabytes)
        self._free = asyncio.Semaphore(settings.replay_workers)
        self._line = _Places(MOST_IN_LINE, MOST_OF_ONE)
        self._uploads = _Places(MOST_UPLOADS, MOST_UPLOADS_OF_ONE)
        self._limit = TokenBuckets(settings.records_by_address)
        self._turns: dict[str, asyncio.Lock] = {}  # by network

    async def do(self, job: Job, address: str) -> bytes:
        """The answer to a job when it is its turn, encoded; or CommandRefused.

        A network has one at a time, so that others never wait for more than one of it.
        """
        network = network_of(address)
        self._line.take(network)
        try:
            async with self._turns.setdefault(network, asyncio.Lock()), self._free:
                return await self.workers.do(job)
        finally:
            if self._line.give_back(network):
                self._turns.pop(network, None)

    @asynccontextmanager
    async def upload(self, address: str) -> AsyncIterator[None]:
        """A place for a request with a record in it, before it is read; or CommandRefused."""
        network = network_of(address)
        if not self._limit.take(network):
            raise CommandRefused("rate", "records_too_fast")
        self._uploads.take(network)
        try:
            yield
        finally:
            self._uploads.give_back(network)
