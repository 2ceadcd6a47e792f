"""Before a league every bot is started once; one that does not start costs nobody else a game."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

from lastcard.bots.forfeits import Limits
from lastcard.bots.program import ProcessBot
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import create
from lastcard.cli import main
from lastcard.game import Match, seeded
from lastcard.league import Entrant, LeagueError, Plan, entrant
from lastcard.league.store import LeagueStore
from lastcard.rulebooks import load
from support.bots import ROGUE
from support.bots.processes import wait_until
from support.league.leagues import NAME, games, played

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs as bots need a Unix"),
]


def rogue(name: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", str(ROGUE), name])


def league(spec: str) -> Plan:
    return Plan(load("rounds"), (Entrant("mine", spec), entrant("random")), (2,), 1)


def test_a_bot_that_never_says_hello_does_not_make_the_others_forfeit() -> None:
    players = ["Mute", "Ann", "Bob"]
    match = Match(load("rounds"), players, seeded(5))
    match.deal()
    specs = [rogue("never_starts"), rogue("honest"), rogue("honest")]
    bots = [create(spec, match.rulebook, players, 0) for spec in specs]
    try:
        forfeits = play_round(match, bots, Limits(start=2, move=20))
    finally:
        close(bots)
    assert [(one.seat, one.reason) for one in forfeits] == [(0, "start")]


def test_a_hello_that_came_in_time_counts_though_we_looked_for_it_later() -> None:
    """As after another bot has used up the whole time to start."""
    limits = Limits(start=3, move=20)
    bot = create(rogue("honest"), load("rounds"), ["Ann", "Bob"], 0)
    assert isinstance(bot, ProcessBot)
    try:
        bot.start(limits)
        over = time.monotonic() + limits.start
        assert wait_until(lambda: time.monotonic() > over)
        bot.ready()
    finally:
        bot.close()


def test_a_command_that_does_not_start_is_an_error_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--rules", "rounds", "--bots", "random", "--bot", f"mine={rogue('dies_at_start')}"]
    assert main(["league", "run", *words, "--players", "2", "--rounds", "1"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    [line] = [line for line in told.err.splitlines() if "does not start" in line]
    assert "bots: mine: " in line
    assert "ended with exit code 1 (no licence found)" in line
    assert list(tmp_path.iterdir()) == []


def test_a_bot_that_no_longer_starts_leaves_its_league_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, league(rogue("honest")), deals=1)
    with pytest.raises(LeagueError, match=r"mine: .* does not start: ended with exit code 1"):
        played(path, league(rogue("dies_at_start")), deals=2)
    assert games(path) == 2
    with LeagueStore(str(path)) as store:
        assert store.plan(NAME) == league(rogue("honest"))


def test_a_league_goes_on_when_a_command_is_corrected(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, league(rogue("dies")), deals=1)
    assert played(path, league(rogue("honest")), deals=2).games == 4
    with LeagueStore(str(path)) as store:
        assert store.plan(NAME) == league(rogue("honest"))
        forfeits = [one.forfeits for one in store.outcomes(NAME)]
    assert [any(row) for row in forfeits] == [True, True, False, False]


def test_another_of_our_own_bots_is_another_league(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, league("greedy"), deals=1)
    with pytest.raises(LeagueError, match="has other bots"):
        played(path, league("lazy"), deals=2)
