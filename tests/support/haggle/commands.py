"""Running the command, in this process or as one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from lastcard.haggle.cli import main

COMMAND = str(Path(sys.executable).with_name("haggle"))
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # as people have it


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


def run(*args: str, stdin: bytes = b"") -> Ran:
    """The command inside this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
    ):
        code = main(args)
    return Ran(code, out.getvalue(), err.getvalue())


def refused(*args: str, stdin: bytes = b"") -> str:
    """The one line of a command that must fail as G5 says."""
    ran = run(*args, stdin=stdin)
    check(ran)
    assert ran.code == 2, ran
    return ran.err


def check(ran: Ran) -> None:
    """G5: exit code 0, or 2 with one printable line on standard error and nothing on standard output."""
    assert ran.code in (0, 2), ran
    lines = ran.err.split("\n")
    assert lines[-1] == "", ran
    assert all(line.startswith("haggle: ") and len(line) > 12 for line in lines[:-1]), ran
    assert not any(ch < " " or ch == "\x7f" or "\ud800" <= ch <= "\udfff" for line in lines for ch in line), (
        ran
    )
    if ran.code == 2:
        assert ran.out == "", ran
        assert len(lines) == 2, ran
    else:
        assert ran.out.endswith("\n"), ran


def process(
    *args: str | bytes, env: dict[str, str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """The installed command, as a process."""
    return subprocess.run(
        [COMMAND, *args], input=stdin, capture_output=True, env=ENV | (env or {}), timeout=60
    )
