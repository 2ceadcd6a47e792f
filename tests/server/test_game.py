"""A game over real sockets: versions, call and catch, timers, bots, what spectators see."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.rulebooks import names
from lastcard.server.common import clock
from lastcard.server.rooms.bots import TableBots
from lastcard.server.settings import Settings
from lastcard.server.storage.store import Store
from support.server.people import QUICK, Guest, Running, opened, play_out, running, wait_for
from support.server.staged import staged

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def test_an_action_is_sent_as_its_parts_or_as_text(guest: Make) -> None:
    """The parts are protocol 2; programs that send the text, as in protocol 1, go on working."""
    ann, bob = opened(guest, "Ann", "Bob", rules="league")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one = ann if ann.my_turn else bob
    assert {"verb": "draw"} in one.view["legal"]
    for impossible in ({"verb": "play"}, {"verb": "play", "card": "X9"}):
        assert one.act(impossible)["code"] == "rules"
    for no_action in ({"verb": "fly"}, {"card": "R7"}, 7):
        assert one.act(no_action)["code"] == "invalid"
    assert one.act({"verb": "draw"})["type"] == "ack"
    assert "pass" in one.legal
    assert one.act("pass")["type"] == "ack"


def test_a_seat_is_told_why_a_card_can_t_be_played_and_a_spectator_nothing(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="league")
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    ann.must("start")
    for one in (ann, bob, eve):
        one.shown(lambda t: t["phase"] == "playing")
    mover, other = (ann, bob) if ann.my_turn else (bob, ann)
    turn = {"code": "refusal.not_your_turn", "params": {"turn": mover.name}}
    assert other.table["why"]["draw"] == turn
    assert [(one["why"], one["cards"]) for one in other.table["why"]["cards"]] == [
        (turn, list(dict.fromkeys(other.view["hand"])))
    ]
    for group in mover.table["why"]["cards"]:
        for card in group["cards"]:
            refused = mover.act(f"play {card}{' R' if card[0] == 'W' else ''}")["why"]
            said = {name: value for name, value in refused["params"].items() if name != "card"}
            assert group["why"] == {"code": refused["code"], "params": said}
    assert mover.table["why"]["draw"] is None  # L3
    assert eve.table["why"] is None


@pytest.mark.parametrize("rules", names())
def test_a_match_of_each_rulebook_ends_once_and_is_in_the_history(rules: str, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules=rules, set={"rounds": 1}, pace="fast", seats=3)
    ann.must("bot", seat=2)
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    play_out([ann, bob], lambda t: t["phase"] == "over")
    bob.shown(lambda t: t["phase"] == "over")
    ends = [e for m in bob.heard if m["type"] == "table" for e in m["events"] if e["type"] == "match_ended"]
    assert len(ends) == 1  # 54


def test_22_23_24_a_repeated_id_is_done_once_and_a_stale_version_resyncs(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one, other = (ann, bob) if ann.my_turn else (bob, ann)
    version, action = one.table["version"], one.legal[0]
    first = one.command("act", id="x", action=action, version=version)
    assert first["type"] == "ack"
    assert one.command("act", id="x", action=action, version=version) == first
    back = one.again()  # the answer was lost, the line too
    back.must("open", code=one.table["code"])
    repeated = back.command("act", id="x", action=action, version=version)
    assert (repeated["type"], repeated["n"], repeated["version"]) == ("ack", first["n"], first["version"])
    stale = back.command("act", id="y", action="draw", version=version)
    assert stale["code"] == "stale"
    assert back.table["version"] >= first["version"]
    assert back.command("act", id="z", action="draw", version=99)["code"] == "invalid"
    other.close()


def test_16_refresh_in_mid_turn_keeps_seat_hand_question_and_clock(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", timer=100)
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one = ann if ann.my_turn else bob
    back = one.again()
    back.must("open", code=one.table["code"])
    for field in ("hand", "legal", "turn"):
        assert back.view[field] == one.view[field]
    assert back.table["clock"] == one.table["clock"]


def test_17_18_a_second_tab_takes_over_and_the_first_one_s_close_is_harmless(
    server: Running, guest: Make
) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    second = bob.again()
    second.must("open", code=ann.table["code"])
    assert bob.until(lambda m: m["type"] == "elsewhere")
    assert bob.ended() == 4001
    bob.close()
    wait_for(lambda: len(server.server.hub.connections) == 2)
    ann.catch_up()
    assert ann.table["seats"][1]["online"]
    second.must("ready")


def test_19_a_wrong_token_is_nobody(guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    thief = Guest(ann.base, None, "guessed")
    assert thief.heard[0]["me"]["person"] is None
    thief.must("open", code=ann.table["code"])
    assert thief.table["you"] is None
    assert thief.command("stand")["code"] == "denied"
    thief.close()


def test_57_spectators_see_no_hand_and_their_moves_are_refused(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    ann.must("start")
    eve.shown(lambda t: t["phase"] == "playing")
    assert (eve.view["hand"], eve.legal, eve.view["hands"], eve.table["you"]) == ([], [], None, None)
    assert eve.act("draw")["code"] == "denied"
    assert eve.command("ready")["code"] == "denied"
    assert eve.table["watchers"] == ["Eve"]
    bob.close()


def test_42_a_two_player_skip_does_not_end_the_round_before_the_window_does(tmp_path: Path) -> None:
    """With the real window: the second card waits, unanswered and unshown, and the catch comes in between."""
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, window=Settings().window)) as server:
        hands = {"Ann": "RS R2", "Bob": "R3 R4"}
        ann, bob = staged(server, lambda name: Guest(server.base, name), hands)
        ann.must("act", action="play RS", version=ann.table["version"])
        bob.shown(lambda t: t["calling"]["accusable"] == ["Ann"])
        assert ann.my_turn  # Bob is skipped
        ann.send(type="act", id="last", action="play R2", version=ann.table["version"])
        ann.send(type="ping", sent=1)
        ann.until(lambda m: m["type"] == "pong")
        assert not [m for m in ann.heard if m.get("id") == "last"]  # not answered
        assert bob.act("catch Ann")["type"] == "ack"
        assert ann.until(lambda m: m.get("id") == "last")["type"] == "ack"  # now nothing holds it back
        after = bob.shown(lambda t: t["view"]["top"] == "R2")
        assert (after["phase"], after["view"]["counts"]["Ann"]) == ("playing", 2)


def test_42_without_a_catch_the_action_is_done_when_the_window_ends(server: Running, guest: Make) -> None:
    ann, bob = staged(server, guest, {"Ann": "RS R2", "Bob": "R3 R4"})
    ann.must("act", action="play RS", version=ann.table["version"])
    landed = ann.table["now"]
    ann.must("act", action="play R2", version=ann.table["version"])
    (last,) = (e for e in ann.heard[-2]["events"] if e["type"] == "game" and e["event"]["type"] == "play")
    assert last["at"] >= landed + 1000 * QUICK.window
    assert bob.shown(lambda t: t["phase"] != "playing")["view"]["winner"] == "Ann"


def test_42_the_window_begins_when_the_card_is_kept_and_sent(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that takes longer than the window: it would have been over before anybody saw the card."""
    append = Store.append

    async def slow(self: Store, *what: Any) -> Any:
        await asyncio.sleep(2 * QUICK.window)
        return await append(self, *what)

    ann, bob = staged(server, guest, {"Ann": "RS R2", "Bob": "R3 R4"})
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", slow)
        ann.must("act", action="play RS", version=ann.table["version"])
    ann.must("act", action="play R2", version=ann.table["version"])
    seen = bob.shown(lambda t: t["calling"]["accusable"] == ["Ann"])["now"]
    (last,) = (e for e in ann.heard[-2]["events"] if e["type"] == "game" and e["event"]["type"] == "play")
    assert last["at"] >= seen + 1000 * QUICK.window


