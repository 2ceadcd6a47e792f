"""Over real sockets: who moves for whom, what comes too late, codes that are used again, the lobby."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lastcard.server.rooms import hub as hubs
from lastcard.server.rooms.bots import TableBots
from lastcard.server.tables import commands
from lastcard.server.tables.table import Table
from support.server.people import QUICK, Guest, Running, fetch, opened, running, wait_for

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
A_WILD_FIRST = (7).to_bytes(32, "big")  # from this seed three people in `classic` start under a wild card


def test_7_with_nobody_there_bots_stand_still_though_all_seats_are_theirs(
    server: Running, guest: Make
) -> None:
    (ann,) = opened(guest, "Ann", bots="beginner", seats=3, start=True, set={"target": 5000})
    ann.must("away")  # now a bot plays every seat
    version = ann.table["version"]
    ann.shown(lambda t: t["version"] > version)  # and plays on while Ann looks
    ann.close()
    hub = server.server.hub
    wait_for(lambda: not hub.connections)
    room = hub.rooms[ann.table["code"]]
    # Nothing is planned, and the move that was under way is done: without either no bot moves.
    wait_for(lambda: room.scheduler._timer is None and not room.scheduler._running)
    stands = room.table.version
    back = ann.again()
    back.must("open", code=ann.table["code"])
    back.shown(lambda t: t["version"] > stands)  # they go on when somebody is there again


def test_23_who_acts_on_an_old_version_is_shown_the_table_of_now(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one = ann if ann.my_turn else bob
    old = one.table["version"]
    done = one.must("act", action=one.legal[0], version=old)
    one.catch_up()
    heard = len(one.heard)
    assert one.command("act", action="draw", version=old)["code"] == "stale"
    (table,) = (m["table"] for m in one.heard[heard:] if m["type"] == "table")
    assert table["version"] == done["version"]
    assert table["view"]["hand"] == one.view["hand"]


def test_29_a_colour_that_the_leaver_owes_is_named_by_the_bot_in_the_seat(
    guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(commands, "fresh", lambda: A_WILD_FIRST)
        people = opened(guest, "Ann", "Bob", "Cid", pace="fast")
        people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")
    leaver = next(one for one in people if one.my_turn)
    assert all(text.startswith("name ") for text in leaver.legal)
    stays = next(one for one in people if one is not leaver)
    leaver.must("leave")
    shown = stays.shown(lambda t: t["view"]["phase"] != "name")
    assert shown["view"]["colour"] is not None
    got = [e["event"] for m in stays.heard for e in m.get("events", ()) if e["type"] == "game"]
    (named,) = (one for one in got if one["type"] == "name")
    assert named["player"] == leaver.name


def test_36_a_bot_that_thinks_when_its_person_comes_back_thinks_in_vain(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, done = threading.Event(), threading.Event()
    choose = TableBots.choose

    async def slowly(bots: TableBots, table: Table, seat: int) -> str:
        text = await choose(bots, table, seat)
        thinks.set()
        await asyncio.to_thread(done.wait, 10)
        return text

    monkeypatch.setattr(TableBots, "choose", slowly)
    ann, bob = opened(guest, "Ann", "Bob", pace="fast")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one = ann if ann.my_turn else bob
    version = one.table["version"]
    one.must("away")
    assert thinks.wait(10)
    one.must("away", away=False)
    done.set()
    room = server.server.hub.rooms[one.table["code"]]
    wait_for(lambda: not room.scheduler._running)
    one.catch_up()
    assert (one.table["version"], one.my_turn) == (version, True)
    assert one.act(one.legal[0])["type"] == "ack"


def test_a_bot_that_thinks_is_not_asked_again_while_others_talk_and_look(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the lock is left the next step is planned; one that is under way is not started twice."""
    thinks, done = threading.Event(), threading.Event()
    choose, asked = TableBots.choose, []

    async def slowly(bots: TableBots, table: Table, seat: int) -> str:
        asked.append(table.version)
        thinks.set()
        await asyncio.to_thread(done.wait, 10)
        return await choose(bots, table, seat)

    monkeypatch.setattr(TableBots, "choose", slowly)
    ann, bob = opened(guest, "Ann", "Bob", pace="fast")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one, other = (ann, bob) if ann.my_turn else (bob, ann)
    version = one.table["version"]
    one.must("away")
    assert thinks.wait(10)
    for _ in range(3):
        other.must("say", text="take your time")
        assert other.act("draw")["type"] == "refused"
        assert fetch(f"{server.base}/api/tables/{ann.table['code']}").status_code == 200
    done.set()
    other.shown(lambda t: t["version"] > version)
    assert asked.count(version) == 1


