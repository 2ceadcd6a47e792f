"""The end of a match: places, ratings, moments that open the replay, and no button out of sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from lastcard.game import Match, Seed
from lastcard.game.moments import moments
from lastcard.server.tables import commands
from support.browser.people import Reader, box, violations, words
from support.browser.situations import at_table
from support.browser.visitors import Visitors
from support.server.people import Guest, fetch, opened, play_out

Make = Callable[[str], Guest]
DESK = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
# With stacking somebody takes many cards at once: something to tell.
HOW: dict[str, Any] = {"set": {"rounds": 1, "stacking": "any"}, "pace": "fast", "rules": "classic"}


@cache
def seed_with_moments() -> bytes:
    """A seed with which people who play as `play_out` does have something to tell."""
    for number in range(200):
        seed = number.to_bytes(32, "big")
        match = Match("classic", ["Ann", "Bob", "Cid"], **HOW["set"])
        round = match.deal_from(Seed(seed))
        while not round.over:
            legal = round.legal()
            match.play(round.state.turn, next((action for action in legal if action.call), legal[0]))
        if len(moments(match.record())) > 1:
            return seed
    raise AssertionError("no such deal")


def finished(guest: Make, *names: str) -> list[Guest]:
    """People whose match is over."""
    with patch.object(commands, "fresh", seed_with_moments):
        people = opened(lambda name: guest(str(name)), *names, **HOW, public=False)
    people[0].must("start")
    for one in people:
        one.shown(lambda table: table["phase"] == "playing")
    play_out(people, lambda table: table["phase"] == "over")
    return people


def at_the_end(visitor: Visitors, one: Guest, **how: Any) -> Reader:
    reader = at_table(visitor, one, **how)
    reader.page.locator("section.end[data-match=over]").wait_for()
    return reader


def test_a_match_that_was_left_is_among_my_games_and_can_be_watched(visitor: Visitors, guest: Make) -> None:
    how: dict[str, Any] = {"rules": "rounds", "set": {"rounds": 3}, "pace": "fast", "public": False}
    people = opened(lambda name: guest(str(name)), "Walburga left", "Eustach left", **how)
    people[0].must("start")
    for one in people:
        one.shown(lambda table: table["phase"] == "playing")
    play_out(people, lambda table: table["phase"] == "between")
    for one in people:
        one.must("leave")
    reader = visitor(people[0].token)
    reader.page.goto("/replays?mine")
    row = reader.page.locator("a[href^='/replay/']")
    row.wait_for()
    assert words("replays.left", count=1).removesuffix("s") in row.inner_text()
    row.click()
    reader.page.locator("[data-fair=true]").wait_for()
    other = visitor()  # a private table's match is listed for nobody else
    other.page.goto("/replays")
    other.page.get_by_role("heading", name=words("replays.title")).wait_for()
    assert other.page.get_by_text("Walburga left").count() == 0


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_end_of_a_match_tells_places_ratings_and_moments(
    screen: dict[str, Any], visitor: Visitors, guest: Make
) -> None:
    suffix = "desk" if screen is DESK else "phone"
    people = finished(guest, *(f"{name} {suffix}" for name in ("Ottilie", "Kasimir", "Zebulon")))
    for one in people:
        one.shown(lambda table: table["phase"] == "over")
    one = next(one for one in people if one.view["hand"])  # who has lost
    told = fetch(f"{one.base}/api/games/{one.table['game']}/end").json()
    reader = at_the_end(visitor, one, **screen)
    page = reader.page
    assert page.locator(".confetti").count() == 1  # a person has won
    ratings = page.get_by_test_id("rating")
    ratings.first.wait_for()
    assert ratings.count() == 3
    seat = next(seat for seat in told["game"]["seats"] if seat["place"] == 1)
    first = ratings.first.inner_text()
    assert [int(number) for number in re.findall(r"\d+", first)][:2] == [1000, seat["rating_after"]]
    assert len(told["moments"]) > 1
    links = page.get_by_test_id("moments").locator("a")
    assert links.count() == len(told["moments"])
    if screen is DESK:  # axe looks at it on a phone too
        assert violations(page) == []
    height = screen["viewport"]["height"]
    for button in page.locator("section.end footer button").all():
        place = box(button)
        assert place["y"] + place["height"] <= height
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= screen["viewport"]["width"]
    share = box(page.get_by_test_id("share"))
    assert share["y"] + share["height"] <= height
    if screen is DESK:  # where the system has no sheet, the picture is saved and the link copied
        with page.expect_download() as download:
            page.get_by_test_id("share").click()
        assert download.value.suggested_filename == f"lastcard-{one.table['game']}.png"
    moment = told["moments"][-1]
    links.last.scroll_into_view_if_needed()
    links.last.click()
    page.wait_for_url(
        re.compile(rf"/replay/{one.table['game']}\?round={moment['round']}&step={moment['step']}$")
    )