def test_41_a_catch_that_is_older_than_the_call_is_dropped_and_a_false_one_costs(
    server: Running, guest: Make
) -> None:
    ann, bob = staged(server, guest, {"Ann": "R1 R2", "Bob": "R3 R4"})
    ann.must("act", action="play R1", version=ann.table["version"])
    seen = bob.shown(lambda t: t["calling"]["accusable"] == ["Ann"])["version"]
    ann.must("act", action="call", version=ann.table["version"])
    late = bob.act("catch Ann", version=seen)  # sent before Bob could know of the call
    assert late["code"] == "dropped"
    assert bob.shown(lambda t: t["version"] > seen)["view"]["counts"] == {"Ann": 1, "Bob": 2}
    assert bob.act("catch Ann")["type"] == "ack"  # on the version of now it is judged
    assert bob.shown(lambda t: t["version"] > seen + 1)["view"]["counts"] == {"Ann": 1, "Bob": 4}


def test_40_the_call_rides_with_a_wild(server: Running, guest: Make) -> None:
    ann, bob = staged(server, guest, {"Ann": "W R2", "Bob": "R3 R4"})
    assert "play W G call" in ann.legal
    ann.must("act", action="play W G call", version=ann.table["version"])
    assert (ann.view["called"], ann.view["catchable"], ann.view["colour"]) == (["Ann"], [], "G")
    bob.shown(lambda t: t["view"]["top"] == "W")
    assert "call" in [e["event"]["type"] for e in bob.heard[-1]["events"] if e["type"] == "game"]


