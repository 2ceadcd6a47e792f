"""U6 over real sockets: after a draw the turn is passed by itself or by choice, and nobody can tell which."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.game import Action
from lastcard.server.common import clock
from lastcard.server.rooms import actions
from lastcard.server.tables import commands
from support.scenes import scene
from support.server.people import QUICK, Guest, Message, Process, Running, opened, running
from support.server.twins import fix_chance

pytestmark = pytest.mark.slow  # they start servers

AT_ONCE = dict.fromkeys(QUICK.paces, (0.0, 0.0))
SOON = dict.fromkeys(QUICK.paces, (0.01, 0.05))
NEVER = dict.fromkeys(QUICK.paces, (600.0, 601.0))
FITS, DOES_NOT = "R1", "B1"


@contextmanager
def server_with(folder: Path, passes: dict[str, tuple[float, float]], **more: Any) -> Iterator[Running]:
    folder.mkdir(exist_ok=True)
    with running(str(folder / "t.db"), msgspec.structs.replace(QUICK, passes=passes, **more)) as server:
        yield server


def staged(server: Running, drawn: str, *names: str, **how: Any) -> list[Guest]:
    """Ann is in turn, nothing fits, and this card lies on the draw pile."""
    people = opened(lambda name: Guest(server.base, name), *(names or ("Ann", "Bob")), **how)
    people[0].must("start")
    room = server.server.hub.rooms[people[0].table["code"]]
    assert room.table.match is not None
    hands = {one.name or "": "B3 G4 Y5" if one is people[0] else "R2 R3 R4" for one in people}
    game = scene(people[0].table["rules"], hands, top="R7", draw=f"{drawn} B2 B4 B5 B6 B8").round
    room.table.match.rounds[-1] = game
    got = people[0].must("say", phrase="luck")
    for one in people:
        one.shown(lambda t: t["n"] >= got["n"])
    return people


def draw(one: Guest) -> int:
    """Draw; the version that it led to."""
    return int(one.must("act", action="draw", version=one.table["version"])["version"])


def games(one: Guest, kind: str) -> list[Message]:
    """The events of a type that somebody was told."""
    events = (e for m in one.heard for e in m.get("events", ()) if e["type"] == "game")
    return [e for e in events if e["event"]["type"] == kind]


def passed(one: Guest, by: str) -> Message:
    """Wait until somebody has passed."""
    one.until(lambda m: any(e.get("event", {}).get("type") == "pass" for e in m.get("events", ())))
    (event,) = games(one, "pass")
    assert event["event"]["player"] == by
    return event


def test_U6_after_a_draw_that_does_not_fit_the_turn_passes_by_itself(tmp_path: Path) -> None:
    with server_with(tmp_path, SOON) as server:
        ann, bob = staged(server, DOES_NOT)
        ann.must("act", action="draw", version=ann.table["version"])
        passed(bob, "Ann")
        assert bob.my_turn
        assert not [e for m in bob.heard for e in m.get("events", ()) if e["type"] == "timeout"]


def test_U6_who_could_play_the_drawn_card_is_waited_for(tmp_path: Path) -> None:
    with server_with(tmp_path, AT_ONCE) as server:
        ann, bob = staged(server, FITS)
        draw(ann)
        ann.catch_up()
        assert ann.my_turn
        room = server.server.hub.rooms[ann.table["code"]]
        assert [step.__name__ for _, step in room.scheduler.dues()] == ["time_is_up"]
        ann.must("act", action=f"play {FITS}", version=ann.table["version"])
        assert bob.shown(lambda t: t["view"]["top"] == FITS)["view"]["turn"] == "Bob"


def test_U6_a_pass_that_comes_later_is_shown_at_once(tmp_path: Path) -> None:
    with server_with(tmp_path, AT_ONCE) as server:
        ann, bob = staged(server, FITS)
        draw(ann)
        ann.must("act", action="pass", version=ann.table["version"])
        passed(bob, "Ann")


def test_U6_a_pass_pressed_just_after_the_table_s_own_is_as_good_as_done(tmp_path: Path) -> None:
    with server_with(tmp_path, AT_ONCE) as server:
        ann, bob = staged(server, DOES_NOT)
        version = draw(ann)
        passed(bob, "Ann")
        late = ann.command("act", id="late", action={"verb": "pass"}, version=version)
        assert late["type"] == "ack"
        assert (late["n"], late["version"]) == (games(bob, "pass")[0]["n"], version + 1)
        assert ann.command("act", id="late", action={"verb": "pass"}, version=version) == late
        assert ann.act("pass")["code"] == "rules"  # a new one is judged: it is not Ann's turn
        assert len(games(bob, "pass")) == 1


@pytest.mark.parametrize("drawn", [FITS, DOES_NOT])
def test_U6_others_act_while_a_pass_waits_and_it_is_not_lost_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: str
) -> None:
    now = [clock.now_ms()]
    monkeypatch.setattr(clock, "now_ms", lambda: now[0])
    with server_with(tmp_path, NEVER) as server:
        ann, bob = staged(server, drawn)
        version = draw(ann)
        ann.send(type="act", id="p", action="pass", version=version)
        bob.shown(lambda t: t["version"] == version)
        assert bob.act("catch Ann")["type"] == "ack"  # a false one, which costs
        ann.shown(lambda t: t["version"] == version + 1)
        assert ann.act("call")["type"] == "ack"  # the one who waits can still speak
        assert ann.command("act", id="again", action="pass", version=version)["code"] == "busy"
        ann.close()
        back = ann.again()
        back.must("open", code=bob.table["code"])
        room = server.server.hub.rooms[bob.table["code"]]
        assert not room.actions.held  # as if it had not been sent
        back.send(type="act", id="p", action="pass", version=version)
        back.catch_up()
        assert len(room.actions.held) == 1
        assert not games(bob, "pass")
        now[0] += 602_000
        server.do(room.scheduler.release(0))
        assert back.until(lambda m: m.get("id") == "p")["type"] == "ack"
        passed(bob, "Ann")


def test_U6_a_pass_that_waited_when_the_server_was_killed_is_sent_again_and_done_once(tmp_path: Path) -> None:
    first = Process(str(tmp_path / "t.db"))
    people = opened(lambda name: Guest(first.base, name), "Ann", "Bob", rules="league", timer=0)
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")
    turn = next(one for one in people if one.my_turn)
    version = draw(turn)
    turn.send(type="act", id="p", action="pass", version=version)
    turn.catch_up()
    first.end()
    second = Process(str(tmp_path / "t.db"), int(first.base.rpartition(":")[2]))
    try:
        back = Guest(second.base, turn.name, turn.token)
        back.must("open", code=turn.table["code"])
        assert back.command("act", id="p", action="pass", version=version)["type"] == "ack"
        assert len(games(back, "pass")) == 1
        assert not back.my_turn
    finally:
        second.end()


def pressed_or_not(folder: Path, drawn: str, press: bool) -> list[list[str]]:
    """What everybody else gets while Ann has drawn a card, and has pressed Pass or not; then the pass."""
    at = [1_700_000_000_000]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now_ms", lambda: at[0])
        fix_chance(patch)
        with server_with(folder, NEVER) as server:
            people = staged(server, drawn, "Ann", "Bob", "Cid")
            ann, others = people[0], people[1:]
            eve = Guest(server.base, "Eve")
            code = ann.table["code"]
            eve.must("open", code=code)
            version = draw(ann)
            for one in (*others, eve):
                one.shown(lambda t: t["version"] == version)
            if press:
                ann.send(type="act", id="q", action="pass", version=version)
                ann.catch_up()
            room = server.server.hub.rooms[code]
            assert len(room.actions.held) == press
            for one in (*others, eve):
                one.command("act", action="draw", version=version)
                one.must("say", text="well?")
            for one in (*others, eve):
                one.catch_up()
            returned = [one.again() for one in (*others, eve)]  # the whole table, and all that happened
            for one in returned:
                one.must("open", code=code)
            for one in returned:
                one.catch_up()
            at[0] += 602_000
            if press:
                server.do(room.scheduler.release(0))
            else:
                (due,) = (at for at, step in room.scheduler.dues() if step == room.scheduler.pass_by_itself)
                server.do(room.scheduler.pass_by_itself(due))
            for one in returned:
                passed(one, "Ann")
            return [one.raw for one in (*others, eve, *returned)]


def test_U6_no_byte_tells_a_pass_by_choice_from_one_by_the_table(tmp_path: Path) -> None:
    chosen = pressed_or_not(tmp_path / "chosen", FITS, press=True)
    assert pressed_or_not(tmp_path / "forced", DOES_NOT, press=False) == chosen
    assert pressed_or_not(tmp_path / "both", DOES_NOT, press=True) == chosen


# ---- As a statistic ----


def delays(folder: Path, turns: int) -> tuple[list[int], list[int]]:
    """How long others saw between draw and pass, in milliseconds: of those who chose, of those who had to.

    In `league` anybody may draw at any time (L3). Who could play the drawn card presses Pass with the draw.
    """
    seeds = count(1)
    chosen: list[int] = []
    forced: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "fresh", lambda: next(seeds).to_bytes(32, "big"))
        with server_with(folder, SOON) as server:
            while len(chosen) + len(forced) < turns:
                for could, ms in table_of_draws(server, min(40, turns - len(chosen) - len(forced))):
                    (chosen if could else forced).append(ms)
    return chosen, forced


def table_of_draws(server: Running, turns: int) -> Iterator[tuple[bool, int]]:
    number = len(server.server.hub.rooms)
    names = [f"{name} {number}" for name in ("Ann", "Bob")]
    people = opened(lambda name: Guest(server.base, name), *names, rules="league", timer=0)
    eve = Guest(server.base)
    eve.must("open", code=people[0].table["code"])
    people[0].must("start")
    for one in (*people, eve):
        one.shown(lambda t: t["phase"] == "playing")
    room = server.server.hub.rooms[eve.table["code"]]
    for _ in range(turns):
        assert room.table.match is not None
        turn, version = next(one for one in people if one.my_turn), int(eve.table["version"])
        trial = room.table.match.round.copy()
        trial.play(trial.state.turn, "draw")
        could = Action("pass") != trial.legal()[0]
        turn.send(type="act", id=f"d{version}", action="draw", version=version)
        if could:
            turn.send(type="act", id=f"p{version}", action="pass", version=version + 1)
        for one in (*people, eve):
            one.shown(lambda t, done=version + 2: t["version"] >= done)  # type: ignore[misc]
        yield could, games(eve, "pass")[-1]["at"] - games(eve, "draw")[-1]["at"]
    for one in (*people, eve):
        one.close()


def distance(one: list[int], other: list[int]) -> float:
    """Of Kolmogorov and Smirnov: the largest gap between two distributions."""
    values = sorted({*one, *other})
    return max(
        abs(sum(x <= v for x in one) / len(one) - sum(x <= v for x in other) / len(other)) for v in values
    )


def chance_of(one: list[int], other: list[int]) -> float:
    """How often a gap like this comes about when the same values are dealt into two lots at random."""
    found, dealer, rounds = distance(one, other), random.Random(16), 500
    values, worse = [*one, *other], 0
    for _ in range(rounds):
        dealer.shuffle(values)
        worse += distance(values[: len(one)], values[len(one) :]) >= found
    return worse / rounds


def test_U6_the_time_of_a_pass_does_not_tell_whether_there_was_a_choice(tmp_path: Path) -> None:
    chosen, forced = delays(tmp_path, 120)
    assert min(len(chosen), len(forced)) >= 30
    assert chance_of(chosen, forced) > 0.02
    assert len({*chosen, *forced}) > 20  # and it is no constant either


def test_U6_the_statistic_finds_a_table_that_shows_a_chosen_pass_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions.Actions, "_must_wait", lambda *_: False)
    chosen, forced = delays(tmp_path, 40)
    assert chance_of(chosen, forced) < 0.002
