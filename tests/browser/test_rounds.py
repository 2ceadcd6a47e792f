"""Whole rounds in every rulebook: two browsers and bots, by clicks and by keys alone."""

from __future__ import annotations

import pytest

from lastcard.rulebooks import names

from .conftest import Visitors
from .people import Reader, play_round, words


def seated(visitor: Visitors, rules: str, mark: str) -> list[Reader]:
    """Two people, the second by the link, and a bot that the host puts into the third seat."""
    ann, bob = visitor(), visitor()
    code = ann.open_table(rules, f"Ann {mark} {rules}", seats=3, bots=False)
    bob.come(code, f"Bob {mark} {rules}")
    ann.page.get_by_text(f"Bob {mark} {rules}").first.wait_for()
    ann.press_button("wait.bot")
    return [ann, bob]


@pytest.mark.slow
@pytest.mark.parametrize("rules", names())
def test_two_browsers_and_a_bot_play_a_round_by_clicks(visitor: Visitors, rules: str) -> None:
    people = seated(visitor, rules, "clicks")
    people[0].deal()
    play_round(people, Reader.click_once)
    for one in people:
        assert one.page.locator("section.end h1").inner_text()
        assert one.page.get_by_role("heading", name=words("end.standing")).is_visible()
        one.press_button("end.next")
    for one in people:
        one.until(lambda seen: not seen["over"] and seen["hand"], "no next round")