def test_43_caught_once_and_the_chosen_colour_stands(server: Running, guest: Make) -> None:
    ann, bob, cid = staged(server, guest, {"Ann": "W R2", "Bob": "R3 R4", "Cid": "R5 R6"})
    ann.must("act", action="play W B", version=ann.table["version"])
    for one in (bob, cid):
        one.shown(lambda t: t["calling"]["accusable"] == ["Ann"])
    version = cid.table["version"]
    assert bob.act("catch Ann")["type"] == "ack"
    assert cid.act("catch Ann", version=version)["code"] == "dropped"  # too late, and free
    shown = cid.shown(lambda t: t["version"] > version)["view"]
    assert (shown["counts"], shown["colour"]) == ({"Ann": 3, "Bob": 2, "Cid": 2}, "B")


def test_34_without_a_timer_nothing_times_out(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", timer=0)
    ann.must("start")
    version = ann.table["version"]
    assert ann.table["version"] == version
    assert ann.table["clock"] is None
    room = server.server.hub.rooms[ann.table["code"]]
    assert room.scheduler.due() is None  # nothing is planned
    bob.close()


def test_38_time_is_up_twice_and_a_bot_goes_on_until_one_tap(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, second=0.05)) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob", timer=1)
        ann.must("start")
        ann.shown(lambda t: any(s["away"] for s in t["seats"]))
        away = next(s["seat"] for s in ann.table["seats"] if s["away"])
        one = (ann, bob)[away]
        assert one.act("draw")["type"] == "refused"
        one.must("away", away=False)
        assert not one.table["seats"][away]["away"]
        times = [e["seat"] for m in ann.heard for e in m.get("events", ()) if e["type"] == "timeout"]
        assert times.count(away) >= 2


def test_29_31_33_who_leaves_in_turn_is_played_on_by_a_bot(guest: Make) -> None:
    ann, bob, cid = opened(guest, "Ann", "Bob", "Cid", pace="fast")
    ann.must("start")
    for one in (bob, cid):
        one.shown(lambda t: t["phase"] == "playing")
    leaver = next(one for one in (ann, bob, cid) if one.my_turn)
    stays = next(one for one in (ann, bob, cid) if one is not leaver)
    version = stays.table["version"]
    leaver.must("leave")
    stays.shown(lambda t: t["version"] > version)
    went = [e for m in stays.heard for e in m.get("events", ()) if e["type"] == "seat_vacated"]
    assert [e["name"] for e in went] == [leaver.name]
    leaver.must("open", code=stays.table["code"], sit=True)  # 27: and comes back to the seat
    assert leaver.table["seats"][leaver.table["you"]]["name"] == leaver.name


