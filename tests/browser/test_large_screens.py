"""Large screens: the page is zoomed; flights, reasons, drags and all else lie where they should."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest
from playwright.sync_api import FloatRect

from lastcard.game import View
from support.browser.people import SETTLED, Reader, apart, box
from support.browser.situations import a_coloured_card, a_wild, at_table, staged
from support.browser.visitors import Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
PAGES = ("/", "/replays", "/leaderboard", "/scores/fool108", "/haggle", "/rules/classic")
# All of it is on the screen, and nothing touches; the cards of the hand only each other.
PARTS = "[data-seat], [data-anchor=deck], [data-anchor=pile], .pill, .status b, .meplate, [data-action]"
BOXES = "(of) => [...document.querySelectorAll(of)].map((e) => e.getBoundingClientRect().toJSON())"
# Where the flight of a card starts and ends: its middle.
FLOWN = """() => {
  window.flown = null
  new MutationObserver(() => {
    const node = document.querySelector('.flight')
    const flight = node?.getAnimations()[0]
    if (!flight || window.flown) return
    const at = (time) => {
      flight.currentTime = time
      const r = node.getBoundingClientRect()
      return [r.x + r.width / 2, r.y + r.height / 2]
    }
    window.flown = [at(flight.effect.getComputedTiming().endTime - 0.01), at(0)].reverse()
  }).observe(document.body, { childList: true, subtree: true })
}"""


def everything(view: View) -> bool:
    """A wild, a coloured card that fits, and a card that does not."""
    fit = {action.card for action in view.legal if action.verb == "play"}
    return bool(a_wild(view) and a_coloured_card(view) and set(view.hand) - fit)


def middle(of: FloatRect) -> tuple[float, float]:
    return of["x"] + of["width"] / 2, of["y"] + of["height"] / 2


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440)], ids=str)
def test_on_a_large_screen_the_table_grows_and_all_lies_in_its_place(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    names = [f"{name} {size[0]}" for name in ("Hedwig", "Ottokar", "Notburga", "Kunibert")]
    ann, bob, *_ = staged(guest, everything, *names)
    laptop = {"width": 1366, "height": 768}
    reader = at_table(visitor, ann, viewport=laptop, reduced_motion="no-preference")
    page, hand = reader.page, reader.look()["hand"]
    tall = "() => document.querySelector('[data-hand] .card').getBoundingClientRect().height"
    page.evaluate(SETTLED)
    before = page.evaluate(tall)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(f"before => ({tall})() > 1.25 * before", arg=before)
    page.evaluate(SETTLED)
    all_is_there_and_apart(reader, *size)
    the_reason_stands_at_its_card(reader, [one["fits"] for one in hand].index(False))
    the_picker_is_on_the_table(reader, [one["card"] for one in hand].index("W"))
    fit = next(at for at, one in enumerate(hand) if one["fits"] and one["card"][0] != "W")
    a_card_follows_the_pointer(reader, fit)
    page.evaluate(FLOWN)
    start = middle(box(page.locator(f"[data-hand='{fit}']")))
    end = middle(box(page.locator("[data-anchor=pile]")))
    reader.click(f"[data-hand='{fit}']")
    bob.shown(lambda table: table["view"]["top"] == hand[fit]["card"])
    page.wait_for_function("() => window.flown")
    assert page.evaluate("() => window.flown[0]") == pytest.approx(start, abs=20)
    assert page.evaluate("() => window.flown[1]") == pytest.approx(end, abs=20)  # it lies askew


def all_is_there_and_apart(reader: Reader, width: int, height: int) -> None:
    parts, cards = (reader.page.evaluate(BOXES, of) for of in (PARTS, "[data-hand]"))
    assert len(parts) >= 3 + 3 + 1 + 1 + 2
    for at in (*parts, *cards):
        assert min(at["x"], at["y"], width - at["x"] - at["width"], height - at["y"] - at["height"]) >= 0, at
    for one, other in (*combinations(parts, 2), *product(parts, cards)):
        assert apart(one, other), (one, other)
    spread = "(e => [e.scrollWidth, e.scrollHeight])(document.documentElement)"
    assert reader.page.evaluate(spread) == [width, height]


def the_reason_stands_at_its_card(reader: Reader, at: int) -> None:
    reader.click(f"[data-hand='{at}']")
    reader.page.locator("[data-reason]").wait_for()
    reader.page.evaluate(SETTLED)
    said, card = box(reader.page.locator("[data-reason]")), box(reader.page.locator(f"[data-hand='{at}']"))
    assert said["x"] <= middle(card)[0] <= said["x"] + said["width"]
    assert abs(said["y"] + said["height"] - card["y"]) < 50


def the_picker_is_on_the_table(reader: Reader, at: int) -> None:
    reader.click(f"[data-hand='{at}']")
    reader.until(lambda seen: seen["picks"])
    reader.page.evaluate(SETTLED)
    picker, board = box(reader.page.locator("[role=dialog]")), box(reader.page.locator(".board"))
    assert middle(picker)[0] == pytest.approx(middle(board)[0], abs=3)
    assert picker["y"] > board["y"]
    assert apart(picker, box(reader.page.locator("[data-action=draw]")))
    reader.press("Escape")
    reader.until(lambda seen: not seen["picks"])


def a_card_follows_the_pointer(reader: Reader, at: int) -> None:
    """And goes home when it is let go there."""
    selector, mouse = f"[data-hand='{at}']", reader.page.mouse
    card, spot = reader.page.locator(selector), reader.spot(selector)
    assert spot is not None
    mouse.move(*spot)
    reader.until(lambda seen: seen["hand"][at]["selected"])
    reader.page.evaluate(SETTLED)
    before = box(card)["y"]
    mouse.down()
    mouse.move(spot[0], spot[1] - 60, steps=3)
    reader.page.evaluate(SETTLED)
    assert before - box(card)["y"] == pytest.approx(60, abs=3)
    mouse.move(*spot)
    mouse.up()
    reader.page.evaluate(SETTLED)


def test_on_a_large_screen_every_page_is_larger_and_none_scrolls_sideways(visitor: Visitors) -> None:
    reader = visitor(viewport={"width": 2560, "height": 1440})
    for path in PAGES:
        reader.page.goto(path)
        title = reader.page.locator("h1").first
        title.wait_for()
        assert title.evaluate("e => e.getBoundingClientRect().height") > 45, path
        assert reader.page.evaluate("() => document.documentElement.scrollWidth") == 2560, path
