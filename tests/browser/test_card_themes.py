"""Three looks of the cards: chosen in header or menu, kept in the browser; high contrast also by itself."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from support.browser.people import Reader, violations, words
from support.browser.situations import at_table, opened
from support.browser.visitors import Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
PAINTED = "() => document.querySelectorAll('#paint-R stop')[1]?.getAttribute('stop-color')"
COLOURS = {"enamel": "#C2372E", "paper": "#FBF4E4", "contrast": "#9B0000"}


def painted(reader: Reader, theme: str) -> None:
    reader.until(lambda _: reader.page.evaluate(PAINTED) == COLOURS[theme], theme)


def chosen(page: Page, theme: str) -> None:
    page.get_by_label(words(f"cards.{theme}"), exact=False).check()


def test_a_look_of_the_cards_is_chosen_at_the_table_and_stays(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann Malt", "Bob Malt")
    reader = at_table(visitor, ann)
    painted(reader, "enamel")
    reader.press_button("cards.title")
    chosen(reader.page, "contrast")
    painted(reader, "contrast")
    assert violations(reader.page) == []
    chosen(reader.page, "paper")
    painted(reader, "paper")
    reader.press("Escape")
    reader.page.goto("/rules")
    painted(reader, "paper")
    reader.page.set_viewport_size({"width": 360, "height": 740})
    reader.page.goto("/")
    reader.press_button("menu")
    reader.sheet.get_by_role("button", name=words("cards.title")).click()
    chosen(reader.page, "enamel")
    painted(reader, "enamel")


def test_who_asks_for_more_contrast_has_it(visitor: Visitors) -> None:
    reader = visitor(contrast="more")
    reader.page.goto("/")
    painted(reader, "contrast")
    expect(reader.page.locator("html")).to_have_attribute("data-cards", "contrast")
    reader.page.emulate_media(contrast="no-preference")
    painted(reader, "enamel")
