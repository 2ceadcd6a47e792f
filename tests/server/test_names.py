"""What people type is normalised and limited once, before anything else sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lastcard.bots.levels import BOT_NAMES
from lastcard.server.common.names import RESERVED, key, player_name, tidy
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.storage.people import register as register_person
from support.server.people import Guest, Running, opened, post, running

Make = Callable[[str | None], Guest]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("An\u200bn", "Ann"),  # a space without width
        ("\u202eAnn", "Ann"),  # turns the direction
        ("Ann\u0000\u0007", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ann\nLee\tK", "Ann Lee K"),
    ],
)
def test_a_name_is_one_line_without_anything_invisible(typed: str, name: str) -> None:
    assert player_name(typed) == name


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        " ",
        "x" * 25,
        "a=b",
        "a:b",
        "...",
        "\u200b\u2800",
        "a" + "\u0301\u0302\u0303\u0304\u0306\u0307",
        *sorted(RESERVED),
    ],
)
def test_what_is_no_name_is_refused_in_a_sentence(wrong: str) -> None:
    with pytest.raises(CommandRefused) as got:
        player_name(wrong)
    assert "\n" not in str(got.value)


@pytest.mark.parametrize("same", ["HOST", "h o s t", "\uff28ost", "Ho\u00adst"])
def test_a_reserved_name_is_reserved_however_it_is_written(same: str) -> None:
    with pytest.raises(CommandRefused):
        player_name(same)


def test_names_that_look_the_same_have_the_same_key() -> None:
    for same in ("ann lee", "ANN  LEE", "AnnLee", "\uff21nn Lee", "A\u200bnn Lee", "Ann\u00a0Lee"):
        assert key(same) == key("Ann Lee"), ascii(same)
    assert key("Anna Lee") != key("Ann Lee")


def test_chat_is_one_line_without_anything_invisible(guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("say", text=" good\u202e\u0000\n luck\u200b ")
    got = bob.until(lambda m: any(e["type"] == "chat" for e in m.get("events", ())))
    assert [e["text"] for e in got["events"] if e["type"] == "chat"] == ["good luck"]
    assert ann.command("say", text="\u200b\u2800 ")["code"] == "invalid"
    assert tidy("\ud800x") == "x"  # half a character


@pytest.mark.slow
def test_a_bot_has_no_person_s_name_and_no_person_gets_a_bot_s(server: Running, guest: Make) -> None:
    """In either order: the two can't be taken for each other at any table of the server."""
    for wanted in (
        BOT_NAMES[0],
        f" {BOT_NAMES[0].upper()} ",
        "\u200b".join(BOT_NAMES[1]),
        BOT_NAMES[-1].lower(),
    ):
        said = post(server, "/api/me", {"name": wanted}).json()
        assert said["refused"]["code"] == "server.name_of_bot"
        assert post(server, "/api/me", {"name": said["suggestion"]}).json()["name"] == said["suggestion"]
    assert len({key(name) for name in BOT_NAMES}) == len(BOT_NAMES) >= 19  # for the largest table
    ann = guest("Ann")
    ann.must("create", seats=10, bots="beginner")
    assert {seat["name"] for seat in ann.table["seats"][1:]} <= set(BOT_NAMES)


@pytest.mark.slow
def test_a_bot_is_not_called_like_somebody_who_had_the_name_before_bots_did(tmp_path: Path) -> None:
    url = str(tmp_path / "t.db")
    with running(url) as server:
        old = register_person(BOT_NAMES[0].upper(), "token", 1)
        server.do(server.server.store.run(old))
    with running(url) as server:
        ann = Guest(server.base, "Ann")
        ann.must("create", seats=4, bots="beginner")
        assert [seat["name"] for seat in ann.table["seats"][1:]] == list(BOT_NAMES[1:4])
