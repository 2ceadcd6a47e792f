"""Bots that misbehave: each forfeits with the right reason, its seat plays on, no process stays behind."""

from __future__ import annotations

import ast
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs

from lastcard.bots import Bot
from lastcard.bots.forfeits import Forfeit, Limits, SandboxMode
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import create
from lastcard.game import Match, seeded
from lastcard.rulebooks import load
from support.bots import ROGUE
from support.bots.processes import left_behind, wait_until
from support.bots.sandboxed import needs_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs as bots need a Unix"),
]

PLAYERS = ["Rogue", "Ann", "Bob"]
PATIENT = Limits(start=20, move=20)
SHORT = Limits(start=20, move=0.15)

# The rogue, its limits, the reason, a part of the detail. Those that need a clock fail at their first move.
CASES: list[tuple[str, Limits, str, str]] = [
    ("slow", Limits(start=20, move=0.5), "slow", "the limit is 0.5 s"),
    ("silent", SHORT, "silent", "no answer after 0.3 s"),
    ("ignores_signals", SHORT, "silent", "no answer after 0.3 s"),
    ("does_not_read", SHORT, "silent", "no answer after 0.3 s"),
    ("stops", SHORT, "silent", "no answer after 0.3 s"),
    ("never_starts", Limits(start=0.5), "start", "no answer to the hello after 0.5 s"),
    ("dies_at_start", PATIENT, "start", "ended with exit code 1"),
    ("greets_wrongly", PATIENT, "start", "its answer to the hello is wrong"),
    ("speaks_another_version", PATIENT, "start", "it speaks protocol 99, not 1"),
    ("dies", PATIENT, "crashed", "ended with exit code 3"),
    ("is_killed", PATIENT, "crashed", "was killed by SIGSEGV"),
    ("answers_and_leaves", PATIENT, "crashed", "ended with exit code 0"),
    ("dies_before_its_children", PATIENT, "crashed", "ended with exit code 4"),
    ("eats_memory", Limits(start=20, move=20, memory=200 << 20), "crashed", "ended with exit code 1"),
    ("burns_time", Limits(start=20, move=20, cpu=1), "crashed", "used up its 1 seconds of CPU time"),
    ("endless_line", PATIENT, "flood", "a line of more than 8192 bytes"),
    ("long_line", PATIENT, "flood", "a line of more than 8192 bytes"),
    ("chatters", PATIENT, "flood", "more than 8192 bytes that nobody asked for"),
    ("grumbles", PATIENT, "flood", "bytes on standard error"),
    ("forks", PATIENT, "forks", "more than 16 processes at once"),
    ("bombs", PATIENT, "forks", "more than 16 processes at once"),
    ("no_json", PATIENT, "nonsense", "play R7, please"),
    ("no_answer", PATIENT, "nonsense", "missing required field `action`"),
    ("no_utf8", PATIENT, "nonsense", ""),
    ("deep_json", PATIENT, "nonsense", ""),
    ("half_a_character", PATIENT, "nonsense", ""),
    ("no_action", PATIENT, "nonsense", "'dance' is not an action"),
    ("wrong_id", PATIENT, "nonsense", "the answer has id 77, the question had 3"),
    ("illegal_card", PATIENT, "illegal", "is not one of"),
    ("no_move", PATIENT, "illegal", "null, though it is in turn"),
    ("two_moves", PATIENT, "extra", "a second line after the answer to question 3"),
    ("second_thoughts", PATIENT, "extra", "a second answer to question 3"),
]
WELL_BEHAVED = [
    "honest",
    "leaves_children",
    "leaves_daemons",
    "starts_helpers",
    "forgets_its_dead",
    "looks_around",
]


# What they do to the two processes of their supervisor; in the sandbox they can't even see them.
ATTACKS = [
    ("kills_its_keeper", "its supervisor is gone"),
    ("kills_its_keeper_and_leaves_daemons", "its supervisor is gone"),
    ("kills_its_guard", "its supervisor is gone"),
    ("stops_its_keeper", "its supervisor was stopped"),
    ("stops_its_guard", "its supervisor was stopped"),
    ("stops_both", "its supervisor was stopped"),
]


