"""C1 in the browser: the draw for dealer, by mouse, by finger and by keys alone, told to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from playwright.sync_api import Browser

from lastcard.game import Match
from lastcard.game.record import encode
from lastcard.server.tables import commands
from support.browser.people import Reader, violations, words
from support.browser.visitors import TOUCH, Visitors
from support.server.draws import STANDING, decided, seed_where, tied
from support.server.people import Guest, Running, opened, running, submit

# What is seen of the draw.
DRAW = """() => {
  const all = (s) => [...document.querySelectorAll(s)]
  const draw = all('[data-draw]')[0]
  return {
    number: draw ? Number(draw.dataset.draw) : 0,
    free: all('[data-place]').filter((e) => !e.disabled).map((e) => Number(e.dataset.place)),
    picked: all('[data-picked]').map((e) => e.dataset.picked).sort(),
    outcome: all('[data-outcome=true]').map((e) => e.textContent.trim())[0] ?? null,
    hand: all('[data-hand]').length,
    heard: all('[aria-live]').map((e) => e.textContent.trim()).join(' '),
  }
}"""


@pytest.fixture(scope="module")
def ceremony(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where nothing goes on by itself: every step is somebody's."""
    with running(str(tmp_path_factory.mktemp("draws") / "tables.db"), STANDING) as one:
        yield one


@pytest.fixture
def visitors(chromium: Browser, ceremony: Running) -> Iterator[Visitors]:
    one = Visitors(chromium, ceremony.base)
    yield one
    one.close()


