"""Coming in: no question before the first card, an invitation with one button, a name that can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from lastcard.rulebooks import names
from support.browser.people import Reader, box, play_round, violations, words
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
    if not how:
        assert violations(reader.page) == []  # in all looks
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
    phone.sheet.wait_for(state="detached")
    play_round([desk, phone], Reader.by_click)
    assert "Mid Bob" not in desk.page.locator("section.end").inner_text()
    assert "Mid Robert" in desk.page.locator("section.end").inner_text()


# A page that shares, counts its sounds, and can be looked away from.
ELSEWHERE = """
window.shared = []
navigator.share = async (what) => { window.shared.push(what) }
window.notes = 0
const real = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () { window.notes += 1; return real.call(this) }
localStorage.setItem('sound', 'on')
window.away = false
Object.defineProperty(document, 'hidden', { get: () => window.away })
window.look = (away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')) }
"""


@EVERYWHERE
def test_the_waiting_room_begins_with_the_link_and_tells_who_comes_and_what_is_said(
    visitor: Visitors, guest: Make, how: dict[str, Any]
) -> None:
    mark = "small" if how else "large"
    ann = guest(f"Gwen waits {mark}")
    code = ann.must("create", seats=4, public=False)["code"]
    reader = visitor(ann.token, **how)
    reader.page.add_init_script(ELSEWHERE)
    reader.come(code)
    share = reader.page.get_by_role("button", name=words("wait.share"))
    share.click()
    assert reader.page.evaluate("() => shared[0].url").endswith(f"/t/{code}")
    deal = reader.page.get_by_role("button", name=words("wait.start"))
    first_seat = reader.page.locator(".seat").first
    assert box(share)["y"] < box(first_seat)["y"]
    assert box(deal)["y"] + box(deal)["height"] <= reader.page.evaluate("innerHeight")  # in sight
    quiet = reader.page.evaluate("() => notes")
    bob = guest(f"Macsen comes {mark}")
    bob.must("open", code=code, sit=True)
    reader.page.get_by_text(words("wait.arrived", name=bob.name)).wait_for()
    reader.page.locator(".seat.arrived").get_by_text(str(bob.name)).wait_for()
    reader.until(lambda _: reader.page.evaluate("() => notes") > quiet, "nobody was heard")
    reader.page.evaluate("() => look(true)")
    bob.must("say", phrase="hello")
    reader.until(lambda _: reader.page.title().startswith(words("company.said", name=bob.name)))
    reader.page.evaluate("() => look(false)")
    reader.until(lambda _: str(bob.name) not in reader.page.title())


@EVERYWHERE
def test_the_lobby_says_which_game_this_is_and_each_game_in_one_line(
    visitor: Visitors, server: Running, how: dict[str, Any]
) -> None:
    reader = visitor(**how)
    reader.page.goto("/")
    hero = reader.page.locator(".hero")
    expect(hero).to_contain_text(words("lobby.about"))
    assert reader.page.locator(".fan svg").first.is_visible()
    for rules in names():
        expect(hero).to_contain_text(words(f"game.line.{rules}"))
    now = reader.page.get_by_role("button", name=words("lobby.now"))
    assert now.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
    reader.page.get_by_role("radio", name=words("game.title.classic")).focus()
    reader.press("ArrowDown", "ArrowDown")
    now.click()
    assert table_of(server, reader).rules == "rounds"