@pytest.fixture(params=["off", "on"], ids=["unconfined", "sandbox"])
def mode(request: pytest.FixtureRequest) -> SandboxMode:
    """The promises hold with and without a sandbox."""
    if request.param == "on":
        needs_sandbox()
    chosen: SandboxMode = request.param
    return chosen


def table(name: str, mark: str, rules: str = "rounds") -> tuple[Match, list[Bot]]:
    """A round that is dealt: the rogue, and two bots of the house."""
    rulebook = load(rules)
    match = Match(rulebook, PLAYERS, seeded(5))
    match.deal()
    spec = f"{sys.executable} -I -S {ROGUE} {name} {mark}"
    specs = [spec, "random", "greedy"]
    return match, [create(one, rulebook, PLAYERS, seed) for seed, one in enumerate(specs)]


def played(match: Match, bots: Sequence[Bot], limits: Limits) -> list[Forfeit]:
    try:
        return play_round(match, bots, limits)
    finally:
        close(bots)


@pytest.mark.parametrize(("name", "limits", "reason", "detail"), CASES, ids=[case[0] for case in CASES])
def test_a_rogue_forfeits(
    name: str, limits: Limits, reason: str, detail: str, mode: SandboxMode, tmp_path: Path
) -> None:
    match, bots = table(name, str(tmp_path))
    [forfeit] = played(match, bots, structs.replace(limits, sandbox=mode))
    assert (forfeit.seat, forfeit.reason) == (0, reason)
    assert detail in forfeit.detail
    assert match.round.over
    assert left_behind(str(tmp_path)) == []
    # `random` has played the seat on.
    assert any(seat == 0 for seat, _ in match.round.actions[forfeit.step :])


@pytest.mark.parametrize(("name", "detail"), ATTACKS, ids=[case[0] for case in ATTACKS])
def test_stopping_or_killing_the_supervisor_costs_the_game_at_once_and_leaves_nothing(
    name: str, detail: str, tmp_path: Path
) -> None:
    match, bots = table(name, str(tmp_path))
    [forfeit] = played(match, bots, Limits(start=20, move=3600, sandbox="off"))
    assert (forfeit.seat, forfeit.reason, forfeit.detail) == (0, "crashed", detail)
    wait_until(lambda: not left_behind(str(tmp_path)))  # those that were killed are gone in a moment
    assert left_behind(str(tmp_path)) == []


def test_a_bot_that_closes_its_output_is_silent_at_once(tmp_path: Path) -> None:
    """In the sandbox bwrap has the pipe too, so there the clock finds it."""
    match, bots = table("closes_output", str(tmp_path))
    [forfeit] = played(match, bots, structs.replace(PATIENT, sandbox="off"))
    assert (forfeit.seat, forfeit.reason, forfeit.detail) == (0, "silent", "closed its standard output")
    assert left_behind(str(tmp_path)) == []


@pytest.mark.parametrize("name", ["kills_its_keeper", "stops_its_keeper", "closes_output"])
def test_in_the_sandbox_a_bot_has_no_supervisor_to_stop(name: str, tmp_path: Path) -> None:
    needs_sandbox()
    match, bots = table(name, str(tmp_path))
    [forfeit] = played(match, bots, Limits(start=20, move=1, sandbox="on"))
    assert (forfeit.seat, forfeit.reason) == (0, "silent")
    assert left_behind(str(tmp_path)) == []


@pytest.mark.parametrize("name", WELL_BEHAVED)
def test_a_bot_that_answers_right_forfeits_nothing_and_leaves_nothing(
    name: str, mode: SandboxMode, tmp_path: Path
) -> None:
    match, bots = table(name, str(tmp_path))
    assert played(match, bots, structs.replace(PATIENT, sandbox=mode)) == []
    assert match.round.over
    assert left_behind(str(tmp_path)) == []


