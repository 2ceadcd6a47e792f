"""Messages of connections find their way: read, limited, and handed to the hub or to a room."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import msgspec

from ..common import clock
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..storage.outcomes import Unsettled
from .connection import CLOSING, MALFORMED, TOO_MUCH, Connection
from .hub import Hub
from .quick_match import QuickMatch
from .room import named

logger = logging.getLogger(__name__)
_decoder: msgspec.json.Decoder[m.FromClient] = msgspec.json.Decoder(m.FromClient)


class Dispatcher:
    """Whatever is wrong with a message is answered to its sender alone."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._quick_match = QuickMatch(hub)

    async def receive(self, connection: Connection, data: bytes | str) -> None:
        """One message."""
        self.hub.gc_policy.heard()
        if connection.closing is not None:  # another tab has taken over: that one counts
            return
        if not connection.bucket.take():
            connection.refuse(None, CommandRefused("rate", "messages_too_fast"))
            connection.close(TOO_MUCH)
            return
        try:
            message = _decoder.decode(data)
        except msgspec.DecodeError as error:
            connection.refuse(_id_of(data), CommandRefused("invalid", "invalid_message", why=str(error)))
            if not isinstance(error, msgspec.ValidationError):
                connection.close(MALFORMED)
            return
        await self._answer(connection, message)

    async def _answer(self, connection: Connection, message: m.FromClient) -> None:
        command = getattr(message, "id", None)
        try:
            await self._dispatch(connection, message)
        except CommandRefused as refusal:
            room = self.hub.room_of(connection)
            if room is not None:
                room.audience.refuse(connection, command, refusal)
            else:
                connection.refuse(command, refusal)
        except Unsettled:  # neither done nor refused: the client comes back and asks under the same id
            connection.close(CLOSING)
        except Exception as error:  # a mistake of ours: the sender is not left waiting, the log says where
            logger.error("a message failed: %s", redacted(error))
            connection.refuse(command, CommandRefused("busy", "failed"))

    async def _dispatch(self, connection: Connection, message: m.FromClient) -> None:
        handler = self._handlers.get(type(message))
        room = self.hub.room_of(connection)
        if handler is not None:
            await handler(self, connection, message)
        elif room is None:
            if not await self._answer_again(connection, message):
                raise CommandRefused("gone", "open_first")
        elif isinstance(message, m.Act):
            await room.act(connection, message)
        elif isinstance(message, m.React):
            await room.react(connection, message)
        else:
            await room.command(connection, message)

    async def _answer_again(self, connection: Connection, message: m.FromClient) -> bool:
        """A repeated id of somebody who was sent away meanwhile, or who left, gets the stored answer."""
        command = getattr(message, "id", None)
        if connection.person is None or command is None:
            return False
        return await self.hub.answer_again(connection, connection.person, command)

    async def _ping(self, connection: Connection, message: m.Ping) -> None:
        connection.send(m.Pong(sent=message.sent, now=clock.now_ms()))

    async def _look(self, connection: Connection, message: m.Look) -> None:
        connection.visible = message.visible
        room = self.hub.room_of(connection)
        if room is not None:
            room.turn_calls.plan()

    async def _lobby(self, connection: Connection, message: m.Lobby) -> None:
        await self.hub.leave_room(connection)
        self.hub.to_lobby(connection)

    async def _create(self, connection: Connection, message: m.Create) -> None:
        person = named(connection)
        gone = await self.hub.created_and_closed(person, message.id)
        if gone is not None:
            connection.send(gone)
            await self.hub.leave_room(connection)
            self.hub.to_lobby(connection, "closed")
            return
        code = await self.hub.create(person, message)
        await self._open(connection, m.Open(id=message.id, code=code))

    async def _quick(self, connection: Connection, message: m.Quick) -> None:
        await self._quick_match.seat(connection, named(connection), message)

    async def _open(self, connection: Connection, message: m.Open) -> None:
        room = self.hub.find(message.code, connection.person, connection.address)
        await self.hub.enter_room(connection, room, message)

    async def _leave(self, connection: Connection, message: m.Leave) -> None:
        room = self.hub.room_of(connection)
        if room is not None and connection.person is not None:
            await room.command(connection, message)
            return
        await self.hub.leave_room(connection)
        if not await self._answer_again(connection, message):
            connection.send(m.Ack(id=message.id))
        self.hub.to_lobby(connection, "left")

    _handlers: ClassVar[dict[type, Callable[[Dispatcher, Connection, Any], Awaitable[None]]]] = {
        m.Ping: _ping,
        m.Look: _look,
        m.Lobby: _lobby,
        m.Open: _open,
        m.Create: _create,
        m.Quick: _quick,
        m.Leave: _leave,
    }


class _Identified(msgspec.Struct):
    id: str | None = None


def _id_of(data: bytes | str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender knows which."""
    try:
        return msgspec.json.decode(data, type=_Identified).id
    except msgspec.DecodeError:
        return None
