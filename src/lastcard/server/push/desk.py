"""Calls people who do not look: finds their browsers in the store and has each of them sent a message."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from ..common import clock
from ..common.rate_limit import TokenBuckets
from ..common.redact import redacted
from ..settings import Settings
from ..storage import subscriptions
from ..storage.people import hashed
from ..storage.store import Store
from ..storage.subscriptions import Subscription
from .keys import PushKeys
from .sender import Sender

logger = logging.getLogger(__name__)


class TurnMessage(msgspec.Struct, tag="turn", tag_field="type"):
    """All that is sent: it is your turn there. No card, no name."""

    table: str
    rules: str
    title: str


class PushDesk:
    """One for each server that has keys."""

    def __init__(self, store: Store, settings: Settings, keys: PushKeys) -> None:
        self._store = store
        self._limit = TokenBuckets(settings.pushes)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._anywhere = settings.push_anywhere
        secure = [origin for origin in settings.origins if origin.startswith("https://")]
        self._sender = Sender(keys, settings, (secure or ["https://localhost"])[0], self._expired)

    @property
    def public(self) -> str:
        """The key that browsers subscribe with."""
        return self._sender.public

    async def subscribe(self, person: str, token: str, to: Subscription) -> None:
        """Remember a browser of a person, until it is told to forget them."""
        await self._store.run(subscriptions.save(person, hashed(token), to, clock.now_ms()))

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Forget one."""
        await self._store.run(subscriptions.remove(endpoint, person))

    def call(self, person: str, message: TurnMessage) -> None:
        """Have a person told; not too often, and nobody waits for it."""
        self._loop = asyncio.get_running_loop()
        if self._limit.take(person):
            task = self._loop.create_task(self._send(person, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, person: str, message: TurnMessage) -> None:
        try:
            browsers = await self._store.read(subscriptions.of, self._store, person)
        except Exception as error:  # the database can't be reached: the table goes on
            logger.error("push: no subscriptions: %s", redacted(error))
            return
        for one in browsers:
            self._sender.send(one, message.table, msgspec.json.encode(message))

    def _expired(self, endpoint: str) -> None:
        """In a thread of the sender."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._store.run(subscriptions.remove(endpoint)), self._loop)

    def close(self) -> None:
        """No more messages."""
        self._sender.close()
