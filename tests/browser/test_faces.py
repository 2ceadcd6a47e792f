"""Faces: chosen by a tap, seen at once by everybody at the table and in chat; bots look like bots."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from support.browser.people import violations, words
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]


def test_a_face_is_chosen_by_a_tap_and_seen_by_everybody(visitor: Visitors, guest: Make) -> None:
    ann, bob = guest("Ann Facette"), guest("Bob Facette")
    code = ann.must("create", seats=3, bots="beginner", public=False)["code"]
    bob.must("open", code=code, sit=True)
    desk = visitor(ann.token)
    desk.come(code)
    seats = desk.page.locator(".waiting .face")
    expect(seats.nth(2)).to_have_attribute("data-face", "bot")
    phone = visitor(bob.token, **TOUCH)
    phone.page.goto("/")
    phone.page.locator("header .me").tap()
    for face in ("octopus", "owl"):
        phone.sheet.get_by_title(words(f"animal.{face}")).tap()
        expect(seats.nth(1)).to_have_attribute("data-face", face)
        expect(phone.page.locator("header .me .face")).to_have_attribute("data-face", face)
    assert violations(phone.page) == []
    bob.must("open", code=code)
    bob.must("say", phrase="hello")
    expect(desk.page.locator(".chat .face").first).to_have_attribute("data-face", "owl")
    desk.deal()
    expect(desk.page.locator("[data-seat='Bob Facette'] .face")).to_have_attribute("data-face", "owl")
    phone.page.reload()
    expect(phone.page.locator("header .me .face")).to_have_attribute("data-face", "owl")
