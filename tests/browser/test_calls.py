"""False calls and catches (C8): people can make them, and see what they cost; nothing tells who forgot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.browser.people import Reader, words
from support.browser.situations import a_coloured_card, a_turn_with_two, at_table, opened, staged
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]

# All that shows of an opponent, the log and what screen readers hear, without the call itself.
SHOWN = """([name, call]) => {
  const plain = (text) => (text ?? '').replace(call, '').replaceAll(name, 'Bob').replace(/\\s+/g, ' ').trim()
  const seat = document.querySelector(`[data-seat="${name}"]`)
  const parts = (e) => [e.tagName, e.className, plain(e.title), plain(e.ariaLabel), e.ariaDescription,
    getComputedStyle(e).color, getComputedStyle(e).backgroundColor]
  return {
    seat: [parts(seat), ...[...seat.querySelectorAll(':not(svg *, svg)')].map(parts)],
    text: plain(seat.innerText),
    live: [...document.querySelectorAll('[aria-live]')].map((e) => plain(e.textContent)),
    log: plain([...document.querySelectorAll('.log')].map((e) => e.innerText).join(' ')),
  }
}"""


def last_card(visitor: Visitors, guest: Make, name: str, call: str, **how: Any) -> tuple[Reader, Guest]:
    """Ann's browser after Bob's last card landed, and the sound of his call has died away; and Bob."""
    bob, ann = staged(guest, a_turn_with_two, f"Bob {name}", f"Ann {name}")
    reader = at_table(visitor, ann, **how)
    play = next(text for text in bob.legal if text.startswith("play ") and "call" not in text)
    bob.must("act", action=play + call, version=bob.table["version"])
    reader.until(lambda seen: seen["catches"])
    if call:
        reader.until(lambda seen: seen["heard"] == [bob.name])
    reader.until(lambda seen: seen["heard"] == [], "the call is shown for ever")
    return reader, bob


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desk", "phone"])
def test_C8_nothing_on_the_page_tells_who_forgot_and_a_false_catch_costs(
    visitor: Visitors, guest: Make, how: dict[str, Any]
) -> None:
    phone = " on a phone" if how else ""
    forgot, bob = last_card(visitor, guest, "forgets" + phone, "", **how)
    called, cid = last_card(visitor, guest, "says it" + phone, " call", **how)
    one, other = (
        reader.page.evaluate(SHOWN, [player.name, words("event.call", player=player.name)])
        for reader, player in ((forgot, bob), (called, cid))
    )
    assert one == other
    before = len(called.hand)
    for reader in (forgot, called):
        assert reader.page.locator(".catch").get_attribute("title") == words("catch.cost", count=2)
        reader.click(".catch")
    called.page.get_by_text(words("big.accused", count=2, caught=cid.name)).first.wait_for()
    called.until(lambda seen: len(seen["hand"]) == before + 2)
    cid.told(type="false_catch", accused=cid.name)
    bob.shown(lambda table: table["view"]["counts"][bob.name] == 3)


def test_C8_a_false_call_asks_once_what_it_costs(visitor: Visitors, guest: Make) -> None:
    """By keys at a desk: a yes, and the next one is made at once."""
    ann, bob = staged(guest, a_coloured_card, "Ann calls early", "Bob hears it")
    reader = at_table(visitor, ann)
    before = len(reader.hand)
    reader.press("o")
    asked = reader.until(lambda seen: seen["dialog"])["dialog"]
    assert words("one.cost", count=2) in asked
    assert len(reader.hand) == before
    answer = reader.page.locator("[data-answer=yes]")
    answer.focus()
    while reader.look()["dialog"]:  # an answer that comes at once is no answer
        reader.press("Enter")
    reader.until(lambda seen: len(seen["hand"]) == before + 2 and not seen["locked"])
    bob.told(type="false_call", player=ann.name)
    reader.press("o")
    reader.until(lambda seen: len(seen["hand"]) == before + 4)
    assert not reader.look()["dialog"]


def test_C8_a_finger_that_pressed_by_mistake_pays_nothing(visitor: Visitors, guest: Make) -> None:
    """A double tap opens the question and does not answer it; the question comes once."""
    ann, _ = staged(guest, a_coloured_card, "Ann slips", "Bob sees it")
    reader = at_table(visitor, ann, **TOUCH)
    before = len(reader.hand)
    reader.page.locator("[data-action=call]").dblclick()
    reader.until(lambda seen: seen["dialog"])
    while reader.look()["dialog"]:
        reader.page.locator("[data-answer=no]").tap(timeout=1000)
    assert len(reader.hand) == before
    reader.page.reload()
    reader.until(lambda seen: seen["hand"] and not seen["locked"])
    reader.page.locator("[data-action=call]").tap()
    reader.until(lambda seen: len(seen["hand"]) == before + 2)


def test_F6_a_call_with_more_than_two_cards_is_refused_in_words(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann early", "Bob early", rules="fool108")
    reader = at_table(visitor, ann)
    before = len(reader.hand)
    reader.click("[data-action=call]")
    reader.page.get_by_text("can call with two cards").first.wait_for()
    assert not reader.look()["dialog"]
    assert len(reader.hand) == before
    assert reader.look()["catches"] == []