def test_a_bot_finds_nothing_of_ours(tmp_path: Path) -> None:
    """Its own folder and session, no file of ours; Python itself may set LC_CTYPE."""
    match, bots = table("looks_around", str(tmp_path))
    assert played(match, bots, structs.replace(PATIENT, sandbox="off")) == []
    written = getattr(bots[0], "stderr", "")
    environment, rest = re.fullmatch(r"({.*}) (.*)\n", written).groups()  # type: ignore[union-attr]
    own = {key: value for key, value in ast.literal_eval(environment).items() if key != "LC_CTYPE"}
    assert own == {"HOME": own["HOME"], "TMPDIR": own["HOME"], "PATH": "/usr/local/bin:/usr/bin:/bin"}
    assert rest == "[] True"
    assert not Path(own["HOME"]).exists()


def test_what_a_bot_wrote_to_standard_error_is_kept_with_its_forfeit(tmp_path: Path) -> None:
    match, bots = table("dies", str(tmp_path))
    [forfeit] = played(match, bots, PATIENT)
    assert forfeit.stderr == "I can't go on\n"


def test_of_a_flood_on_standard_error_the_end_is_kept(tmp_path: Path) -> None:
    match, bots = table("grumbles", str(tmp_path))
    [forfeit] = played(match, bots, PATIENT)
    assert 4000 < len(forfeit.stderr) <= 8192


def test_a_game_with_a_forfeit_can_be_repeated(tmp_path: Path) -> None:
    records = []
    for _ in range(2):
        match, bots = table("illegal_card", str(tmp_path), "classic")
        played(match, bots, PATIENT)
        records.append(match.record())
    assert records[0] == records[1]


def test_a_bot_that_failed_is_started_again_for_the_next_round(tmp_path: Path) -> None:
    match, bots = table("dies", str(tmp_path))
    try:
        first = play_round(match, bots, PATIENT)
        match.deal()
        second = play_round(match, bots, PATIENT)
    finally:
        close(bots)
    assert [one.reason for one in first + second] == ["crashed", "crashed"]
    assert second[0].step > 0


def test_a_bot_lives_on_from_round_to_round(tmp_path: Path) -> None:
    match, bots = table("looks_around", str(tmp_path))
    try:
        for _ in range(2):
            assert play_round(match, bots, PATIENT) == []
            match.deal()
    finally:
        close(bots)
    assert getattr(bots[0], "stderr", "").count("\n") == 1  # it has looked around once


def test_several_rogues_at_one_table_and_the_game_goes_on(tmp_path: Path) -> None:
    rulebook = load("classic")
    names = ["dies", "no_json", "endless_line", "honest"]
    match = Match(rulebook, names, seeded(1))
    match.deal()
    specs = [f"{sys.executable} -I -S {ROGUE} {name} {tmp_path}" for name in names]
    bots = [create(spec, rulebook, names, 0) for spec in specs]
    forfeits = played(match, bots, PATIENT)
    assert {names[one.seat]: one.reason for one in forfeits} == {
        "dies": "crashed",
        "no_json": "nonsense",
        "endless_line": "flood",
    }
    assert match.round.over
    assert left_behind(str(tmp_path)) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_bot_outlives_us(number: signal.Signals, tmp_path: Path) -> None:
    """Killed, asked to end or interrupted: the bots' children end with us."""
    mark = str(tmp_path)
    spec = f"{sys.executable} -I -S {ROGUE} leaves_daemons_and_waits {mark}/bot"
    command = [sys.executable, "-m", "lastcard", "bot", "play", spec, "random", "--time", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as host:
        wait_until(lambda: len(left_behind(f"{mark}/bot")) >= 5)  # host, supervisor, bot, two daemons
        host.send_signal(number)
        _, complaint = host.communicate(timeout=20)
    assert host.returncode == (130 if number == signal.SIGINT else -number)
    assert b"Traceback" not in complaint
    assert complaint.count(b"\n") <= 1  # where there is no sandbox, that is said
    wait_until(lambda: not left_behind(f"{mark}/bot"))
    assert left_behind(f"{mark}/bot") == []
