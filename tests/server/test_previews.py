"""Links as others see them: tags in the head of a page, and pictures, with nothing that is hidden."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from lastcard.game import Match
from lastcard.rulebooks import load, names
from lastcard.server.pictures import card_art, painter
from lastcard.server.pictures.drawing import picture
from lastcard.server.pictures.facts import Facts, Row, last_card, of_lobby
from lastcard.server.settings import Settings
from lastcard.server.web.addresses import Addresses
from lastcard.server.web.static_files import StaticFiles
from support.server.people import QUICK, Guest, Running, fetch, opened, play_out, running

Make = Callable[[str | None], Guest]
slow = pytest.mark.slow
ART = StaticFiles().files.get("/art.json")
needs_client = pytest.mark.skipif(ART is None, reason="the client is not built")


class Head(HTMLParser):
    """The tags of a page by name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = values.get("property") or values.get("name")
        if tag == "meta" and name:
            self.found[name] = values.get("content") or ""


def tags(base: str, path: str) -> dict[str, str]:
    answer = fetch(base + path)
    assert answer.status_code == 200
    return Head(answer.text).found


def size(png: bytes) -> tuple[int, int]:
    """Of a picture, all of which can be read."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, found = 8, b"", (0, 0)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        if kind == b"IHDR":
            found = struct.unpack(">II", body[:8])
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height = found
    assert len(zlib.decompress(data)) in ((width * 4 + 1) * height, (width * 3 + 1) * height)
    return width, height


@slow
@needs_client
def test_a_link_to_a_table_tells_who_invites_to_what_and_nothing_hidden(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, 'Ann "A" & <co>', "Bob", rules="fool108", seats=4, public=False)
    ann.must("start")
    bob.shown(lambda table: table["phase"] == "playing")
    found = tags(server.base, f"/t/{ann.table['code']}")
    assert found["og:title"] == 'Ann "A" & <co> invites you to 108 Fool'
    assert found["og:description"] == "2 of 4 seats are taken"
    assert found["og:url"] == f"{server.base}/t/{ann.table['code']}"
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:image"] == f"{server.base}/picture/table/{ann.table['code']}.png"
    assert found["twitter:image"] == found["og:image"]
    page = fetch(f"{server.base}/t/{ann.table['code']}").text
    assert "Bob" not in page
    assert "<co>" not in page
    answer = fetch(found["og:image"])
    assert answer.headers["content-type"] == "image/png"
    assert size(answer.content) == (1200, 630)


@slow
@needs_client
def test_a_link_to_a_match_tells_who_won_with_how_many_points(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 1}, pace="fast")
    ann.must("start")
    bob.shown(lambda table: table["phase"] == "playing")
    play_out([ann, bob], lambda table: table["phase"] == "over")
    game = ann.shown(lambda table: table["phase"] == "over")["game"]
    totals = ann.table["standing"]["totals"]
    (winner,) = ann.table["standing"]["winners"]
    found = tags(server.base, f"/replay/{game}?round=1&step=3")
    assert found["og:title"] == f"{winner} won: Rounds"
    assert all(f"{name} {points}" in found["og:description"] for name, points in totals.items())
    assert found["og:url"] == f"{server.base}/replay/{game}"
    assert size(fetch(found["og:image"]).content) == (1200, 630)
    end = fetch(f"{server.base}/api/games/{game}/end").json()
    assert server.base + end["picture"] == found["og:image"]


@slow
@needs_client
def test_every_other_page_is_told_as_the_lobby_and_pictures_of_nothing_are_not_there(server: Running) -> None:
    for path in ("/", "/rules", "/leaderboard"):
        found = tags(server.base, path)
        assert found["og:title"] == "lastcard"
        assert found["og:image"] == f"{server.base}/picture/lobby.png"
    assert size(fetch(f"{server.base}/picture/lobby.png").content) == (1200, 630)
    for path in ("table/ABCDE.png", "replay/nothing.png", "replay/../x.png", "lobby/x.png", "else/x.png"):
        assert fetch(f"{server.base}/picture/{path}").status_code == 404, path
    missing = fetch(f"{server.base}/t/ABCDE")
    assert (missing.status_code, "og:title" in missing.text) == (404, False)


@slow
def test_without_the_extra_there_are_tags_and_the_icon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "available", lambda: False)
    with running(str(tmp_path / "t.db")) as server:
        found = tags(server.base, "/")
        assert (found["twitter:card"], found["og:image"]) == ("summary", f"{server.base}/icon-512.png")
        assert fetch(f"{server.base}/picture/lobby.png").status_code == 404


@slow
@needs_client
def test_only_so_many_pictures_are_drawn_for_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def png(svg: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr(painter, "png", png)
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, pictures=(0, 2))) as server:
        ann = Guest(server.base, "Ann")
        codes = [ann.must("create", seats=seats, rules="classic")["code"] for seats in (2, 3, 4)]
        for _ in range(3):
            got = [fetch(f"{server.base}/picture/table/{code}.png").status_code for code in codes]
            assert got == [200, 200, 429]
        assert len(drawn) == 2


# ---- Without a server ----


@needs_client
@pytest.mark.parametrize("rules", names())
def test_every_card_of_a_rulebook_has_a_drawing(rules: str) -> None:
    assert ART is not None
    art, rulebook = card_art.read(ART.body), load(rules)
    for card in rulebook.deck.texts:
        for colour in (None, *rulebook.suits):
            name = card_art.name_of(rulebook, card, colour)
            assert name != "back"
            assert name in art.cards, name
    assert all(name in art.cards for name in card_art.fan_of(rulebook))


def test_the_last_card_of_a_record_is_the_one_on_top() -> None:
    match = Match("rounds", ["Ann", "Bob"], seed=1)
    round = match.deal()
    while not round.over:
        match.play(round.state.turn, round.legal()[0])
    seen = round.view(None)
    assert last_card(match.record()) == card_art.name_of(match.rulebook, seen.top, seen.colour)


def test_without_a_font_a_picture_has_cards_and_no_words() -> None:
    art = card_art.Art(paints="", cards={"back": "<path/>"})
    facts = Facts(title="x", about="y", rows=(Row(1, "A & <b>", 3),), cards=("back", "back", "back"))
    assert "<text" not in picture(facts, art, words=False)
    worded = picture(facts, art, words=True)
    assert "A &amp; &lt;b&gt;" in worded
    assert worded.count("<path/>") == picture(facts, art, words=False).count("<path/>") == 3


def test_a_very_long_name_stays_on_its_line() -> None:
    facts = Facts(title="x", about="", rows=(Row(1, "W" * 80, 3), Row(2, "猫" * 40, 0)), cards=("back",))
    drawn = picture(facts, card_art.Art(), words=True)
    assert "W" * 40 not in drawn
    assert "…" in drawn


def test_whole_addresses_follow_the_request_or_the_name_that_the_operator_gave() -> None:
    addresses = Addresses(Settings(origins=("https://cards.example.org",)), 8108)
    assert addresses.origin("cards.example.org", "http") == "https://cards.example.org"
    assert addresses.origin("127.0.0.1:8108", "http") == "http://127.0.0.1:8108"
    assert of_lobby().title == "lastcard"
