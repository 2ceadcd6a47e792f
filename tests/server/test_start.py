"""Starting: the browser is opened at the server's address, with the built client behind it."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from lastcard.server.run import listen
from support.server.people import wait_for

pytestmark = pytest.mark.slow  # they start servers


def test_the_browser_is_opened_at_the_address_that_is_told(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--db", str(tmp_path / "tables.db")]
    env = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as child:
        try:
            assert child.stdout is not None
            address = child.stdout.readline().split()[3]
            wait_for(opened.exists)
            assert opened.read_text().strip() == address
            assert httpx.get(f"{address}/health").json()["ok"] is True
        finally:
            child.terminate()


def test_what_is_sent_does_not_wait_for_the_answer_to_what_was_sent_before() -> None:
    """Nagle's algorithm is off on every socket of ours: with it an ack was up to 40 ms late."""

    async def connect() -> int:
        set_: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            ours = writer.get_extra_info("socket")
            set_.set_result(ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        taken = listen("127.0.0.1", 0)
        async with await asyncio.start_server(came, sock=taken):
            _, writer = await asyncio.open_connection(*taken.getsockname())
            found = await asyncio.wait_for(set_, 10)
            writer.close()
        return found

    assert asyncio.run(connect()) == 1
