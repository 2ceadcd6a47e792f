"""The table on a television, in the browser of somebody who plays: what is seen, and who stays seated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from playwright.sync_api import Route

from lastcard.server.tables import commands
from support.browser.people import Reader, violations, words
from support.browser.situations import LAZY, a_last_card, do, found, lay_the_last_card
from support.browser.visitors import Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
NAMES = ("Ann before the telly", "Bob before the telly")
SCREEN = {"width": 1920, "height": 1080}
# The size of the smallest letters, and what stands in them; cards are drawn.
SMALLEST = """() => {
  const scale = Number(document.querySelector('[data-scale]').dataset.scale)
  const texts = document.createTreeWalker(document.querySelector('.screen'), NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const [text, e] = [texts.currentNode.data.trim(), texts.currentNode.parentElement]
    if (text === '' || e.closest('svg, .unseen') || e.getClientRects().length === 0) continue
    found.push([parseFloat(getComputedStyle(e).fontSize) * scale, text])
  }
  return found.sort((a, b) => a[0] - b[0])[0]
}"""


def for_others(route: Route) -> None:
    """As if the server could be reached from other devices: then there is a QR code."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "for_others": "http://192.0.2.7:8000"})


def looked_at(screen: Reader, where: str) -> None:
    """It can be read from afar, and axe finds nothing."""
    screen.page.locator("[data-scale^='2.1']").wait_for()  # axe has looked at it in other sizes
    size, text = screen.page.evaluate(SMALLEST)
    assert size >= 28, f"{where}: {text!r} is {size} px large"
    assert {where: violations(screen.page)} == {where: []}


def opened_from_the_waiting_room(visitor: Visitors, reader: Reader, code: str) -> Reader:
    """By the link of the table, in a new tab."""
    reader.come(code)
    with reader.page.context.expect_page() as opened:
        reader.page.get_by_role("link", name=words("tv.open")).click()
    screen = Reader(visitor.watched(opened.value), reader.base)
    screen.page.wait_for_url(f"**/t/{code}/tv")
    return screen


def test_a_television_follows_the_table_while_its_browser_plays(visitor: Visitors, guest: Make) -> None:
    changes: dict[str, Any] = {**LAZY}
    seed, script = found(a_last_card, NAMES, "classic", tuple(changes.items()), 0, "")
    host, bob = guest(NAMES[0]), guest(NAMES[1])
    with patch.object(commands, "fresh", lambda: seed):
        code = host.must("create", seats=2, public=False, rules="classic", set=changes)["code"]
    reader = visitor(host.token, viewport=SCREEN)
    reader.page.context.route("**/api/about", for_others)
    screen = opened_from_the_waiting_room(visitor, reader, code)
    screen.page.get_by_role("img", name=words("wait.qr")).wait_for()
    screen.page.get_by_text(f"192.0.2.7:8000/t/{code}", exact=True).wait_for()
    bob.must("open", code=code, sit=True)
    screen.page.get_by_text(NAMES[1], exact=True).wait_for()
    looked_at(screen, "waiting room")

    reader.page.close()
    ann = host.again()
    ann.must("open", code=code)
    ann.must("start")
    bob.shown(lambda table: table["phase"] == "playing")
    for player, action in script:
        do([ann, bob], player, action)
    reader = visitor.tab(screen)
    reader.come(code)
    reader.until(lambda seen: len(seen["hand"]) == 1)
    seen = screen.until(lambda seen: NAMES[0] in seen["seats"] and "1 card" in seen["seats"][NAMES[0]])
    assert (seen["hand"], seen["catches"], list(seen["seats"])) == ([], [], list(NAMES))
    screen.page.locator(f"[data-turn={NAMES[0]!r}]").wait_for()
    screen.page.get_by_role("img", name=words("wait.qr")).wait_for()
    looked_at(screen, "in play")

    lay_the_last_card(reader)  # who sits in the same browser still plays
    screen.page.get_by_test_id("round-end").wait_for()
    first = screen.page.locator("[data-place='1']")
    assert NAMES[0] in first.inner_text()
    looked_at(screen, "round end")
    reader.press("p")
    bob.must("ready")
    screen.until(lambda seen: len(seen["seats"]) == 2 and not seen["over"])
    assert reader.page.get_by_text(words("net.elsewhere")).count() == 0

    ann = host.again()
    ann.must("open", code=code)
    ann.must("close")
    screen.page.get_by_role("link", name=words("notfound.back")).wait_for()
    looked_at(screen, "closed")
    ann.close()
