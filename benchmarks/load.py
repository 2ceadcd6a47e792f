"""Many tables at once: durable moves a second, how long their answers take, and the server's memory.

`python benchmarks/load.py [--tables 10 100 1000] [--seconds 10] [--think 2]`: a server of its own, and beside
it one process with four clients at each table. Every client thinks a while before it moves; the answer comes
when the move is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

PEOPLE = 4


class Load:
    """What was measured."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.answers: list[float] = []
        self.moves = 0
        self.refused = 0
        self.counting = False


async def register(base: str, client: httpx.AsyncClient, name: str) -> str:
    while True:
        answer = await client.post(f"{base}/api/me", json={"name": name}, headers={"origin": base})
        if answer.status_code == 200:
            return str(answer.cookies["lastcard"])
        await asyncio.sleep(0.05)


class Client:
    """One seat: it plays the first legal thing when it is asked."""

    def __init__(self, load: Load, socket: ClientConnection) -> None:
        self.load, self.socket = load, socket
        self.sent: dict[str, float] = {}
        self.count = 0
        self.acted = -1

    async def wish(self, kind: str, **more: Any) -> dict[str, Any]:
        self.count += 1
        wish = str(self.count)
        await self.send(type=kind, id=wish, **more)
        while True:
            message = msgspec.json.decode(await self.socket.recv())
            if message.get("id") == wish:
                assert message["type"] == "ack", message
                return dict(message)

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def run(self) -> None:
        async for text in self.socket:
            message = msgspec.json.decode(text)
            if message["type"] == "table":
                await self.look(message["table"])
            elif message["type"] in ("ack", "refused"):
                self.answered(message)

    def answered(self, message: dict[str, Any]) -> None:
        began = self.sent.pop(message["id"], None)
        if began is None or not self.load.counting:
            return
        if message["type"] == "ack":
            self.load.moves += 1
            self.load.answers.append(time.perf_counter() - began)
        else:
            self.load.refused += 1

    async def look(self, table: dict[str, Any]) -> None:
        view = table["view"]
        if table["phase"] in ("between", "over"):
            if not table["seats"][table["you"]]["ready"]:
                self.count += 1
                await self.send(type="ready", id=str(self.count))
        elif view and view["turn"] == view["you"] and self.acted != table["version"] and view["legal"]:
            self.acted = table["version"]
            asyncio.get_running_loop().create_task(self.act(table["version"], view["legal"]))

    async def act(self, version: int, legal: list[str]) -> None:
        await asyncio.sleep(self.load.think * random.uniform(0.5, 1.5))
        plays = [text for text in legal if text.endswith(" call")] or legal
        self.count += 1
        self.sent[str(self.count)] = time.perf_counter()
        await self.send(type="act", id=str(self.count), version=version, action=plays[0])


async def seat_table(base: str, load: Load, http: httpx.AsyncClient, number: int) -> list[Client]:
    """A table of four with its round dealt."""
    clients = []
    code = ""
    for seat in range(PEOPLE):
        token = await register(base, http, f"P{number} {seat}")
        socket = await connect(
            base.replace("http", "ws") + "/ws",
            origin=Origin(base),
            additional_headers={"cookie": f"lastcard={token}"},
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        client = Client(load, socket)
        clients.append(client)
        if seat == 0:
            code = (await client.wish("create", rules="rounds", seats=PEOPLE, set={"rounds": 1000}))["code"]
        else:
            await client.wish("open", code=code, sit=True)
    await clients[0].wish("start")
    return clients


async def measure(base: str, tables: int, seconds: float, think: float) -> Load:
    load = Load(think)
    nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every request is another browser's
    async with httpx.AsyncClient(timeout=60, cookies=nobody) as http:
        seated: list[Client] = []
        running: list[asyncio.Task[None]] = []
        for start in range(0, tables, 20):
            some = range(start, min(start + 20, tables))
            for clients in await asyncio.gather(*(seat_table(base, load, http, n) for n in some)):
                seated += clients
                running += [asyncio.create_task(client.run()) for client in clients]
                for client in clients:  # the deal may have been read by `wish` already
                    client.count += 1
                    await client.send(type="say", id=str(client.count), phrase="luck")
    await asyncio.sleep(2 + think)
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return load


def memory(pid: int) -> float:
    """Resident, in MB."""
    text = Path(f"/proc/{pid}/statm").read_text()
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description="Many tables at once.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--think", type=float, default=2.0, help="seconds before a move (half to 1.5 times)")
    told = parser.parse_args()
    print(f"{'tables':>7} {'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'refused':>8} {'server MB':>10}")
    for tables in told.tables:
        with tempfile.TemporaryDirectory() as folder:
            one_size(tables, told.seconds, told.think, folder)
    return 0


def one_size(tables: int, seconds: float, think: float, folder: str) -> None:
    command = [sys.executable, str(Path(__file__).with_name("load_server.py")), f"{folder}/t.db"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        base = server.stdout.readline().split()[3]
        load = asyncio.run(measure(base, tables, seconds, think))
        answers = sorted(load.answers)
        p50, p99 = (1000 * answers[int(len(answers) * part)] for part in (0.5, 0.99))
        rate, size = load.moves / seconds, memory(server.pid)
        print(f"{tables:7} {rate:8.0f} {p50:7.1f} {p99:7.1f} {load.refused:8} {size:10.0f}", flush=True)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
