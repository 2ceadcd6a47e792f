"""A person at the table in a real browser: every rulebook by clicks, one by keys alone, a refresh, axe."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
TITLES = {"classic": "Classic", "league": "League", "rounds": "Rounds", "fool108": "108 Fool"}
PATIENCE = 60


def take_name(page: Any, name: str) -> None:
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()


def open_table(page: Any, rules: str, name: str) -> None:
    """A table for two against a bot, through the form."""
    page.goto("/")
    page.get_by_role("button", name=TITLES[rules], exact=True).click()
    page.get_by_label("Seats", exact=True).fill("2")
    page.get_by_label("Pace of the bots").select_option("fast")
    page.get_by_role("button", name="Open the table").click()
    take_name(page, name)
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator("[data-hand]").first.wait_for()


def over(page: Any) -> bool:
    return bool(page.locator("section.end").count())


def by_clicks(page: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not over(page):
        assert time.monotonic() < end, "the round did not end"
        for choice in ("[data-pick='0']", ".one.ready, .one.now", "[data-hand][aria-disabled=false]"):
            if page.locator(choice).count():
                press(page, choice)
                break
        else:
            press(page, "[data-action=draw][aria-disabled=false]")
        page.wait_for_timeout(30)


def press(page: Any, where: str) -> None:
    """A real click in the middle of what is seen of a thing, if it is there."""
    box = page.evaluate(
        "s => { const e = document.querySelector(s); if (!e) return null; r = e.getBoundingClientRect();"
        " return [r.left + r.width / 2, r.top + r.height / 2] }",
        where,
    )
    if box:
        page.mouse.click(*box)


def by_keys(page: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not over(page):
        assert time.monotonic() < end, "the round did not end"
        if page.locator("[data-pick]").count():
            page.keyboard.press("2")
        elif (fit := page.locator("[data-hand][aria-disabled=false]")).count():
            at, wanted = page.evaluate(
                "() => [[...document.querySelectorAll('[data-hand]')].findIndex(e => e.matches('.selected')),"
                "+(document.querySelector('[data-hand][aria-disabled=false]')?.dataset.hand ?? 0)]"
            )
            if at != wanted and fit.count():
                page.keyboard.press("ArrowLeft" if wanted < at else "ArrowRight")
                continue
            if page.locator(".one.ready, .one.now").count():
                page.keyboard.press("o")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Space")
        page.wait_for_timeout(30)


@pytest.mark.slow
@pytest.mark.parametrize("rules", TITLES)
def test_a_round_by_clicks_ends_with_the_scores(page: Any, rules: str) -> None:
    open_table(page, rules, f"Click {rules}")
    by_clicks(page)
    assert page.locator("section.end h1").inner_text()
    assert page.get_by_text("Standing").count()


@pytest.mark.slow
def test_F12_a_round_by_keys_alone(page: Any) -> None:
    open_table(page, "classic", "Keys")
    by_keys(page)
    page.keyboard.press("p")
    page.locator("section.end").wait_for(state="detached")
    page.keyboard.press("q")
    assert page.get_by_text("Leave the table? A bot plays on for you.").is_visible()


def test_a_refresh_keeps_the_seat_and_the_hand(page: Any) -> None:
    open_table(page, "fool108", "Refresher")
    page.wait_for_timeout(400)
    hand = page.locator("[data-hand]").evaluate_all("all => all.map(e => e.dataset.card)")
    page.reload()
    page.locator("[data-hand]").first.wait_for()
    assert page.locator("[data-hand]").evaluate_all("all => all.map(e => e.dataset.card)") == hand


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: make client")
@pytest.mark.parametrize("path", ["/", "/replays", "/leaderboard", "/scores", "/haggle", "/rules"])
def test_axe_finds_nothing_on_a_page(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_timeout(500)
    assert violations(page) == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: make client")
def test_axe_finds_nothing_at_the_table_on_a_phone(page: Any) -> None:
    open_table(page, "classic", "Phone")
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []


def violations(page: Any) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
