"""What people at one table did and were told, step by step, and a client that writes it down.

The client speaks the socket protocol as docs/protocol.md tells it. Every command has an id and one of
three outcomes: ok (`ack`), failed (`refused`), or unknown (the socket was lost, or no answer came in
time). An unknown one is sent again under its id. All clients run in one event loop, so the order of the
steps is the order in time.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from contextlib import suppress
from itertools import count
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

Message = dict[str, Any]
PATIENCE: Final = 1.5  # seconds for an answer; then its outcome is unknown
OPENING: Final = 3.0  # seconds for a new socket
READS: Final = ("open", "create")  # their ack tells what the table is now, not only what was stored


class Sent(Struct, tag="sent"):
    """A command went out; the same id again if its outcome was unknown, or to ask for the stored answer."""

    person: str
    connection: int
    id: str
    body: Message  # without the id


class Answered(Struct, tag="answered"):
    """An `ack` or `refused` came."""

    person: str
    connection: int
    id: str
    answer: Message


class Shown(Struct, tag="shown"):
    """A `table` came; `since` is the last event that this connection had."""

    person: str
    connection: int
    since: int
    message: Message


class Lost(Struct, tag="lost"):
    """A connection is gone, or was given up; what was not answered is unknown."""

    person: str
    connection: int
    why: str


Step = Sent | Answered | Shown | Lost


class History(Struct):
    """One game: the table's code when it is known, and all steps in the order in time."""

    code: str = ""
    steps: list[Step] = field(default_factory=list)
    finished: bool = False  # the table was closed by its host, as planned
    waited_for: str = ""  # what the players saw last, if it was not

    def counts(self) -> dict[str, int]:
        """How many commands there were, by outcome of their sendings."""
        answers = [one for one in self.steps if isinstance(one, Answered)]
        ok = sum(one.answer["type"] == "ack" for one in answers)
        sent = sum(isinstance(one, Sent) for one in self.steps)
        return {"sent": sent, "ok": ok, "failed": len(answers) - ok, "unknown": sent - len(answers)}


class LostError(Exception):
    """There is no line to the server now."""


