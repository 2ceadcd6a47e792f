"""What people type is normalised and limited once, before anything else sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from lastcard.bots.levels import BOT_NAMES
from lastcard.server.common.look_alikes import ALIKE, skeleton
from lastcard.server.common.names import MOST_STACKED, RESERVED, chat_text, key, player_name, tidy
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.storage.people import hashed
from lastcard.server.storage.people import register as register_person
from lastcard.server.storage.schema import people, tokens
from lastcard.server.storage.store import Store
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


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Bill", "BiIl"),
        ("Bill", "Bi11"),
        ("Otto", "0tt0"),
        ("coco", "\u0441\u043e\u0441\u043e"),  # Cyrillic
        ("BOB", "\u0412\u041e\u0412"),
        ("Anna", "\u0391\u03b7\u03b7\u03b1"),  # Greek
        ("Arnold", "Amold"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "\U0001d400\U0001d427\U0001d427"),
        ("Ann", "A N N"),
    ],
)
def test_look_alikes_are_the_same_name(server: Running, name: str, like: str) -> None:
    assert key(name) == key(like) or skeleton(name) == skeleton(like)
    assert "refused" not in post(server, "/api/me", {"name": name}).json()
    refused = post(server, "/api/me", {"name": like}).json()
    assert refused["refused"]["code"] == "server.name_taken"
    assert refused["suggestion"]


def test_names_that_only_share_letters_are_different() -> None:
    names = [
        "Ann",
        "Anna",
        "Nan",
        "Zo\u00eb",
        "Zoe",
        "\u0412\u0435\u0440\u0430",
        "\u0412\u0430\u0440\u044f",
        "Bob",
        "Rob",
        "Mia",
        "Mila",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_the_table_of_look_alikes_is_a_skeleton_already() -> None:
    for plain, likes in ALIKE.items():
        assert skeleton(skeleton(plain)) == skeleton(plain)
        assert {skeleton(like) for like in likes} == {skeleton(plain)}


def test_who_has_a_name_may_change_its_looks(server: Running) -> None:
    ann = Guest(server.base, "Bill")
    mine = {"cookie": f"lastcard={ann.token}"}
    assert post(server, "/api/me", {"name": "BiIl"}, **mine).json()["name"] == "BiIl"


@pytest.mark.parametrize("mixed", ["\u0410nn", "Ann\u03b1", "DJ \u041c\u0438\u0448\u0430", "\u0531nna"])
def test_a_name_has_one_script(mixed: str) -> None:
    with pytest.raises(CommandRefused, match="one script"):
        player_name(mixed)


@pytest.mark.parametrize(
    "name",
    [
        "Ann 2",
        "\u041c\u0438\u0448\u0430 7",
        "\u3042\u30a2\u5b50",
        "O'Neil-\u00d8",
        "\u0928\u093f\u0930\u094d\u092e\u0932\u093e",
        "Ann \U0001f600",
        "\ubbfc\uc900",
    ],
)
def test_a_name_of_one_script_with_signs_and_digits_is_taken(name: str) -> None:
    assert player_name(name) == name


@pytest.mark.parametrize("name", ["H0ST", "B0t", "Gizm0", "GIZMO", "PIXEL", "PlXEL", "P1xel"])
def test_names_of_ours_are_not_taken_by_look_alikes(name: str) -> None:
    with pytest.raises(CommandRefused):
        player_name(name)


def test_chat_has_a_few_marks_at_a_letter() -> None:
    assert chat_text("a" + "\u0301" * 60 + "b") == "\u00e1" + "\u0301" * MOST_STACKED + "b"
    assert chat_text("\u0928\u093f\u0930\u094d\u092e\u0932") == "\u0928\u093f\u0930\u094d\u092e\u0932"


@pytest.mark.slow
def test_people_of_before_keep_their_names_and_new_look_alikes_of_them_are_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    before = {"a1": "Bill", "a2": "BiIl", "a3": "\u0410nn"}  # two look alike, one mixes scripts
    store = Store(file)
    with store.engine.begin() as connection:
        for who, name in before.items():
            connection.execute(
                people.insert().values(id=who, name=name, name_key=key(name), created=1, seen=1 << 50)
            )
            connection.execute(tokens.insert().values(hash=hashed(who), person=who, created=1))
        for change in (
            "DROP INDEX person_skeleton",
            "ALTER TABLE person DROP COLUMN skeleton",
            "DROP TABLE secret_key",
            "ALTER TABLE room DROP COLUMN network",
            "DROP INDEX shared_owner",
            "ALTER TABLE shared DROP COLUMN owner",
            "UPDATE alembic_version SET version_num = 's8'",
        ):
            connection.execute(sa.text(change))
    store.close()
    with running(file) as server:
        for who, name in before.items():
            mine = {"cookie": f"lastcard={who}"}
            assert post(server, "/api/me", {}, **mine).json()["name"] == name
            assert post(server, "/api/me", {"name": name}, **mine).json()["name"] == name
        for like in ("Bi1l", "\u0410\u043f\u043f", "B i l l"):
            expected = like != "\u0410\u043f\u043f"  # which looks like none of them
            assert ("refused" in post(server, "/api/me", {"name": like}).json()) == expected
