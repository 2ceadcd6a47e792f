"""Who comes in the middle of a match: what they are told, what everybody sees, and when they play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.server.people import Guest, Running, opened

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def with_bots(guest: Make, **how: Any) -> Guest:
    """Ann in the first round of a long match with two bots."""
    usual = {"bots": "beginner", "seats": 3, "start": True, "pace": "fast", "set": {"target": 5000}}
    (ann,) = opened(guest, "Ann", **(usual | how))
    return ann


def end_round(ann: Guest, *others: Guest) -> None:
    """Bots play all hands until the round is over."""
    people = (ann, *others)
    for one in people:
        one.must("away")
    ann.shown(lambda t: t["phase"] != "playing", patience=30)
    for one in people:
        one.must("away", away=False)


def said(who: Guest, kind: str) -> list[dict[str, Any]]:
    return [event for m in who.heard for event in m.get("events", ()) if event["type"] == kind]


@pytest.mark.parametrize("public", [True, False])
def test_somebody_invited_in_mid_round_has_a_bot_s_seat_from_the_next_round(
    guest: Make, public: bool
) -> None:
    """At a private table too: the link is the invitation."""
    ann = with_bots(guest, public=public)
    assert all(seat["opens"] for seat in ann.table["seats"][1:])
    bob, cid, dan = guest("Bob"), guest("Cid"), guest("Dan")
    for one in (bob, cid, dan):
        one.must("open", code=ann.table["code"], sit=True)
        assert one.table["you"] is None  # the round is played by those who were dealt in
    seats = dan.shown(lambda t: t["seats"][2]["reserved"])["seats"]
    assert [seat["reserved"] for seat in seats] == [None, "Bob", "Cid"]  # everybody sees whose it will be
    assert [seat["reserved"] for seat in ann.shown(lambda t: t["n"] >= dan.table["n"])["seats"]] == [
        None,
        "Bob",
        "Cid",
    ]
    assert ann.table["queue"] == ["Bob", "Cid"]  # for Dan no bot makes room
    assert [(one["name"], one["soon"]) for one in said(ann, "queue")] == [("Bob", True), ("Cid", True)]
    dan.must("wait")
    assert [(one["name"], one["soon"]) for one in said(dan, "queue")][-1] == ("Dan", False)
    end_round(ann)
    assert bob.shown(lambda t: t["you"] is not None)["you"] == 1
    assert cid.shown(lambda t: t["you"] is not None)["you"] == 2
    dan.shown(lambda t: t["queue"] == ["Dan"])
    for one in (ann, bob, cid):
        one.must("ready")
    assert set(bob.shown(lambda t: t["phase"] == "playing")["view"]["players"]) == {"Ann", "Bob", "Cid"}


def test_who_changes_their_mind_leaves_the_bot_its_seat(guest: Make) -> None:
    ann, bob = with_bots(guest), guest("Bob")
    bob.must("open", code=ann.table["code"])
    bob.must("sit")
    ann.shown(lambda t: t["seats"][1]["reserved"] == "Bob")
    bob.must("wait", wait=False)
    assert ann.shown(lambda t: not t["queue"])["seats"][1]["reserved"] is None
    end_round(ann)
    assert ann.table["seats"][1]["kind"] == "bot"


def test_who_goes_away_does_not_keep_a_seat_from_the_next(guest: Make) -> None:
    ann, bob, cid = with_bots(guest, seats=2), guest("Bob"), guest("Cid")
    bob.must("open", code=ann.table["code"], sit=True)
    cid.must("open", code=ann.table["code"])
    cid.must("wait")
    ann.shown(lambda t: t["seats"][1]["reserved"] == "Bob")
    bob.close()
    ann.shown(lambda t: t["seats"][1]["reserved"] == "Cid")


def test_an_empty_seat_is_taken_in_mid_match_and_plays_from_the_next_match(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", seats=3, pace="fast", rules="rounds", set={"rounds": 2})
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    cid = guest("Cid")
    cid.must("open", code=ann.table["code"], sit=True)
    assert (cid.table["you"], cid.table["view"]["you"]) == (2, None)
    assert [seat["playing"] for seat in cid.table["seats"]] == [True, True, False]
    ann.shown(lambda t: t["seats"][2]["name"] == "Cid")
    (came,) = [one for one in said(ann, "seat_taken") if one["name"] == "Cid"]
    assert came["later"] is True
    end_round(ann, bob)
    shown = cid.shown(lambda t: t["phase"] == "between")
    assert "ready" not in shown["may"]
    assert cid.command("ready")["why"]["code"] == "server.next_match"
    ann.must("ready")
    bob.must("ready")  # Cid does not play in it, so nobody waits for Cid
    assert cid.shown(lambda t: t["phase"] == "playing")["round"] == 2
    end_round(ann, bob)
    cid.shown(lambda t: t["phase"] == "over" and "ready" in t["may"])
    for one in (ann, bob, cid):
        one.must("ready")
    assert cid.shown(lambda t: t["phase"] == "playing")["view"]["players"] == ["Ann", "Bob", "Cid"]


def test_a_bot_s_seat_in_the_next_round_comes_before_an_empty_one_in_the_next_match(guest: Make) -> None:
    (ann,) = opened(guest, "Ann", seats=3, pace="fast", set={"target": 5000})
    ann.must("bot", seat=2)
    ann.must("start")
    bob, cid = guest("Bob"), guest("Cid")
    for one in (bob, cid):
        one.must("open", code=ann.table["code"], sit=True)
    assert ann.shown(lambda t: t["seats"][1]["kind"] == "person")["seats"][1]["name"] == "Cid"
    assert (bob.table["you"], ann.table["seats"][2]["reserved"]) == (None, "Bob")
    end_round(ann)
    assert bob.shown(lambda t: t["you"] is not None)["you"] == 2


def test_the_seat_of_somebody_who_may_come_back_does_not_open_by_itself(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", pace="fast", set={"target": 5000})
    ann.must("start")
    bob.must("leave")
    dan = guest("Dan")
    dan.must("open", code=ann.table["code"], sit=True)
    assert not dan.table["seats"][1]["opens"]
    assert (dan.table["you"], dan.table["queue"]) == (None, [])
    ann.must("offer", seat=1)
    assert dan.shown(lambda t: t["seats"][1]["opens"])


def test_everybody_sees_who_watches_and_how_many_without_a_name(server: Running, guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    for name in ("Fay", "Eve", None):
        guest(name).must("open", code=ann.table["code"])
    shown = ann.shown(lambda t: t["nameless"] == 1)
    assert (shown["watchers"], shown["nameless"]) == (["Eve", "Fay"], 1)