def test_rules_and_seats_are_changed_between_matches_only(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("change", rules="rounds", seats=3, timer=30)
    assert bob.shown(lambda t: t["rules"] == "rounds")["timer"] == 30
    ann.must("change", seats=2)
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    for change in ({"rules": "classic"}, {"timer": 0}, {"seats": 4}, {"set": {"rounds": 1}}):
        assert ann.command("change", **change)["code"] == "denied"
    assert "change" not in ann.table["may"]
    assert (ann.table["rules"], ann.table["timer"], len(ann.table["seats"])) == ("rounds", 30, 2)


def test_79_a_code_that_is_used_again_starts_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "new_code", lambda: "REUSE")
    with running(str(tmp_path / "t.db")) as server:
        ann, bob, cid = (Guest(server.base, name) for name in ("Ann", "Bob", "Cid"))
        ann.must("create", seats=3)
        for one in (bob, cid):
            one.must("open", code="REUSE", sit=True)
        ann.must("say", text="of the first table")
        ann.must("kick", seat=2)
        bob.must("ready", id="once")
        late = server.server.hub.rooms["REUSE"]
        ann.must("close")
        bob.must("create", seats=2)
        cid.must("open", code="REUSE", sit=True)  # whom nobody has sent away from this one
        assert [seat["name"] for seat in cid.table["seats"]] == ["Bob", "Cid"]
        assert not any(seat["ready"] for seat in cid.table["seats"])
        assert bob.must("ready", id="once")["n"] > 1  # the answer of this table, not the stored one
        eve = Guest(server.base)
        eve.must("open", code="REUSE")
        events = [e for m in eve.heard for e in m.get("events", ())]
        assert not any(e.get("text") == "of the first table" for e in events)
        assert late.table.closed == "closed"
    with running(str(tmp_path / "t.db")) as server:
        assert server.server.recovered == 1
        back = Guest(server.base, "Cid", cid.token)
        back.must("open", code="REUSE")
        assert [seat["name"] for seat in back.table["seats"]] == ["Bob", "Cid"]


def test_10_private_tables_and_those_where_nobody_is_are_not_in_the_lobby(
    server: Running, guest: Make
) -> None:
    def listed() -> list[str]:
        return [one["code"] for one in fetch(f"{server.base}/api/lobby").json()]

    ann, bob = guest("Ann"), guest("Bob")
    shown = ann.must("create", seats=2)["code"]
    bob.must("create", seats=2, public=False)
    assert listed() == [shown]
    ann.must("change", public=False)
    assert listed() == []
    ann.must("change", public=True)
    assert listed() == [shown]
    ann.close()
    wait_for(lambda: listed() == [])
    ann.again().must("open", code=shown)
    assert listed() == [shown]


def test_80_the_lobby_is_told_no_more_often_than_so(tmp_path: Path) -> None:
    every, tables = 0.4, 12
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, lobby_every=every)) as server:
        eve, ann = Guest(server.base), Guest(server.base, "Ann")
        eve.send(type="lobby")
        eve.until(lambda m: m["type"] == "lobby")
        start = time.monotonic()
        others = [ann, *(Guest(server.base, f"Guest {number}") for number in range(1, tables))]
        for one in others:
            one.must("create", seats=2)
        eve.until(lambda m: m["type"] == "lobby" and len(m["tables"]) == tables)
        got = sum(m["type"] == "lobby" for m in eve.heard) - 1
        assert got <= (time.monotonic() - start) / every + 1
        ann.send(type="ping", sent=1)  # who sits at a table hears nothing of it
        ann.until(lambda m: m["type"] == "pong")
        assert not [m for m in ann.heard if m["type"] == "lobby"]


def test_the_winner_s_rating_rises_and_the_loser_s_falls(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 1}, pace="fast")
    ann.must("start")
    for one in (ann, bob):
        one.must("away")
    places = ann.shown(lambda t: t["phase"] == "over", patience=30)["standing"]["places"]
    rows = fetch(f"{server.base}/api/leaderboard?rules=rounds").json()["rows"]
    assert [row["name"] for row in rows] == sorted(places, key=lambda name: places[name])
    assert [row["wins"] for row in rows] == [1, 0]
    assert rows[0]["rating"] > 1000 > rows[1]["rating"]
    assert (
        fetch(f"{server.base}/api/leaderboard?rules=classic").json()["rows"] == []
    )  # of that rulebook alone
