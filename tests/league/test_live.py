"""The standings on a terminal while a league is played."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from lastcard.cli.league_live import standings
from lastcard.league import Outcome, Tally


def test_the_table_shows_everybody_and_takes_no_name_for_markup() -> None:
    tally = Tally(["[red]Ann", "Bob"])
    tally.add(Outcome(0, 0, (0, 1), (5, 100), 1, (3, 0), ("slow", None)))
    page = io.StringIO()
    Console(file=page, width=100).print(standings(tally))
    lines = page.getvalue().splitlines()
    assert lines[1].split()[:4] == ["1", "Bob", "1", "1"]
    assert "[red]Ann" in lines[2]
    assert "forfeits: slow 1" in lines[2]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_a_terminal_gets_progress_and_a_pipe_does_not(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    words = ["run", "--rules", "rounds", "--bots", "random,greedy", "--players", "2", "--rounds", "20"]
    command = [sys.executable, "-m", "lastcard", "league", *words, "--workers", "1"]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    told, _ = running.communicate()
    assert running.returncode == 0
    assert b"40 games are in league.db." in told
    assert b"\x1b" not in told
    assert b"greedy" in shown
    assert b"/40" in shown
    piped = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert piped.stderr == b""
