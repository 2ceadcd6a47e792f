"""Another name at a table: seen by everybody at once, and the match stays one match, also in mid-round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lastcard.game import Match
from lastcard.game.replay import begin, follow
from lastcard.server.tables.table import replayed
from support.server.people import Guest, Message, Running, opened, play_out, submit

pytestmark = pytest.mark.slow  # they start servers
Make = Callable[[str | None], Guest]


def rename(server: Running, who: Guest, name: str) -> None:
    headers = {"cookie": f"lastcard={who.token}", "origin": server.base}
    assert submit(f"{server.base}/api/me", json={"name": name}, headers=headers).json()["name"] == name


def under(server: Running, who: Guest) -> Match:
    match = server.server.hub.rooms[who.table["code"]].table.match
    assert match is not None
    return match


def drawn_by(who: Guest, name: str) -> list[Message]:
    """What somebody was told of the cards that were drawn."""
    told = [one for message in who.heard if message["type"] == "table" for one in message["events"]]
    game = [one["event"] for one in told if one["type"] == "game"]
    return [event for event in game if event["type"] == "draw" and event["player"] == name]


def test_before_the_deal_and_in_the_queue_a_new_name_is_seen_at_once(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    cid = guest("Cid")
    cid.must("open", code=ann.table["code"])
    cid.must("wait")
    rename(server, bob, "Robert")
    rename(server, cid, "Cedric")
    seen = ann.shown(lambda table: table["queue"] == ["Cedric"])
    assert seen["seats"][1]["name"] == "Robert"
    ann.must("start")
    assert ann.shown(lambda table: table["phase"] == "playing")["view"]["players"] == ["Ann", "Robert"]


def test_in_mid_round_everybody_sees_it_and_the_round_goes_on_under_its_own_names(
    server: Running, guest: Make
) -> None:
    ann, bob = opened(guest, "Ann", "Bob", set={"target": 30}, timer=0)
    ann.must("start")
    ann.shown(lambda table: table["view"])
    before = bob.shown(lambda table: table["view"])["view"]["hand"]
    rename(server, bob, "Robert")
    for one in (ann, bob):
        seen = one.shown(lambda table: table["seats"][1]["name"] == "Robert")
        assert seen["view"]["players"] == ["Ann", "Robert"]
        assert list(seen["standing"]["totals"]) == ["Ann", "Robert"]
    assert (bob.view["you"], bob.view["hand"]) == ("Robert", before)
    assert under(server, ann).players == ["Ann", "Bob"]
    play_out([ann, bob], lambda table: table["phase"] in ("between", "over"))
    assert under(server, ann).players == ["Ann", "Robert"]
    assert set(ann.view["scores"]) == {"Ann", "Robert"}
    record = under(server, ann).record()
    assert "Bob" not in str(record)
    again = begin(record)
    for _ in follow(again, record):
        pass
    assert again.totals == under(server, ann).totals
    room = server.server.hub.rooms[ann.table["code"]]
    stored = next(one for one in server.server.hub.store.open_tables() if one.code == room.table.code)
    assert not isinstance(stored.log, Exception)
    assert replayed(stored.code, stored.log).shown_names == {}


def test_whoever_takes_the_old_name_sees_nothing_of_its_cards(server: Running, guest: Make) -> None:
    ann, bob, eve = opened(guest, "Ann", "Bob", "Eve", timer=0)
    cid = guest("Cid")
    eve.must("stand")
    ann.must("start")
    play_out([ann, bob], lambda table: len(drawn_by(bob, "Bob")) > 0 or table["phase"] != "playing")
    rename(server, bob, "Robert")
    rename(server, cid, "Bob")
    ann.shown(lambda table: table["seats"][1]["name"] == "Robert")
    cid.must("open", code=ann.table["code"], sit=True)
    assert ann.shown(lambda table: table["seats"][2]["name"] == "Bob")
    drawn = drawn_by(cid, "Robert")
    assert drawn
    assert not any("cards" in event for event in drawn)
    assert drawn_by(cid, "Bob") == []
    again = bob.again()
    again.must("open", code=ann.table["code"])
    assert all("cards" in event for event in drawn_by(again, "Robert"))


def test_a_catch_names_the_player_as_shown(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", timer=0, set={"seven_zero": True})
    ann.must("start")
    ann.shown(lambda table: table["view"])
    rename(server, bob, "Robert")
    ann.shown(lambda table: table["seats"][1]["name"] == "Robert")
    for catch in ({"verb": "catch", "player": "Robert"}, "catch Robert"):
        ann.must("act", action=catch, version=ann.table["version"])
        ann.told(type="false_catch", player="Ann", accused="Robert")
