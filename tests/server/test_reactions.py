"""Reactions: everybody at the table sees them, who watches sends none, and nothing of them is stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lastcard.server.storage.schema import log
from support.server.people import Guest, Running, opened, worded

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def seen(one: Guest) -> tuple[str, str]:
    got = one.until(lambda m: m["type"] == "reaction")
    return got["name"], got["emote"]


def entries(server: Running) -> int:
    with server.server.store.reading() as connection:
        return len(connection.execute(log.select()).all())


def test_a_reaction_reaches_everybody_and_is_not_stored(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    assert "react" in bob.table["may"]
    assert "react" not in eve.table["may"]
    before = entries(server)
    bob.send(type="react", emote="laugh")
    assert [seen(one) for one in (ann, bob, eve)] == [("Bob", "laugh")] * 3
    assert entries(server) == before
    ann.must("start")  # and in a round
    ann.send(type="react", emote="wow")
    assert seen(eve) == ("Ann", "wow")
    late = guest("Late")
    late.must("open", code=ann.table["code"])
    assert not [one for one in late.heard if one["type"] == "reaction"]


def test_who_watches_sends_none_and_nobody_sends_many(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    eve = guest("Eve")
    eve.must("open", code=ann.table["code"])
    eve.send(type="react", emote="laugh")
    assert eve.until(lambda m: m["type"] == "refused")["why"]["code"] == "server.seated_only"
    for _ in range(6):
        bob.send(type="react", emote="bravo")
    refused = bob.until(lambda m: m["type"] == "refused")
    assert (refused["code"], refused["id"]) == ("rate", None)
    assert "wait a few seconds" in worded(refused["why"])
    bob.must("say", phrase="hello")  # its own limit
