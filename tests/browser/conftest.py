"""A server with the built client, and a Chromium; without them: skipped, loudly (in CI: failed)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lastcard.server.web.static_files import FOLDER
from server.people import Guest, Running, running

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from .people import AXE, PATIENCE, Reader

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DESK = {"width": 1366, "height": 800}
PHONE = {"width": 360, "height": 740}
# What a browser itself says when the server is away; tests that take it away allow it.
AWAY = ("WebSocket connection to", "Failed to load resource", "net::ERR_")


# One for the folder, not for the session: while Playwright is open its event loop runs in this thread.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    wanted = {"Chromium": CHROMIUM, "the built client": (FOLDER / "index.html").exists(), "axe": AXE.exists()}
    missing = [what for what, found in wanted.items() if not found]
    if missing:
        told = f"BROWSER TESTS LEFT OUT: {' and '.join(missing)} not here; see CONTRIBUTING.md"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    with sync_playwright() as one:
        browser = one.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("browser") / "tables.db")) as one:
        yield one


class Visitors:
    """Makes people, each with a browser of their own; any error in a console fails the test."""

    def __init__(self, chromium: Browser, base: str) -> None:
        self._chromium, self.base = chromium, base
        self._contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.away_allowed = False

    def __call__(self, token: str | None = None, **how: Any) -> Reader:
        """Somebody new, in English and without motion; or whoever has the token."""
        usual: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
        context = self._chromium.new_context(base_url=self.base, **(usual | how))
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        if token is not None:
            context.add_cookies([{"name": "lastcard", "value": token, "url": self.base}])
        return Reader(self.watched(context.new_page()))

    def tab(self, one: Reader) -> Reader:
        """Another tab of the same browser."""
        return Reader(self.watched(one.page.context.new_page()))

    def watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        if not (self.away_allowed and any(words in message.text for words in AWAY)):
            self.wrong.append(message.text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        assert self.wrong == []


@pytest.fixture
def visitor(chromium: Browser, server: Running) -> Iterator[Visitors]:
    one = Visitors(chromium, server.base)
    yield one
    one.close()


@pytest.fixture
def guest(server: Running) -> Iterator[Callable[[str], Guest]]:
    """People without a browser, on a socket: for bringing a table where a test begins."""
    made: list[Guest] = []

    def make(name: str) -> Guest:
        made.append(Guest(server.base, name))
        return made[-1]

    yield make
    for one in made:
        one.close()
