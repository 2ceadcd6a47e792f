"""A server with the built client, and a Chromium; without them the tests are skipped, loudly (not in CI)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

from lastcard.server.site import FOLDER
from server.people import Running, running

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
playwright = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    missing = (
        "Chromium" if CHROMIUM is None else "" if (FOLDER / "index.html").exists() else "the built client"
    )
    if missing:
        told = f"BROWSER TESTS LEFT OUT: {missing} is not here"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    with playwright.sync_playwright() as one:
        browser = one.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("browser") / "tables.db")) as one:
        yield one


@pytest.fixture
def page(chromium: object, server: Running) -> Iterator[object]:
    """A page of somebody new, in English, that fails the test for any error in its console."""
    context = chromium.new_context(  # type: ignore[attr-defined]
        base_url=server.base, viewport={"width": 1366, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(8000)
    one = context.new_page()
    wrong: list[str] = []
    one.on("pageerror", lambda error: wrong.append(str(error)))
    one.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield one
    context.close()
    assert not wrong
