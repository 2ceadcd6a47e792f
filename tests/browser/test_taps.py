"""On a phone: a double tap does once what one tap does, and the screen stays on while one plays."""

from __future__ import annotations

from collections.abc import Callable

from lastcard.game import View
from support.browser.people import asks
from support.browser.situations import a_turn, at_table, opened, staged
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
# Taps of a finger, one right after the other, whatever else the machine does meanwhile.
TAP = """([selector, times]) => {
  for (let i = 0; i < times; i++) for (const type of ['pointerdown', 'pointerup']) {
    const e = document.querySelector(selector), r = e.getBoundingClientRect()
    const how = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, pointerType: 'touch' }
    e.dispatchEvent(new PointerEvent(type, { ...how, clientX: r.left + 4, clientY: r.top + 12 }))
  }
}"""
# Counts the locks that are held, in the place of the browser's own.
LOCKS = """
window.locks = 0
const release = async () => { window.locks -= 1 }
const request = async () => { window.locks += 1; return { release } }
Object.defineProperty(navigator, 'wakeLock', { value: { request } })
"""


def a_skip(view: View) -> bool:
    skips = [one for one in view.legal if one.verb == "play" and str(one).endswith("S")]
    return a_turn(view) and bool(skips) and len(view.hand) > 4


def test_68_a_double_tap_plays_one_card_even_if_the_next_turn_is_one_s_own(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, a_skip, "Ann taps", "Bob taps")
    reader = at_table(visitor, ann, **TOUCH)
    seen = reader.until(asks)
    skip = next(at for at, card in enumerate(seen["hand"]) if card["fits"] and card["card"].endswith("S"))
    version = bob.table["version"]
    reader.page.evaluate(TAP, [f"[data-hand='{skip}']", 2])
    reader.until(lambda now: len(now["hand"]) < len(seen["hand"]) and not now["locked"])
    bob.shown(lambda table: table["version"] > version)
    bob.catch_up()
    assert (bob.table["version"], bob.view["counts"]["Ann taps"]) == (version + 1, len(seen["hand"]) - 1)


def test_69_the_screen_stays_on_while_one_plays_and_no_longer(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann awake", "Bob awake")
    reader = visitor(ann.token, **TOUCH)
    reader.page.add_init_script(LOCKS)
    reader.page.goto("/")
    reader.press_button("lobby.rejoin")
    reader.until(lambda seen: seen["hand"])
    reader.until(lambda _: reader.page.evaluate("() => window.locks") == 1, "the screen may go dark")
    reader.page.go_back()
    reader.until(lambda _: reader.page.evaluate("() => window.locks") == 0, "the screen stays on for ever")
