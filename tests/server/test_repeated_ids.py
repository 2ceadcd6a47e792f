"""A repeated id gets the stored answer, whatever has happened meanwhile, and is done once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.server.people import Guest, Running, opened, running

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def test_a_command_that_changed_nothing_is_not_done_later(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    first = bob.must("ready", id="not", ready=False)  # they were not
    bob.must("ready", id="yes", ready=True)
    assert bob.command("ready", id="not", ready=False) == first
    ann.must("say", phrase="hello")
    assert ann.table["seats"][1]["ready"]


def test_the_answer_is_the_same_after_the_seat_went_to_somebody_in_the_queue(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    cid = guest("Cid")
    cid.must("open", id="come", code=ann.table["code"], sit=True)
    cid.must("wait", id="wait")
    first = bob.must("stand", id="up")  # Cid has the seat in the same breath
    cid.shown(lambda t: t["you"] is not None)
    assert bob.command("stand", id="up") == first


def test_a_seat_that_somebody_came_for_is_taken_once(guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob", seats=3)
    cid = guest("Cid")
    first = cid.must("open", id="come", code=ann.table["code"], sit=True)
    cid.must("stand", id="up")
    assert cid.command("open", id="come", code=ann.table["code"], sit=True) == first
    assert cid.table["you"] is None


def test_who_was_removed_meanwhile_gets_the_stored_answer(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    first = bob.must("ready", id="r", ready=True)
    ann.must("kick", seat=1)
    bob.until(lambda m: m["type"] == "lobby" and m["why"] == "kicked")
    assert bob.command("ready", id="r", ready=True) == first
    assert bob.again().command("ready", id="r", ready=True) == first
    assert bob.command("ready", id="new", ready=True)["code"] == "gone"


def test_leaving_twice_is_answered_as_once(guest: Make) -> None:
    _, bob = opened(guest, "Ann", "Bob")
    first = bob.must("leave", id="l")
    assert bob.again().command("leave", id="l") == first


def test_a_table_that_was_made_and_closed_is_not_made_again(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db")) as server:
        ann = Guest(server.base, "Ann")
        first = ann.must("create", id="c", seats=2, bots="beginner", start=True)
        quick = ann.again()
        ann.close()
        quick.must("open", code=first["code"])
        quick.must("close")
        assert_made_once(server, quick, first)
    with running(str(tmp_path / "t.db")) as server:
        assert_made_once(server, Guest(server.base, "Ann", ann.token), first)


def assert_made_once(server: Running, ann: Guest, first: dict[str, object]) -> None:
    assert ann.command("create", id="c", seats=2, bots="beginner", start=True) == first
    assert ann.until(lambda m: m["type"] == "lobby")["why"] == "closed"
    assert not server.server.hub.rooms
