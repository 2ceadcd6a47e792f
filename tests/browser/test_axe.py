"""axe finds no violation on any page, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.people import Guest

from .conftest import PHONE, Visitors
from .people import Reader, violations, words
from .situations import a_last_card, a_wild, at_table, lay_the_last_card, opened, staged

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
)

OTHERWISE_ON_PHONES = ("/", "/scores/fool108", "/haggle")  # those that are laid out anew there


def clean(reader: Reader, where: str) -> None:
    assert {where: violations(reader.page)} == {where: []}


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_on_any_page(visitor: Visitors, size: str) -> None:
    reader = visitor(viewport=PHONE) if size == "phone" else visitor()
    for path in PAGES if size == "desk" else OTHERWISE_ON_PHONES:
        reader.page.goto(path)
        reader.page.locator("h1").first.wait_for()
        reader.page.get_by_text(words("loading")).wait_for(state="detached")
        clean(reader, path)


def test_axe_finds_nothing_before_the_deal_and_in_the_sheets(visitor: Visitors) -> None:
    reader = visitor()
    reader.open_table("classic", "Axe waits", seats=3, bots=False)
    reader.page.get_by_role("button", name=words("wait.bot")).first.wait_for()
    clean(reader, "waiting")
    reader.press_button("wait.bot")
    reader.press_button("wait.bot")
    reader.deal()
    for key, sheet in (("q", "leave"), ("l", "log"), ("?", "keys")):
        reader.press(key)
        reader.page.locator("dialog[open]").wait_for()
        clean(reader, sheet)
        reader.press("Escape")
        reader.page.locator("dialog[open]").wait_for(state="detached")
    for label in ("menu.rules", "menu"):
        reader.press_button(label)
        reader.page.locator("dialog[open]").wait_for()
        clean(reader, label)
        reader.press("Escape")
        reader.page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_at_the_table_in_the_picker_and_at_the_end(
    visitor: Visitors, guest: Make, size: str
) -> None:
    how = {"viewport": PHONE} if size == "phone" else {}
    ann, _ = staged(guest, a_wild, f"Ann axe {size}", f"Bob axe {size}")
    reader = at_table(visitor, ann, **how)
    clean(reader, "in play")
    reader.press(*["ArrowRight"] * (reader.hand.index("W") + 1), "Enter")
    reader.until(lambda seen: seen["picks"])
    clean(reader, "picker")
    ann, _ = staged(guest, a_last_card, f"Ann end {size}", f"Bob end {size}")
    reader = at_table(visitor, ann, **how)
    lay_the_last_card(reader)
    clean(reader, "round end")


def test_axe_finds_nothing_at_a_table_of_108_fool_or_for_a_spectator(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann fool axe", "Bob fool axe", rules="fool108")
    clean(at_table(visitor, ann), "fool108")
    eve = visitor()
    eve.come(ann.table["code"])
    eve.until(lambda seen: len(seen["seats"]) == 2)
    clean(eve, "spectator")
