"""Calls and catches at a table of people: both can be false, and nothing sent tells who forgot (C8)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.server.common import clock
from lastcard.server.rooms.hub import Hub
from lastcard.server.rooms.pace import Pace
from lastcard.server.rooms.room import Room
from lastcard.server.settings import Settings
from lastcard.server.storage.store import Store
from lastcard.server.tables import events as e
from support.server.people import QUICK, SOCKETS, Guest, Running, opened, running
from support.server.staged import staged
from support.server.tables import table as dealt_table
from support.server.twins import SECRET, to_an_uncalled_card

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
HANDS = {"Ann": "R1 R2", "Bob": "R3 R4", "Cid": "R5 R6"}


def act(one: Guest, action: str, *others: Guest) -> None:
    """And the others have seen it."""
    version = one.must("act", action=action, version=one.table["version"])["version"]
    for other in others:
        other.shown(lambda t: t["version"] >= version)


def game_events(one: Guest) -> list[dict[str, Any]]:
    tables = [message for message in one.heard if message["type"] == "table"]
    return [e["event"] for message in tables for e in message["events"] if e["type"] == "game"]


def tables_shown(server: Running, called: str) -> list[dict[str, Any]]:
    """The table as two opponents and a spectator have it after a last card, now and after a refresh."""
    ann, bob, cid = staged(server, lambda name: Guest(server.base, name), HANDS)
    eve = Guest(server.base, "Eve")
    eve.must("open", code=ann.table["code"])
    act(ann, "play R1 call" if called == "with the play" else "play R1")
    if called == "afterwards":
        act(ann, "call")
    found = []
    for one in (bob, cid, eve):
        one.must("say", phrase="luck")
        again = one.again()
        again.must("open", code=ann.table["code"])
        heard = {"type": "call", "player": "Ann"} in game_events(again)
        assert heard == bool(called)  # it was said aloud
        found += [one.table, again.table]
    for one in list(SOCKETS):
        one.close()
    server.clean()
    varying = ("now", "clock", "code", "n", "version", "fairness", "seats", "watchers")
    return [{key: one[key] for key in one if key not in varying} for one in found]


def test_C8_what_others_are_sent_does_not_tell_who_forgot(server: Running) -> None:
    forgot = tables_shown(server, "")
    assert forgot == tables_shown(server, "with the play")
    assert forgot == tables_shown(server, "afterwards")
    assert [one["calling"] and one["calling"]["accusable"] for one in forgot[::2]] == [["Ann"], ["Ann"], None]


def test_C8_false_catches_and_calls_cost_and_everybody_is_told(server: Running, guest: Make) -> None:
    ann, bob, cid = staged(server, guest, HANDS)
    act(ann, "play R1 call", bob, cid)
    assert bob.table["calling"]["accusable"] == ["Ann"]
    assert bob.table["calling"] | {"accusable": []} == {
        "call": "false",
        "with_play": "false",
        "accusable": [],
        "catch_penalty": 2,
        "false_call_penalty": 2,
        "false_catch_penalty": 2,
    }
    assert "catch Ann" not in bob.legal  # nor in that of somebody whom it would be right for
    act(bob, "catch Ann", cid)
    act(cid, "call", bob)
    act(bob, "play R3 call")
    cid.shown(lambda t: t["view"]["counts"] == {"Ann": 1, "Bob": 5, "Cid": 4})
    kinds = [one["type"] for one in game_events(cid) if one.get("why") == "penalty" or "false" in one["type"]]
    assert kinds == ["false_catch", "draw", "false_call", "draw", "false_call", "draw"]


def test_F6_a_call_with_more_than_two_cards_is_refused_without_penalty(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="fool108")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    assert (bob.table["calling"]["call"], bob.table["calling"]["accusable"]) == ("refused", [])
    before = bob.view["counts"]
    assert bob.act("call")["code"] == "rules"
    assert bob.act("catch Ann")["code"] == "rules"
    assert bob.view["counts"] == before


@pytest.mark.parametrize("call", ["", " call"], ids=["forgotten", "called"])
def test_C8_others_wait_alike_after_a_called_and_an_uncalled_last_card(tmp_path: Path, call: str) -> None:
    slow = msgspec.structs.replace(QUICK, window=600)
    with running(str(tmp_path / "t.db"), slow) as server:
        ann, bob, _ = staged(server, lambda name: Guest(server.base, name), HANDS)
        act(ann, f"play R1{call}")
        bob.shown(lambda t: t["view"]["top"] == "R1")
        bob.send(type="act", id="held", action="play R3", version=bob.table["version"])
        bob.send(type="ping", sent=1)  # when this is answered, the action has been looked at
        bob.until(lambda m: m["type"] == "pong")
        room = server.server.hub.rooms[ann.table["code"]]
        assert [one.command.id for one in room.actions.held] == ["held"]


def test_C8_nobody_waits_for_a_last_card_of_their_own_that_they_called(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(QUICK, window=600)
    with running(str(tmp_path / "t.db"), slow) as server:
        ann, _ = staged(server, lambda name: Guest(server.base, name), {"Ann": "RS R2", "Bob": "R3 R4"})
        act(ann, "play RS call")
        act(ann, "play R2")
        assert ann.shown(lambda t: t["phase"] != "playing")["view"]["winner"] == "Ann"


def test_C8_bots_take_as_long_after_a_called_last_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the pace of the table: the next move comes at the same time."""
    found = []
    for number, call in enumerate(("", " call")):
        store = Store(str(tmp_path / f"{number}.db"))
        settings, table = Settings(), dealt_table("classic", 3, seed=SECRET)
        hub = Hub(store, settings)
        hub.faces.load_all([one.person or "" for one in table.seats])
        room = Room(1, table, store, settings, hub)
        *course, (last, play) = to_an_uncalled_card("classic")
        for seat, action in (*course, (last, play + call)):
            table.apply(e.NumberedEvent(table.n + 1, 5000, e.ActionPlayed(seat=seat, action=action)))
        for occupant in table.seats:
            room.presence.by_person[occupant.person or ""] = None  # type: ignore[assignment]
        assert table.turn is not None
        table.seats[table.turn].away = True
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now_ms", lambda: 6000)
            room.audience.broadcast()
            assert room.scheduler.bot_moves in [step for _, step in room.scheduler.dues()]
            found.append(Pace(settings).move_at(table, room.audience.landed_since()))
        store.close()
    assert len(found) == 2
    assert found[0] == found[1]
