"""Lobby and seats, over real sockets. Numbers are those of docs/table-situations.md."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lastcard.bots import levels as levels_here
from lastcard.server.common import clock
from support.server.people import QUICK, Guest, Running, fetch, opened, running, wait_for, worded

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def test_1_two_grab_one_seat_and_one_wins(guest: Make) -> None:
    ann, bob, cid = guest("Ann"), guest("Bob"), guest("Cid")
    code = ann.must("create", seats=2)["code"]
    for one in (bob, cid):
        one.must("open", code=code)
    answers = {}

    def grab(one: Guest) -> None:
        answers[one.name] = one.command("sit", seat=1)

    threads = [threading.Thread(target=grab, args=(one,)) for one in (bob, cid)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["type"] for answer in answers.values()) == ["ack", "refused"]
    loser = bob if answers["Bob"]["type"] == "refused" else cid
    assert answers[loser.name]["code"] == "full"
    assert loser.table["you"] is None  # a spectator, who can retry


def test_2_one_role_at_a_time(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    assert bob.command("sit")["code"] == "denied"
    bob.must("open", code=ann.table["code"])
    assert bob.table["you"] == 1
    assert sum(s["name"] == "Bob" for s in bob.table["seats"]) == 1
    assert "Bob" not in bob.table["watchers"]


def test_3_start_clicked_twice_deals_once(guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    first = ann.must("start", id="s1")
    again = ann.must("start", id="s1")
    assert again == first
    assert ann.command("start", id="s2")["type"] == "refused"
    assert ann.table["round"] == 1


def test_4_the_host_leaves_and_a_person_who_is_there_follows(guest: Make) -> None:
    ann, bob, cid = opened(guest, "Ann", "Bob", "Cid", seats=4)
    ann.must("bot", seat=3)
    bob.close()
    cid.shown(lambda t: not t["seats"][1]["online"])
    ann.must("leave")
    assert cid.shown(lambda t: t["host"] != 0)["host"] == 2


def test_5_others_take_over_from_a_host_who_is_gone(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    assert bob.command("host", seat=1)["code"] == "denied"
    ann.close()
    bob.shown(lambda t: "host" in t["may"])
    bob.must("host", seat=1)
    assert bob.table["host"] == 1
    bob.must("start")


def test_5_a_host_who_is_there_and_does_nothing_can_be_replaced(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, host_idle=0.3)) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob")
        bob.shown(lambda t: "host" in t["may"] and "start" in t["may"])  # told by itself, when it is so
        assert bob.table["seats"][0]["online"]
        bob.must("host", seat=1)
        assert ann.shown(lambda t: t["host"] == 1)["seats"][0]["name"] == "Ann"
        bob.must("start")


def test_8_everybody_s_line_breaks_at_once_and_everybody_is_back_as_before(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = opened(guest, "Ann", "Bob", "Cid", timer=600)
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")
    room = server.server.hub.rooms[people[0].table["code"]]
    for one in people:
        one.close()
    wait_for(lambda: not room.presence.connections and not room.lock.locked())
    left = []
    for now in (clock.now_ms(), clock.now_ms() + 90_000):
        with monkeypatch.context() as later:
            later.setattr(clock, "now_ms", lambda now=now: now)
            running_now = room.audience.running_clock()
            assert running_now is not None
            left.append(running_now.deadline - now)
    assert left[0] == left[1]  # the clock stands still with nobody there
    for one in people:
        back = one.again()
        back.must("open", code=one.table["code"])
        for field in ("you", "phase", "version", "host", "view"):
            assert back.table[field] == one.table[field]
        assert not any(seat["away"] for seat in back.table["seats"])


def test_7_the_last_person_leaves_and_the_table_closes(server: Running, guest: Make) -> None:
    (ann,) = opened(guest, "Ann", bots="beginner", seats=3, start=True)
    code = ann.table["code"]
    ann.must("leave")
    assert fetch(f"{server.base}/api/tables/{code}").status_code == 404


def test_7_merely_disconnected_and_the_table_waits(server: Running, guest: Make) -> None:
    (ann,) = opened(guest, "Ann", bots="beginner", seats=3, start=True, pace="fast")
    code = ann.table["code"]
    ann.close()
    room = server.server.hub.rooms[code]
    wait_for(lambda: not room.presence.by_person)
    version = room.table.version
    back = ann.again()
    back.must("open", code=code)
    assert back.table["version"] <= version + 1
    assert back.table["you"] == 0


def test_9_the_host_closes_the_table_for_everybody(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    eve = guest(None)
    eve.must("open", code=ann.table["code"])
    ann.must("close")
    for one in (ann, bob, eve):
        assert one.until(lambda m: m["type"] == "lobby")["why"] == "closed"
    assert bob.command("open", code=ann.table["code"])["code"] == "gone"  # 25: told when one comes too late


def test_10_lobby_and_table_tell_the_same(server: Running, guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob", seats=4)
    ann.must("bot", seat=3, level="skilled")
    (one,) = fetch(f"{server.base}/api/lobby").json()
    assert (one["people"], one["bots"], one["seats"]) == (["Ann", "Bob"], 1, 4)


def test_11_a_bot_for_a_person_inherits_the_hand_and_the_host_is_not_rated(
    server: Running, guest: Make
) -> None:
    ann, bob = opened(guest, "Ann", "Bob", pace="fast", rules="rounds", set={"rounds": 1})
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    while not ann.my_turn:  # so that the bot does not move at once
        bob.must("act", action=bob.legal[0], version=bob.table["version"])
        ann.shown(lambda t: t["n"] >= bob.table["n"])
    room = server.server.hub.rooms[ann.table["code"]]
    assert room.table.match is not None
    ann.must("bot", seat=1)
    seat = ann.table["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "Bob")
    assert room.table.match.round.hand(1) == bob.view["hand"]  # card by card
    play_alone(ann)
    (game,) = fetch(f"{server.base}/api/history").json()["games"]
    assert {one["name"]: one["rated"] for one in game["seats"]} == {"Ann": False, "Bob": True}


def test_12_who_was_ready_and_closes_the_tab_is_not_ready(guest: Make) -> None:
    ann, bob, cid = opened(guest, "Ann", "Bob", "Cid")
    bob.must("ready")
    assert ann.shown(lambda t: t["seats"][1]["ready"])
    bob.close()
    seat = ann.shown(lambda t: not t["seats"][1]["online"])["seats"][1]
    assert not seat["ready"]
    ann.must("kick", seat=1)
    assert ann.table["seats"][1]["kind"] == "empty"
    cid.close()


def test_13_a_full_table_lets_its_own_people_back_in(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    bob.close()
    back = bob.again()
    back.must("open", code=ann.table["code"])
    assert back.table["you"] == 1


def test_14_codes_are_case_blind_and_links_are_codes(server: Running, guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    code = ann.must("create")["code"]
    assert not set(code) & set("0O1I")
    for text in (code.lower(), f"{server.base}/t/{code}", f" {code} ", f"http://x/#/t/{code.lower()}/"):
        bob.must("open", code=text)
        assert bob.table["code"] == code


def test_56_a_rematch_can_be_withdrawn_and_spectators_come_along(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 1}, pace="fast")
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    ann.must("start")
    for one in (ann, bob):
        one.must("away")
    ann.shown(lambda t: t["phase"] == "over", patience=30)
    for one in (ann, bob):
        one.must("away", away=False)
    ann.must("ready")
    assert bob.shown(lambda t: t["seats"][0]["ready"])["phase"] == "over"
    ann.must("ready", ready=False)  # withdrawn
    bob.must("ready")
    assert ann.shown(lambda t: t["seats"][1]["ready"])["phase"] == "over"
    bob.must("leave")  # nobody is left to play with
    ann.shown(lambda t: t["seats"][1]["kind"] == "empty")
    assert ann.command("start")["code"] == "denied"
    eve.shown(lambda t: t["seats"][1]["free"])
    eve.must("sit")  # the spectator came along, and takes the seat
    eve.must("ready")
    ann.must("ready")
    assert eve.shown(lambda t: t["phase"] == "playing")["view"]["players"] == ["Ann", "Eve"]


def test_56_spectators_queue_for_a_seat(guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    eve, fay, gus = guest("Eve"), guest("Fay"), guest("Gus")
    for one in (eve, fay, gus):
        one.must("open", code=ann.table["code"])
        one.must("wait")
    assert ann.shown(lambda t: len(t["queue"]) == 3)["queue"] == ["Eve", "Fay", "Gus"]
    assert ann.command("wait")["code"] == "denied"  # who has a seat does not wait for one
    eve.close()  # the first is not there when a seat becomes free
    ann.shown(lambda t: "Eve" not in t["watchers"])
    ann.must("kick", seat=1)
    assert fay.shown(lambda t: t["you"] is not None)["you"] == 1
    assert ann.shown(lambda t: t["seats"][1]["kind"] == "person")["queue"] == ["Eve", "Gus"]
    back = eve.again()
    back.must("open", code=ann.table["code"])
    gus.must("wait", wait=False)
    fay.must("stand")
    assert back.shown(lambda t: t["you"] is not None)["queue"] == []


def test_58_watching_one_table_and_sitting_at_another(guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    first, second = ann.must("create", seats=2)["code"], bob.must("create", seats=2)["code"]
    bob.must("open", code=first)
    bob.must("open", code=second)
    bob.catch_up()
    ann.must("say", text="hello")
    assert [m["type"] for m in bob.catch_up()] == ["pong"]
    assert bob.table["you"] == 0


def test_60_spectators_can_be_muted(guest: Make) -> None:
    (ann,) = opened(guest, "Ann", seats=2)
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    eve.must("say", text="hi")
    ann.must("mute")
    assert eve.command("say", text="hi")["code"] == "denied"
    ann.must("say", phrase="nice")


def test_75_the_kicked_are_told_and_do_not_come_back(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("kick", seat=1, why="asleep")
    got = bob.until(lambda m: m["type"] == "lobby")
    assert (got["why"], got["text"]) == ("kicked", "asleep")
    assert bob.command("open", code=ann.table["code"], sit=True)["code"] == "denied"


def test_76_floods_of_chat_meet_a_limit(guest: Make) -> None:
    (ann,) = opened(guest, "Ann", seats=2)
    answers = [ann.command("say", text=f"again {i}") for i in range(12)]
    assert {answer.get("code") for answer in answers if answer["type"] == "refused"} == {"rate"}
    assert ann.must("ready")


def test_80_the_lobby_is_told_to_lobby_viewers_only(guest: Make) -> None:
    eve, ann = guest(None), guest("Ann")
    eve.send(type="lobby")
    assert eve.until(lambda m: m["type"] == "lobby")["tables"] == []
    code = ann.must("create")["code"]
    got = eve.until(lambda m: m["type"] == "lobby" and m["tables"])
    assert got["tables"][0]["code"] == code
    assert not [m for m in ann.heard if m["type"] == "lobby"]


def test_80_the_lobby_hears_how_a_match_goes_on(guest: Make) -> None:
    eve = guest(None)
    eve.send(type="lobby")
    (ann,) = opened(
        guest, "Ann", bots="beginner", seats=2, start=True, pace="fast", rules="rounds", set={"rounds": 1}
    )
    assert lobby_tells(eve, "playing")
    play_alone(ann)
    assert lobby_tells(eve, "over")


def lobby_tells(eve: Guest, phase: str) -> bool:
    """Wait until the lobby's one table is in this phase."""
    return bool(eve.until(lambda m: m["type"] == "lobby" and [t["phase"] for t in m["tables"]] == [phase]))


