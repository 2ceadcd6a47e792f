"""Faces: given at random, chosen at any time, seen by everybody at the table; bots have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lastcard.server.common.faces import FACES, face_of
from support.server.people import Guest, Running, fetch, submit

Make = Callable[[str | None], Guest]


def headers(server: Running, one: Guest) -> dict[str, str]:
    return {"cookie": f"lastcard={one.token}", "origin": server.base}


def choose(server: Running, one: Guest, face: str) -> Any:
    return submit(f"{server.base}/api/me/face", json={"face": face}, headers=headers(server, one))


def test_whoever_never_chose_a_face_has_one_by_their_id() -> None:
    """Old identities have none stored, and a face that is no longer offered is none."""
    ids = [f"person{n}" for n in range(300)]
    assert {face_of(one, None) for one in ids} == set(FACES)
    assert [face_of(one, "dodo") for one in ids] == [face_of(one, None) for one in ids]
    assert face_of("person1", "bee") == "bee"


@pytest.mark.slow
def test_a_new_face_is_seen_at_the_table_at_once_and_in_chat(server: Running, guest: Make) -> None:
    ann, bob, eve = guest("Ann"), guest("Bob"), guest("Eve")
    code = ann.must("create", seats=3, bots="beginner")["code"]
    bob.must("open", code=code, sit=True)
    eve.must("open", code=code)
    given = [seat["face"] for seat in ann.shown(lambda t: t["seats"][1]["name"] == "Bob")["seats"]]
    assert given[0] in FACES
    assert given[1] in FACES
    assert given[2] is None  # a bot
    other = next(face for face in FACES if face != given[1])
    assert choose(server, bob, other).json()["face"] == other
    for one in (ann, bob, eve):
        one.shown(lambda t: t["seats"][1]["face"] == other)
    assert fetch(f"{server.base}/api/tables/{code}").json()["faces"] == [given[0], other]
    choose(server, eve, "bee")
    eve.must("say", text="hello")  # who watches has a face too
    heard = ann.until(lambda m: any(e["type"] == "chat" for e in m.get("events", ())))
    assert [e["face"] for e in heard["events"] if e["type"] == "chat"] == ["bee"]


@pytest.mark.slow
def test_a_face_is_one_of_ours_and_needs_a_person(server: Running, guest: Make) -> None:
    ann = guest("Ann")
    assert choose(server, ann, "dodo").json()["code"] == "invalid"
    nobody = submit(f"{server.base}/api/me/face", json={"face": "owl"}, headers={"origin": server.base})
    assert nobody.json()["refused"]["code"] == "server.choose_name"
    me = fetch(f"{server.base}/api/me", headers=headers(server, ann)).json()
    assert me["face"] in FACES
