"""Many tables at once: durable moves a second, how long their answers take, and what the server needs for it.

`python benchmarks/load.py [--tables 10 100 300 1000] [--seconds 20] [--every 2.3]`: a server of its own, and
beside it one process with four clients at each table. The load is open: every table moves once in `--every`
seconds (give or take a half), whether the server keeps up or not. A move is measured from sending it to its
acknowledgement, which comes when it is on the disk. CPU shares (100 % is a core) and the machine's load (how
many programs want a core) tell whether the clients, or others, were in the way.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
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

from lastcard.game import Action
from load_socket import Socket

PEOPLE = 4
AT_ONCE = 20  # tables that are set up side by side


class Chair(msgspec.Struct):
    ready: bool


class View(msgspec.Struct):
    you: str | None
    turn: str | None
    legal: list[Action]


class Shown(msgspec.Struct):
    """Of what a client is shown, what it needs to move."""

    version: int
    phase: str
    you: int | None
    seats: list[Chair]
    view: View | None


class Message(msgspec.Struct):
    type: str
    id: str | None = None
    code: str | None = None
    why: Any = None
    table: Shown | None = None


_decoder = msgspec.json.Decoder(Message)


class Load:
    """What was measured."""

    def __init__(self) -> None:
        self.counting = False
        self.answers: list[float] = []
        self.refused = 0
        self.skipped = 0  # it was time for a move, and the one before was not answered yet


class Client:
    """One seat."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.socket: Socket
        self.sent: dict[str, float] = {}
        self.waiting: dict[str, asyncio.Future[Message]] = {}
        self.count = 0
        self.shown: Shown | None = None

    def hear(self, data: bytes) -> None:
        message = _decoder.decode(data)
        if message.type == "table":
            self.shown = message.table
            self.get_ready()
        elif message.id is not None:
            self.answered(message, message.id)

    def answered(self, message: Message, wish: str) -> None:
        if wish in self.waiting:
            self.waiting.pop(wish).set_result(message)
        began = self.sent.pop(wish, None)
        if began is not None and self.load.counting:
            if message.type == "ack":
                self.load.answers.append(time.perf_counter() - began)
            else:
                self.load.refused += 1

    def send(self, kind: str, **more: Any) -> str:
        self.count += 1
        wish = str(self.count)
        self.socket.send(msgspec.json.encode({"type": kind, "id": wish, **more}))
        return wish

    async def must(self, kind: str, **more: Any) -> Message:
        answer = self.waiting[self.send(kind, **more)] = asyncio.get_running_loop().create_future()
        message: Message = await answer
        assert message.type == "ack", message.why
        return message

    def get_ready(self) -> None:
        """For the next round."""
        shown = self.shown
        if shown is None or shown.you is None or shown.phase not in ("between", "over"):
            return
        if not shown.seats[shown.you].ready:
            self.send("ready")

    @property
    def in_turn(self) -> bool:
        view = None if self.shown is None or self.shown.phase != "playing" else self.shown.view
        return view is not None and view.turn == view.you and bool(view.legal)

    def move(self) -> None:
        """The first legal thing, with the call if there is one to make."""
        assert self.shown is not None
        assert self.shown.view is not None
        legal = self.shown.view.legal
        action = next((action for action in legal if action.call), legal[0])
        wish = self.send("act", version=self.shown.version, action=action)
        self.sent[wish] = time.perf_counter()


class Table:
    """Four clients, and when they move."""

    def __init__(self, load: Load, clients: list[Client], every: float) -> None:
        self.load, self.clients, self.every = load, clients, every
        self.loop = asyncio.get_running_loop()
        self.next = self.loop.time() + every * random.random()
        self.timer = self.loop.call_at(self.next, self.tick)

    def tick(self) -> None:
        """Open load: the next tick does not wait for the answer to this one."""
        self.next += self.every * random.uniform(0.5, 1.5)
        self.timer = self.loop.call_at(self.next, self.tick)
        if any(client.sent for client in self.clients):
            self.load.skipped += self.load.counting
            return
        for client in self.clients:
            if client.in_turn:
                client.move()
                return


async def register(base: str, http: httpx.AsyncClient, name: str) -> str:
    answer = await http.post(f"{base}/api/me", json={"name": name}, headers={"origin": base})
    answer.raise_for_status()
    return str(answer.cookies["lastcard"])


