"""kill -9 in the middle of traffic: what was acknowledged is there afterwards, in SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from support.server.databases import postgresql
from support.server.people import Guest, Message, Process

pytestmark = pytest.mark.slow  # they start servers

NAMES = ("Bob", "Cid", "Dan")
ENOUGH = 15  # answers to each before the crash


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    with postgresql(tmp_path) as url:
        yield url


class Busy(threading.Thread):
    """Somebody who says ready and not ready without end, and keeps what was acknowledged."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(daemon=True)
        self.guest = guest
        self.acks: list[Message] = []
        self.enough = threading.Event()

    def run(self) -> None:
        for number in count():
            ready = number % 2 == 0
            try:
                self.guest.send(type="ready", id=f"r{number}", ready=ready)
                answer = self._answer(f"r{number}")
            except ConnectionClosed:
                return
            if answer is None:
                return
            self.acks.append(answer)
            if len(self.acks) == ENOUGH:
                self.enough.set()

    def _answer(self, wish: str) -> Message | None:
        while (message := self.guest.hear()) is not None:
            if message.get("id") == wish:
                assert message["type"] == "ack", message
                return message
        return None


def test_after_kill_9_in_the_middle_of_traffic_every_acknowledged_wish_stands(database: str) -> None:
    first = Process(database)
    ann, *others = [Guest(first.base, name) for name in ("Ann", *NAMES)]
    code = ann.must("create", seats=len(NAMES) + 1)["code"]
    for one in others:
        one.must("open", code=code, sit=True)
    busy = [Busy(one) for one in others]
    for thread in busy:
        thread.start()
    for thread in busy:
        assert thread.enough.wait(20)
    first.end()  # while all of them wait for answers
    for thread in busy:
        thread.join(20)
    last = max(ack["n"] for thread in busy for ack in thread.acks)
    second = Process(database, int(first.base.rpartition(":")[2]))
    try:
        assert "1 table restored" in second.line
        for thread in busy:
            back = Guest(second.base, thread.guest.name, thread.guest.token)
            back.must("open", code=code)
            assert back.table["n"] >= last
            for ack in thread.acks[-30:]:
                ready = int(ack["id"][1:]) % 2 == 0
                assert back.command("ready", id=ack["id"], ready=ready) == ack  # the stored answer
            back.close()
    finally:
        second.end()