def play_alone(ann: Guest) -> None:
    """The match of one person with bots, to its end."""
    while ann.table["phase"] == "playing":
        ann.shown(lambda t: t["phase"] == "over" or ann.my_turn)
        if ann.table["phase"] == "playing":
            ann.must("act", action=ann.legal[0], version=ann.table["version"])


def test_only_the_host_may(guest: Make) -> None:
    _, bob = opened(guest, "Ann", "Bob")
    for kind in ("kick", "bot"):
        assert bob.command(kind, seat=0)["code"] == "denied"
    for kind in ("close", "mute"):
        assert bob.command(kind)["code"] == "denied"
    assert bob.command("change", timer=30)["code"] == "denied"


def test_50_house_rules_are_judged_by_the_server(guest: Make) -> None:
    ann = guest("Ann")
    wrong = ann.command("create", set={"target": 500, "limit": 100})
    assert wrong["code"] == "invalid"
    assert "limit" in worded(wrong["why"])
    assert "stacking" in worded(ann.command("create", set={"stacking": "twice"})["why"])
    assert ann.command("create", seats=11)["type"] == "refused"
    ann.must("create", set={"stacking": "any"})
    assert ann.table["set"] == {"stacking": "any"}
    assert "title" in worded(ann.command("create", set={"titel": 1})["why"])


