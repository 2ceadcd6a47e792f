"""People with a browser of their own each; any error in a console fails the test."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from support.browser.people import PATIENCE, Reader
from support.server.people import give_up_name

DESK = {"width": 1366, "height": 800}
PHONE = {"width": 360, "height": 740}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# What a browser itself says when the server is away; tests that take it away allow it.
AWAY = ("WebSocket connection to", "Failed to load resource", "net::ERR_")


class Visitors:
    """Makes people, each with a browser of their own; any error in a console fails the test."""

    def __init__(self, chromium: Browser, base: str) -> None:
        self._chromium, self.base = chromium, base
        self._contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.away_allowed = False

    def __call__(self, token: str | None = None, **how: Any) -> Reader:
        """Somebody new, in English, without motion or a service worker; or the person of the token."""
        usual: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
        usual["service_workers"] = "block"  # what it fetches can't be watched or held back
        context = self._chromium.new_context(base_url=self.base, **(usual | how))
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        if token is not None:
            context.add_cookies([{"name": "lastcard", "value": token, "url": self.base}])
        return Reader(self.watched(context.new_page()), self.base)

    def tab(self, one: Reader) -> Reader:
        """Another tab of the same browser."""
        return Reader(self.watched(one.page.context.new_page()), self.base)

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
            token = next((one["value"] for one in context.cookies() if one["name"] == "lastcard"), None)
            context.close()
            give_up_name(self.base, token)
        assert self.wrong == [], self.wrong
