"""One socket, from the inside: who is at its other end, what waits to be sent, when it is cut off."""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from ..common.person import Person
from ..common.rate_limit import TokenBucket
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..settings import Settings

_encoder = msgspec.json.Encoder()
ELSEWHERE, CLOSING, TOO_MUCH, MALFORMED = 4001, 4002, 4008, 4009


class Connection:
    """A reader that is too slow is cut off: it comes back and gets the table as it is then."""

    def __init__(
        self, person: Person | None, settings: Settings, address: str = "", watches: bool = False
    ) -> None:
        self.person = person
        self.address = address
        stays = person is not None or watches  # nobody for good, who only watches
        self.ticket = "" if stays else secrets.token_urlsafe(18)  # makes it somebody's, once
        self.table: str | None = None  # the code of the table that it is at
        self.visible = True  # the reader sees the page
        self.last_event = 0  # the last one that it was sent
        self.bucket = TokenBucket(settings.messages)
        self.closing: int | None = None
        self._most = settings.queue
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def belongs_to(self, person: Person | None) -> bool:
        """Whether this person is at the other end; never true for somebody without a name."""
        return person is not None and self.person is not None and self.person.id == person.id

    def send(self, message: m.FromServer) -> None:
        """Queue a message; a socket whose queue is full is closed, a closing one gets nothing."""
        if self.closing is not None:
            return
        if self._queue.qsize() >= self._most:
            self.close(CLOSING)
            return
        self._queue.put_nowait(_encoder.encode(message))

    def close(self, code: int) -> None:
        """Close it, after what waits."""
        if self.closing is None:
            self.closing = code
            self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """What is to be sent next; None: nothing any more."""
        return await self._queue.get()

    def refuse(self, command: str | None, refusal: CommandRefused) -> None:
        """Answer a command with a refusal."""
        self.send(m.Refused(id=command, code=refusal.kind, why=refusal.message))
