"""The page as an installed one: manifest, icons, and a service worker that starts it without a line."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Error, Page

from support.browser.needs import CLIENT
from support.browser.people import words
from support.browser.visitors import Visitors
from support.server.people import Guest, Running

WORKER = "() => navigator.serviceWorker.ready.then((one) => one.active.state !== 'redundant')"
KEPT = """async () => {
  const found = []
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname)
  return found
}"""


def installed(page: Page) -> None:
    """The service worker is there and has kept what it keeps."""
    page.goto("/")
    assert page.evaluate(WORKER)


def no_line(page: Page) -> CDPSession:
    """Say it again on a page that has just come: some versions of Chromium tell it only the one before."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    state = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    with suppress(Error):  # older ones, which need no telling, don't know it
        session.send("Network.overrideNetworkState", state)
    return session


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def test_the_manifest_names_icons_that_are_there_in_their_sizes(visitor: Visitors) -> None:
    page = visitor().page
    page.goto("/")
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.webmanifest"
    answer = page.request.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest: dict[str, Any] = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {"any", "maskable"} <= {one.get("purpose", "any") for one in manifest["icons"]}
    for icon in manifest["icons"]:
        got = page.request.get(icon["src"])
        assert got.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of(got.body()))) == icon["sizes"]
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert size_of(page.request.get(str(touch)).body()) == (180, 180)


def test_chromium_finds_nothing_that_keeps_the_page_from_being_installed(visitor: Visitors) -> None:
    page = visitor(service_workers="allow").page
    installed(page)
    session = page.context.new_cdp_session(page)
    wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in wrong if one["errorId"] != "in-incognito"] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_offline_the_page_says_so_in_the_readers_language_and_goes_on_by_itself(
    visitor: Visitors, guest: Any, language: str
) -> None:
    visitor.away_allowed = True
    texts = json.loads((CLIENT / "src" / "messages" / f"{language}.json").read_text(encoding="utf-8"))
    ann: Guest = guest(f"Ann offline {language}")
    ann.must("create", rules="classic", seats=2, bots="casual", start=True)
    reader = visitor(ann.token, service_workers="allow", locale=language)
    installed(reader.page)
    reader.page.context.set_offline(True)
    reader.page.goto(f"/t/{ann.table['code']}")
    said = no_line(reader.page)
    reader.page.get_by_role("heading", name=texts["offline.title"]).wait_for()
    reader.page.get_by_text(texts["offline.text"]).wait_for()
    said.detach()
    reader.page.context.set_offline(False)
    reader.until(lambda seen: seen["hand"])


def test_the_service_worker_keeps_the_shell_and_never_an_answer_of_the_server(visitor: Visitors) -> None:
    page = visitor(service_workers="allow").page
    installed(page)
    page.reload()
    page.get_by_role("button", name=words("lobby.now")).wait_for()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert [path for path in kept if path.startswith(("/api", "/ws", "/health"))] == []
    assert not any("TablePage" in path for path in kept)


def test_a_new_version_of_the_server_is_shown_at_the_next_visit_and_the_old_shell_goes(
    visitor: Visitors, server: Running
) -> None:
    """The service worker never answers for a server that can be reached."""
    page = visitor(service_workers="allow").page
    installed(page)
    files = server.server.static_files.files
    before = {name: files[name] for name in ("/index.html", "/sw.js")}
    (old,) = [name for name in page.evaluate("() => caches.keys()") if name.startswith("shell-")]
    version = old.removeprefix("shell-")
    try:
        page_now = before["/index.html"].body.replace(b"<title>lastcard", b"<title>lastcard two")
        worker_now = before["/sw.js"].body.replace(version.encode(), b"another12345")
        files["/index.html"] = before["/index.html"]._replace(body=page_now, packed=None, mark="two")
        files["/sw.js"] = before["/sw.js"]._replace(body=worker_now, packed=None, mark="two")
        with page.expect_response(lambda answer: answer.url.endswith("/")) as shown:
            page.reload()
        assert b"lastcard two" in shown.value.body()
        page.evaluate("() => navigator.serviceWorker.ready.then((one) => one.update())")
        names: list[str] = []
        while f"shell-{'another12345'}" not in names or old in names:
            page.wait_for_timeout(30)
            names = page.evaluate("() => caches.keys()")
    finally:
        files.update(before)


def test_the_service_worker_and_the_manifest_are_looked_up_again_each_time(
    server: Running, visitor: Visitors
) -> None:
    request = visitor().page.request
    for path in ("/sw.js", "/manifest.webmanifest", "/icon-192.png"):
        assert request.get(path).headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in request.get("/").headers["content-security-policy"]