def between_rounds(ann: Guest) -> None:
    """The first round is over: bots have played Ann's hand."""
    ann.must("away")
    ann.shown(lambda t: t["phase"] == "between", patience=30)
    ann.must("away", away=False)


def test_a_new_person_takes_a_bot_s_seat_between_rounds(server: Running, guest: Make) -> None:
    (ann,) = opened(guest, "Ann", bots="beginner", seats=3, start=True, pace="fast", set={"target": 5000})
    bob = guest("Bob")
    bob.must("open", code=ann.table["code"])
    early = bob.command("sit", seat=1)
    assert (early["code"], early["why"]["code"]) == ("full", "server.bot_finishes")
    between_rounds(ann)
    bob.shown(lambda t: t["phase"] == "between" and t["seats"][1]["free"])
    totals, bot = ann.table["standing"]["totals"], ann.table["seats"][1]["name"]
    bob.must("sit", seat=1)
    taken = ann.shown(lambda t: t["seats"][1]["kind"] == "person")
    assert taken["standing"]["totals"]["Bob"] == totals[bot]  # the points stay with the seat
    assert bot not in taken["standing"]["totals"]
    ann.must("ready")
    assert ann.table["phase"] == "between"  # Bob is waited for
    bob.must("ready")
    view = bob.shown(lambda t: t["phase"] == "playing")["view"]
    events = [e["event"] for m in bob.heard for e in m.get("events", ()) if e["type"] == "game"]
    drawn = sum(one["count"] for one in events if one["type"] == "draw" and one["player"] == "Bob")
    assert len(view["hand"]) == 7 + drawn  # a Draw Two may have hit Bob already
    table = server.server.hub.rooms[ann.table["code"]].table
    assert table.unrated == {table.seats[1].person}  # others have played for these points


