"""At the table: a refresh, call and catch, the picker of colours and suits, spectators, a round's end."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from lastcard.game import Action
from lastcard.rulebooks import load
from lastcard.server.rooms.pace import Pace
from support.browser.people import words
from support.browser.situations import (
    a_last_card,
    a_queen,
    a_turn_with_two,
    a_wild,
    a_wild_and_one_more,
    at_table,
    lay_the_last_card,
    one_card_opposite,
    opened,
    staged,
)
from support.browser.visitors import Visitors
from support.server.people import QUICK, Guest, Running, wait_for
from support.server.staged import staged as with_hands

Make = Callable[[str], Guest]


def test_16_a_refresh_in_mid_turn_keeps_seat_hand_and_clock(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann fresh", "Bob fresh", timer=600)
    one = ann if ann.my_turn else bob
    reader = at_table(visitor, one)
    before = reader.look()
    assert [card["card"] for card in before["hand"]] == one.view["hand"]
    reader.page.reload()
    after = reader.until(lambda seen: seen["hand"] and not seen["locked"])
    assert [card["card"] for card in after["hand"]] == one.view["hand"]
    assert [card["fits"] for card in after["hand"]] == [card["fits"] for card in before["hand"]]
    assert reader.page.title() == words("turn.title")
    assert reader.page.locator(".secs").first.is_visible()
    assert reader.by_click(after)  # and the turn goes on


def test_U6_after_a_draw_the_page_says_that_the_turn_passes_and_it_does(
    visitor: Visitors, guest: Make, server: Running
) -> None:
    hands = {"Ann sees it pass": "B3 G4 Y5", "Bob sees it pass": "R2 R3 R4"}
    ann, bob = with_hands(server, lambda name: guest(str(name)), hands)
    room = server.server.hub.rooms[ann.table["code"]]
    room.actions._pace = room.scheduler._pace = passing_after(600)
    reader = at_table(visitor, ann)
    reader.press("Space")
    reader.page.get_by_text(words("turn.drawn.pass")).wait_for()
    button = reader.look()["draw"]
    assert (button["text"].split()[0], button["off"]) == (words("button.pass"), False)
    reader.click("[data-action=draw]")  # one may press it: nothing changes
    reader.page.get_by_text(words("turn.passing")).wait_for()
    assert reader.look()["draw"]["off"]
    wait_for(lambda: room.actions.held)
    assert bob.shown(lambda table: table["view"]["phase"] == "drawn")["view"]["turn"] == "Ann sees it pass"
    room.actions._pace = room.scheduler._pace = passing_after(0)

    async def later() -> None:
        room.scheduler.plan()

    server.do(later())
    bob.shown(lambda table: table["view"]["turn"] == "Bob sees it pass")
    reader.page.get_by_text(words("turn.other", name="Bob sees it pass")).wait_for()


def passing_after(seconds: float) -> Pace:
    return Pace(msgspec.structs.replace(QUICK, passes=dict.fromkeys(QUICK.paces, (seconds, seconds))))


def test_40_the_call_is_armed_first_and_rides_with_the_card(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_turn_with_two, "Ann arms", "Bob arms")
    reader = at_table(visitor, ann)
    reader.until(lambda seen: seen["call"] and not seen["call"]["off"], "One! does not wake")
    reader.click("[data-action=call]")
    reader.until(lambda seen: seen["call"]["on"], "One! is not armed")
    reader.click(f"[data-hand='{[card['fits'] for card in reader.look()['hand']].index(True)}']")
    if reader.look()["picks"]:
        reader.press("1")
    bob.told(type="call", player="Ann arms")
    reader.until(lambda seen: len(seen["hand"]) == 1 and seen["call"]["said"])


def test_a_forgotten_call_can_be_made_at_once(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, lambda view: Action("call") in view.legal, "Ann late", "Bob late")
    reader = at_table(visitor, ann)
    reader.until(lambda seen: seen["call"] and not seen["call"]["off"], "One! does not wake")
    reader.click("[data-action=call]")
    bob.told(type="call", player="Ann late")
    reader.until(lambda seen: seen["call"]["said"])


@pytest.mark.parametrize("by", ["click", "key"])
def test_41_an_uncalled_card_is_caught_at_the_seat(visitor: Visitors, guest: Make, by: str) -> None:
    ann, bob = staged(guest, one_card_opposite, f"Ann catch {by}", f"Bob catch {by}", runner=1)
    reader = at_table(visitor, ann)
    assert reader.look()["catches"] == [words("button.catch", name=bob.name)]
    if by == "click":
        reader.catch()
    else:
        reader.press("c")
    reader.until(lambda seen: seen["catches"] == [] and "3 cards" in seen["seats"][bob.name])
    bob.shown(lambda table: len(table["view"]["hand"]) == 3)


def test_a_colour_is_taken_back_and_picked_by_mouse(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_wild, "Ann picks", "Bob picks")
    reader = at_table(visitor, ann)
    wild = f"[data-hand='{reader.hand.index('W')}']"
    reader.click(wild)
    assert reader.until(lambda seen: seen["picks"])["picks"] == ["R", "Y", "G", "B"]
    reader.press("Escape")
    assert "W" in [card["card"] for card in reader.until(lambda seen: not seen["picks"])["hand"]]
    reader.press("Enter")  # the card has the focus again
    reader.until(lambda seen: seen["picks"])
    reader.click("[data-pick='2']")
    reader.until(lambda seen: seen["colour"] == "G" and not seen["picks"])
    bob.shown(lambda table: table["view"]["colour"] == "G" and table["view"]["top"] == "W")


def test_F12_the_number_of_a_colour_plays_the_chosen_wild(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_wild, "Ann number", "Bob number")
    reader = at_table(visitor, ann)
    at = reader.hand.index("W")
    reader.press("Home", *["ArrowRight"] * at)
    reader.until(lambda seen: seen["hand"][at]["selected"])
    reader.press("4")
    bob.shown(lambda table: table["view"]["colour"] == "B" and table["view"]["top"] == "W")


def test_F12_the_suit_of_a_queen_is_picked_from_four_shown_cards(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_queen, "Ann queen", "Bob queen", rules="fool108")
    reader = at_table(visitor, ann)
    queen = next(
        at for at, card in enumerate(reader.look()["hand"]) if card["card"][0] == "Q" and card["fits"]
    )
    reader.click(f"[data-hand='{queen}']")
    picks = reader.until(lambda seen: seen["picks"])["picks"]
    assert sorted(picks) == ["C", "D", "H", "S"]
    reader.click("[data-pick='1']")
    reader.until(lambda seen: seen["colour"] == picks[1] and not seen["picks"])
    bob.shown(lambda table: table["view"]["colour"] == picks[1])


def test_F2_F10_the_next_match_has_the_next_starter_and_shows_its_own_limit(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, a_last_card, "Ann limit", "Bob limit", rules="fool108", set={"limit": 5})
    reader = at_table(visitor, ann)
    shown = [reader.page.locator("header .what"), reader.page.locator(".side .goal")]

    def limit_is(count: int) -> bool:
        return all(words("scores.limit", count=count) in one.inner_text() for one in shown)

    reader.until(lambda _: limit_is(5), "the limit that was set")
    lay_the_last_card(reader)
    table = bob.shown(lambda table: table["phase"] == "over")
    assert table["view"]["players"] == ["Ann limit", "Bob limit"]
    limit = table["standing"]["next_limit"]
    assert limit > 5
    reader.page.get_by_text(words("end.nextLimit", count=limit)).wait_for()
    bob.must("ready")
    reader.press_button("end.again")
    dealt = bob.shown(lambda table: table["phase"] == "playing")
    assert len(dealt["view"]["hand"]) == load("fool108").hand - 1  # Bob laid the first card
    reader.until(lambda seen: seen["hand"] and limit_is(limit), "the limit in force")
    reader.press_button("menu.rules")
    sheet = reader.sheet
    sheet.get_by_text(f"Everyone at {limit} points or more").wait_for()


def test_L4_the_end_of_a_round_tells_how_the_points_came_about(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_last_card, "Ann ranks", "Bob ranks", rules="league")
    reader = at_table(visitor, ann)
    lay_the_last_card(reader)
    view = bob.shown(lambda table: table["phase"] == "between")["view"]
    items = view["items"]["Bob ranks"]
    assert items["base"] == 100
    shown = reader.page.get_by_test_id("how")
    shown.first.wait_for()
    of_ann, of_bob = shown.all_inner_texts()
    assert of_ann == words("points.ranked", sum=200, players=2)
    assert of_bob.startswith(f"100 \N{MINUS SIGN} {items['lost']}, divided by 2")
    reader.press_button("menu.rules")
    reader.sheet.get_by_text(words("sheet.score.ranked_mixed")).wait_for()


def test_40_the_picker_never_covers_the_call(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_wild_and_one_more, "Ann wild", "Bob wild", keep="W ")
    reader = at_table(visitor, ann)
    reader.click(f"[data-hand='{reader.hand.index('W')}']")
    reader.until(lambda seen: seen["picks"])
    reader.click("[data-action=call]")
    reader.until(lambda seen: seen["call"]["on"] and seen["picks"], "One! can't be armed under the picker")
    reader.click("[data-pick='0']")
    bob.told(type="call", player="Ann wild")


def test_57_a_spectator_sees_no_hand_while_a_round_runs(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_last_card, "Ann seen", "Bob seen")
    eve = visitor()
    eve.come(ann.table["code"])  # no seat is free: the invitation is to watch
    eve.until(lambda seen: len(seen["seats"]) == 2)
    eve.page.get_by_text(words("turn.watching")).first.wait_for()
    seen = eve.look()
    assert seen["hand"] == []
    assert seen["draw"] is None
    assert seen["call"] is None
    faces = eve.page.locator("[data-hand], .hands [aria-label]").count()
    assert faces == 0
    last = next(text for text in ann.legal if text.startswith("play "))
    ann.must("act", action=last, version=ann.table["version"])
    eve.until(lambda seen: seen["over"])  # now the hands are open
    left = bob.shown(lambda table: table["phase"] != "playing")["view"]["hands"]["Bob seen"]
    assert eve.page.locator("section.end .hand .one").count() == len(left)


def test_a_spectator_without_a_name_gets_one_when_it_is_wanted_and_can_wait_for_a_seat(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = opened(guest, "Ann full", "Bob full")
    eve = visitor()
    eve.come(ann.table["code"])
    eve.page.get_by_text(words("turn.watching")).first.wait_for()
    assert ann.shown(lambda table: table["nameless"] == 1)
    eve.press_button("watch.queue")
    (name,) = ann.shown(lambda table: table["queue"])["queue"]
    eve.page.get_by_text(words("watch.queued", place=1)).wait_for()
    eve.press_button("menu")
    eve.sheet.get_by_text(name).first.wait_for()


def test_52_the_last_card_stays_visible_until_enter_or_a_moment(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_last_card, "Ann last", "Bob last")
    reader = at_table(visitor, ann)
    reader.press("ArrowRight", "Enter")
    if reader.look()["picks"]:
        reader.press("1")
    bob.shown(lambda table: table["phase"] != "playing")
    reader.until(lambda seen: seen["hand"] == [] and seen["pile"], "the table is gone at once")
    reader.press("Enter")
    reader.until(lambda seen: seen["over"])
