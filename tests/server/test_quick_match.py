"""Quick match over real sockets: strangers find each other, bots fill the table and make room for people."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.server.people import QUICK, Guest, Message, Running, play_out, running, wait_for, worded

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
PATIENT = msgspec.structs.replace(QUICK, quick_wait=600, quick_next=600)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Tables wait for as long as it takes."""
    with running(str(tmp_path_factory.mktemp("tables") / "t.db"), PATIENT) as one:
        yield one


def look(one: Guest, rules: str = "rounds", **more: Any) -> str:
    """Play with people: the code of the table."""
    code: str = one.must("quick", rules=rules, **more)["code"]
    one.shown(lambda t: t["code"] == code)
    return code


def kinds(table: Message) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


def test_strangers_who_want_the_same_rulebook_sit_at_one_table(guest: Make) -> None:
    ann, bob, cid = guest("Ann"), guest("Bob"), guest("Cid")
    code = look(ann)
    assert look(bob) == code
    assert look(cid, "classic") != code  # another rulebook, another table
    table = ann.shown(lambda t: kinds(t).count("person") == 2)
    assert (table["quick"], table["public"], table["set"], table["phase"]) == (True, True, {}, "waiting")
    assert table["starts"] - table["now"] > 0
    assert table["host"] is None
    assert not {"start", "kick", "host", "change", "close", "bot", "mute", "offer"} & {*ann.table["may"]}


def test_two_who_look_at_the_same_moment_land_at_the_same_table(server: Running, guest: Make) -> None:
    people = [guest(f"Guest {number}") for number in range(4)]
    found: dict[str, str] = {}
    gate = threading.Barrier(len(people))

    def press(one: Guest) -> None:
        gate.wait()
        found[str(one.name)] = look(one)

    threads = [threading.Thread(target=press, args=(one,)) for one in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(found) == 4
    assert len(set(found.values())) == 1
    for one in people:  # full of people: the match begins at once
        assert kinds(one.shown(lambda t: t["phase"] == "playing")) == ["person"] * 4


def test_after_a_few_seconds_bots_fill_the_table_and_the_match_begins(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, quick_wait=0.05)) as server:
        ann = Guest(server.base, "Ann")
        look(ann)
        table = ann.shown(lambda t: t["phase"] == "playing")
        assert kinds(table) == ["person", "bot", "bot", "bot"]


def test_who_does_not_want_to_wait_is_ready_and_bots_fill_the_table(guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    look(ann)
    look(bob)
    ann.must("ready")
    bob.shown(lambda t: t["seats"][0]["ready"])
    assert bob.table["phase"] == "waiting"  # Bob may still want to wait
    bob.must("ready")
    assert kinds(ann.shown(lambda t: t["phase"] == "playing")) == ["person", "person", "bot", "bot"]


def test_bots_make_room_between_rounds_and_stand_in_for_who_leaves(server: Running, guest: Make) -> None:
    ann, bob, cid = guest("Ann"), guest("Bob"), guest("Cid")
    code = look(ann)
    ann.must("ready")
    ann.shown(lambda t: t["phase"] == "playing")
    assert look(bob) == code  # in mid-round: Bob watches and plays from the next round
    assert (bob.table["you"], bob.table["queue"]) == (None, ["Bob"])
    assert look(bob) == code  # once more changes nothing
    assert bob.table["queue"] == ["Bob"]
    play_out([ann], lambda t: t["phase"] == "between")
    bob.shown(lambda t: t["you"] is not None)
    ann.must("ready")
    bob.must("ready")
    ann.shown(lambda t: t["phase"] == "playing")
    ann.must("leave")
    left = bob.shown(lambda t: kinds(t).count("person") == 1)
    assert kinds(left).count("bot") == 3  # a bot stands in, and the seat is not kept for Ann
    assert look(cid) == code
    assert bob.shown(lambda t: t["queue"] == ["Cid"])
    play_out([bob], lambda t: t["phase"] == "between")
    assert cid.shown(lambda t: t["you"] is not None)["phase"] == "between"


def test_the_next_round_waits_for_nobody_for_long(tmp_path: Path) -> None:
    quick = msgspec.structs.replace(QUICK, quick_wait=0.0, quick_next=0.05)
    with running(str(tmp_path / "t.db"), quick) as server:
        ann = Guest(server.base, "Ann")
        code = look(ann)
        ann.shown(lambda t: t["phase"] == "playing")
        bob = Guest(server.base, "Bob")
        assert look(bob) == code
        play_out([ann], lambda t: t["phase"] == "between")
        bob.shown(lambda t: t["you"] is not None)
        assert ann.table["starts"] is None  # nobody is ready yet
        ann.must("ready")
        bob.shown(lambda t: t["phase"] == "playing")  # Bob has not said a word


def test_who_has_a_seat_elsewhere_is_asked_and_can_give_it_up(server: Running, guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    own = ann.must("create", seats=2)["code"]
    bob.must("open", code=own, sit=True)
    ann.send(type="lobby")
    refused = ann.command("quick", rules="rounds")
    assert (refused["code"], own in worded(refused["why"])) == ("denied", True)
    assert look(ann, leave=True) != own
    bob.shown(lambda t: kinds(t).count("person") == 1)
    bob.must("quick", rules="rounds", leave=True)
    assert bob.table["code"] == ann.table["code"]
    assert own not in server.server.hub.rooms  # nobody is left there


def test_cancelling_gives_the_seat_up_and_an_empty_table_closes(server: Running, guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    code = look(ann)
    ann.must("leave")
    assert code not in server.server.hub.rooms
    assert look(bob) != code


def test_a_table_where_nobody_is_any_more_is_not_found_and_expires(tmp_path: Path) -> None:
    quick = msgspec.structs.replace(PATIENT, idle_before=0.2, idle_quick=0.2)
    with running(str(tmp_path / "t.db"), quick) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        code = look(ann)
        ann.close()
        room = server.server.hub.rooms[code]
        wait_for(lambda: not room.presence.connections)
        assert look(bob) != code
        wait_for(lambda: code not in server.server.hub.rooms)


def test_who_is_gone_before_the_match_begins_is_replaced_by_a_bot(guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    look(ann)
    look(bob)
    bob.close()
    ann.shown(lambda t: [seat["online"] for seat in t["seats"]][:2] == [True, False])
    ann.must("ready")
    assert kinds(ann.shown(lambda t: t["phase"] == "playing")) == ["person", "bot", "bot", "bot"]


def test_searching_is_limited_like_new_tables_and_knows_the_rulebooks(tmp_path: Path) -> None:
    few = msgspec.structs.replace(PATIENT, tables=(0.001, 2))
    with running(str(tmp_path / "t.db"), few) as server:
        ann = Guest(server.base, "Ann")
        assert ann.command("quick", rules="nonsense")["code"] == "invalid"
        for _ in range(2):
            look(ann)
            ann.must("leave")
        assert ann.command("quick", rules="rounds")["code"] == "rate"
        assert Guest(server.base).command("quick", rules="rounds")["code"] == "denied"  # without a name


def test_a_table_of_strangers_is_there_after_a_restart(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), PATIENT) as server:
        ann = Guest(server.base, "Ann")
        code = look(ann)
        starts = ann.table["starts"]
    with running(str(tmp_path / "t.db"), PATIENT) as server:
        back = Guest(server.base, "Ann", ann.token)
        assert look(back) == code
        assert (back.table["quick"], back.table["starts"]) == (True, starts)
