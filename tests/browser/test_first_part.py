"""The page comes in parts: what the lobby needs, the words of one language, and a part that can't be had."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Page, Request, Route

from support.browser.people import words
from support.browser.visitors import Visitors

LIMIT = 70_000  # bytes of script to the lobby, packed
SCRIPTS = re.compile(r"/assets/[^/]+\.js$")


def part(name: str) -> re.Pattern[str]:
    """The script of a part of the page."""
    return re.compile(rf"/assets/{name}-[^/]+\.js$")


def gone(route: Route) -> None:
    route.fulfill(status=404, body="{}")


def play_now(page: Page) -> None:
    page.get_by_role("button", name=words("lobby.now")).wait_for()


def test_the_lobby_needs_less_than_70_kb_of_script_and_nothing_of_the_table(visitor: Visitors) -> None:
    page = visitor().page
    page.route(part("TablePage"), lambda _: None)  # it never comes
    asked: list[str] = []
    page.on("response", lambda response: asked.append(response.url))
    page.goto("/")
    play_now(page)
    needed = [url for url in asked if SCRIPTS.search(url) and not part("(TablePage|Sprite)").search(url)]
    sizes = {url: len(gzip.compress(page.request.get(url).body(), 9)) for url in needed}
    assert len(sizes) >= 3, asked
    assert sum(sizes.values()) < LIMIT, sizes


def test_only_the_texts_of_the_readers_language_are_loaded(visitor: Visitors) -> None:
    page = visitor(locale="ru-RU").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request(part("TablePage")):  # the last that comes by itself
        page.goto("/")
    page.locator("html[lang=ru]").wait_for()
    texts = [found[1] for url in asked if (found := re.search(r"/assets/(..)-[^/]+\.js$", url))]
    assert set(texts) == {"ru"}


def test_the_table_is_here_before_play_now_is_clicked(visitor: Visitors) -> None:
    page = visitor().page
    with page.expect_request_finished(lambda request: bool(part("TablePage").search(request.url))):
        page.goto("/")


def test_a_part_that_does_not_come_is_said_and_comes_at_the_next_try(visitor: Visitors) -> None:
    visitor.away_allowed = True
    reader = visitor()
    page = reader.page
    page.route(part("Haggle"), lambda route: route.abort())
    page.goto("/")
    page.get_by_role("link", name=words("nav.haggle")).click()
    page.get_by_text(words("net.part")).wait_for()
    page.get_by_role("link", name=words("nav.haggle")).wait_for()  # the way to all else is still there
    page.unroute(part("Haggle"))
    reader.press_button("net.retry")
    page.get_by_role("heading", name=words("haggle.title")).wait_for()
    page.get_by_text(words("net.part")).wait_for(state="detached")


def test_a_part_of_an_older_version_that_is_gone_means_a_new_version(visitor: Visitors) -> None:
    visitor.away_allowed = True
    page = visitor().page
    page.goto("/")
    play_now(page)
    page.route(part("Haggle"), gone)

    def newer(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"build": "another"})

    page.route("**/api/about", newer)
    page.get_by_role("link", name=words("nav.haggle")).click()
    page.get_by_text(words("net.old")).wait_for()
    assert page.get_by_text(words("net.part")).count() == 0
    page.unroute(part("Haggle"))
    page.unroute("**/api/about")
    page.get_by_role("button", name=words("net.reload")).click()
    page.get_by_role("heading", name=words("haggle.title")).wait_for()


def test_without_its_first_part_the_page_is_not_blank(visitor: Visitors) -> None:
    visitor.away_allowed = True
    page = visitor().page
    page.route(part("start"), lambda route: route.abort())
    page.goto("/")
    page.get_by_text("lastcard could not be loaded").wait_for()


def test_what_the_page_asks_first_is_asked_once(visitor: Visitors) -> None:
    page = visitor().page
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.goto("/")
    play_now(page)
    assert len([one for one in asked if one.url.endswith("/api/about")]) == 1