def test_at_a_private_table_who_has_the_link_takes_a_bot_s_seat_between_rounds(guest: Make) -> None:
    how = {"bots": "beginner", "seats": 3, "start": True, "pace": "fast", "public": False}
    (ann,) = opened(guest, "Ann", set={"target": 5000}, **how)
    bob = guest("Bob")
    bob.must("open", code=ann.table["code"])
    assert bob.command("offer", seat=2)["code"] == "denied"
    between_rounds(ann)
    bob.shown(lambda t: t["phase"] == "between")
    bob.must("sit", seat=2)
    assert bob.table["you"] == 2


def test_the_seat_of_somebody_who_may_come_back_is_offered_first(guest: Make) -> None:
    ann, bob, cid = opened(guest, "Ann", "Bob", "Cid", pace="fast", set={"target": 5000})
    ann.must("start")
    for one in (bob, cid):
        one.must("leave")
    between_rounds(ann)
    dan = guest("Dan")
    dan.must("open", code=ann.table["code"])
    assert dan.command("sit", seat=1)["why"]["code"] == "server.bot_stays"
    assert bob.command("offer", seat=1)["type"] == "refused"
    ann.must("offer", seat=1)
    assert dan.shown(lambda t: t["seats"][1]["offered"])["seats"][1]["free"]
    dan.must("sit", seat=1)
    bob.must("open", code=ann.table["code"], sit=True)
    assert bob.table["you"] is None
    cid.must("open", code=ann.table["code"], sit=True)
    assert cid.table["you"] == 2  # the one that was not offered is still Cid's


def test_a_level_that_can_t_be_had_here_is_not_offered_and_says_why(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = {one["name"] for one in fetch(f"{server.base}/api/about").json()["levels"]}
    assert "master" in levels
    (ann,) = opened(guest, "Ann", bots="master", seats=2)
    monkeypatch.setattr(levels_here, "find_spec", lambda package: None)
    levels_here.missing.cache_clear()
    try:
        about = fetch(f"{server.base}/api/about").json()
        assert {one["name"] for one in about["levels"]} == levels - {"master"}
        refused = ann.command("bot", seat=1, level="master")
        assert (refused["code"], refused["why"]["params"]["package"]) == ("invalid", "numba")
        ann.must("say", text="who plays?")
        assert ann.table["seats"][1]["level"] == "skilled"  # shown as what plays
    finally:
        monkeypatch.undo()  # first: the server goes on asking, and what it hears is remembered
        levels_here.missing.cache_clear()
