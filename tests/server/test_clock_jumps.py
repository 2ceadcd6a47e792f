"""The system's clock jumps by a day, forward or back: nobody is moved for, and nothing stands still."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.server.common import clock
from lastcard.server.storage.store import Store
from support.server.people import QUICK, Guest, Process, opened, play_out, running, wait_for
from support.server.staged import staged

pytestmark = pytest.mark.slow  # they start servers

DAY = 24 * 3600
MINUTE = 60_000
Jump = Callable[[float], None]
BOTH = pytest.mark.parametrize("seconds", [DAY, -DAY], ids=["forward", "back"])


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Iterator[Jump]:
    """Set the system's clock, for the whole process; what it has done to ours is undone."""
    real, real_ns, shift = time.time, time.time_ns, [0.0]
    offset = clock._offset
    monkeypatch.setattr(clock, "_offset", clock._Offset())
    monkeypatch.setattr(time, "time", lambda: real() + shift[0])
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + round(shift[0]) * 10**9)

    def by(seconds: float) -> None:
        shift[0] += seconds

    yield by
    monkeypatch.setattr(clock, "_offset", offset)


def in_turn(people: list[Guest]) -> Guest:
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")
        one.catch_up()
    return next(one for one in people if one.my_turn)


def left(guest: Guest) -> int:
    guest.must("say", text="tick")
    return int(guest.table["clock"]["deadline"] - guest.table["now"])


def times(url: str) -> list[int]:
    """The times of the events of the one table that is stored."""
    store = Store(url)
    try:
        (table,) = store.open_tables()
        return [one.at for one in table.events()]
    finally:
        store.close()


@BOTH
def test_in_mid_turn_nobody_is_moved_for_and_the_time_left_stays(
    tmp_path: Path, jump: Jump, seconds: int
) -> None:
    with running(str(tmp_path / "t.db")) as server:
        people = opened(lambda name: Guest(server.base, name), "Ann", "Bob", "Cid")
        people[0].must("start")
        turn = in_turn(people)
        jump(seconds)
        assert MINUTE - 20_000 < left(turn) <= MINUTE
        turn.catch_up()
        assert turn.my_turn
        assert turn.act(turn.legal[0])["type"] == "ack"
        jump(-seconds)
        turn = in_turn(people)
        assert MINUTE - 20_000 < left(turn) <= MINUTE
    found = times(str(tmp_path / "t.db"))
    assert found == sorted(found)
    assert abs(found[-1] / 1000 - time.time()) < 60


def bot_has_moved(ann: Guest, played: int) -> None:
    ann.shown(lambda t: t["version"] > played or t["phase"] != "playing")


@BOTH
def test_bots_go_on(tmp_path: Path, jump: Jump, seconds: int) -> None:
    with running(str(tmp_path / "t.db")) as server:
        ann = Guest(server.base, "Ann")
        ann.must("create", seats=3, bots="casual", start=True, pace="slow")
        for way in (seconds, -seconds):
            ann.shown(lambda t: ann.my_turn)
            while ann.my_turn:  # after a draw it still is
                played = ann.must("act", action=ann.legal[0], version=ann.table["version"])["version"]
            jump(way)
            bot_has_moved(ann, played)


@BOTH
def test_an_action_that_is_held_back_is_done_at_its_time(tmp_path: Path, jump: Jump, seconds: int) -> None:
    window = 600.0 if seconds > 0 else 0.4
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, window=window)) as server:
        hands = {"Ann": "R1 R2", "Bob": "R3 R4", "Cid": "R5 R6"}
        ann, bob, cid = staged(server, lambda name: Guest(server.base, name), hands)
        ann.must("act", action="play R1", version=ann.table["version"])
        bob.shown(lambda t: t["view"]["top"] == "R1")
        bob.send(type="act", id="held", action="play R3", version=bob.table["version"])
        bob.catch_up()
        jump(seconds)
        cid.must("say", text="tick")  # what comes next is planned again
        if seconds < 0:
            assert bob.until(lambda m: m.get("id") == "held")["type"] == "ack"
        else:
            assert not [m for m in bob.catch_up() if m.get("id") == "held"]
            assert server.server.hub.rooms[bob.table["code"]].actions.held


@BOTH
def test_a_table_of_strangers_deals_between_rounds_when_it_would_have(
    tmp_path: Path, jump: Jump, seconds: int
) -> None:
    following = 600.0 if seconds > 0 else 0.5
    settings = msgspec.structs.replace(QUICK, quick_wait=0.0, quick_next=following)
    with running(str(tmp_path / "t.db"), settings) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        for one in (ann, bob):
            one.must("quick", rules="rounds")
        ann.shown(lambda t: t["phase"] == "playing")
        play_out([ann], lambda t: t["phase"] == "between")
        bob.shown(lambda t: t["you"] is not None)
        ann.must("ready")
        jump(seconds)
        bob.must("say", text="tick")
        if seconds < 0:
            bob.shown(lambda t: t["phase"] == "playing")
        else:
            bob.catch_up()
            assert bob.table["phase"] == "between"


class Shifted(Process):
    """`lastcard serve` on a machine whose clock is set wrong."""

    def __init__(self, db: str, seconds: int) -> None:
        words = ["lastcard", "serve", "--no-browser", "--port", "0", "--db", db]
        code = (
            "import sys, time, runpy\n"
            "real, real_ns = time.time, time.time_ns\n"
            f"time.time, time.time_ns = lambda: real() + {seconds}, lambda: real_ns() + {seconds} * 10**9\n"
            f"sys.argv = {words!r}\n"
            "runpy.run_module('lastcard', run_name='__main__')\n"
        )
        command = [sys.executable, "-c", code]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        self.line = self.child.stdout.readline()
        self.base = self.line.split()[3]


def seated_again(base: str, guest: Guest, code: str) -> Guest:
    again = Guest(base, guest.name, guest.token)
    again.must("open", code=code)
    return again


@BOTH
def test_across_a_restart_the_time_left_is_sane_bots_go_on_and_the_log_never_goes_back(
    tmp_path: Path, seconds: int
) -> None:
    db = str(tmp_path / "t.db")
    server: Any = Process(db)
    people = opened(lambda name: Guest(server.base, name), "Ann", "Bob", seats=3)
    people[0].must("bot", seat=2, level="beginner")
    code = people[0].table["code"]
    people[0].must("start")
    for one in people:
        play_out([one], lambda t: t["phase"] == "playing")
    server.end()
    server = Shifted(db, seconds)
    try:
        people = [seated_again(server.base, one, code) for one in people]

        def asked() -> list[Guest]:
            for one in people:
                one.quiet(0.2)  # many pings would be too many messages
            return [one for one in people if one.my_turn]

        for _ in range(4):  # in between the bot is in turn, at least once
            (turn,) = wait_for(asked)
            assert 0 < left(turn) <= MINUTE
            turn.must("act", action=turn.legal[0], version=turn.table["version"])
    finally:
        server.end()
    found = times(db)
    assert found == sorted(found)
