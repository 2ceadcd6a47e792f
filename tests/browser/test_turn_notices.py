"""A reader who looks elsewhere is told that it is their turn: by the page, and by a server with keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

import chromium as chromium_program
from support.browser.people import Reader, words
from support.browser.situations import Make, a_coloured_card, opened, staged
from support.browser.visitors import PHONE, Visitors
from support.server.people import QUICK, Guest, Running, running, wait_for

TOLD = """async () => {
  const registration = await navigator.serviceWorker.ready
  const told = await registration.getNotifications()
  return told.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
}"""
LOOKS = """(away) => {
  Object.defineProperty(document, 'hidden', { get: () => away, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
# A browser whose reader says yes, and that can't reach its maker's service.
WILLING = """() => {
  localStorage.setItem('offered', 'sound')
  window.prompts = 0
  window.ended = []
  const real = Notification.requestPermission
  Notification.requestPermission = () => { window.prompts += 1; return real.call(Notification) }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/' + Math.random()
  const keys = { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) }
  let one = null
  const unsubscribe = async () => { window.ended.push(endpoint); one = null; return true }
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    (one = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }), length: applicationServerKey.length })
  PushManager.prototype.getSubscription = async () => one
}"""


@pytest.fixture(scope="module")
def chromium(launch: Callable[[str | None], Browser]) -> Iterator[Browser]:
    """The whole program: notifications need one that can have windows."""
    with launch(chromium_program.find()) as browser:
        yield browser


def reading(visitor: Visitors, one: Guest, **how: Any) -> Reader:
    """Their browser, which lets the page tell them things once they have said so."""
    reader = visitor(one.token, service_workers="allow", permissions=["notifications"], **how)
    reader.page.add_init_script(f"({WILLING})()")
    reader.come(one.table["code"])
    reader.until(lambda seen: seen["hand"])
    return reader


def move(one: Guest) -> None:
    """Somebody on a socket draws and passes, until it is the other's turn."""
    one.shown(lambda table: table["view"]["turn"] == table["view"]["you"])
    while one.my_turn:
        assert (
            one.act(next(text for text in ("draw", "pass", one.legal[0]) if text in one.legal))["type"]
            == "ack"
        )


def told(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(TOLD)
    return found


def until_told(page: Page, count: int) -> list[dict[str, Any]]:
    return wait_for(lambda: len(found := told(page)) == count and [found])[0]  # type: ignore[no-any-return]


def offer(reader: Reader) -> Any:
    return reader.page.locator("[data-offer=notices]")


def test_it_is_offered_once_after_the_first_own_turn_and_tells_who_looks_elsewhere(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann elsewhere", "Bob elsewhere")
    code, reader = ann.table["code"], reading(visitor, ann, viewport=PHONE)
    assert offer(reader).count() == 0  # in their turn nobody is asked
    reader.by_click(reader.look())
    offer(reader).wait_for()
    assert reader.page.evaluate("() => window.prompts") == 0  # the browser asks after a tap, not before
    offer(reader).get_by_role("button", name=words("offer.yes")).click()
    offer(reader).wait_for(state="detached")
    assert reader.page.evaluate("() => window.prompts") == 1
    reader.page.evaluate(LOOKS, True)
    move(bob)
    (one,) = until_told(reader.page, 1)
    assert one == {
        "title": words("notices.turn", rules="Classic"),
        "body": words("notices.turn.text"),
        "tag": f"turn-{code}",
        "data": {"path": f"/t/{code}"},
    }
    assert reader.page.title() == words("turn.title")
    reader.page.evaluate(LOOKS, False)
    until_told(reader.page, 0)
    reader.page.reload()
    reader.until(lambda seen: seen["hand"])
    reader.press_button("menu")
    reader.page.get_by_role("button", name=words("notices.on")).click()
    reader.page.get_by_role("button", name=words("notices.off")).wait_for()  # remembered, and off again
    assert offer(reader).count() == 0


def test_who_says_no_or_looks_on_is_left_alone(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann declines", "Bob declines")
    reader = reading(visitor, ann)
    reader.by_click(reader.look())
    offer(reader).get_by_role("button", name=words("offer.no")).click()
    reader.page.evaluate(LOOKS, True)
    move(bob)
    reader.page.wait_for_function("(title) => document.title === title", arg=words("turn.title"))
    assert told(reader.page) == []
    assert reader.page.evaluate("() => window.prompts") == 0
    reader.page.reload()
    reader.until(lambda seen: seen["hand"])
    reader.by_click(reader.look())
    assert offer(reader).count() == 0


# ---- From the server ----


@pytest.fixture
def keyed(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Running, Visitors]]:
    """A server with keys; nobody is called, so that nothing leaves this machine."""
    pytest.importorskip("pywebpush")
    from lastcard.server.push.keys import make_keys

    settings = replace(QUICK, push_grace=3600)
    with running(str(tmp_path / "t.db"), settings, push_keys=make_keys(tmp_path / "k.pem")) as server:
        people = Visitors(chromium, server.base)
        yield server, people
        people.close()


def subscriptions(server: Running) -> list[Any]:
    from lastcard.server.storage.schema import subscriptions as table

    with server.server.store.reading() as connection:
        return list(connection.execute(table.select()))


def test_where_the_server_has_keys_the_browser_subscribes_and_forget_me_ends_it(
    keyed: tuple[Running, Visitors],
) -> None:
    server, visitor = keyed
    ann, _ = opened(partial(Guest, server.base), "Ann keyed", "Bob keyed")
    reader = reading(visitor, ann)
    reader.press_button("menu")
    reader.page.get_by_role("button", name=words("notices.off")).click()
    wait_for(lambda: subscriptions(server))
    (row,) = subscriptions(server)
    assert row.endpoint.startswith("https://fcm.googleapis.com/")
    reader.page.goto("/")
    reader.page.get_by_role("button", name="Ann keyed").click()
    reader.press_button("name.forget")
    reader.press_button("name.forget.sure")
    wait_for(lambda: not subscriptions(server))
    assert reader.page.evaluate("() => localStorage.getItem('notices')") is None


def push(page: Page, data: str) -> None:
    """What comes from the browser's push service, by Chromium's own tools."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(10)
    origin = page.evaluate("() => location.origin")
    how = {"origin": origin, "registrationId": found[-1], "data": data}
    session.send("ServiceWorker.deliverPushMessage", how)


def test_a_push_is_shown_in_the_readers_language_and_a_tap_leads_to_the_table(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = opened(guest, "Ann pushed", "Bob pushed")
    code, reader = ann.table["code"], reading(visitor, ann, locale="de")
    texts = json.loads(Path("client/src/messages/de.json").read_text(encoding="utf-8"))
    page = reader.page
    page.evaluate("() => localStorage.setItem('notices', 'on')")
    page.reload()
    page.wait_for_function("async () => (await caches.match('/words')) !== undefined")
    page.goto("/rules")  # the table is not in sight
    for wrong in ("", "no json", json.dumps({"type": "turn", "table": "../x"}), json.dumps({"type": "ad"})):
        push(page, wrong)
    push(page, json.dumps({"type": "turn", "table": code, "rules": "classic", "title": "Classic"}))
    (one,) = until_told(page, 1)
    title = texts["notices.turn"].replace("{rules}", texts["game.title.classic"])
    assert (one["title"], one["body"]) == (title, texts["notices.turn.text"])
    (worker,) = page.context.service_workers
    went = worker.evaluate("""async () => {
      const [notification] = await self.registration.getNotifications()
      return new Promise((then) => {
        self.clients.openWindow = async (path) => then(path)
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      })
    }""")
    assert went == f"/t/{code}"
    until_told(page, 0)
