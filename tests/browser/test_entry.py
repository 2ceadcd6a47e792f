"""Coming in: no question before the first card, an invitation with one button, a name that can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser.people import Reader, play_round, words
from support.browser.situations import opened
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest, Running

Make = Callable[[str], Guest]
EVERYWHERE = pytest.mark.parametrize("how", [{}, TOUCH], ids=["desk", "phone"])


def table_of(server: Running, reader: Reader) -> Any:
    reader.page.wait_for_url("**/t/*")
    return server.server.hub.rooms[reader.page.url.rpartition("/")[2]].table


@EVERYWHERE
def test_play_now_deals_at_once_to_who_has_no_name(
    visitor: Visitors, server: Running, how: dict[str, Any]
) -> None:
    reader = visitor(**how)
    reader.page.goto("/")
    reader.page.get_by_role("button", name=words("you.guest")).wait_for()
    reader.press_button("lobby.now")
    reader.until(lambda seen: seen["hand"])
    assert reader.page.locator("dialog, #name").count() == 0
    name = table_of(server, reader).seats[0].name
    assert len(name.split()) == 2
    reader.page.reload()  # the cookie is there: the same person in the same seat
    reader.until(lambda seen: seen["hand"])
    assert table_of(server, reader).seats[0].name == name


def test_a_table_and_strangers_are_open_to_who_has_no_name(visitor: Visitors, server: Running) -> None:
    one, other = visitor(), visitor()
    one.page.goto("/")
    one.press_button("lobby.create")
    assert table_of(server, one).seats[0].name
    other.page.goto("/")
    other.press_button("lobby.people")
    other.page.get_by_test_id("strangers").wait_for()
    assert table_of(server, other).quick
    assert table_of(server, one).seats[0].name != table_of(server, other).seats[0].name


@EVERYWHERE
def test_an_invitation_says_who_invites_to_what_and_joins_by_one_button(
    visitor: Visitors, guest: Make, how: dict[str, Any]
) -> None:
    mark = "small" if how else "large"
    ann, bob = guest(f"Host Olwen {mark}"), guest(f"Guest Idris {mark}")
    code = ann.must("create", seats=3, set={"stacking": "same"}, public=False)["code"]
    bob.must("open", code=code, sit=True)
    reader = visitor(**how)
    reader.page.goto(f"/t/{code}")
    reader.page.get_by_role("heading", name=words("invite.by", name=ann.name)).wait_for()
    page = reader.page.locator("[data-invitation]")
    expect(page).to_contain_text(words("game.title.classic"))
    expect(page).to_contain_text(words("option.stacking"))
    expect(page).to_contain_text(f"Guest Idris {mark}")
    assert page.locator(".button.primary").count() == 1
    ann.must("say", text="nobody has come")
    assert ann.table["seats"][2]["kind"] == "empty"
    assert (ann.table["watchers"], ann.table["nameless"]) == ([], 0)
    button = reader.page.get_by_role("button", name=words("invite.sit"))
    assert button.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
    button.focus()
    reader.press("Enter")
    ann.shown(lambda table: table["seats"][2]["kind"] == "person")
    reader.page.get_by_role("heading", name=words("wait.title")).wait_for()
    reader.page.reload()  # who sits there goes straight to the table
    reader.page.get_by_role("heading", name=words("wait.title")).wait_for()


def test_an_invitation_in_mid_round_says_from_when_one_plays(visitor: Visitors, guest: Make) -> None:
    ann = guest("Host Tegan")
    code = ann.must("create", seats=2, bots="beginner", start=True, public=False)["code"]
    reader = visitor()
    reader.page.goto(f"/t/{code}")
    reader.page.get_by_text(words("invite.round")).wait_for()
    reader.press_button("invite.sit")
    bot = ann.shown(lambda table: table["seats"][1]["reserved"])["seats"][1]["name"]
    reader.page.get_by_text(words("watch.reserved", name=bot)).wait_for()


def test_an_invitation_to_a_full_table_is_to_watch(visitor: Visitors, guest: Make) -> None:
    ann, bob = guest("Host Bryn"), guest("Guest Carys")
    code = ann.must("create", seats=2, public=False)["code"]
    reader = visitor()
    reader.page.goto(f"/t/{code}")
    reader.page.get_by_role("button", name=words("invite.sit")).wait_for()
    bob.must("open", code=code, sit=True)  # the page learns of it
    reader.press_button("invite.watch")
    ann.shown(lambda table: table["nameless"] == 1)
    reader.page.get_by_text("Guest Carys").first.wait_for()


@EVERYWHERE
def test_a_name_is_changed_in_the_lobby_and_by_the_menu_of_a_table(
    visitor: Visitors, server: Running, how: dict[str, Any]
) -> None:
    mark = "small" if how else "large"
    reader = visitor(**how)
    reader.page.goto("/")
    me = reader.page.locator("header .me")
    me.click()
    reader.rename(f"Own Nerys {mark}")
    expect(me).to_have_attribute("aria-label", f"Own Nerys {mark}")
    reader.press_button("lobby.create")
    table = table_of(server, reader)
    reader.press_button("menu")
    reader.press_button("you.open")
    reader.rename(f"Own Eluned {mark}")
    reader.page.locator(".seat").get_by_text(f"Own Eluned {mark}").wait_for()
    assert table.seats[0].name == f"Own Eluned {mark}"


def test_a_name_changed_in_mid_round_is_seen_by_everybody_and_the_round_goes_on(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = opened(guest, "Mid Ann", "Mid Bob")
    desk, phone = visitor(ann.token), visitor(bob.token, **TOUCH)
    for one in (desk, phone):
        one.come(ann.table["code"])
        one.until(lambda seen: seen["hand"])
    phone.press_button("menu")
    phone.press_button("you.open")
    phone.rename("Mid Robert")
    desk.until(lambda seen: "Mid Robert" in seen["seats"] and "Mid Bob" not in seen["seats"])
    desk.page.get_by_text(words("table.renamed", old="Mid Bob", name="Mid Robert")).first.wait_for()
    phone.page.get_by_role("dialog").wait_for(state="detached")
    play_round([desk, phone], Reader.by_click)
    assert "Mid Bob" not in desk.page.locator("section.end").inner_text()
    assert "Mid Robert" in desk.page.locator("section.end").inner_text()