def test_36_a_person_who_is_back_is_not_moved_for(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(QUICK, paces={**QUICK.paces, "slow": 0.2})
    with running(str(tmp_path / "t.db"), slow) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        code = ann.must("create", seats=2, pace="slow")["code"]
        bob.must("open", code=code, sit=True)
        ann.must("start")
        bob.shown(lambda t: t["phase"] == "playing")
        one = ann if ann.my_turn else bob
        one.must("away")
        one.must("away", away=False)
        scheduler = server.server.hub.rooms[code].scheduler
        planned = scheduler.due()
        assert planned is not None
        assert planned[1] == scheduler.time_is_up  # a minute for the person, and no move of the bot
        wait_for(lambda: not scheduler._running)


def test_37_a_restart_in_an_absent_player_s_turn_goes_on_with_the_time_that_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_700_000_000_000]
    monkeypatch.setattr(clock, "now_ms", lambda: now[0])
    with running(str(tmp_path / "t.db")) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob", timer=100)
        ann.must("start")
        bob.shown(lambda t: t["phase"] == "playing")
        absent, there = (ann, bob) if ann.my_turn else (bob, ann)
        absent.close()
        now[0] += 30_000
        there.must("say", text="where are you?")
        assert there.table["clock"]["deadline"] - there.table["now"] == 70_000
    now[0] += 600_000  # the server is down for ten minutes
    with running(str(tmp_path / "t.db")) as server:
        back = Guest(server.base, there.name, there.token)
        back.must("open", code=there.table["code"])
        running_on = back.table["clock"]
        assert running_on["seat"] == absent.table["you"]
        assert running_on["deadline"] - back.table["now"] == 70_000
        now[0] += 20_000
        back.must("say", id="new", text="are you back?")
        assert back.table["clock"]["deadline"] - back.table["now"] == 50_000


def test_78_one_failing_step_leaves_other_tables_alone(server: Running, guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    broken = ann.must("create", bots="beginner", seats=2, start=True)["code"]
    server.server.hub.rooms[broken].scheduler.bots = None  # type: ignore[assignment]
    bob.must("create", bots="beginner", seats=2, start=True, pace="fast")
    for _ in range(3):  # each time the bot has answered
        bob.shown(lambda t: bob.my_turn)
        assert bob.act(bob.legal[0])["type"] == "ack"


def test_the_log_tells_where_a_step_failed_and_not_what_it_held(
    guest: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the hand is R1 R2")

    ann = guest("Ann")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", fails)
        assert ann.command("create")["code"] == "busy"
        patch.undo()
        patch.setattr(TableBots, "choose", fails)
        ann.must("create", bots="beginner", seats=2, start=True, pace="fast")
        ann.must("away")
        wait_for(lambda: "a step failed" in caplog.text)
    assert "can't be stored: RuntimeError at test_game.py:" in caplog.text
    assert "a step failed: RuntimeError at test_game.py:" in caplog.text
    assert "R1" not in caplog.text


def test_20_a_probe_tells_the_server_s_clock(guest: Make) -> None:
    ann = guest("Ann")
    ann.send(type="ping", sent=1.5)
    pong = ann.until(lambda m: m["type"] == "pong")
    assert pong["sent"] == 1.5
    assert abs(pong["now"] / 1000 - time.time()) < 60


def test_79_expired_tables_are_closed_and_their_codes_start_clean(tmp_path: Path) -> None:
    quick = msgspec.structs.replace(QUICK, idle_unplayed=1.0)
    with running(str(tmp_path / "t.db"), quick) as server:
        ann = Guest(server.base, "Ann")
        code = ann.must("create", seats=2)["code"]
        ann.close()
        wait_for(lambda: code not in server.server.hub.rooms)
        back = ann.again()
        assert back.heard[0]["me"]["table"] is None
        assert back.command("open", code=code)["code"] == "gone"
