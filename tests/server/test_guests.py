"""Coming in without a name: the server proposes one, in the request that makes somebody of the socket."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from lastcard.bots.levels import BOT_NAMES
from lastcard.game.notation import MOST_LETTERS
from lastcard.server.common import proposed_names
from lastcard.server.common.names import key, player_name
from lastcard.server.storage import schema
from support.server.people import QUICK, Guest, Running, fetch, register, running, submit


def test_every_proposed_name_is_two_plain_words_that_a_person_may_have() -> None:
    names = [f"{first} {second}" for first in proposed_names.FIRST for second in proposed_names.SECOND]
    assert len({key(name) for name in names}) == len(names) > 3000
    assert all(name.isascii() and player_name(name) == name for name in names)
    assert max(map(len, names)) + len(" 99") <= MOST_LETTERS
    assert not {key(name) for name in names} & {key(name) for name in BOT_NAMES}


def test_after_some_tries_a_number_makes_the_name_another_one() -> None:
    some = proposed_names.proposed_names()
    tried = [next(some) for _ in range(proposed_names.PLAIN_TRIES + 1)]
    assert [len(name.split()) for name in tried] == [2] * proposed_names.PLAIN_TRIES + [3]


def be_somebody(server: Running, ticket: str = "", token: str = "") -> httpx.Response:
    headers = {"origin": server.base} | ({"cookie": f"lastcard={token}"} if token else {})
    return submit(f"{server.base}/api/me", json={"ticket": ticket}, headers=headers)


def people(server: Running) -> int:
    with server.server.hub.store.reading() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(schema.people)) or 0)


@pytest.mark.slow
def test_a_socket_without_a_name_is_somebodys_by_its_ticket_and_can_open_a_table(server: Running) -> None:
    one = Guest(server.base)
    ticket = one.heard[0]["ticket"]
    assert one.command("create", bots="beginner", start=True)["why"]["code"] == "server.choose_name"
    answer = be_somebody(server, ticket)
    me = answer.json()
    assert answer.cookies["lastcard"]
    assert one.until(lambda message: message["type"] == "me")["me"]["name"] == me["name"]
    assert one.must("create", bots="beginner", start=True)["code"]
    assert one.table["seats"][0]["name"] == me["name"]
    assert be_somebody(server, ticket).json()["person"] != me["person"]  # a ticket is good once
    one.must("say", text="still me")
    assert one.table["seats"][0]["person"] == me["person"]


@pytest.mark.slow
def test_a_spectator_without_a_name_becomes_somebody_in_their_place(server: Running) -> None:
    ann = Guest(server.base, "Ann")
    code = ann.must("create", seats=2)["code"]
    one = Guest(server.base)
    one.must("open", code=code)
    ann.shown(lambda table: table["nameless"] == 1)
    name = be_somebody(server, one.heard[0]["ticket"]).json()["name"]
    assert ann.shown(lambda table: table["nameless"] == 0)["watchers"] == [name]
    one.must("sit")
    assert ann.shown(lambda table: table["seats"][1]["name"])["seats"][1]["name"] == name


@pytest.mark.slow
def test_who_has_a_name_keeps_it_and_nobody_gets_one_that_is_taken(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = register(server.base, "Ann")
    answer = be_somebody(server, token=token)
    assert answer.json()["name"] == "Ann"
    assert "lastcard" not in answer.cookies
    monkeypatch.setattr(proposed_names, "FIRST", ("Calm",))
    monkeypatch.setattr(proposed_names, "SECOND", ("Otter",))
    names = [be_somebody(server).json()["name"] for _ in range(4)]
    assert names[0] == "Calm Otter"
    assert len(set(names)) == 4
    assert all(name.startswith("Calm Otter ") for name in names[1:])


@pytest.mark.slow
def test_reading_pages_makes_nobody_and_guests_have_the_limits_of_new_people(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, posts=(0.001, 2))
    with running(str(tmp_path / "t.db"), few) as server:
        for path in ("/", "/t/ABCDE", "/api/me", "/api/about", "/api/lobby", "/rules"):
            fetch(server.base + path)
        Guest(server.base).close()
        assert people(server) == 0
        assert [be_somebody(server).status_code for _ in range(3)] == [200, 200, 429]
        assert people(server) == 2


def invitation(server: Running, code: str, token: str | None = None) -> dict[str, Any]:
    headers = {"cookie": f"lastcard={token}"} if token else {}
    found: dict[str, Any] = fetch(f"{server.base}/api/tables/{code}/invitation", headers=headers).json()
    return found


@pytest.mark.slow
def test_an_invitation_says_who_what_and_what_sitting_down_means_and_joins_nobody(server: Running) -> None:
    ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
    code = ann.must("create", seats=2, rules="rounds", set={"stacking": "same"}, public=False)["code"]
    seen = invitation(server, code, bob.token)
    assert (seen["host"], seen["people"], seen["bots"], seen["seats"]) == ("Ann", ["Ann"], 0, 2)
    assert (seen["rules"], seen["set"], seen["phase"]) == ("rounds", {"stacking": "same"}, "waiting")
    assert seen["seat"] == "deal"
    assert invitation(server, code, ann.token)["seat"] == "yours"
    ann.must("say", text="nobody came by looking")
    assert (ann.table["watchers"], ann.table["nameless"]) == ([], 0)
    bob.must("open", code=code, sit=True)
    assert invitation(server, code)["seat"] == "none"
    ann.must("kick", seat=1)
    assert invitation(server, code, bob.token)["code"] == "denied"
    assert invitation(server, "ZZZZZ")["code"] == "gone"


@pytest.mark.slow
def test_an_invitation_in_mid_match_says_from_when_one_plays(server: Running) -> None:
    ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
    code = ann.must("create", seats=2, bots="beginner", start=True, pace="slow")["code"]
    assert invitation(server, code, bob.token)["seat"] == "round"
    bob.must("open", code=code, sit=True)
    assert invitation(server, code, bob.token)["seat"] == "yours"  # queued
    assert invitation(server, code)["seat"] == "none"
