"""Bots of the operator's own at real tables: `lastcard serve --bot`. None stops a table or stays behind."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastcard.bots.forfeits import Limits
from lastcard.bots.levels import LEVELS
from lastcard.cli import main
from lastcard.game import Event
from lastcard.server.common.clock import now_ms
from lastcard.server.rooms.hub import Hub
from lastcard.server.rooms.room import Room
from lastcard.server.settings import Settings
from lastcard.server.storage.store import Store
from lastcard.server.tables import events as e
from lastcard.server.tables.offered_bots import OfferedBots
from support.bots import ROGUE
from support.bots.processes import left_behind, playing
from support.server import own_bots
from support.server.people import QUICK, Guest, Process, Running, fetch, play_out, running, wait_for
from support.server.tables import table as dealt_table
from support.server.twins import SECRET, to_an_uncalled_card

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs as bots need a Unix"),
]

SHED = Path(__file__).parents[2] / "examples" / "shed.py"
PYTHON = f"{sys.executable} -I -S"
PATIENT = Limits(start=20, move=20)
SHORT = Limits(start=20, move=0.15)


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """A word in the command line of every process of the test; when it ends, none may be left."""
    yield str(tmp_path)
    wait_for(lambda: left_behind(str(tmp_path)) == [])


def shed(mark: str, limits: Limits = PATIENT) -> OfferedBots:
    return OfferedBots([("shed", f"{PYTHON} {SHED} {mark}")], limits)


def rogue(name: str, mark: str, limits: Limits = PATIENT) -> OfferedBots:
    return OfferedBots([("rogue", f"{PYTHON} {ROGUE} {name} {mark}")], limits)


def play_alone(ann: Guest, bots: str, seats: int = 2, **how: object) -> None:
    """A match of one round against bots, to its end."""
    start_alone(ann, bots, seats, **how)
    play_out([ann], lambda table: table["phase"] == "over")


def start_alone(ann: Guest, bots: str, seats: int = 2, **how: object) -> None:
    fast = {"rules": "rounds", "set": {"rounds": 1}, "pace": "fast", "start": True}
    ann.must("create", **(fast | {"bots": bots, "seats": seats} | how))
    ann.shown(lambda table: table["phase"] == "playing")


def begun(ann: Guest, mark: str) -> list[str]:
    """Ann plays until the bot's process is there."""
    play_out([ann], lambda table: bool(playing(mark)))
    found: list[str] = wait_for(lambda: playing(mark) or None)
    return found