class Player:
    """One person with one socket at a time. What comes is written into the history of the game."""

    numbers = count(1)  # of connections: none has two

    def __init__(self, base: str, name: str, token: str, chance: random.Random) -> None:
        self.base, self.name, self.token, self.chance = base, name, token, chance
        self.person = ""
        self.history = History()
        self.code = ""
        self.table: Message = {}
        self.gone = False  # the table is closed, or refuses us for good
        self.changed = asyncio.Event()
        self._mark = secrets.token_hex(3)
        self._ids = count(1)
        self._socket: ClientConnection | None = None
        self._connection = 0
        self._had = self._asked_since = 0  # the last event that this connection was shown, or said to have
        self._waiting: dict[str, asyncio.Future[Message | None]] = {}
        self._reader: asyncio.Task[None] | None = None

    def sit_down(self, history: History) -> None:
        """A new game."""
        self.history, self.code, self.table, self.gone = history, "", {}, False

    # ---- The line ----

    async def drop(self, why: str) -> None:
        """Give the socket up without a good-bye."""
        socket, self._socket = self._socket, None
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
        if socket is not None:
            self._note_loss(why)
            socket.transport.abort()

    def _note_loss(self, why: str) -> None:
        self.history.steps.append(Lost(self.person, self._connection, why))
        for future in self._waiting.values():
            if not future.done():
                future.set_result(None)
        self._waiting.clear()
        self.changed.set()

    async def _connect(self) -> None:
        """A socket with its welcome, or LostError."""
        await self.drop("another socket")
        headers = {"cookie": f"lastcard={self.token}"}
        where = self.base.replace("http", "ws") + "/ws"
        try:
            async with asyncio.timeout(OPENING):
                socket = await connect(
                    where, origin=Origin(self.base), additional_headers=headers, max_size=None, proxy=None
                )
                welcome = msgspec.json.decode(await socket.recv())
        except (OSError, ConnectionClosed, InvalidHandshake, EOFError) as error:  # TimeoutError is an OSError
            raise LostError(type(error).__name__) from None
        if welcome["me"]["person"] is None:  # the server could not look the cookie up: nobody plays so
            socket.transport.abort()
            raise LostError("no name")
        self.person = welcome["me"]["person"]
        self._socket, self._connection, self._had = socket, next(self.numbers), 0
        self._reader = asyncio.create_task(self._read(socket))

    async def _read(self, socket: ClientConnection) -> None:
        why = "closed"
        try:
            async for text in socket:
                self._take(msgspec.json.decode(text))
        except ConnectionClosed:
            why = "cut"
        if self._socket is socket:
            self._socket = None
            self._note_loss(why)

    def _take(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("ack", "refused") and message["id"] is not None:
            self.history.steps.append(Answered(self.person, self._connection, message["id"], message))
            future = self._waiting.pop(message["id"], None)
            if future is not None and not future.done():
                future.set_result(message)
        elif kind == "table" and message["table"]["code"] == self.code:
            since = self._asked_since if message["resync"] else self._had
            self.history.steps.append(Shown(self.person, self._connection, since, message))
            self.table, self._had = message["table"], message["table"]["n"]
            self.changed.set()
        elif kind == "lobby" and message["why"] in ("closed", "gone"):
            self.gone = True
            self.changed.set()

    # ---- Commands ----

    async def ask(self, wish: str, body: Message) -> Message | None:
        """Send once: the answer, or None if its outcome is unknown."""
        if self._socket is None:
            return None
        future: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        self._waiting[wish] = future
        self.history.steps.append(Sent(self.person, self._connection, wish, body))
        if body["type"] == "open":
            self._asked_since = body.get("since") or 0
        try:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send(msgspec.json.encode({**body, "id": wish}).decode())
                return await future
        except TimeoutError:
            await self.drop("no answer")
        except (ConnectionClosed, OSError):
            await self.drop("lost")
        return None

    def new_id(self) -> str:
        """One that this person has never used."""
        return f"{self._mark}-{next(self._ids)}"

    async def command(self, kind: str, **more: Any) -> Message:
        """A command of somebody at the table, sent until its outcome is known."""
        wish, body = self.new_id(), {"type": kind, **more}
        while True:
            await self.be_there()
            if self.gone:
                return {"type": "refused", "code": "gone"}
            answer = await self.ask(wish, body)
            if answer is not None:
                done = answer["type"] == "ack" and kind != "leave"  # who left is at no table to repeat it
                if done and self.chance.random() < 0.04:
                    await self.ask(wish, body)  # a repeated id gets the stored answer
                return answer

    async def create(self, **more: Any) -> Message:
        """A new table; `refused` if it could not be made."""
        wish, body = self.new_id(), {"type": "create", **more}
        while True:
            await self._reach()
            self.code = ""  # shown tables count from when its code is known
            answer = await self.ask(wish, body)
            if answer is not None:
                return answer

    async def _reach(self) -> None:
        """A socket, however long it takes."""
        while self._socket is None:
            try:
                await self._connect()
            except LostError:
                await asyncio.sleep(0.05 + 0.1 * self.chance.random())

    async def be_there(self, sit: bool = False) -> None:
        """At the table, after any loss; `gone` if it is closed."""
        while not self.gone and (self._socket is None or sit):
            await self._reach()
            since = self.table.get("n", 0) if self.chance.random() < 0.7 else None
            body = {"type": "open", "code": self.code, "since": since, "sit": sit}
            answer = await self.ask(self.new_id(), body)
            if answer is None:
                continue
            if answer["type"] == "ack":
                sit = False
            elif answer["code"] in ("gone", "denied"):
                self.gone = True
            else:  # busy: once more
                await self.drop("not let in")
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """End, for good."""
        with suppress(Exception):
            await self.drop("done")
