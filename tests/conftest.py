"""What several parts of the tests share."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.browser import needs

ALL_SLOW = re.compile(r"^pytestmark = (\[\s*)?pytest\.mark\.slow\b", re.M)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files in which every test is slow are not even imported for `make quick`."""
    if config.getoption("markexpr") != "not slow" or collection_path.suffix != ".py":
        return None
    return bool(ALL_SLOW.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The tests in a browser are left out where there is none."""
    inside = [item for item in items if item.path.is_relative_to(needs.TESTS)]
    if inside and needs.left_out():
        items[:] = [item for item in items if item not in inside]
        config.hook.pytest_deselected(items=inside)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line, at the end and only where they were asked for."""
    roots = [Path(config.invocation_params.dir, str(arg).partition("::")[0]).resolve() for arg in config.args]
    ignored = [Path(config.invocation_params.dir, one).resolve() for one in config.getoption("ignore") or ()]
    asked = any(needs.TESTS.is_relative_to(one) or one.is_relative_to(needs.TESTS) for one in roots)
    if asked and needs.TESTS not in ignored and needs.left_out():
        terminalreporter.write_line(needs.why(), yellow=True)


@pytest.fixture(autouse=True)
def _waits_for_no_compiler(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make quick` is quick right after an edit of the engine: a test that needs the compiler is slow."""
    if "numba" not in sys.modules or request.node.get_closest_marker("slow"):
        return
    from numba.core.dispatcher import Dispatcher

    def refuse(dispatcher: Any, signature: Any) -> None:
        pytest.fail(f"this test waits for the compiler ({dispatcher.py_func.__name__}): mark it slow")

    monkeypatch.setattr(Dispatcher, "compile", refuse)


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real scheduler and two real workers on this machine."""
    from distributed import Client

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    host, port = address.split(":")
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        host,
        "--port",
        port,
        "--no-dashboard",
    ]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard", "--no-nanny"]
    running = [subprocess.Popen(dask, **quiet)]
    try:
        running += [subprocess.Popen([*worker, "--nthreads", "1"], **quiet) for _ in range(2)]
        with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()
