"""The socket of the table: one task reads, another writes what waits."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..rooms.connection import CLOSING, MALFORMED, Connection
from .parts import address_of, parts_of


@websocket("/ws")
async def table_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """One socket: a task writes what waits, this one reads."""
    parts = parts_of(socket)
    await socket.accept()
    watches = "watch" in socket.query_params  # under no name, whatever the cookie says: a television
    try:
        person = None if watches else await parts.person(socket)
    except CommandRefused:  # nobody can tell who it is: the client comes again by itself
        await socket.close(code=CLOSING)
        return
    connection = Connection(person, parts.settings, address_of(socket), watches)
    parts.hub.connect(connection)
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await parts.record_visit(connection.person)
        while connection.closing is None:
            data = await socket.receive_data("text")
            if len(data) > m.LARGEST_MESSAGE or len(data.encode()) > m.LARGEST_MESSAGE:
                connection.refuse(
                    None, CommandRefused("invalid", "message_too_long", most=m.LARGEST_MESSAGE >> 10)
                )
                connection.close(MALFORMED)
                break
            await parts.dispatcher.receive(connection, data)
    except (WebSocketDisconnect, RuntimeError):
        connection.close(1000)
    finally:
        connection.close(1000)
        await parts.hub.disconnect(connection)
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(writer, 5)


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    try:
        while (data := await connection.next()) is not None:
            await socket.send_data(data, mode="text")
        await socket.close(code=connection.closing or 1000)
    except Exception:  # the other end is gone: the reader notices it as well
        connection.close(1000)
