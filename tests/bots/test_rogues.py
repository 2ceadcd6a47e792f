"""Bots that misbehave: each forfeits with the right reason, its seat plays on, no process stays behind."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lastcard.bots import Bot
from lastcard.bots.faults import Forfeit, Limits
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import create
from lastcard.rulebooks import load
from lastcard.table import Match, seeded

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs as bots need a Unix")

ROGUE = Path(__file__).with_name("rogue.py")
PLAYERS = ["Rogue", "Ann", "Bob"]
PATIENT = Limits(start=20, move=20)
SHORT = Limits(start=20, move=0.4)

# The rogue, its limits, the reason, a part of the detail. Those that need a clock fail at their first move.
CASES: list[tuple[str, Limits, str, str]] = [
    ("slow", SHORT, "slow", "the limit is 0.4 s"),
    ("silent", SHORT, "silent", "no answer after 0.8 s"),
    ("ignores_signals", SHORT, "silent", "no answer after 0.8 s"),
    ("does_not_read", SHORT, "silent", "no answer after 0.8 s"),
    ("stops", SHORT, "silent", "no answer after 0.8 s"),
    ("never_starts", Limits(start=0.5), "start", "no answer to the hello after 0.5 s"),
    ("dies_at_start", PATIENT, "start", "ended with exit code 1"),
    ("greets_wrongly", PATIENT, "start", "its answer to the hello is wrong"),
    ("speaks_another_version", PATIENT, "start", "it speaks protocol 99, not 1"),
    ("dies", PATIENT, "crashed", "ended with exit code 3"),
    ("is_killed", PATIENT, "crashed", "was killed by SIGSEGV"),
    ("answers_and_leaves", PATIENT, "crashed", "ended with exit code 0"),
    ("dies_before_its_children", PATIENT, "crashed", "ended with exit code 4"),
    ("kills_its_keeper", PATIENT, "crashed", "its keeper is gone"),
    ("eats_memory", Limits(start=20, move=20, memory=200 << 20), "crashed", "ended with exit code 1"),
    ("burns_time", Limits(start=20, move=20, cpu=1), "crashed", "used up its 1 seconds of CPU time"),
    ("endless_line", PATIENT, "flood", "a line of more than 8192 bytes"),
    ("long_line", PATIENT, "flood", "a line of more than 8192 bytes"),
    ("chatters", PATIENT, "flood", "more than 8192 bytes that nobody asked for"),
    ("grumbles", PATIENT, "flood", "bytes on standard error"),
    ("forks", PATIENT, "forks", "processes at once, 16 are allowed"),
    ("no_json", PATIENT, "nonsense", "play R7, please"),
    ("no_answer", PATIENT, "nonsense", "missing required field `action`"),
    ("no_utf8", PATIENT, "nonsense", ""),
    ("no_action", PATIENT, "nonsense", "'dance' is no action"),
    ("wrong_id", PATIENT, "nonsense", "the answer has id 77, the question had 3"),
    ("illegal_card", PATIENT, "illegal", "is not one of"),
    ("no_move", PATIENT, "illegal", "null, though it is in turn"),
    ("two_moves", PATIENT, "extra", "a second line after the answer to question 3"),
    ("second_thoughts", PATIENT, "extra", "a second answer to question 3"),
    ("closes_output", PATIENT, "silent", "closed its standard output"),
]
WELL_BEHAVED = ["honest", "leaves_children", "leaves_daemons", "starts_helpers", "looks_around"]


def table(name: str, mark: str, rules: str = "classic") -> tuple[Match, list[Bot]]:
    """A round that is dealt: the rogue, and two bots of the house."""
    book = load(rules)
    match = Match(book, PLAYERS, seeded(5))
    match.deal()
    spec = f"{sys.executable} -I -S {ROGUE} {name} {mark}"
    specs = [spec, "random", "greedy"]
    return match, [create(one, book, PLAYERS, seed) for seed, one in enumerate(specs)]


def played(match: Match, bots: Sequence[Bot], limits: Limits) -> list[Forfeit]:
    try:
        return play_round(match, bots, limits)
    finally:
        close(bots)


def left_behind(mark: str) -> list[str]:
    """The processes with this mark in their command line, alive or unburied."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue  # it has just ended
        if mark.encode() in words:
            found.append(process.name)
    return found


@pytest.mark.parametrize(("name", "limits", "reason", "detail"), CASES, ids=[case[0] for case in CASES])
def test_a_rogue_forfeits(name: str, limits: Limits, reason: str, detail: str, tmp_path: Path) -> None:
    match, bots = table(name, str(tmp_path))
    [forfeit] = played(match, bots, limits)
    assert (forfeit.seat, forfeit.reason) == (0, reason)
    assert detail in forfeit.detail
    assert match.game.over
    assert left_behind(str(tmp_path)) == []
    # `random` has played the seat on.
    assert any(seat == 0 for seat, _ in match.game.actions[forfeit.step :])


@pytest.mark.parametrize("name", WELL_BEHAVED)
def test_a_bot_that_answers_right_forfeits_nothing_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    match, bots = table(name, str(tmp_path))
    assert played(match, bots, PATIENT) == []
    assert match.game.over
    assert left_behind(str(tmp_path)) == []
