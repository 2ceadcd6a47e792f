"""Coming and going: the next table after one that was left or closed, invitations, who joins in mid-round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, expect

from support.browser.people import Reader, words
from support.browser.situations import opened
from support.browser.visitors import PHONE, TOUCH, Visitors
from support.server.people import QUICK, Guest, running

Make = Callable[[str], Guest]
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"  # as over plain http
NO_COPYING = NO_CLIPBOARD + "; document.execCommand = () => false"


def code_of(reader: Reader) -> str:
    return reader.page.url.rpartition("/")[2]


def plays_now(reader: Reader) -> str:
    """A table by one click, which stays; its code."""
    reader.press_button("lobby.now")
    reader.page.wait_for_url("**/t/*")
    reader.until(lambda seen: seen["hand"], "the table did not stay")
    return code_of(reader)


def in_dialog(reader: Reader, key: str) -> Locator:
    return reader.sheet.get_by_role("button", name=words(key), exact=True)


def leaves(reader: Reader) -> None:
    reader.press("q")
    in_dialog(reader, "end.leave").click()
    reader.page.wait_for_url("**/")


def test_after_a_closed_table_and_after_being_removed_the_next_one_stays(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = opened(guest, "Ann closes all", "Bob is sent")
    cid = guest("Cid waits")
    other = cid.must("create", seats=4, public=False)["code"]
    reader = visitor(bob.token)
    reader.come(ann.table["code"])
    reader.until(lambda seen: seen["hand"])
    ann.must("close")
    reader.page.wait_for_url(visitor.base + "/")
    plays_now(reader)
    leaves(reader)
    reader.page.get_by_label(words("lobby.code")).fill(other)  # another table by its code
    reader.press_button("lobby.join")
    reader.press_button("invite.sit")
    reader.page.get_by_role("heading", name=words("wait.title")).wait_for()
    cid.shown(lambda table: table["seats"][1]["name"] == "Bob is sent")
    cid.must("kick", seat=1, why="by mistake")
    reader.page.wait_for_url(visitor.base + "/")
    reader.page.get_by_text("by mistake").wait_for()
    assert plays_now(reader) != other


def test_back_and_forward_after_leaving_end_where_something_is(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/")
    reader.press_button("lobby.now")
    reader.until(lambda seen: seen["hand"])
    leaves(reader)  # she was the only person: the table is closed
    reader.page.go_back()
    reader.page.get_by_role("heading", name=words("notfound.table")).wait_for()
    reader.page.go_forward()
    reader.page.get_by_role("heading", name=words("lobby.title")).wait_for()
    first = plays_now(reader)
    reader.page.go_back()  # by accident: the seat is kept
    reader.page.get_by_role("button", name=words("lobby.rejoin")).wait_for()
    reader.page.go_forward()
    reader.until(lambda seen: seen["hand"])
    assert code_of(reader) == first


def test_closing_the_table_asks_first_and_says_whom_it_concerns(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann may close", "Bob may stay")
    reader = visitor(ann.token)
    reader.come(ann.table["code"])
    reader.until(lambda seen: seen["hand"])
    for sure in (False, True):
        reader.press_button("menu")
        in_dialog(reader, "menu.close").click()
        dialog = reader.sheet
        expect(dialog).to_contain_text("1 other person")
        expect(dialog).to_contain_text(words("menu.close.match"))
        in_dialog(reader, "menu.close.sure" if sure else "cancel").click()
        if not sure:
            reader.sheet.wait_for(state="detached")
            bob.catch_up()
            assert bob.table["phase"] == "playing"
    bob.until(lambda m: m["type"] == "lobby" and m["why"] == "closed")


def test_being_forgotten_asks_first(visitor: Visitors, guest: Make) -> None:
    ann = guest("Ann may go")
    reader = visitor(ann.token)
    reader.page.goto("/")
    me = reader.page.locator("header .me")
    me.click()
    reader.press_button("name.forget")
    asked = reader.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("Ann may go")
    expect(asked.get_by_role("button", name=words("cancel"))).to_be_focused()
    asked.get_by_role("button", name=words("cancel")).click()
    assert me.is_visible()
    reader.press_button("name.forget")
    asked.get_by_role("button", name=words("name.forget.sure")).click()
    reader.page.get_by_role("button", name=words("you.guest")).wait_for()
    reader.page.reload()
    reader.page.get_by_role("heading", name=words("lobby.title")).wait_for()
    reader.page.get_by_role("button", name=words("you.guest")).wait_for()


def test_a_link_is_copied_over_plain_http_and_is_the_address_for_friends(
    chromium: Browser, tmp_path: Path
) -> None:
    """Nothing says "Copied" that was not; what can't be copied is selected for the reader's keys."""
    friends = "http://192.0.2.7:8108"
    settings = msgspec.structs.replace(QUICK, origins=(friends,))
    with running(str(tmp_path / "t.db"), settings) as server:
        ann = Guest(server.base, "Ann copies")
        code = ann.must("create", seats=2)["code"]
        visitor = Visitors(chromium, server.base)
        reader = visitor(ann.token)
        reader.page.add_init_script(NO_CLIPBOARD)
        reader.come(code)
        reader.press_button("wait.copy")
        reader.page.get_by_role("button", name=words("copy.done")).wait_for()
        chat = reader.page.locator("[data-chat]:visible")
        chat.click()
        reader.press("Control+v")
        assert chat.input_value() == f"{friends}/t/{code}"  # not 127.0.0.1, which is the friend's own
        reader.press_button("menu")  # in a dialog nothing else takes the focus
        in_dialog(reader, "wait.copy").click()
        in_dialog(reader, "copy.done").wait_for()
        reader = visitor(ann.token)
        reader.page.add_init_script(NO_COPYING)
        reader.come(code)
        reader.press_button("wait.copy")
        reader.page.get_by_text(words("copy.keys", keys="Ctrl+C")).wait_for()
        assert reader.page.evaluate("() => String(getSelection())") == f"{friends}/t/{code}"
        assert reader.page.get_by_text(words("copy.done")).count() == 0
        visitor.close()
        ann.close()


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desk", "phone"])
def test_what_is_said_before_the_deal_is_seen_by_who_sits_and_who_watches(
    visitor: Visitors, guest: Make, how: dict[str, Any]
) -> None:
    name = "phone" if how else "desk"
    ann = guest(f"Ann by {name}")
    code = ann.must("create", seats=10)["code"]
    bob = guest(f"Bob by {name}")
    bob.must("open", code=code, sit=True)
    ann.must("say", text="hello before anybody came")
    seated, watching = visitor(bob.token, **how), visitor(**how)
    seated.come(code)
    watching.page.goto(f"/t/{code}?watch")
    for reader in (seated, watching):
        reader.page.get_by_text("hello before anybody came").locator("visible=true").wait_for()
    if how:
        dot = seated.page.locator("header .dot")
        dot.wait_for()  # ten seats are higher than a phone: it was said out of sight
        seated.page.get_by_text("hello before").locator("visible=true").scroll_into_view_if_needed()
        dot.wait_for(state="detached")
        seated.page.locator(".waiting").evaluate("e => e.scrollTo(0, 0)")
        ann.must("say", text="and later")
        dot.wait_for()
    field = seated.page.locator("[data-chat]:visible")
    field.fill("here I am")
    field.press("Enter")
    watching.page.get_by_text("here I am").locator("visible=true").wait_for()


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/nonsense", "page"),
        ("/t/ABCDE", "table"),
        ("/replay/nonsense", "replay"),
        ("/rules/nonsense", "rules"),
    ],
)
def test_what_is_not_there_has_a_page_with_ways_on(visitor: Visitors, path: str, what: str) -> None:
    visitor.away_allowed = True  # a browser complains of every 404
    reader = visitor(viewport=PHONE)
    answer = reader.page.goto(path)
    assert answer is not None
    assert answer.status == 404
    reader.page.get_by_role("heading", name=words(f"notfound.{what}")).wait_for()
    reader.page.get_by_role("link", name=words("notfound.back")).click()
    reader.page.get_by_role("heading", name=words("lobby.title")).wait_for()


def test_who_joins_in_mid_round_reads_when_they_play_and_everybody_sees_their_seat(
    visitor: Visitors, guest: Make
) -> None:
    ann = guest("Ann came first")
    how = {"seats": 3, "bots": "beginner", "start": True, "public": False, "set": {"target": 5000}}
    code = ann.must("create", pace="fast", **how)["code"]
    bob, eve = guest("Bob joins"), guest("Eve watches")
    host, joins, watches = visitor(ann.token, **TOUCH), visitor(bob.token), visitor(eve.token, **TOUCH)
    joins.come(code)
    bot = ann.shown(lambda table: table["seats"][1]["reserved"] == "Bob joins")["seats"][1]["name"]
    joins.page.get_by_text(words("watch.reserved", name=bot)).wait_for()
    watches.page.goto(f"/t/{code}?watch")
    watches.page.get_by_role("button", name=words("watch.round")).wait_for()  # the other bot's seat
    host.come(code)
    host.until(lambda seen: seen["hand"])
    host.page.locator(f"[data-seat='{bot}'] .reserved").get_by_text("Bob joins").first.wait_for()
    host.press_button("around")
    around = host.sheet.get_by_test_id("around")
    expect(around).to_contain_text("Bob joins")
    expect(around).to_contain_text("Eve watches")
    host.press("Escape")
    host.press_button("menu")
    in_dialog(host, "menu.away").click()
    joins.page.get_by_test_id("round-end").wait_for()
    joins.press_button("end.next")  # nobody waits for the host, who is away
    joins.until(lambda seen: seen["hand"], "the newcomer was not dealt in")


def test_an_empty_seat_in_mid_match_is_for_the_next_match_and_says_so(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann in match", "Bob in match", seats=3)
    cid = guest("Cid comes late")
    reader = visitor(cid.token, **TOUCH)
    reader.come(ann.table["code"])
    reader.page.get_by_text(words("watch.later")).wait_for()
    ann.shown(lambda table: table["seats"][2]["name"] == "Cid comes late")
    reader.press_button("watch.only")
    reader.page.get_by_role("button", name=words("watch.match")).wait_for()
    reader.page.reload()  # who only watches does not sit down again by loading the page
    reader.page.get_by_role("button", name=words("watch.match")).wait_for()
    ann.catch_up()
    assert ann.table["seats"][2]["kind"] == "empty"
