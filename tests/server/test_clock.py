"""The clock of a turn: for whom it runs, and that it stands still while nobody is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lastcard.server.common import clock
from support.server.people import QUICK, Guest, Running, opened, running, wait_for

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
MINUTE = 60_000


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The server's clock, turned by hand."""
    at = [clock.now_ms()]
    monkeypatch.setattr(clock, "now_ms", lambda: at[0])
    return at


def dealt(people: list[Guest]) -> tuple[Guest, Guest]:
    """Who is in turn, and another."""
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")
    turn = next(one for one in people if one.my_turn)
    return turn, next(one for one in people if one is not turn)


def left(guest: Guest) -> int:
    guest.must("say", text="tick")
    return int(guest.table["clock"]["deadline"] - guest.table["now"])


def gone(server: Running, *people: Guest) -> None:
    room = server.server.hub.rooms[people[0].table["code"]]
    before = len(room.presence.connections)
    for one in people:
        one.close()
    wait_for(lambda: len(room.presence.connections) == before - len(people) and not room.lock.locked())


def back(guest: Guest) -> Guest:
    again = guest.again()
    again.must("open", code=guest.table["code"])
    return again


def test_34_by_default_nobody_is_timed_among_bots(guest: Make) -> None:
    ann = guest("Ann")
    ann.must("create", seats=3, bots="casual", start=True)
    assert ann.table["clock"] is None


def test_34_by_default_people_are_timed_while_somebody_waits_for_them(guest: Make, now: list[int]) -> None:
    turn, other = dealt(opened(guest, "Ann", "Bob", pace="slow"))
    assert left(turn) == MINUTE
    other.must("away")  # a bot plays for the other: nobody waits
    turn.shown(lambda t: t["clock"] is None)
    now[0] += 10 * MINUTE
    other.must("away", away=False)  # somebody waits again, from now on
    turn.shown(lambda t: t["clock"] is not None)
    assert left(turn) == MINUTE


def test_stepping_away_and_back_wins_no_time(tmp_path: Path, now: list[int]) -> None:
    patient = msgspec.structs.replace(QUICK, paces={**QUICK.paces, "slow": 600.0})  # bots, in seconds
    with running(str(tmp_path / "t.db"), patient) as server:
        turn, _ = dealt(opened(lambda name: Guest(server.base, name), "Ann", "Bob", pace="slow"))
        now[0] += MINUTE - 1000
        turn.must("away")
        turn.must("away", away=False)
        assert left(turn) == 1000


def test_who_sits_there_and_does_not_play_waits_for_nobody(guest: Make) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    code = ann.must("create", seats=3)["code"]
    ann.must("bot", seat=1, level="casual")
    ann.must("start")
    ben.must("open", code=code)
    ben.must("sit", seat=2)
    ann.shown(lambda t: t["seats"][2]["kind"] == "person")
    assert ann.table["clock"] is None


def test_pauses_of_before_do_not_lengthen_a_clock_that_begins(
    server: Running, guest: Make, now: list[int]
) -> None:
    turn, other = dealt(opened(guest, "Ann", "Bob", pace="slow"))
    gone(server, turn, other)
    now[0] += 10 * MINUTE
    turn, other = back(turn), back(other)
    assert left(turn) == MINUTE
    other.must("away")
    other.must("away", away=False)
    turn.shown(lambda t: t["clock"] is not None)
    assert left(turn) == MINUTE


def test_a_watcher_who_goes_does_not_start_the_pause_anew(
    server: Running, guest: Make, now: list[int]
) -> None:
    turn, other = dealt(opened(guest, "Ann", "Bob"))
    watcher = guest("Eve")
    watcher.must("open", code=turn.table["code"])
    now[0] += 5000
    gone(server, turn, other)
    now[0] += 5 * MINUTE
    gone(server, watcher)
    now[0] += 5 * MINUTE
    assert left(back(turn)) == MINUTE - 5000


def test_the_clock_stands_when_the_last_one_there_leaves(
    server: Running, guest: Make, now: list[int]
) -> None:
    people = opened(guest, "Ann", "Ben", "Cid")
    turn, other = dealt(people)
    third = next(one for one in people if one not in (turn, other))
    gone(server, turn, other)
    third.must("leave")
    now[0] += 10 * MINUTE
    assert left(back(turn)) == MINUTE


def test_the_clock_runs_on_when_a_watcher_takes_the_seat_again(
    server: Running, guest: Make, now: list[int]
) -> None:
    turn, other = dealt(opened(guest, "Ann", "Ben", pace="slow"))
    code = other.table["code"]
    other.must("leave")
    other.must("open", code=code)
    gone(server, turn)
    now[0] += MINUTE
    other.must("sit", seat=0 if turn.table["you"] == 1 else 1)
    begun = left(other)
    now[0] += 7000
    assert left(other) == begun - 7000


def test_nobody_is_moved_for_after_a_night_and_a_restart(tmp_path: Path, now: list[int]) -> None:
    with running(str(tmp_path / "t.db")) as server:
        turn, other = dealt(opened(lambda name: Guest(server.base, name), "Ann", "Bob"))
        gone(server, turn, other)
        now[0] += 8 * 60 * MINUTE
        wait_for(lambda: server.server.store.last_heartbeat() == now[0])  # beats go on all night
    with running(str(tmp_path / "t.db")) as server:
        again = Guest(server.base, other.name, other.token)
        again.must("open", code=other.table["code"])
        assert left(again) == MINUTE
