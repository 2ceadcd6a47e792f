"""Somebody's own rules in a real browser: pasted, checked, and played by clicks."""

from __future__ import annotations

import pytest

from support.browser.people import Reader, play_round, words
from support.browser.visitors import Visitors
from support.own_rules import JOKERS, MOONS

UNDRAWN = """() => [...document.querySelectorAll('svg.card use')]
  .map((one) => one.getAttribute('href').slice(1)).filter((id) => document.getElementById(id) === null)"""


def bring(reader: Reader, toml: str) -> None:
    reader.press_button("own.title")
    reader.page.get_by_label(words("own.text")).fill(toml)
    reader.press_button("own.check")


@pytest.mark.slow
@pytest.mark.parametrize(("toml", "title"), [(JOKERS, "Kitchen table"), (MOONS, "Moons and stars")])
def test_a_pasted_rulebook_is_played_by_clicks(visitor: Visitors, toml: str, title: str) -> None:
    ann = visitor()
    ann.take_name(f"Ann {title}")
    ann.page.goto("/")
    bring(ann, 'extends = "classic"\nstackin = "same"')
    ann.page.get_by_text("did you mean stacking?").wait_for()
    assert ann.page.get_by_role("button", name=words("lobby.create")).is_disabled()
    bring(ann, toml)
    ann.page.get_by_text(words("own.checked", title=title)).wait_for()
    ann.page.get_by_label(words("lobby.seats"), exact=True).fill("3")
    ann.page.get_by_label(words("lobby.pace")).select_option("fast")
    ann.press_button("lobby.create")
    ann.page.wait_for_url("**/t/*")
    ann.page.get_by_text(words("own.named", title=title)).first.wait_for()
    ann.deal()
    assert ann.page.evaluate(UNDRAWN) == []
    play_round([ann], Reader.by_click)
    assert ann.page.locator("section.end h1").inner_text()
    assert ann.page.evaluate(UNDRAWN) == []
