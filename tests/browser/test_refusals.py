"""A person who is refused something reads why on the page, and no console takes it for an error."""

from __future__ import annotations

from collections.abc import Callable

from support.browser.people import Reader, words
from support.browser.visitors import Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]


def told(reader: Reader, text: str) -> None:
    reader.page.get_by_text(text).first.wait_for()


def test_house_rules_that_make_no_sense_are_refused_in_the_form(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/")
    field = reader.page.locator("input[aria-labelledby=help-max_turns]")
    field.wait_for(state="attached")
    reader.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    usual = field.input_value()
    field.fill("0")
    field.blur()
    create = reader.page.get_by_role("button", name=words("lobby.create"))
    reader.until(lambda _: create.is_disabled(), "it is not refused")
    assert "100000" in reader.page.locator("form .bad").inner_text().replace("\u202f", "").replace(",", "")
    field.fill(usual)
    field.blur()
    reader.until(lambda _: create.is_enabled(), "the form stays refused")


def test_a_name_that_is_taken_or_none_and_a_wrong_word(visitor: Visitors, guest: Make) -> None:
    guest("Ann was first")
    reader = visitor()
    reader.page.goto("/")
    reader.page.locator("header .me").click()
    reader.rename("ann was FIRST")
    told(reader, words("name.taken"))
    reader.rename("a:b")
    reader.until(lambda _: words("name.taken") not in (seen := wrong(reader)) and seen, "nothing was told")
    reader.press_button("name.device.have")
    reader.page.fill("#link", "NO SUCH WORD")
    reader.press_button("name.device.use")
    told(reader, "used already")
    reader.rename("Bob was second")
    reader.sheet.wait_for(state="detached")
    assert reader.page.locator("header .me").inner_text() == "Bob was second"


def wrong(reader: Reader) -> str:
    return reader.page.locator("#name-wrong").inner_text()


def test_a_wrong_code(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/")
    reader.page.get_by_label(words("lobby.code"), exact=True).fill("ZZZZZ")
    reader.press_button("lobby.join")
    told(reader, "there is no such table")


def test_a_record_that_is_none(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/replays")
    reader.page.get_by_label(words("replays.paste"), exact=True).fill('{"format": "lastcard/1"}')
    reader.press_button("replays.open")
    told(reader, "missing required field")


def test_a_card_that_is_none_in_the_score_sheet(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/scores/classic")
    reader.page.get_by_label(words("sheet.player", count=1), exact=True).fill("Ann")
    reader.page.get_by_label(words("sheet.player", count=2), exact=True).fill("Bob")
    reader.page.get_by_label(words("sheet.hand", name="Bob")).fill("Q9")
    reader.press_button("sheet.add")
    told(reader, "Q9")
