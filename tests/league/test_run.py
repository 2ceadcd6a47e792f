"""A run can stop anywhere and go on anywhere: in the end the store is the same, record for record."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from lastcard.league import LeagueError, Plan, Tally
from lastcard.league.standings import LEAST_DEALS
from lastcard.league.store import LeagueStore
from lastcard.parallel import processes
from support.league.leagues import NAME, dump, games, plan, played

pytestmark = pytest.mark.slow  # they play leagues into stores

DEALS = 12
ENDLESS = 100_000  # deals; a run that somebody must stop
COMMAND = [
    *(sys.executable, "-m", "lastcard", "league", "run", "--rules", "rounds"),
    *("--bots", "random,greedy,lazy", "--players", "2", "--seed", "1", "--rounds", str(ENDLESS)),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league that nobody interrupted, on one worker."""
    path = tmp_path_factory.mktemp("whole") / "league.db"
    ending = played(path, plan(), DEALS)
    assert (ending.games, ending.asked, ending.interrupted) == (6 * DEALS, 6 * DEALS, False)
    return path


def begins_like(part: dict[str, list[Any]], whole: dict[str, list[Any]]) -> bool:
    return all(rows == whole[name][: len(rows)] for name, rows in part.items())


def start(path: Path, *words: str) -> subprocess.Popen[str]:
    """A real run in a process group of its own, as in a terminal."""
    return subprocess.Popen(
        [*COMMAND, "--db", str(path), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def wait_until(what: Callable[[], bool]) -> None:
    """A minute is far more than it takes, on any machine."""
    for _ in range(6000):
        if what():
            return
        time.sleep(0.01)
    raise AssertionError("nothing happens")


def goes_on_like_new(path: Path, fresh: Path) -> bool:
    """Whether a store that somebody stopped, taken a little further, equals one that was played at once."""
    deals = games(path) // 6 + 2
    played(path, plan(), deals)
    played(fresh, plan(), deals)
    return dump(path) == dump(fresh)


def test_a_run_that_is_killed_goes_on_and_equals_one_that_was_not(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    running = start(path, "--workers", "2")
    wait_until(lambda: games(path) >= 8)
    children = psutil.Process(running.pid).children(recursive=True)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    assert len(children) >= 2
    assert psutil.wait_procs(children, timeout=30)[1] == []  # no worker is left behind
    assert goes_on_like_new(path, tmp_path / "fresh.db")


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    running = start(path, "--workers", "2")
    wait_until(lambda: games(path) >= 8)
    os.killpg(running.pid, signal.SIGINT)
    told, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in told
    done = f"{games(path):,} of {6 * ENDLESS:,} games are in {path}"
    assert f"Interrupted: {done}; the same command goes on." in told
    assert goes_on_like_new(path, tmp_path / "fresh.db")


def test_ctrl_c_at_any_moment_of_a_run_in_this_process(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    stops = 0

    def press(tally: Tally) -> None:
        if tally.played % 16 == 0:
            signal.raise_signal(signal.SIGINT)

    while played(path, plan(), DEALS, progress=press).interrupted:
        stops += 1
        assert begins_like(dump(path), dump(whole))
        assert stops < 100
    assert stops >= 3
    assert dump(path) == dump(whole)


def test_two_workers_play_the_same_league_as_one(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, plan(), DEALS, workers=2)
    assert dump(path) == dump(whole)


def test_a_dask_cluster_plays_the_same_league_even_if_a_worker_dies(
    whole: Path, tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    path = tmp_path / "league.db"

    def kill_one(tally: Tally) -> None:
        if tally.played >= 16:
            workers[0].kill()

    ending = played(path, plan(), DEALS, cluster=address, progress=kill_one)
    assert workers[0].wait() != 0
    assert ending.games == 6 * DEALS
    assert dump(path) == dump(whole)


def test_more_rounds_make_a_finished_league_longer(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, plan(), 3)
    assert games(path) == 18
    assert played(path, plan(), 2).games == 18  # fewer rounds change nothing
    played(path, plan(), 5)
    assert games(path) == 30
    assert begins_like(dump(path), dump(whole))


def clear_league() -> Plan:
    return plan("league", "random,hoarder", seed=3)


def test_a_league_stops_when_its_order_is_decided(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    ending = played(path, clear_league(), 100, until_decided=True)
    assert ending.decided_after == LEAST_DEALS
    assert ending.games == games(path) == 2 * LEAST_DEALS
    again = played(path, clear_league(), 100, until_decided=True)
    assert again == ending


def test_a_league_stops_at_the_same_game_on_any_number_of_workers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    played(one, clear_league(), 100, until_decided=True)
    played(two, clear_league(), 100, until_decided=True, workers=2)
    assert dump(one) == dump(two)


def test_equal_bots_are_not_decided(tmp_path: Path) -> None:
    league = plan(bots="random,again=random")
    ending = played(tmp_path / "league.db", league, LEAST_DEALS + 2, until_decided=True)
    assert (ending.decided_after, ending.games) == (None, 2 * (LEAST_DEALS + 2))


def test_a_league_without_a_game_can_still_be_another(tmp_path: Path) -> None:
    """As after a cluster that was not there."""
    path = tmp_path / "league.db"
    with LeagueStore(str(path), create=True) as store:
        store.begin(NAME, plan())
    played(path, plan(seed=2), 1)
    played(tmp_path / "fresh.db", plan(seed=2), 1)
    assert dump(path) == dump(tmp_path / "fresh.db")


def test_a_store_with_a_gap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, plan(), 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from game where number = 2")
    with pytest.raises(LeagueError, match="games are missing before game 5"):
        played(path, plan(), 2)


def test_workers_leave_ctrl_c_to_the_parent_from_their_first_moment() -> None:
    with processes(2, None) as (pool, at_once):
        assert at_once == 2
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


def test_a_bot_that_ends_its_worker_ends_the_run_in_one_line(tmp_path: Path) -> None:
    league = plan(bots="random,support.league.bad_bots:Deadly")
    with pytest.raises(LeagueError, match="a worker has died"):
        played(tmp_path / "league.db", league, 3, workers=2)
    assert games(tmp_path / "league.db") == 0