def until(reader: Reader, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    seen: dict[str, Any] = {}

    def looks(_: object) -> Any:
        seen.update(reader.page.evaluate(DRAW))
        return wanted(seen)

    reader.until(looks, "the draw does not look so")
    return seen


def drawn_for(base: str, seed: bytes, *names: str, **how: Any) -> list[Guest]:
    """People at a table where the cards have just been laid out."""
    with patch.object(commands, "fresh", lambda: seed):
        people = opened(lambda name: Guest(base, name), *names, **how)
    people[0].must("start")
    return people


def test_C1_by_mouse_and_by_finger_all_see_the_numbers_and_hear_who_deals(
    visitors: Visitors, ceremony: Running
) -> None:
    names = ("Ann draws", "Bob draws", "Cid draws")
    ann, bob, cid = drawn_for(ceremony.base, seed_where(decided, 4, 2, 9), *names)
    desk, phone = visitors(ann.token), visitors(bob.token, **TOUCH)
    watching = visitors()
    for reader in (desk, phone, watching):
        reader.come(ann.table["code"])
    assert until(desk, lambda seen: seen["free"])["free"] == list(range(1, 10))
    assert until(watching, lambda seen: seen["number"] == 1)["free"] == []  # a spectator picks nothing
    assert words("dealer.say", count=9) in until(desk, lambda seen: seen["heard"])["heard"]
    desk.click("[data-place='4']")
    until(phone, lambda seen: seen["picked"] == ["Ann draws"])
    assert until(desk, lambda seen: seen["picked"] == ["Ann draws"])["free"] == []
    phone.page.touchscreen.tap(*phone.spot("[data-place='2']") or (0, 0))
    until(desk, lambda seen: seen["picked"] == ["Ann draws", "Bob draws"])
    for reader in (desk, phone):
        assert violations(reader.page) == []
    cid.must("pick", draw=1, place=9)
    cid.shown(lambda table: table["draw"]["shown"])
    dealer, first = (names[cid.table["draw"][who]] for who in ("dealer", "first"))
    assert until(watching, lambda seen: seen["outcome"])["outcome"] == words(
        "event.dealer", player=dealer, first=first
    )
    assert words("event.dealer", player=dealer, first=first) in watching.page.locator(".log").inner_text()
    for reader, name in ((desk, names[0]), (phone, names[1])):
        form = ".you" if name == dealer else ".at.you" if name == first else ""
        said = words(f"event.dealer{form}", player=dealer, first=first)
        assert until(reader, lambda seen: seen["outcome"])["outcome"] == said
        assert violations(reader.page) == []
    cid.must("skip")
    desk.press_button("dealer.skip")
    phone.press_button("dealer.skip")  # all have seen enough
    for reader in (desk, phone):
        until(reader, lambda seen: seen["hand"] and seen["number"] == 0)


def test_C1_by_keys_alone_and_space_skips_it(visitors: Visitors, ceremony: Running) -> None:
    ann = Guest(ceremony.base, "Ann keys")
    reader = visitors(ann.token)
    code = ann.must("create", seats=3, bots="casual", start=True, public=False)["code"]
    reader.come(code)
    until(reader, lambda seen: len(seen["free"]) == 9)
    reader.press("ArrowRight", "ArrowRight", "End", "ArrowLeft", "Enter")
    until(reader, lambda seen: seen["picked"] == ["Ann keys"])
    assert reader.page.locator("[data-place='8']").count() == 0
    reader.press("Space")
    until(reader, lambda seen: seen["hand"] == 7 and seen["number"] == 0)


def test_C1_play_now_and_one_tap_and_the_cards_are_dealt(visitors: Visitors, ceremony: Running) -> None:
    """Nobody waits for anything: bots and times of this server would take minutes."""
    ann = Guest(ceremony.base, "Ann taps once")
    reader = visitors(ann.token, **TOUCH)
    reader.come(ann.must("create", seats=4, bots="casual", start=True, public=False)["code"])
    until(reader, lambda seen: seen["number"] == 1)
    reader.page.touchscreen.tap(*reader.spot("[data-action=skip]") or (0, 0))
    until(reader, lambda seen: seen["hand"] == 7)


def test_C1_a_tie_is_drawn_again_by_the_tied(chromium: Browser, tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STANDING, draw_shown=0.2)
    with running(str(tmp_path / "tables.db"), settings) as server:
        people = drawn_for(server.base, seed_where(tied, 1, 2, 3), "Ann", "Bob", "Cid")
        visitors = Visitors(chromium, server.base)
        readers = [visitors(one.token) for one in people]
        for one, reader in zip(people, readers, strict=True):
            reader.come(one.table["code"])
            until(reader, lambda seen: seen["free"])
        for place, reader in enumerate(readers, 1):
            reader.click(f"[data-place='{place}']")
        seen = [until(reader, lambda seen: seen["number"] == 2) for reader in readers]
        again = [str(one.name) for one, look in zip(people, seen, strict=True) if look["free"]]
        drawing = server.server.hub.rooms[people[0].table["code"]].table.drawing
        assert drawing is not None
        assert again == [people[seat].name for seat in drawing.waiting]
        assert len(again) == 2
        for reader, look in zip(readers, seen, strict=True):
            text = reader.page.locator(".log").inner_text()
            assert words("event.dealer_tie").split("{")[0] in text
            if not look["free"]:
                listed = " and ".join(again)
                assert reader.page.get_by_text(words("dealer.others", names=listed)).is_visible()
        visitors.close()
        for one in people:
            one.close()


def test_C1_the_replay_page_tells_the_draw(visitor: Visitors, guest: Callable[[str], Guest]) -> None:
    match = Match("classic", ["Ann", "Bob"])
    draw = match.draw_for_dealer()
    while draw.dealer is None:
        if draw.shown:
            draw.again()
        for seat in draw.waiting:
            draw.pick(seat, draw.free()[-1])
    match.deal()
    match.play(match.round.state.turn, match.round.legal()[0])
    ann = guest("Ann tells")
    kept = submit(
        f"{ann.base}/api/records",
        content=encode(match.record()).encode(),
        headers={"origin": ann.base, "cookie": f"lastcard={ann.token}"},
    ).json()["game"]
    reader = visitor(ann.token)
    reader.page.goto(f"/replay/{kept}")
    first = reader.page.locator("[data-step='0']")
    first.wait_for()
    text = first.inner_text()
    assert text.count(words("event.dealer_card").split("{card}")[1].strip()) >= 2
    assert (
        words("event.dealer", player=match.players[draw.dealer], first=match.players[draw.first or 0]) in text
    )
