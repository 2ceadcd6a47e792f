"""A server for every test, and guests whose sockets are closed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .people import Guest, Running, running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(str(tmp_path / "tables.db")) as one:
        yield one


@pytest.fixture
def guest(server: Running) -> Iterator[Callable[[str | None], Guest]]:
    made: list[Guest] = []

    def make(name: str | None = None) -> Guest:
        made.append(Guest(server.base, name))
        return made[-1]

    yield make
    for one in made:
        one.close()
