"""A WebSocket client that costs little, so that `load.py` measures the server: text frames, nothing else."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def frame(kind: int, data: bytes) -> bytes:
    """A frame of a client, masked with zeros: the same bytes."""
    size = len(data)
    head = (
        bytes((0x80 | kind, 0x80 | size))
        if size < 126
        else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
    )
    return head + b"\0\0\0\0" + data


class Socket(asyncio.Protocol):
    """One connection; `hear` gets every text. With `quick_ack` the kernel acknowledges what comes at once."""

    quick_ack = False

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""

    @classmethod
    async def open(cls, base: str, token: str, hear: Callable[[bytes], None]) -> Socket:
        where = urlsplit(base)
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(hear), where.hostname or "", where.port or 80)
        lines = (
            "GET /ws HTTP/1.1",
            f"Host: {where.netloc}",
            f"Origin: {base}",
            f"Cookie: lastcard={token}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        )
        socket.transport.write("\r\n".join((*lines, "", "")).encode())
        await socket.opened
        return socket

    def send(self, data: bytes) -> None:
        self.transport.write(frame(TEXT, data))
        self._hurry()

    def _hurry(self) -> None:
        """The kernel forgets it again and again."""
        if self.quick_ack:
            own = self.transport.get_extra_info("socket")
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._hurry()
        self.rest += data
        if not self.opened.done():
            head, found, rest = self.rest.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101 "), head
            self.opened.set_result(None)
            self.rest = rest
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Take one whole frame off what has come."""
        data = self.rest
        if len(data) < 2:
            return False
        size, start = data[1] & 0x7F, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return False
        self.rest = data[start + size :]
        self._heard(data[0] & 0x0F, data[start : start + size])
        return True

    def _heard(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self.hear(data)
        elif kind == PING:
            self.transport.write(frame(PONG, data))
        else:
            assert kind == PONG, f"closed: {data!r}"
