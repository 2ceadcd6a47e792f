"""axe finds no violation on any page or in any situation of a table: desktop and phone, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from support.browser.people import Reader, violations, words
from support.browser.situations import (
    a_last_card,
    a_queen,
    a_turn_with_two,
    a_wild,
    at_table,
    ended,
    lay_the_last_card,
    only_pass,
    opened,
    staged,
)
from support.browser.visitors import Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
PAGES = (
    "/",
    "/replays",
    "/leaderboard",
    "/scores",
    "/scores/fool108",
    "/haggle",
    "/rules",
    "/rules/fool108",
    "/no",
    "/t/ABCDE",
    "/t/ABCDE/tv",
)
MISSING = ("/no", "/t/ABCDE", "/t/ABCDE/tv")


def clean(reader: Reader, where: str) -> None:
    assert {where: violations(reader.page)} == {where: []}


def went(reader: Reader, path: str) -> None:
    reader.page.goto(path)
    reader.page.locator("h1").first.wait_for()
    reader.page.get_by_text(words("loading")).wait_for(state="detached")


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_any_page(visitor: Visitors, path: str) -> None:
    visitor.away_allowed = path in MISSING  # a browser complains of every 404
    reader = visitor()
    went(reader, path)
    clean(reader, path)


def test_axe_finds_nothing_in_the_form_of_a_table_unfolded_and_refused(visitor: Visitors) -> None:
    reader = visitor()
    went(reader, "/")
    form = reader.page.locator("form.new")
    form.locator("details.house > summary").click()
    form.locator("details.house details > summary").click()
    form.locator("#help-catch_penalty + input").fill("5")
    form.locator("#help-call + select").select_option("off")
    reader.until(lambda _: form.locator(".last .bad").inner_text())
    clean(reader, "the form")
    reader.page.locator("header .me").click()
    reader.page.locator("#name").wait_for()
    clean(reader, "the name")


def test_axe_finds_nothing_for_who_joins_in_mid_round_or_is_asked_twice(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = guest("Axe plays"), guest("Axe joins")
    code = ann.must("create", seats=3, bots="beginner", start=True)["code"]
    reader = visitor(bob.token)
    reader.come(code)
    reader.page.get_by_role("button", name=words("watch.only")).wait_for()
    clean(reader, "joining")
    reader.page.goto("/")
    reader.page.locator("header .me").click()
    reader.press_button("name.forget")
    clean(reader, "before being forgotten")


def test_axe_finds_nothing_before_the_deal(visitor: Visitors) -> None:
    reader = visitor()
    reader.open_table("classic", "Axe waits", seats=3, bots=False)
    reader.page.get_by_role("button", name=words("wait.bot")).first.wait_for()
    clean(reader, "waiting")


def sheets(reader: Reader) -> Iterator[str]:
    """Opens every sheet of a table, one after the other."""
    keys = {"leave": "q", "log": "l", "keys": "?", "rules": "r"}
    for name in (*keys, "menu"):
        if name == "menu":
            reader.press_button("menu")
        else:
            reader.press(keys[name])
        reader.sheet.wait_for()
        yield name
        reader.press("Escape")
        reader.sheet.wait_for(state="detached")


def test_axe_finds_nothing_in_the_sheets_of_a_table(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann sheets", "Bob sheets", set={"stacking": "same"})
    reader = at_table(visitor, ann)
    for name in sheets(reader):
        clean(reader, name)


def test_axe_finds_nothing_at_the_table_and_in_the_picker(visitor: Visitors, guest: Make) -> None:
    ann, *_ = staged(guest, a_wild, "Ann axe", "Bob axe", "Cy axe")
    reader = at_table(visitor, ann)
    reader.page.get_by_test_id("hint").wait_for()
    clean(reader, "a first turn, with its hint")
    reader.press_button("hint.got")
    clean(reader, "in play")
    reader.choose(reader.look(), reader.hand.index("W"))
    reader.press("Enter")
    reader.until(lambda seen: seen["picks"])
    clean(reader, "picker")


@pytest.mark.parametrize("wanted", [a_turn_with_two, only_pass], ids=lambda one: one.__name__)
def test_axe_finds_nothing_where_the_buttons_wake(
    visitor: Visitors, guest: Make, wanted: Callable[..., bool]
) -> None:
    ann, _ = staged(guest, wanted, f"Ann {wanted.__name__}", f"Bob {wanted.__name__}")
    clean(at_table(visitor, ann), wanted.__name__)


def test_axe_finds_nothing_where_somebody_can_be_caught(visitor: Visitors, guest: Make) -> None:
    bob, ann = staged(guest, a_turn_with_two, "Bob forgets axe", "Ann catches axe")
    reader = at_table(visitor, ann)
    play = next(text for text in bob.legal if text.startswith("play ") and "call" not in text)
    bob.must("act", action=play, version=bob.table["version"])
    reader.until(lambda seen: seen["catches"])
    clean(reader, "catch")


def test_axe_finds_nothing_at_the_end_of_a_round(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_last_card, "Ann end axe", "Bob end axe")
    reader = at_table(visitor, ann)
    lay_the_last_card(reader)
    clean(reader, "round end")


def test_axe_finds_nothing_at_the_end_of_a_match_in_its_replay_and_in_the_figures(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = staged(guest, a_last_card, "Ann match axe", "Bob match axe", set={"rounds": 1})
    reader = at_table(visitor, ann)
    lay_the_last_card(reader)
    reader.page.locator("section.end[data-match=over]").wait_for()
    clean(reader, "match end")
    game = str(ended(ann)["game"])
    went(reader, f"/replay/{game}")
    reader.page.locator("[data-fair=true]").wait_for()
    reader.press("ArrowRight")
    clean(reader, "replay")
    for path in ("/replays", "/leaderboard"):  # with somebody in them, and one's own figures
        went(reader, path)
        reader.page.get_by_text("Ann match axe").first.wait_for()
        clean(reader, path)
    reader.page.locator("header .me").click()
    reader.page.locator("dialog[open] table").wait_for()
    clean(reader, "statistics")


def test_axe_finds_nothing_in_an_evening_with_real_cards(visitor: Visitors) -> None:
    reader = visitor()
    went(reader, "/scores/classic")
    boxes = reader.page.locator(".players > .input, .players .input")
    boxes.nth(0).fill("Ann")
    boxes.nth(1).fill("Bob")
    reader.page.get_by_label(words("sheet.hand", name="Bob"), exact=True).fill("R7 W")
    reader.press_button("sheet.add")
    reader.page.get_by_text("57").first.wait_for()
    clean(reader, "a round on the sheet")


def test_axe_finds_nothing_at_a_table_of_108_fool_or_for_a_spectator(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_queen, "Ann fool axe", "Bob fool axe", rules="fool108")
    reader = at_table(visitor, ann)
    clean(reader, "fool108")
    queen = next(
        at for at, card in enumerate(reader.look()["hand"]) if card["card"].startswith("Q") and card["fits"]
    )
    reader.click(f"[data-hand='{queen}']")
    reader.until(lambda seen: seen["picks"])
    clean(reader, "suit picker")
    eve = visitor()
    eve.come(ann.table["code"])
    eve.until(lambda seen: len(seen["seats"]) == 2)
    clean(eve, "spectator")
