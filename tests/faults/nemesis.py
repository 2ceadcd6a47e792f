"""What goes wrong, one thing at a time: each fault is done, lasts a moment, and is healed.

| fault | what happens |
|---|---|
| `kill` | kill -9 of the server, and a new one |
| `pause` | the server is stopped for a while (SIGSTOP), as by a machine that swaps |
| `lost` | what clients send arrives, what they are sent does not |
| `cut` | all sockets between clients and the server are cut |
| `partition` | no socket between clients and the server for a while |
| `delay` | everything between them is late |
| `clock` | the server's wall clock jumps by up to two days, forward or back, and stays there |
| `db-cut`, `db-freeze`, `db-down` | the same with the lines between the server and PostgreSQL |
| `db-commit` | the answer to a COMMIT is lost, and the database is out of reach for a moment |
| `db-crash` | PostgreSQL stops at once, without a checkpoint, and recovers from its log |
"""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from support.faults.proxy import Proxy

from .victim import Victim

CLIENT_FAULTS: Final = ("kill", "pause", "lost", "cut", "partition", "delay", "clock")
DATABASE_FAULTS: Final = ("db-cut", "db-freeze", "db-down", "db-commit", "db-crash")
Crash = Callable[[], None]


class Nemesis:
    """Breaks the parts of one run. `done` counts what it did."""

    def __init__(
        self,
        victim: Victim,
        clients: Proxy,
        chance: random.Random,
        faults: tuple[str, ...],
        database: Proxy | None = None,
        crash: Crash | None = None,
    ) -> None:
        self.victim, self.clients, self.chance, self.faults = victim, clients, chance, faults
        self.database, self.crash = database, crash
        self.done: Counter[str] = Counter()
        self.deaths: list[str] = []  # of the server, by itself
        self._whole = asyncio.Lock()  # while a fault lasts, or a game has to go on undisturbed
        self._methods: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "pause": self._pause,
            "lost": self._lost,
            "cut": self._cut,
            "partition": self._partition,
            "delay": self._delay,
            "clock": self._jump,
            "db-cut": self._db_cut,
            "db-freeze": self._db_freeze,
            "db-down": self._db_down,
            "db-commit": self._db_commit,
            "db-crash": self._db_crash,
        }

    async def run(self, every: tuple[float, float] = (0.2, 1.2)) -> None:
        """One fault after the other, until it is cancelled; what was broken is whole then."""
        while self.faults:
            await asyncio.sleep(self.chance.uniform(*every))
            fault = self.chance.choice(self.faults)
            async with self._whole:
                await self._check_alive()
                try:
                    await self._methods[fault]()
                finally:
                    self._heal()
                self.done[fault] += 1

    @asynccontextmanager
    async def calm(self) -> AsyncIterator[None]:
        """Nothing goes wrong while this lasts."""
        async with self._whole:
            await self._check_alive()
            yield

    def _heal(self) -> None:
        self.victim.send(signal.SIGCONT)
        self.clients.delay = 0.0
        self.clients.up()
        self.clients.hear_again()
        if self.database is not None:
            self.database.thaw()
            self.database.up()

    async def _check_alive(self) -> None:
        if self.victim.died is not None:
            self.deaths.append(f"the server ended by itself, with exit code {self.victim.died}")
            await asyncio.to_thread(self.victim.start)

    async def _while(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    # ---- Between clients and the server ----

    async def _kill(self) -> None:
        self.victim.end()
        await self._unbroken(self.victim.start)

    async def _pause(self) -> None:
        self.victim.send(signal.SIGSTOP)
        await self._while(0.1, 2.5)

    async def _lost(self) -> None:
        self.clients.lose_answers()
        await self._while(0.05, 1.0)

    async def _cut(self) -> None:
        self.clients.cut()

    async def _partition(self) -> None:
        self.clients.down()
        await self._while(0.1, 1.5)

    async def _delay(self) -> None:
        self.clients.delay = self.chance.uniform(0.01, 0.1)
        await self._while(0.3, 1.5)

    async def _jump(self) -> None:
        self.victim.shift_clock(self.chance.uniform(-2, 2) * 86400)
        await self._while(0.1, 0.5)

    # ---- Between the server and PostgreSQL ----

    async def _db_cut(self) -> None:
        assert self.database is not None
        self.database.cut()

    async def _db_freeze(self) -> None:
        assert self.database is not None
        self.database.freeze()
        await self._while(0.2, 2.5)

    async def _db_down(self) -> None:
        assert self.database is not None
        self.database.down()
        await self._while(0.1, 1.5)

    async def _db_commit(self) -> None:
        assert self.database is not None
        moment = self.chance.choice(("before", "after", "after"))
        self.database.lose_commits("after" if moment == "after" else "before", then_down=True)
        await self._unbroken(self._wait_for_loss)
        await self._while(0.1, 1.5)

    def _wait_for_loss(self) -> None:
        assert self.database is not None
        self.database.lost.acquire(timeout=20)

    async def _db_crash(self) -> None:
        assert self.crash is not None
        await self._unbroken(self.crash)

    async def _unbroken(self, work: Callable[[], Any]) -> None:
        """In a thread, to its end: also if we are told to stop meanwhile."""
        task = asyncio.create_task(asyncio.to_thread(work))
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            await task
            raise
