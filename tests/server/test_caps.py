"""What one stranger can fill up: tables, people and rulebooks are limited by address, idle tables expire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from lastcard.rulebooks import load
from lastcard.server.common.person import Person
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.protocol import messages as m
from lastcard.server.rooms.background import SOME_MOVES, longest_quiet
from lastcard.server.settings import Settings
from lastcard.server.storage.networks import NetworkMarks
from lastcard.server.storage.schema import rooms
from lastcard.server.storage.store import Store
from lastcard.server.tables.offered_rulebooks import MOST_OF_ONE, OfferedRulebooks
from support.server.people import QUICK, Guest, Running, opened, post, register, running, wait_for

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
HOUSE = "192.0.2.7"  # addresses for documents: nobody has them


def create(server: Running, who: str, address: str, number: int) -> str:
    """A table for somebody who comes from an address."""
    command = m.Create(id=f"{who}-{number}", rules="classic", seats=2)
    return str(server.do(server.server.hub.create(Person(who, who), command, address)))


def refused(server: Running, who: str, address: str) -> str:
    with pytest.raises(CommandRefused) as error:
        create(server, who, address, 99)
    return error.value.code


def test_many_people_at_one_address_have_so_many_tables_and_others_have_room(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, most_by_address=4)
    db = str(tmp_path / "t.db")
    with running(db, few) as server:
        codes = [create(server, f"person{i}", HOUSE, i) for i in range(4)]
        assert refused(server, "another", HOUSE) == "address_full"
        assert create(server, "friend", "192.0.2.8", 1)
        room = server.server.hub.rooms[codes[0]]
        server.do(room.close("closed"))
        assert create(server, "another", HOUSE, 1)  # one has made room
        assert refused(server, "another", HOUSE) == "address_full"
    with running(db, few) as server:  # a restart forgets nothing of it
        assert len(server.server.hub.rooms) == 5
        assert refused(server, "somebody", HOUSE) == "address_full"
        assert create(server, "somebody", "192.0.2.9", 1)


def test_all_addresses_of_a_64_are_one(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, most_by_address=2)
    with running(str(tmp_path / "t.db"), few) as server:
        create(server, "ann", "2001:db8::1", 1)
        create(server, "bob", "2001:db8::ffff:1", 1)
        assert refused(server, "cid", "2001:db8::dead:beef") == "address_full"
        assert create(server, "cid", "2001:db8:0:1::1", 1)
        create(server, "eve", "192.0.2.1", 1)
        create(server, "eve", "::ffff:192.0.2.1", 2)
        assert refused(server, "eve", "192.0.2.1") == "address_full"


def test_new_tables_are_so_many_a_while_from_one_address_over_the_socket(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, tables_by_address=(0.001, 3))
    with running(str(tmp_path / "t.db"), few) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        for one in (ann, bob, ann):
            one.must("create")
        no = bob.command("create")
        assert (no["code"], no["why"]["code"]) == ("rate", "server.tables_too_fast")
        no = ann.command("quick", rules="classic", leave=True)  # which counts as a new table
        assert (no["code"], no["why"]["code"]) == ("rate", "server.tables_too_fast")


def test_new_people_are_so_many_a_while_from_one_address(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, people_by_address=(0.001, 3))
    with running(str(tmp_path / "t.db"), few) as server:
        ann = register(server.base, "Ann")
        register(server.base, "Bob")
        assert post(server, "/api/me", {}).json()["name"]
        for body in ({}, {"name": "Eve"}):
            no = post(server, "/api/me", body).json()
            assert (no["code"], no["refused"]["code"]) == ("rate", "server.people_too_fast")
        mine = {"cookie": f"lastcard={ann}"}
        assert post(server, "/api/me", {"name": "Anna"}, **mine).json()["name"] == "Anna"  # she is known


def test_a_party_in_one_house_meets_no_limit(tmp_path: Path) -> None:
    """A dozen people behind one address, each with a few tables, all at once: with the usual limits."""
    usual = Settings(port=0)
    with running(str(tmp_path / "t.db"), usual) as server:
        people = [Guest(server.base, f"Guest {i}") for i in range(12)]
        for _ in range(3):
            for one in people:
                one.must("create", rules="classic", bots="beginner")
        assert len(server.server.hub.rooms) == 36


def test_rulebooks_of_one_address_push_out_only_its_own(tmp_path: Path) -> None:
    offered = OfferedRulebooks()
    first = offered.upload(load("classic", {"target": 200}), "ann")
    mine = [offered.upload(load("classic", {"target": 200 + i}), "eve") for i in range(1, MOST_OF_ONE + 4)]
    assert offered.fields(first)
    for gone in mine[:3]:
        with pytest.raises(CommandRefused, match="no rulebook"):
            offered.fields(gone)
    assert all(offered.fields(kept) for kept in mine[3:])


def test_the_store_holds_no_address(tmp_path: Path) -> None:
    db = tmp_path / "t.db"
    with running(str(db)) as server:
        create(server, "ann", "203.0.113.77", 1)
        mark = server.server.hub.networks.of("203.0.113.77")
    store = Store(str(db))
    with store.reading() as connection:
        assert connection.scalars(sa.select(rooms.c.network)).all() == [mark]
    again, other = NetworkMarks(store), Store(str(tmp_path / "other.db"))
    assert again.of("::ffff:203.0.113.77") == mark  # the same after a restart
    marks = [NetworkMarks(other).of(f"198.51.100.{i}") for i in range(256)]
    assert marks != [again.of(f"198.51.100.{i}") for i in range(256)]  # under another key
    store.close()
    other.close()
    for file in tmp_path.glob("t.db*"):
        assert b"203.0.113" not in file.read_bytes()


# ---- Tables that nobody is at ----


def gone_after(server: Running, code: str, seconds: float) -> bool:
    """Whether the table is closed when nobody has been there for so long."""
    hub = server.server.hub
    room = hub.rooms[code]
    wait_for(lambda: not room.presence.connections)
    room.presence.quiet_since -= seconds
    server.do(server.server.background.close_idle_tables())
    return code not in hub.rooms


def moved(one: Guest, times: int) -> None:
    """Somebody moves so often; between rounds they go on."""
    for _ in range(times):
        one.shown(lambda t: (t["phase"] == "playing" and one.my_turn) or t["phase"] in ("between", "over"))
        if one.table["phase"] != "playing":
            one.must("ready")
            one.shown(lambda t: t["phase"] == "playing" and one.my_turn)
        one.act(next((action for action in one.actions if action.call), one.actions[0]))


USUAL = Settings()
MINUTE, HOUR = 60.0, 3600.0


def test_a_table_that_nobody_moved_at_expires_in_minutes_in_a_match_too(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    code = ann.table["code"]
    ann.must("start")
    ann.close()
    bob.close()
    assert not gone_after(server, code, USUAL.idle_unplayed - MINUTE)
    assert gone_after(server, code, 2 * MINUTE)
    assert USUAL.idle_unplayed <= 15 * MINUTE


def test_a_match_against_bots_waits_an_hour_for_somebody_who_has_played_a_while(
    server: Running, guest: Make
) -> None:
    ann = guest("Ann")
    code = ann.must("create", rules="rounds", seats=2, bots="beginner", start=True)["code"]
    moved(ann, 1)
    assert longest_quiet(server.server.hub.rooms[code].table, USUAL) == USUAL.idle_unplayed
    moved(ann, SOME_MOVES - 1)
    ann.close()
    assert not gone_after(server, code, HOUR - MINUTE)
    back = ann.again()
    back.must("open", code=code)
    assert back.table["you"] == 0  # her seat is there
    back.close()
    assert gone_after(server, code, HOUR + MINUTE)


def test_a_match_of_two_people_who_have_moved_waits_a_day(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds")
    code = ann.table["code"]
    ann.must("start")
    for one in (ann, bob, ann, bob):
        one.shown(lambda t: t["phase"] == "playing")
    while len(server.server.hub.rooms[code].table.movers) < 2:
        for one in (ann, bob):
            one.catch_up()
            if one.my_turn:
                one.act(one.actions[0])
    ann.close()
    bob.close()
    assert not gone_after(server, code, 23 * HOUR)
    assert gone_after(server, code, 2 * HOUR)


def test_moves_of_bots_and_of_the_clock_are_not_moves_of_people(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds")
    code = ann.table["code"]
    bob.must("away", away=True)
    ann.must("start")
    moved(ann, 3)
    table = server.server.hub.rooms[code].table
    assert table.version > 4
    assert len(table.movers) == 1