def test_an_own_bot_is_offered_beside_the_levels_and_plays(
    tmp_path: Path, mark: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running(str(tmp_path / "t.db"), bots=shed(mark)) as server:
        about = fetch(f"{server.base}/api/about")
        assert [one["name"] for one in about.json()["levels"]] == [*LEVELS, "shed"]
        assert "shed.py" not in about.text  # its command line is nobody's business
        ann = Guest(server.base, "Ann")
        start_alone(ann, "shed", 3, set={"rounds": 2})
        assert [seat["level"] for seat in ann.table["seats"]] == [None, "shed", "shed"]
        play_out([ann], lambda table: table["phase"] == "between")
        one_each = playing(mark)
        assert len(one_each) == 2
        play_out([ann], lambda table: table["round"] == 2 and table["phase"] == "over")
        wait_for(lambda: left_behind(mark) == [])  # with the match
        ann.must("start")
        play_out([ann], lambda table: bool(left_behind(mark)))
        assert not set(left_behind(mark)) & set(one_each)  # the next match has its own
        ann.close()
    assert left_behind(mark) == []
    assert "plays on" not in caplog.text


def test_one_of_our_own_bots_and_a_level_can_be_offered_under_another_name(tmp_path: Path) -> None:
    bots = OfferedBots([("boss", "tactician"), ("guest-1", "skilled")])
    with running(str(tmp_path / "t.db"), bots=bots) as server:
        ann = Guest(server.base, "Ann")
        play_alone(ann, "boss")
        ann.must("bot", seat=1, level="guest-1")
        assert ann.table["seats"][1]["level"] == "guest-1"
        ann.close()


def test_over_the_wire_only_the_name_is_accepted(tmp_path: Path, mark: str) -> None:
    command = f"{PYTHON} {SHED} {mark}"
    with running(str(tmp_path / "t.db"), bots=shed(mark)) as server:
        ann = Guest(server.base, "Ann")
        for spec in (command, f"cmd:{command}", "random", "careful:Careful", "SHED", "shed "):
            refused = ann.command("create", bots=spec)
            assert (refused["type"], refused["code"]) == ("refused", "invalid")
        ann.must("create", seats=2)
        assert ann.command("bot", seat=1, level="random")["code"] == "invalid"
        ann.must("bot", seat=1, level="shed")
        ann.close()
    assert left_behind(mark) == []


@pytest.mark.parametrize(
    ("name", "limits", "why"),
    [
        ("silent", SHORT, "did not answer"),
        ("slow", Limits(start=20, move=0.5), "answered, but after its time was up"),
        ("never_starts", Limits(start=0.3, move=1), "did not start"),
        ("dies", PATIENT, "ended or raised an error"),
        ("illegal_card", PATIENT, "chose an action that is not among the legal ones"),
        ("no_json", PATIENT, "answered with something that is not an answer"),
        ("two_moves", PATIENT, "wrote more than one answer"),
        ("leaves_daemons_and_waits", SHORT, "did not answer"),
    ],
)
def test_a_bot_that_fails_is_replaced_for_the_match_and_the_log_says_so_once(
    name: str, limits: Limits, why: str, tmp_path: Path, mark: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running(str(tmp_path / "t.db"), bots=rogue(name, mark, limits)) as server:
        ann = Guest(server.base, "Ann")
        start_alone(ann, "rogue", set={"rounds": 3})
        play_out([ann], lambda table: "plays on" in caplog.text)
        wait_for(lambda: left_behind(mark) == [])
        play_out([ann], lambda table: table["phase"] == "over")
        assert ann.table["round"] == 3
        ann.close()
    lines = [record.getMessage() for record in caplog.records if "plays on" in record.getMessage()]
    assert len(lines) == 1
    assert lines[0].startswith("table 1: the bot rogue ")
    assert why in lines[0]
    assert lines[0].endswith("; casual plays on in this match")
    assert not any(card in lines[0] for card in ("R1", "W+4", " play ", str(tmp_path)))


def test_while_a_bot_hangs_people_can_act_and_other_tables_go_on(tmp_path: Path, mark: str) -> None:
    with running(str(tmp_path / "t.db"), bots=rogue("silent", mark)) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        start_alone(ann, "rogue")
        begun(ann, mark)
        while ann.my_turn:  # until it is the bot's turn, which it does not answer after two moves
            ann.act(ann.view["legal"][0])
        ann.must("say", text="hello?")
        play_alone(bob, "casual")
        ann.must("close")
        wait_for(lambda: left_behind(mark) == [])  # though it is still being waited for
        for one in (ann, bob):
            one.close()


def test_a_class_that_never_answers_is_not_started_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own_bots.GO_ON.clear()
    own_bots.Hangs.made = 0
    hangs = OfferedBots([("hangs", "support.server.own_bots:Hangs")], Limits(start=0.2, move=0.1))
    try:
        with running(str(tmp_path / "t.db"), bots=hangs) as server:
            ann = Guest(server.base, "Ann")
            play_alone(ann, "hangs")
            assert "the bot hangs does not answer at all; casual plays on" in caplog.text
            ann.must("start")
            play_out([ann], lambda table: table["phase"] == "over")
            assert own_bots.Hangs.made == 1
            ann.close()
    finally:
        own_bots.GO_ON.set()


def test_a_bot_reacts_and_the_table_is_not_locked_while_it_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the room itself: a card lands uncalled, and the bot takes its time before it catches."""
    own_bots.THINKS.clear()
    own_bots.GO_ON.clear()

    async def stored(*_: object) -> None:
        pass

    monkeypatch.setattr(Store, "append", stored)

    async def caught(room: Room, last: tuple[int, str]) -> list[str]:
        at = e.NumberedEvent(room.table.n + 1, now_ms() - 5000, e.ActionPlayed(seat=last[0], action=last[1]))
        room.table.apply(at)
        room.audience._landed = (room.table.last_cards.version, now_ms() - 5000)
        version, due = room.table.version, room.scheduler.due()
        assert due is not None
        assert due[1] == room.scheduler.bots_react
        step = asyncio.create_task(due[1](due[0]))
        await asyncio.to_thread(own_bots.THINKS.wait, 10)
        assert not room.lock.locked()
        assert room.table.version == version
        own_bots.GO_ON.set()
        await step
        room.scheduler.stop()
        since = [event for *_, seen, event in room.table.recent_events if seen > version]
        return [event.type for event in since if isinstance(event, Event)]

    bots = OfferedBots([("catcher", "support.server.own_bots:Catcher")], PATIENT)
    store, settings = Store(str(tmp_path / "t.db")), replace(Settings(), catch_after=0.0)
    room = Room(1, dealt_table("classic", 3, seed=SECRET), store, settings, Hub(store, settings, bots=bots))
    *course, last = to_an_uncalled_card("classic")
    for seat, action in course:
        room.table.apply(e.NumberedEvent(room.table.n + 1, 5000, e.ActionPlayed(seat=seat, action=action)))
    catcher = room.table.seats[(last[0] + 1) % 3]
    catcher.kind, catcher.level, catcher.person = "bot", "catcher", None
    for _, occupant in room.table.people():
        room.presence.by_person[occupant.person or ""] = None  # type: ignore[assignment]
    assert "catch" in asyncio.run(caught(room, last))
    store.close()


def test_when_there_is_no_room_for_more_the_usual_level_plays_and_a_table_left_alone_gives_way(
    tmp_path: Path, mark: str, caplog: pytest.LogCaptureFixture
) -> None:
    with running(str(tmp_path / "t.db"), replace(QUICK, most_bots=1), bots=shed(mark)) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        start_alone(ann, "shed", set={"rounds": 9})
        first = begun(ann, mark)
        play_alone(bob, "shed")
        assert "the bot shed can't play now: too many are playing" in caplog.text
        assert playing(mark) == first
        ann.close()
        wait_for(lambda: len(server.server.hub.connections) == 1)
        caplog.clear()
        start_alone(bob, "shed")
        play_out([bob], lambda table: bool(set(playing(mark)) - set(first)))
        wait_for(lambda: not set(first) & set(left_behind(mark)))
        assert "too many" not in caplog.text
        bob.close()


def test_a_bot_ends_when_a_person_takes_its_seat(tmp_path: Path, mark: str) -> None:
    with running(str(tmp_path / "t.db"), bots=shed(mark)) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        start_alone(ann, "shed", set={"rounds": 9})
        play_out([ann], lambda table: table["phase"] == "between")
        assert left_behind(mark) != []
        bob.must("open", code=ann.table["code"])
        bob.must("sit", seat=1)
        wait_for(lambda: left_behind(mark) == [])
        for one in (ann, bob):
            one.close()


def test_a_bot_ends_when_the_table_closes(tmp_path: Path, mark: str) -> None:
    with running(str(tmp_path / "t.db"), bots=shed(mark)) as server:
        ann = Guest(server.base, "Ann")
        start_alone(ann, "shed")
        begun(ann, mark)
        ann.must("close")
        wait_for(lambda: left_behind(mark) == [])
        ann.close()


def test_a_bot_ends_when_the_server_stops_and_is_there_again_after_a_restart(
    tmp_path: Path, mark: str
) -> None:
    url = str(tmp_path / "t.db")
    with running(url, bots=shed(mark)) as server:
        ann = Guest(server.base, "Ann")
        start_alone(ann, "shed", set={"rounds": 3})
        begun(ann, mark)
        code = ann.table["code"]
        ann.close()
    assert left_behind(mark) == []
    with running(url, bots=shed(mark)) as server:
        ann = back(server, ann, code)
        begun(ann, mark)
        ann.close()
    assert left_behind(mark) == []


def back(server: Running, person: Guest, code: str) -> Guest:
    """The same browser, at another server that opened the same tables."""
    again = Guest(server.base, person.name, person.token)
    again.must("open", code=code)
    return again


def test_after_a_restart_without_it_the_usual_level_plays(tmp_path: Path, mark: str) -> None:
    url = str(tmp_path / "t.db")
    with running(url, bots=shed(mark)) as server:
        ann = Guest(server.base, "Ann")
        start_alone(ann, "shed")
        code = ann.table["code"]
        ann.close()
    with running(url) as server:
        ann = back(server, ann, code)
        assert ann.table["seats"][1]["level"] == "casual"
        play_out([ann], lambda table: table["phase"] == "over")
        assert ann.command("bot", seat=1, level="shed")["code"] == "invalid"
        ann.must("start")  # the seat is still the bot's, and can be played again
        play_out([ann], lambda table: table["phase"] == "over")
        ann.close()
    assert left_behind(mark) == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_bot_outlives_the_command(how: signal.Signals, tmp_path: Path, mark: str) -> None:
    served = Process(str(tmp_path / "t.db"), 0, "--bot", f"shed={PYTHON} {SHED} {mark}")
    try:
        ann = Guest(served.base, "Ann")
        start_alone(ann, "shed")
        play_out([ann], lambda table: len(left_behind(mark)) > 3)  # the server, two of a supervisor, the bot
    finally:
        errors = served.end(how)
    wait_for(lambda: left_behind(mark) == [])
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (["shed"], "expected NAME=BOT"),
        (["=random"], "expected 1 to 20 letters, digits, - or _"),
        (["zwei worte=random"], "expected 1 to 20 letters, digits, - or _"),
        ([f"{'x' * 21}=random"], "expected 1 to 20 letters, digits, - or _"),
        (["casual=random"], "casual: a level or another bot has this name"),
        (["a=random", "A=greedy"], "A: a level or another bot has this name"),
        (["a=rando"], "there is no bot 'rando'; did you mean random?"),
        (["a=no.such:Bot"], "ModuleNotFoundError"),
        (["a=./no_such_bot"], "./no_such_bot: there is no such program"),
        ([f"a={PYTHON} {ROGUE} dies_at_start"], "does not start: ended with exit code"),
        ([f"a={PYTHON} {ROGUE} speaks_another_version"], "does not start: "),
        (["a=support.league.bad_bots:NeverBorn"], "does not start: ValueError: no"),
    ],
)
def test_serve_refuses_a_bot_that_can_t_play_in_one_line(
    bots: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", "--port", "0", *(f"--bot={one}" for one in bots)]) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert told.err.startswith("serve: ")
    assert told.err.count("\n") == 1
