"""Whole rounds in every rulebook: two browsers and bots, by clicks and by keys alone."""

from __future__ import annotations

import pytest

from lastcard.rulebooks import names
from support.browser.people import Reader, asks, play_round, words
from support.browser.visitors import Visitors


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
    play_round(people, Reader.by_click)
    for one in people:
        assert one.page.locator("section.end h1").inner_text()
        assert one.page.get_by_role("heading", name=words("end.standing")).is_visible()
        one.press_button("end.next")
    for one in people:
        one.until(lambda seen: not seen["over"] and seen["hand"], "no next round")


@pytest.mark.slow
@pytest.mark.parametrize("rules", names())
def test_F12_two_browsers_and_a_bot_play_a_round_by_keys_alone(visitor: Visitors, rules: str) -> None:
    people = seated(visitor, rules, "keys")
    people[0].deal()
    play_round(people, Reader.by_keys)
    for one in people:
        one.press("p")
    for one in people:
        one.until(lambda seen: not seen["over"] and seen["hand"], "P starts no next round")
        one.press("q")
        assert one.page.get_by_text(words("menu.leave.ask")).is_visible()
        one.press("Escape")
        one.page.get_by_text(words("menu.leave.ask")).wait_for(state="detached")


def test_F12_from_the_lobby_to_the_first_card_by_keys_alone(visitor: Visitors) -> None:
    ann = visitor()
    ann.page.goto("/")
    now = ann.page.get_by_role("button", name=words("lobby.now"))
    now.wait_for()
    for _ in range(20):
        ann.press("Tab")
        if now.evaluate("e => e === document.activeElement"):
            break
    ann.press("Enter")
    before = ann.until(asks)
    assert ann.by_keys(before)
