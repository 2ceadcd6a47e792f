"""What can't be done says why, at the card that was pressed; hints and frames keep out of the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from lastcard.game import View
from support.browser.people import SETTLED, Reader, apart, box, words
from support.browser.situations import a_coloured_card, a_turn, at_table, staged
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
DESK = {"viewport": {"width": 1366, "height": 768}}
PHONE = TOUCH | {"viewport": {"width": 360, "height": 640}}
C4 = f"{words('refusal.has_another_card', card='Wild draw four')}."


def a_blocked_wild_draw_four(view: View) -> bool:
    """C4: something else can be played."""
    plays = {action.card for action in view.legal if action.verb == "play"}
    return a_turn(view, "play ") and "W+4" in view.hand and "W+4" not in plays and len(view.hand) > 5


# Chromium looks again what lies under the mouse a moment after things have moved.
NOTICED = "() => new Promise((then) => requestAnimationFrame(() => setTimeout(then, 120)))"
FRAME = "e => getComputedStyle(e, '::before').content"


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_C4_the_reason_stands_at_the_card_until_the_next_press(
    visitor: Visitors, guest: Make, how: dict[str, object]
) -> None:
    name = "desk" if how is DESK else "phone"
    ann, _ = staged(guest, a_blocked_wild_draw_four, f"Ann why {name}", f"Bob why {name}")
    reader = at_table(visitor, ann, **how)
    page, reason = reader.page, reader.page.locator("[data-reason]")
    card = page.locator(f"[data-hand='{reader.hand.index('W+4')}']")
    press(reader, card, how is PHONE)
    if reason.count() == 0 and how is PHONE:
        press(reader, card, True)  # the first tap opened the narrow card
    reason.wait_for()
    assert reason.inner_text() == C4
    assert page.locator("[aria-live=polite]", has_text=C4).count() == 1
    page.evaluate(SETTLED)
    said, at, size = box(reason), box(card), page.viewport_size
    assert size is not None
    assert said["x"] >= 0
    assert said["x"] + said["width"] <= size["width"]
    middle = at["x"] + at["width"] / 2
    assert said["x"] <= middle <= said["x"] + said["width"]
    assert abs(said["y"] + said["height"] - at["y"]) < 30  # right above it
    for other in page.locator(".secs, .seat, [data-anchor=pile], [data-anchor=deck]").all():
        assert apart(said, box(other))
    assert card.evaluate(FRAME) == "none"  # no frame: it can't be played
    press(reader, page.locator("[data-anchor=pile]"), how is PHONE)
    reason.wait_for(state="detached")


def press(reader: Reader, what: Locator, finger: bool) -> None:
    at = reader.spot(f"[data-hand='{what.get_attribute('data-hand')}']") if finger else None
    if at is not None:
        reader.page.touchscreen.tap(*at)
        reader.page.evaluate(SETTLED)
    elif finger:
        what.dispatch_event("pointerdown")
    else:
        what.click(force=True)


def test_C5_by_keys_the_reasons_are_seen_and_heard_too(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_blocked_wild_draw_four, "Ann keys why", "Bob keys why", set={"must_play": True})
    reader = at_table(visitor, ann)
    reason = reader.page.locator("[data-reason]")
    reader.press("End", "Enter")  # wilds lie last
    reason.wait_for()
    assert reason.inner_text() == C4
    assert reader.page.locator("[data-hand]").last.evaluate(FRAME) != "none"  # the focus can be seen
    reader.press("Space")
    reader.page.locator("[data-reason]", has_text=words("refusal.must_play")).wait_for()
    reader.press("ArrowLeft")
    reason.wait_for(state="detached")


def test_F12_enter_plays_the_marked_card_in_the_first_turn(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann enters", "Bob enters")
    reader = at_table(visitor, ann)
    seen = reader.until(lambda seen: any(card["selected"] for card in seen["hand"]), "nothing is marked")
    (marked,) = [card for card in seen["hand"] if card["selected"]]
    assert marked["fits"]
    reader.press("Enter")
    bob.shown(lambda table: table["view"]["top"] == marked["card"])


def test_F12_after_a_press_enter_marks_a_card_and_then_plays_it(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann presses", "Bob presses")
    reader = at_table(visitor, ann, **PHONE)
    assert not any(card["selected"] for card in reader.look()["hand"])  # a finger has no use for it
    reader.press("Enter")
    seen = reader.until(lambda seen: any(card["selected"] for card in seen["hand"]), "nothing is marked")
    (marked,) = [card for card in seen["hand"] if card["selected"]]
    reader.press("Enter")
    bob.shown(lambda table: table["view"]["top"] == marked["card"])


def test_F12_cards_that_slide_under_a_resting_mouse_do_not_take_the_mark_from_the_keys(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = staged(guest, a_coloured_card, "Ann rests", "Bob rests")
    reader = at_table(visitor, ann, **DESK)
    page = reader.page
    for card in (1, 3):
        reader.press("Home")
        page.evaluate(SETTLED)
        edge = box(page.locator(f"[data-hand='{card}']"))
        page.mouse.move(edge["x"] + 2, edge["y"] + edge["height"] / 2)
        for to in (card, card + 1):
            reader.press("Home", *["ArrowRight"] * to)
            page.evaluate(SETTLED)
            page.evaluate(NOTICED)
            assert [one["selected"] for one in reader.look()["hand"]].index(True) == to
    at = reader.spot("[data-hand='0']")
    assert at is not None
    page.mouse.move(*at)  # a mouse that moves does
    reader.until(lambda seen: seen["hand"][0]["selected"])


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1366, 768)], ids=str)
def test_a_hint_covers_neither_the_turn_nor_the_seconds_and_goes_when_done(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    ann, _ = staged(guest, a_coloured_card, f"Ann did {size}", f"Bob did {size}", timer=600)
    reader = at_table(visitor, ann, viewport={"width": size[0], "height": size[1]})
    hint = reader.page.get_by_test_id("hint")
    hint.wait_for()
    reader.page.evaluate(SETTLED)
    for said in reader.page.locator(".turnline .say, .status b, .secs, [data-anchor=pile]").all():
        assert apart(box(hint), box(said))
    reader.press("Enter")  # the marked card
    hint.wait_for(state="detached")
    assert "lift" in reader.page.evaluate("() => localStorage.getItem('hints')")
