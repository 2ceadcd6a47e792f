"""Reactions: a tap or keys send one, everybody sees it at the seat for a moment, unless they hide them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from support.browser.people import apart, box, violations, words
from support.browser.situations import at_table, opened
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]


def test_a_reaction_is_sent_by_a_tap_or_by_keys_and_seen_at_the_seat(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann Reagiert", "Bob Reagiert")
    desk = at_table(visitor, ann)
    phone = visitor(bob.token, **TOUCH)
    phone.come(ann.table["code"])
    phone.until(lambda seen: seen["hand"])
    eve = visitor()
    eve.come(ann.table["code"])
    eve.until(lambda seen: len(seen["seats"]) == 2)
    assert eve.page.locator("[data-react]").count() == 0
    phone.page.locator("[data-react]").tap()
    phone.page.locator("[data-emote=laugh]").tap()
    for reader in (desk, eve):
        expect(reader.page.locator("[data-seat='Bob Reagiert'] [data-reaction=laugh]")).to_be_visible()
    shown = phone.page.locator(".turnline [data-reaction=laugh]")
    expect(shown).to_be_visible()
    for other in (".turnline .say", "#hand", "[data-anchor=pile]"):
        assert apart(box(shown), box(phone.page.locator(other).first)), other
    expect(shown).to_be_hidden()  # after a moment
    desk.press("e")
    desk.page.locator("[data-emote=laugh]:focus").wait_for()
    desk.press("ArrowRight", "Enter")
    expect(phone.page.locator("[data-seat='Ann Reagiert'] [data-reaction=wow]")).to_be_visible()
    expect(desk.page.locator("[data-react]")).to_be_focused()
    desk.press("e")
    desk.page.locator("[data-emote=laugh]:focus").wait_for()
    desk.press("8")
    expect(eve.page.get_by_role("status").first).to_have_text(
        words("react.said", name="Ann Reagiert", what=words("emote.bravo"))
    )


def test_reactions_before_the_deal_and_who_hides_them(visitor: Visitors, guest: Make) -> None:
    ann, bob = guest("Ann Zeigt"), guest("Bob Zeigt")
    code = ann.must("create", seats=3, public=False)["code"]
    bob.must("open", code=code, sit=True)
    reader = visitor(ann.token)
    reader.come(code)
    faces = reader.page.locator(".waiting .avatar")
    faces.nth(1).wait_for()
    bob.send(type="react", emote="love")
    expect(faces.nth(1).locator("[data-reaction=love]")).to_be_visible()
    reader.press_button("menu")
    reader.press_button("react.hide.of", name="Bob Zeigt")
    reader.press("Escape")
    bob.send(type="react", emote="cross")
    reader.press("e")
    reader.page.locator("[data-emote=sad]").click()
    expect(faces.nth(0).locator("[data-reaction=sad]")).to_be_visible()
    assert reader.page.locator("[data-reaction=cross]").count() == 0
    reader.press("e")
    assert violations(reader.page) == []
    reader.press_button("react.hide")
    expect(reader.page.locator("[data-reaction]")).to_have_count(0)
    reader.press_button("react.show")
