"""A server with the built client, and a Chromium; without them tests/conftest.py leaves this folder out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import chromium as chromium_program
from support.browser.needs import missing, why
from support.server.people import Guest, Running, give_up_name, running

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, sync_playwright

from support.browser.visitors import Visitors


# One for the folder, not for the session: while Playwright is open its event loop runs in this thread.
@pytest.fixture(scope="package")
def launch() -> Iterator[Callable[[str | None], Browser]]:
    if missing():
        pytest.fail(why())
    with sync_playwright() as one:
        yield lambda program: one.chromium.launch(executable_path=program, args=["--no-sandbox"])


@pytest.fixture(scope="package")
def chromium(launch: Callable[[str | None], Browser]) -> Iterator[Browser]:
    with launch(chromium_program.quick()) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("browser") / "tables.db")) as one:
        yield one


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
        give_up_name(server.base, one.token)