async def seat_table(base: str, load: Load, http: httpx.AsyncClient, number: int) -> list[Client]:
    """A table of four with its round dealt."""
    clients: list[Client] = []
    code: str | None = ""
    for seat in range(PEOPLE):
        token = await register(base, http, f"P{number} {seat}")
        client = Client(load)
        client.socket = await Socket.open(base, token, client.hear)
        clients.append(client)
        if seat == 0:
            code = (await client.must("create", rules="rounds", seats=PEOPLE, set={"rounds": 1000})).code
        else:
            await client.must("open", code=code, sit=True)
    await clients[0].must("start")
    return clients


async def measure(
    base: str, tables: int, seconds: float, every: float, server: int
) -> tuple[Load, float, float]:
    """The load, and the CPU shares of server and clients."""
    load = Load()
    nobody = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every request is another browser's
    seated: list[list[Client]] = []
    async with httpx.AsyncClient(timeout=60, cookies=nobody) as http:
        for start in range(0, tables, AT_ONCE):
            some = range(start, min(start + AT_ONCE, tables))
            seated += await asyncio.gather(*(seat_table(base, load, http, number) for number in some))
    gc.freeze()
    playing = [Table(load, clients, every) for clients in seated]
    await asyncio.sleep(1.5 * every)
    load.counting = True
    before = cpu(server), cpu(os.getpid()), time.perf_counter()
    await asyncio.sleep(seconds)
    load.counting = False
    after = cpu(server), cpu(os.getpid()), time.perf_counter()
    for table in playing:
        table.timer.cancel()
    took = after[2] - before[2]
    return load, (after[0] - before[0]) / took, (after[1] - before[1]) / took


def cpu(pid: int) -> float:
    """The seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident, in MB."""
    text = Path(f"/proc/{pid}/statm").read_text()
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def disk(seconds: float) -> str:
    """What the disk alone takes: a page written and synced a hundred times a second, with no server near."""
    took = []
    end = time.monotonic() + seconds
    with tempfile.TemporaryFile() as file:
        while time.monotonic() < end:
            began = time.perf_counter()
            os.pwrite(file.fileno(), bytes(4096), 0)
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - began)
            time.sleep(0.01)
    took.sort()
    p50, p99, worst = (1000 * took[int(part * (len(took) - 1))] for part in (0.5, 0.99, 1))
    return f"the disk alone: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {worst:.0f} ms of {len(took)} writes"


def main() -> int:
    parser = argparse.ArgumentParser(description="Many tables at once.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--every", type=float, default=2.3, help="seconds between two moves of a table")
    parser.add_argument("--quick-ack", action="store_true", help="clients don't delay TCP's acknowledgements")
    told = parser.parse_args()
    Socket.quick_ack = told.quick_ack
    print(disk(told.seconds), flush=True)
    heads = ("tables", "moves/s", "p50 ms", "p99 ms", "max ms", ">38 ms", "refused", "skipped", "server MB")
    print(" ".join(f"{head:>9}" for head in (*heads, "server %", "load %", "machine")), flush=True)
    for tables in told.tables:
        with tempfile.TemporaryDirectory() as folder:
            one_size(tables, told.seconds, told.every, folder)
    return 0


def one_size(tables: int, seconds: float, every: float, folder: str) -> None:
    command = [sys.executable, str(Path(__file__).with_name("load_server.py")), f"{folder}/t.db"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        base = server.stdout.readline().split()[3]
        load, used, own = asyncio.run(measure(base, tables, seconds, every, server.pid))
        answers = sorted(load.answers)
        p50, p99 = (1000 * answers[int(len(answers) * part)] for part in (0.5, 0.99))
        row = [
            *(f"{tables}", f"{len(answers) / seconds:.0f}", f"{p50:.1f}", f"{p99:.1f}"),
            *(f"{1000 * answers[-1]:.0f}", f"{sum(one > 0.038 for one in answers)}"),
            *(f"{load.refused}", f"{load.skipped}", f"{memory(server.pid):.0f}"),
            *(f"{100 * used:.0f}", f"{100 * own:.0f}", f"{os.getloadavg()[0]:.1f}"),
        ]
        print(" ".join(f"{word:>9}" for word in row), flush=True)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
