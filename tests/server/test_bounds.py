"""Nothing grows without an end: tables, sockets, replays, people; and what is forgotten is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from lastcard.game import Record
from lastcard.server.common.person import Person
from lastcard.server.common.rate_limit import TokenBuckets
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.web import queries
from support.server.people import QUICK, Guest, Running, fetch, refusal, register, running, submit, wait_for

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def test_tables_and_sockets_are_so_many_and_no_more(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, most_tables=3, most_own=2, most_sockets=3)
    with running(str(tmp_path / "t.db"), few) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        ann.must("create")
        ann.must("create")
        full = ann.command("create")
        assert (full["code"], full["why"]["code"]) == ("full", "server.too_many_tables")
        ann.must("leave")  # which closes the table: nobody else is there
        ann.must("create")
        bob.must("create")
        full = bob.command("create")
        assert (full["code"], full["why"]["code"]) == ("full", "server.full")
        third = Guest(server.base)
        with pytest.raises(InvalidStatus):
            Guest(server.base)
        third.close()
        wait_for(lambda: len(server.server.hub.connections) == 2)
        Guest(server.base).close()


def test_codes_of_tables_can_t_be_guessed_by_reading_on_and_on(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, reads=(0.01, 3))
    with running(str(tmp_path / "t.db"), few) as server:
        got = [fetch(f"{server.base}/api/tables/AAAA{last}").status_code for last in "ABCD"]
        assert got == [404, 404, 404, 429]
        assert fetch(f"{server.base}/health").status_code == 200  # which is no secret


def test_codes_of_tables_can_t_be_guessed_over_sockets(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, guesses=(0.001, 3))
    with running(str(tmp_path / "t.db"), few) as server:
        ann, eve = Guest(server.base, "Ann"), Guest(server.base, "Eve")
        code = ann.must("create", public=False)["code"]
        wrong = [f"AAAA{last}" for last in "ABC" if f"AAAA{last}" != code]
        got = [eve.command("open", code=wrong[i % 2])["code"] for i in range(4)]
        assert got == ["gone", "gone", "gone", "rate"]
        for other in (eve, eve.again(), Guest(server.base, "Mallory"), Guest(server.base)):
            assert (
                other.command("open", code=code)["code"] == "rate"
            )  # the right one is not told from a wrong one
        assert fetch(f"{server.base}/api/tables/{code}").status_code == 429
        assert ann.again().command("open", code=code)["type"] == "ack"  # her own seat is no guess


def test_the_wrong_codes_of_a_person_count_wherever_they_come_from(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = server.server.hub
    ann = guest("Ann")
    code, listed = (ann.must("create", public=public)["code"] for public in (False, True))
    eve, bob = Person("eve", "Eve"), Person("bob", "Bob")
    monkeypatch.setattr(hub, "_guesses", TokenBuckets((0.001, 2)))
    wrong = "AAAAB" if code == "AAAAA" else "AAAAA"
    for text, address in (("no code", "192.0.2.1"), (wrong, "192.0.2.1"), (wrong, "192.0.2.2")):
        with pytest.raises(CommandRefused, match="no such table"):
            hub.find(text, eve, address)
    with pytest.raises(CommandRefused, match="many wrong codes"):
        hub.find(code, eve, "192.0.2.3")
    assert hub.find(code, bob, "192.0.2.1").table.code == code
    assert hub.find(listed, eve, "192.0.2.3").table.code == listed  # everybody knows that one


def test_of_a_closed_table_nothing_is_left_in_memory(server: Running, guest: Make) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    hub = server.server.hub
    code = ann.must("create", id="c")["code"]
    bob.must("open", code=code, sit=True)
    assert hub._seats
    assert hub._created
    ann.must("close")
    assert (hub._seats, hub._created, hub.rooms) == ({}, {}, {})
    assert ann.must("create", id="c")["code"]  # the id of a table that is gone makes another


def test_a_socket_that_is_gone_is_not_put_into_the_lobby(server: Running, guest: Make) -> None:
    ann = guest("Ann")
    hub = server.server.hub
    (connection,) = hub.connections
    ann.close()
    wait_for(lambda: not hub.connections)
    hub.to_lobby(connection, "kicked")  # as when its host kicked it just then
    assert not hub.lobby.watchers


def test_a_record_of_any_length_does_not_fill_the_memory(server: Running) -> None:
    one = {"first": "Ann", "deck": "R1", "actions": ["draw"] * (queries.MOST_STEPS + 1)}
    record = {"format": "lastcard/1", "rules": "classic", "players": ["Ann", "Bob"], "rounds": [one]}
    for path, body in (("/api/replay", {"record": record, "round": 1}), ("/api/records", record)):
        got = submit(server.base + path, json=body, headers={"origin": server.base})
        assert refusal(got) == "this record is too long to be shown step by step"
    some = {**one, "actions": ["draw"] * queries.MOST_STEPS}
    many = msgspec.convert({**record, "rounds": [some] * 21}, Record)
    with pytest.raises(CommandRefused, match="too long"):
        queries.replay(many, 1)


def test_who_is_forgotten_has_no_socket_no_token_and_no_name_any_more(server: Running) -> None:
    ann = Guest(server.base, "Ann")
    ann.must("create")
    cookie = {"cookie": f"lastcard={ann.token}"}
    submit(f"{server.base}/api/me/forget", headers={"origin": server.base, **cookie})
    assert ann.ended() == 4002
    assert fetch(f"{server.base}/api/me", headers=cookie).json()["person"] is None
    register(server.base, "Ann")  # the name is free


def test_a_token_that_is_asked_for_while_it_is_dropped_is_not_remembered(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = register(server.base, "Ann")
    identity, store = server.server.identity, server.server.store
    run = store.run

    async def asked_meanwhile(work: Callable[..., object]) -> object:
        assert await identity.person(token) is not None
        return await run(work)

    cookie = {"cookie": f"lastcard={token}"}
    with monkeypatch.context() as patch:  # undone before the server is cleaned
        patch.setattr(store, "run", asked_meanwhile)
        submit(f"{server.base}/api/me/forget", headers={"origin": server.base, **cookie})
    assert server.do(identity.person(token)) is None
