"""Play with people: two strangers press the same button, in browsers of their own, and sit at one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from playwright.sync_api import Browser

from support.browser.people import Reader, words
from support.browser.visitors import TOUCH, Visitors
from support.server.people import QUICK, Running, running


@pytest.fixture(scope="module")
def waiting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Its tables of strangers wait for as long as it takes."""
    patient = msgspec.structs.replace(QUICK, quick_wait=600, quick_next=600)
    with running(str(tmp_path_factory.mktemp("strangers") / "tables.db"), patient) as one:
        yield one


@pytest.fixture
def stranger(chromium: Browser, waiting_server: Running) -> Iterator[Callable[..., Reader]]:
    visitors = Visitors(chromium, waiting_server.base)
    yield visitors
    visitors.close()


def look_for_people(one: Reader, name: str, rules: str) -> None:
    one.take_name(name)
    one.page.goto("/")
    one.page.get_by_role("radio", name=words(f"game.title.{rules}")).check()
    one.press_button("lobby.people")
    one.page.get_by_test_id("strangers").wait_for()


def test_strangers_find_each_other_wait_or_start_and_play(stranger: Callable[..., Reader]) -> None:
    ann, bob = stranger(), stranger(**TOUCH)
    look_for_people(ann, "Ann looks", "rounds")
    ann.page.get_by_text("600").wait_for()  # bots join in so many seconds
    look_for_people(bob, "Bob looks", "rounds")
    assert ann.page.url == bob.page.url
    ann.page.get_by_text("Bob looks").first.wait_for()
    ann.press_button("quick.start")
    ann.page.get_by_role("button", name=words("quick.ready")).wait_for()
    bob.press_button("quick.start")
    for one, other in ((ann, "Bob looks"), (bob, "Ann looks")):
        seen = one.until(lambda seen: seen["hand"], "nothing was dealt")
        assert other in seen["seats"]
        assert len(seen["seats"]) == 3  # the other and two bots


def test_whoever_has_a_seat_elsewhere_is_asked_and_a_search_can_be_cancelled(
    stranger: Callable[..., Reader],
) -> None:
    cid = stranger()
    code = cid.open_table("rounds", "Cid sits")
    cid.page.goto("/")
    cid.press_button("lobby.people")
    cid.press_button("quick.seated.back")
    cid.page.wait_for_url(f"**/t/{code}")
    cid.page.goto("/")
    cid.press_button("lobby.people")
    cid.press_button("quick.seated.leave")
    cid.page.get_by_test_id("strangers").wait_for()
    assert not cid.page.url.endswith(code)
    cid.press_button("quick.cancel")
    cid.page.get_by_role("button", name=words("lobby.people")).wait_for()
    assert cid.page.url.rstrip("/").count("/") == 2
