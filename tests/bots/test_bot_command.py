"""`lastcard bot check` and `lastcard bot play` as people run them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

from lastcard.bots.check_positions import POSITIONS
from lastcard.cli import main
from lastcard.rulebooks import names
from support.bots import ROGUE

pytestmark = pytest.mark.slow  # they start processes


def rogue(name: str) -> str:
    return f"{sys.executable} -I -S {ROGUE} {name}"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run_(*words: str) -> tuple[int, str, str]:
        code = main(["bot", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run_


def test_check_of_a_good_bot(run: Any) -> None:
    code, out, err = run("check", "greedy")
    assert (code, err) == (0, "")
    assert "ok     fool108  a queen names a suit" in out
    count = len(POSITIONS) + len(names()) + 1  # a game of each rulebook, and one with house rules
    assert f"{count} tests: all right" in out.splitlines()[-1]


def test_check_of_a_bad_bot_says_what_is_wrong_and_shows_its_standard_error(run: Any) -> None:
    code, out, _ = run("check", "bots.test_registry:Raises")
    assert code == 1
    assert "WRONG  classic  a card that fits                     crashed: RuntimeError: no idea" in out
    assert '    |     raise RuntimeError("no idea")' in out


def test_check_ends_at_once_with_a_bot_that_does_not_start(run: Any) -> None:
    code, out, _ = run("check", rogue("dies_at_start"))
    assert code == 1
    assert "start: ended with exit code 1" in out
    assert "    | no licence found" in out
    assert "1 test: 1 wrong" in out


def test_check_takes_a_command_in_several_words(run: Any) -> None:
    code, out, _ = run("check", "--json", sys.executable, str(ROGUE), "dies_at_start")
    assert code == 1
    assert json.loads(out)["bot"].endswith("rogue.py dies_at_start")


def test_check_for_programs(run: Any) -> None:
    code, out, _ = run("check", "bots.test_registry:Cheats", "--json")
    told = json.loads(out)
    assert (code, told["ok"]) == (1, False)
    first = told["findings"][0]
    assert first["forfeit"]["reason"] == "illegal"
    assert set(first) == {"title", "rules", "answer", "slowest_ms", "forfeit", "stderr"}


def test_play_tells_one_game(run: Any) -> None:
    code, out, err = run("play", "random", "greedy", "--rules", "rounds", "--seed", "3")
    assert (code, err) == (0, "")
    assert out.startswith("Game 1: random, greedy; random is first\n")
    assert " wins the round." in out
    assert "Rounds, 1 game, seed 3" in out


def test_play_shows_a_forfeit_where_it_happens(run: Any) -> None:
    code, out, _ = run("play", rogue("dies"), "greedy", "--seed", "3")
    assert code == 0
    assert "! rogue forfeits after" in out
    assert "crashed: ended with exit code 3\n    | I can't go on\n" in out
    assert out.index("forfeits") < out.index("the round")
    assert "1 forfeited" in out


def test_play_counts_many_games_and_what_random_wins_is_not_the_bots(run: Any) -> None:
    words = ("play", "bots.test_registry:Raises", "random", "--games", "10", "--seed", "1")
    code, out, _ = run(*words, "--json")
    told = json.loads(out)
    assert code == 0
    assert told["counts"]["Raises"] == {"wins": 0, "forfeits": 10, "points": None}
    assert any(game["winner"] == "Raises" for game in told["games"])
    assert [game["players"][0] for game in told["games"]] == ["Raises", "random"] * 5
    assert "Raises  0 won (0%), 10 forfeited" in run(*words)[1]


def test_play_is_the_same_with_the_same_seed(run: Any) -> None:
    words = ("play", "random", "greedy", "lazy", "--rules", "league", "--games", "5", "--seed", "9", "--json")
    assert run(*words) == run(*words)


def test_play_with_house_rules(run: Any) -> None:
    code, out, _ = run("play", "random", "random", "--set", "seven_zero=on", "--seed", "1")
    assert code == 0
    assert "swaps hands with" in out or "All hands are passed on" in out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["check"],
        ["check", "nobody"],
        ["check", "greedy", "--time", "0"],
        ["check", "greedy", "--time", "nan"],
        ["play", "greedy"],
        ["play", "greedy", "nobody"],
        ["play", "greedy", "greedy", "--games", "0"],
        ["play", "greedy", "greedy", "--step", "--json"],
        ["play", "greedy", "greedy", "--rules", "chess"],
        ["play", "greedy", "greedy", "--set", "stacking=maybe"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Any, words: list[str]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["play", "--help"]])
def test_help_has_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        assert main(["bot", *words]) == 0
    assert '"python3 my_bot.py"' in capsys.readouterr().out


def test_step_waits_for_enter_at_a_terminal_and_q_quits() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "lastcard", "bot", "play", "random", "greedy", "--step", "--seed", "1"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as playing:
        os.close(theirs)
        shown = b""
        for key in (b"\n", b"\n", b"q\n"):
            while not shown.endswith(b"[Enter] "):
                shown += os.read(ours, 4096)
            os.write(ours, key)
            shown += os.read(ours, 4096)
        assert playing.wait(20) == 0
    os.close(ours)
    assert shown.count(b"[Enter]") == 3
    assert b"> random:" in shown
