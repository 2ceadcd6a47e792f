"""The kept matches of `lastcard play`: one file each, none lost, and as they were when they go on."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lastcard.game import Record
from lastcard.game.record import decode

pytestmark = pytest.mark.slow  # they start processes

PATIENCE = 60.0
QUIT = "q\ny\n"


def play(home: Path, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"XDG_DATA_HOME": str(home), "USER": "ann"}
    command = [sys.executable, "-m", "lastcard", "play", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, check=False, timeout=PATIENCE
    )


def matches(home: Path) -> list[Path]:
    """Those that can go on, the one played last first."""
    found = (home / "lastcard" / "matches").glob("match-*.json")
    return sorted(found, key=lambda path: -path.stat().st_mtime_ns)


def record(path: Path) -> Record:
    return decode(path.read_bytes())


class Terminal:
    """`lastcard play` at a pseudo-terminal of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        self.shown = ""
        env = os.environ | {"XDG_DATA_HOME": str(home), "USER": "ann", "TERM": "dumb"}
        self._end, theirs = pty.openpty()
        command = [sys.executable, "-m", "lastcard", "play", "--pace", "0", *words]
        self.child = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
        )
        os.close(theirs)

    def until(self, text: str) -> str:
        """Wait until this is on the screen, after what was waited for before."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            assert select.select([self._end], [], [], PATIENCE)[0], self.shown
            try:
                self.shown += os.read(self._end, 10_000).decode(errors="replace")
            except OSError:  # it has ended
                assert text in self.shown, self.shown
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def end(self, how: int = signal.SIGKILL) -> None:
        self.child.send_signal(how)
        self.child.wait(PATIENCE)
        os.close(self._end)


def test_a_start_that_fails_leaves_the_kept_match_where_it_is(tmp_path: Path) -> None:
    play(tmp_path, f"1\n{QUIT}", "rounds", "--players", "2", "--seed", "4")
    (kept,) = matches(tmp_path)
    before = kept.read_bytes()
    for words in (["--players", "99"], ["--bots", "no_such_bot"], ["--bot", "/no/such/program x"]):
        assert play(tmp_path, "", *words).returncode == 2
    assert [path.read_bytes() for path in matches(tmp_path)] == [before]
    assert play(tmp_path, QUIT, "--resume").returncode == 0


def test_resume_keeps_the_bots_the_house_rules_and_the_times(tmp_path: Path) -> None:
    how = ("--bots", "beginner,skilled", "--set", "stacking=same", "--pace", "0.1", "--time", "2")
    play(tmp_path, f"1\n{QUIT}", "classic", "--seed", "4", *how)
    (kept,) = matches(tmp_path)
    before = record(kept)
    assert before.terminal
    assert len(set(before.terminal.bots)) == 2
    assert play(tmp_path, QUIT, "--resume").returncode == 0
    after = record(kept)
    assert after.terminal == before.terminal
    assert (after.rules, after.set) == (before.rules, before.set)
    assert play(tmp_path, QUIT, "--resume", "--bots", "random").returncode == 0  # unless others are named
    changed = record(kept).terminal
    assert changed
    assert (changed.bots, changed.pace, changed.time) == (["random", "random"], 0.1, 2.0)


def test_a_new_match_takes_the_place_of_no_other(tmp_path: Path) -> None:
    for seed in "123":
        play(tmp_path, QUIT, "rounds", "--players", "2", "--seed", seed)
    assert len(matches(tmp_path)) == 3
    listed = play(tmp_path, "", "--list").stdout
    assert all(str(path) in listed for path in matches(tmp_path))
    last = play(tmp_path, QUIT, "--resume")
    assert "--resume " in last.stdout  # which of them is said


def test_the_single_file_of_earlier_versions_is_found(tmp_path: Path) -> None:
    play(tmp_path, f"1\n{QUIT}", "rounds", "--players", "2", "--seed", "4")
    (kept,) = matches(tmp_path)
    old = json.loads(kept.read_text(encoding="utf-8"))
    del old["terminal"]
    kept.unlink()
    single = tmp_path / "lastcard" / "last-match.json"
    single.write_text(json.dumps(old), encoding="utf-8")
    assert str(single) in play(tmp_path, "", "--list").stdout
    assert "your move>" in play(tmp_path, QUIT, "--resume").stdout
    assert record(single).terminal


def test_a_match_that_is_over_is_kept_and_not_gone_on_with(tmp_path: Path) -> None:
    how = ("rounds", "--players", "2", "--seed", "3", "--set", "rounds=1", "--pace", "0")
    assert "The match is over" in play(tmp_path, "1\n" * 3000, *how).stdout
    assert matches(tmp_path) == []
    assert len(list((tmp_path / "lastcard" / "matches").glob("finished-*.json"))) == 1
    done = play(tmp_path, "", "--resume")
    assert (done.returncode, done.stderr) == (2, "play: there is no kept match to go on with\n")


def test_two_terminals_play_two_matches_and_lose_nothing(tmp_path: Path) -> None:
    how = ("rounds", "--players", "2")
    one, two = Terminal(tmp_path, *how, "--seed", "1"), Terminal(tmp_path, *how, "--seed", "2")
    try:
        for terminal in (one, two, one, two):
            terminal.until("your move> ")
            terminal.type("1\n")
        for terminal in (one, two):
            terminal.until("your move> ")
        found = [record(path).rounds[0] for path in matches(tmp_path)]
        assert len({match.deck for match in found}) == 2
        for match in found:
            assert len([action for action in match.actions if action.startswith("Ann")]) >= 2
    finally:
        one.end()
        two.end()
    assert len(matches(tmp_path)) == 2


def test_resume_takes_the_newest_match_that_no_other_terminal_has_open(tmp_path: Path) -> None:
    for seed in "12":
        play(tmp_path, f"1\n{QUIT}", "rounds", "--players", "2", "--seed", seed)
    newer, older = matches(tmp_path)
    decks = [record(path).rounds[0].deck for path in (newer, older)]
    first = Terminal(tmp_path, "--resume")
    try:
        first.until("your move> ")
        second = Terminal(tmp_path, "--resume")
        try:
            second.until("your move> ")
            refused = play(tmp_path, "", "--resume")
            assert (refused.returncode, refused.stdout) == (2, "")
            assert "every kept match is open in another terminal" in refused.stderr
            refused = play(tmp_path, "", "--resume", str(newer))
            assert "this match is open in another terminal" in refused.stderr
            assert play(tmp_path, "", "--list").stdout.count("open in another terminal") == 2
        finally:
            second.end()
        again = play(tmp_path, QUIT, "--resume")  # one that was killed is free again
        assert again.returncode == 0
    finally:
        first.end()
    assert sorted(record(path).rounds[0].deck for path in matches(tmp_path)) == sorted(decks)


def test_a_file_from_elsewhere_runs_no_program(tmp_path: Path) -> None:
    play(tmp_path, f"1\n{QUIT}", "rounds", "--players", "2", "--seed", "4")
    (kept,) = matches(tmp_path)
    data: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    mark = tmp_path / "it-was-run"
    data["terminal"]["bots"] = [f"touch {mark}"]
    elsewhere = tmp_path / "gift.json"
    elsewhere.write_text(json.dumps(data), encoding="utf-8")
    done = play(tmp_path, QUIT, "--resume", str(elsewhere))
    assert done.returncode == 2
    assert "name it again with --bots" in done.stderr
    assert not mark.exists()
