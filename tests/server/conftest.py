"""A server for every module of tests, clean for every test, and guests whose sockets are closed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from support.server.people import SOCKETS, Guest, Running, running


@pytest.fixture(autouse=True)
def _sockets_are_closed() -> Iterator[None]:
    yield
    for one in list(SOCKETS):
        one.close()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("tables") / "tables.db")) as one:
        yield one


@pytest.fixture
def server(shared_server: Running) -> Iterator[Running]:
    yield shared_server
    for one in list(SOCKETS):
        one.close()
    shared_server.clean()


@pytest.fixture
def guest(server: Running) -> Callable[[str | None], Guest]:
    def make(name: str | None = None) -> Guest:
        return Guest(server.base, name)

    return make
