"""The line: lost and found again, lost answers, a second tab, a crash of the server, Back and Forward."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.browser.line import Line
from support.browser.people import apart, asks, box, words
from support.browser.situations import a_turn, at_table, opened, staged
from support.browser.visitors import Visitors
from support.server.people import Guest, Process

Make = Callable[[str], Guest]


def test_22_24_63_a_move_whose_answer_is_lost_is_not_shown_as_done_and_is_done_once(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, lambda view: a_turn(view, "draw"), "Ann lost", "Bob lost")
    reader = visitor(ann.token)
    line = Line(reader.page)
    reader.come(ann.table["code"])
    before = reader.until(lambda seen: seen["hand"] and not seen["draw"]["off"])
    line.deaf = True
    reader.click("[data-action=draw]")
    drawn = bob.shown(lambda table: table["view"]["counts"]["Ann lost"] == len(before["hand"]) + 1)
    waiting = reader.until(lambda seen: seen["locked"])
    assert len(waiting["hand"]) == len(before["hand"])
    line.deaf = False
    line.cut()
    reader.until(lambda seen: len(seen["hand"]) == len(before["hand"]) + 1 and not seen["locked"])
    assert line.opened == 2
    again = guest("Ann lost counts")  # nothing was done twice
    again.must("open", code=ann.table["code"])
    assert again.table["version"] == drawn["version"]


def test_21_a_line_that_was_down_for_long_comes_back_by_the_button_or_the_network(
    visitor: Visitors, guest: Make
) -> None:
    visitor.away_allowed = True
    ann, bob = opened(guest, "Ann away", "Bob away")
    reader = visitor(ann.token, viewport={"width": 740, "height": 360})
    line = Line(reader.page)
    reader.come(ann.table["code"])
    reader.until(lambda seen: seen["hand"])
    down = reader.page.get_by_text(words("net.waiting"))
    for come_back in (
        lambda: reader.press_button("net.retry"),
        lambda: reader.page.evaluate("() => dispatchEvent(new Event('online'))"),
    ):
        line.down, line.refused = True, 0
        line.cut()
        down.wait_for()
        for pile in ("deck", "pile"):
            assert apart(box(reader.page.locator("p.bar")), box(reader.page.locator(f"[data-anchor={pile}]")))
        bob.shown(lambda table: not table["seats"][0]["online"])
        reader.until(lambda _: line.refused >= 3)  # by now seconds pass between two tries of its own
        line.down = False
        come_back()
        reader.until(lambda seen: seen["hand"] and not seen["locked"])
        bob.shown(lambda table: table["seats"][0]["online"])


def test_25_a_table_that_was_closed_meanwhile_is_the_lobby_with_the_reason(
    visitor: Visitors, guest: Make
) -> None:
    visitor.away_allowed = True
    ann, bob = opened(guest, "Ann closes", "Bob misses")
    reader = visitor(bob.token)
    line = Line(reader.page)
    reader.come(bob.table["code"])
    reader.until(lambda seen: seen["hand"])
    line.down = True
    line.cut()
    ann.shown(lambda table: not table["seats"][1]["online"])
    ann.must("close")
    line.down = False
    reader.page.evaluate("() => dispatchEvent(new Event('online'))")
    reader.page.wait_for_url(visitor.base + "/")
    reader.page.get_by_role("alert").wait_for()
    assert reader.look()["hand"] == []


def test_17_a_second_tab_takes_over_and_the_first_can_take_it_back(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann twice", "Bob once")
    first = at_table(visitor, ann)
    second = visitor.tab(first)
    second.come(ann.table["code"])
    second.until(lambda seen: seen["hand"])
    first.page.get_by_text(words("net.elsewhere")).wait_for()
    first.press_button("net.here")
    first.until(lambda seen: not seen["locked"])
    second.page.get_by_text(words("net.elsewhere")).wait_for()


def test_26_27_back_leaves_nothing_of_the_hand_and_forward_or_rejoin_restores_it(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = opened(guest, "Ann back", "Bob back")
    reader = visitor(ann.token)
    reader.page.goto("/")
    reader.press_button("lobby.rejoin")
    hand = [card["card"] for card in reader.until(lambda seen: seen["hand"])["hand"]]
    reader.page.go_back()
    reader.page.get_by_role("heading", name=words("lobby.title")).wait_for()
    assert reader.look()["hand"] == []
    reader.page.go_forward()
    assert [card["card"] for card in reader.until(lambda seen: seen["hand"])["hand"]] == hand
    reader.page.go_back()
    reader.press_button("lobby.rejoin")
    assert [card["card"] for card in reader.until(lambda seen: seen["hand"])["hand"]] == hand


def test_35_a_wrong_clock_in_the_browser_does_not_matter(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann clock", "Bob clock", timer=120)
    reader = visitor((ann if ann.my_turn else bob).token)
    reader.page.add_init_script("const real = Date.now; Date.now = () => real() + 3600000")
    reader.come(ann.table["code"])
    reader.until(lambda seen: seen["hand"])
    shown = reader.page.locator(".secs").first.inner_text()
    assert 60 < int("".join(filter(str.isdigit, shown))) <= 120


@pytest.mark.slow
def test_after_kill_9_a_browser_comes_back_by_itself_and_goes_on(chromium: Browser, tmp_path: Path) -> None:
    db = str(tmp_path / "tables.db")
    first = Process(db)
    visitor = Visitors(chromium, first.base)
    visitor.away_allowed = True
    reader = visitor()
    try:
        reader.open_table("rounds", "Ann stays", seats=2)
        reader.deal()
        reader.until(asks)
        reader.page.locator("[data-stage=still]").wait_for()  # all of it is shown: the hand, the other's card
        before = reader.look()
    finally:
        first.end()
    reader.page.get_by_text(words("net.waiting")).wait_for()
    second = Process(db, int(first.base.rpartition(":")[2]))
    try:
        reader.page.get_by_text(words("net.waiting")).wait_for(state="detached")
        after = reader.until(lambda seen: not seen["locked"])
        assert after["hand"] == before["hand"]
        assert after["pile"] == before["pile"]
        assert reader.by_click(after)
    finally:
        visitor.close()
        second.end()
