"""`lastcard play --bots`: people against their own bots, programs and classes, in the terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.cli import main
from support.bots import ROGUE
from support.bots.processes import left_behind, wait_until

pytestmark = pytest.mark.slow  # they start processes

ROOT = Path(__file__).parents[2]
SHED = ROOT / "examples" / "shed.py"


def program(path: Path, *words: str) -> str:
    return " ".join([sys.executable, "-I", "-S", str(path), *words])


def play(tmp_path: Path, *words: str, typed: str = "1\n" * 3000) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "USER": "ann"}
    command = [sys.executable, "-m", "lastcard", "play", *words]
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        env=env,
        cwd=ROOT / "examples",
        check=False,
        timeout=120,
    )


def test_play_against_a_program_a_class_and_a_level(tmp_path: Path) -> None:
    bots = f"{program(SHED, str(tmp_path))},careful:Careful,beginner"
    done = play(tmp_path, "rounds", "--bots", bots, "--seed", "3", "--set", "rounds=2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Rounds: Ann, shed, Careful, Gizmo.")
    assert "The match is over" in done.stdout
    assert "forfeits" not in done.stdout
    assert len([line for line in done.stdout.splitlines() if line.startswith("  shed played ")]) > 2
    (over,) = (tmp_path / "lastcard" / "matches").glob("finished-*.json")
    record = json.loads(over.read_text())
    assert len(record["rounds"]) == 2
    assert left_behind(f"{SHED} {tmp_path}") == []


def test_one_bot_takes_all_seats_and_one_with_a_comma_has_an_option(tmp_path: Path) -> None:
    words = ("rounds", "--bot", program(SHED, "a,b"), "--players", "3", "--set", "rounds=1")
    done = play(tmp_path, *words, typed="q\ny\n")
    assert done.stdout.startswith("Rounds: Ann, shed, shed-2.")


def test_a_bot_that_fails_forfeits_the_round_and_is_back_for_the_next(tmp_path: Path) -> None:
    spec = program(ROGUE, "dies", str(tmp_path))
    done = play(tmp_path, "rounds", "--bots", f"{spec},random", "--seed", "3", "--set", "rounds=2")
    assert done.returncode == 0
    told = done.stdout.splitlines()
    forfeits = [line for line in told if line.startswith("! rogue forfeits after")]
    assert len(forfeits) == 2
    assert all(": crashed: ended with exit code" in line for line in forfeits)
    assert "  `random` plays this seat to the end of the round." in told
    assert "The match is over" in done.stdout
    assert left_behind(f"{ROGUE} dies {tmp_path}") == []


def test_a_slow_bot_is_held_to_the_time_that_was_given(tmp_path: Path) -> None:
    spec = program(ROGUE, "leaves_daemons_and_waits", str(tmp_path))
    done = play(tmp_path, "rounds", "--bots", spec, "--players", "2", "--time", "0.05", "--set", "rounds=1")
    assert ": silent: no answer after 0.1 s, the limit is 0.05 s" in done.stdout
    assert left_behind(f"{ROGUE} leaves_daemons_and_waits {tmp_path}") == []


def test_a_match_goes_on_with_a_bot_of_its_own(tmp_path: Path) -> None:
    play(tmp_path, "rounds", "--players", "2", "--seed", "3", typed="1\nq\ny\n")
    done = play(tmp_path, "--resume", "--bots", program(SHED))
    assert "The match is over" in done.stdout
    more = play(tmp_path, "rounds", "--players", "2", "--seed", "3", typed="1\nq\ny\n")
    assert more.returncode == 0
    assert "2 bots for 1 seats" in play(tmp_path, "--resume", "--bots", "random,random").stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_bot_outlives_a_match_that_is_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C while a bot thinks, and a host that is killed."""
    spec = program(ROGUE, "leaves_daemons_and_waits", f"{tmp_path}/bot")
    command = [sys.executable, "-m", "lastcard", "play", "rounds", "--players", "2", "--seed", "3"]
    command += ["--bots", spec, "--time", "60", "--pace", "0"]
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env) as host:
        try:
            assert host.stdin
            host.stdin.write(b"1\n" * 200)
            host.stdin.flush()
            # The host, the supervisor, the bot and its two daemons.
            assert wait_until(lambda: len(left_behind(f"{tmp_path}/bot")) >= 5)
            host.send_signal(number)
            host.wait(timeout=20)
            told, complaint = host.communicate(timeout=20)
        finally:
            host.kill()
    assert complaint == b""
    if number == signal.SIGINT:
        assert host.returncode == 0
        assert b"The match is kept." in told
    wait_until(lambda: not left_behind(f"{tmp_path}/bot"))
    assert left_behind(f"{tmp_path}/bot") == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--bots", "nobody"], "play: there is no bot 'nobody'"),
        (["--bots", "nobody"], "levels are beginner, casual, skilled, master"),
        (["--bots", "./nothing"], "play: ./nothing: ./nothing: there is no such program"),
        (["--bots", "careful:Careless"], "careful:Careless: "),
        (["--bots", "random,random", "--players", "2"], "2 bots for 1 seats"),
        (["--bots", ","], "play: there is no bot ''"),
        (["--time", "0"], "--time: expected 0.01 to 3600 seconds"),
    ],
)
def test_bots_that_can_not_be_are_refused_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert says in said.err
