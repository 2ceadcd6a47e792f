"""`simulate` and `lastcard simulate`: the same on any number of threads, honest numbers, clean endings."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastcard
from lastcard.cli import main
from lastcard.engine import codes as c
from lastcard.errors import LastcardError
from lastcard.game.standing import standing
from lastcard.parallel import ClusterError
from lastcard.rulebooks import load
from lastcard.sim import Matches, Rounds, simulate
from lastcard.sim.batch import CHUNK
from lastcard.sim.summary import interval

pytestmark = pytest.mark.slow  # they wait for the compiler


def rounds(rules: str, **how: Any) -> Rounds:
    run = simulate(rules, **how)
    assert isinstance(run, Rounds)
    return run


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(threads: int) -> None:
    games = 2 * CHUNK + 17
    one = rounds("classic", players=3, games=games, seed=5, threads=1)
    more = rounds("classic", players=3, games=games, seed=5, threads=threads)
    assert (one.rows == more.rows).all()
    assert not (one.rows == rounds("classic", players=3, games=games, seed=6).rows).all()


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    short = rounds("league", games=100, seed=1)
    long = rounds("league", games=CHUNK + 100, seed=1)
    assert (short.rows == long.rows[:100]).all()


def test_counts_add_up() -> None:
    run = rounds("fool108", players=4, games=3000, seed=2, bots=["lazy", "random", "hoarder", "greedy"])
    assert sum(run.ends.values()) == run.games == 3000
    assert sum(run.wins) == run.ends["won"] == sum(run.last_cards.values())
    assert run.bots == ("lazy", "random", "hoarder", "greedy")
    assert run.complete
    league = rounds("league", players=3, games=2000, seed=2)
    assert (league.points.max(axis=1) == 100).all()
    assert (league.rows["reason"] == c.WON).all()


def test_matches_have_the_places_of_the_table() -> None:
    run = simulate("fool108", games=50, seed=3, matches=True)
    assert isinstance(run, Matches)
    for totals, places, count in zip(run.totals, run.places, run.rows["rounds"], strict=True):
        told = standing(load("fool108"), {str(i): int(n) for i, n in enumerate(totals)}, int(count))
        assert told.over
        assert list(told.places.values()) == places.tolist()
    assert min(run.wins) > 0


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"players": 11}, "rounds is for 2 to 10 players, not 11"),
        ({"bots": ["chess"]}, "there is no bot 'chess'"),
        ({"bots": ["random"] * 3}, "bots: expected 1 or 4, not 3"),
        ({"seed": -1}, "seed: expected 0 to"),
        ({"games": 0}, "games: expected at least 1"),
    ],
)
def test_what_cannot_be_simulated(how: dict[str, Any], says: str) -> None:
    with pytest.raises(LastcardError, match=says):
        simulate("rounds", **how)


def test_the_package_offers_simulate() -> None:
    assert lastcard.simulate is simulate
    with pytest.raises(AttributeError):
        lastcard.nothing  # noqa: B018


def test_wilsons_interval() -> None:
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == pytest.approx(0.0)
    assert interval(10, 10)[1] == pytest.approx(1.0)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run_(*words: str) -> str:
        assert main(["simulate", *words]) == 0
        return capsys.readouterr().out

    return run_


def test_json_for_programs(run: Callable[..., str]) -> None:
    data = json.loads(run("rounds", "--players", "2", "--games", "500", "--seed", "4", "--json"))
    assert {"games", "seconds", "games_per_second", "steps", "wins", "mean_turns", "ends"} <= set(data)
    assert (data["games"], sum(data["wins"]), data["ends"]["won"]) == (500, 500, 500)
    assert data["rules_hash"] == load("rounds").fingerprint
    assert data["version"] == lastcard.__version__


def test_a_summary_for_people(run: Callable[..., str]) -> None:
    told = run("classic", "--games", "500", "--bots", "greedy,random,random,random", "--seed", "1")
    assert "Seat 1   greedy   wins" in told
    assert "The first player wins" in told
    assert "Rounds" in run("rounds", "--games", "50", "--matches", "--seed", "1")


def test_csv_has_a_line_a_game(run: Callable[..., str]) -> None:
    table = list(csv.DictReader(io.StringIO(run("league", "--games", "40", "--seed", "2", "--csv"))))
    assert len(table) == 40
    assert {row["reason"] for row in table} == {"won"}
    assert all(row[f"points_{row['winner']}"] == "100" for row in table)
    matches = list(csv.DictReader(io.StringIO(run("rounds", "--games", "9", "--matches", "--csv"))))
    assert all("1" in (row["place_1"], row["place_2"], row["place_3"], row["place_4"]) for row in matches)


def test_parquet(run: Callable[..., str], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = str(tmp_path / "games.parquet")
    assert "40 games are in" in run("league", "--games", "40", "--seed", "2", "--parquet", path)
    table = parquet.read_table(path)
    assert table.num_rows == 40
    assert table.schema.metadata[b"rules_hash"].decode() == load("league").fingerprint


@pytest.mark.parametrize(
    "words", ["", "chess", "rounds --players 1", "rounds --games x", "rounds --json --csv"]
)
def test_bad_words_are_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_ctrl_c_keeps_every_chunk_that_is_done() -> None:
    added = []

    def interrupt(done: int) -> None:
        added.append(done)
        if len(added) == 3:
            raise KeyboardInterrupt

    run = rounds("rounds", games=100 * CHUNK, seed=1, threads=2, progress=interrupt)
    assert not run.complete
    assert 3 * CHUNK <= run.games < 100 * CHUNK
    assert (run.rows == rounds("rounds", games=run.games, seed=1).rows).all()


def test_ctrl_c_tells_what_is_done_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def press(games: int) -> Iterator[Callable[[int], None]]:
        yield lambda done: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("lastcard.cli.simulate._progress", press)
    assert main(["simulate", "rounds", "--games", str(100 * CHUNK), "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert (data["complete"], data["games"] % CHUNK) == (False, 0)


def test_arrays_are_arrays() -> None:
    run = rounds("rounds", games=10, seed=1)
    assert isinstance(run.points, np.ndarray)
    assert run.points.shape == (10, 4)
    assert run.first.tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]


def test_a_cluster_gives_the_same_games_even_if_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    here = rounds("classic", players=4, games=60 * CHUNK, seed=9, threads=2)
    told: list[int] = []

    def kill_one(done: int) -> None:
        told.append(done)
        if len(told) == 5:
            workers[0].kill()

    there = rounds("classic", players=4, games=60 * CHUNK, seed=9, cluster=address, progress=kill_one)
    assert workers[0].wait() != 0
    assert there.complete
    assert (here.rows == there.rows).all()


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(ClusterError, match="there is no Dask scheduler"):
        simulate("rounds", games=10, cluster="127.0.0.1:1")


@pytest.mark.parametrize("kind", ["html", "png", "svg"])
def test_plots(run: Callable[..., str], tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    run("rounds", "--games", "300", "--seed", "1", "--plot", str(path))
    data = path.read_bytes()
    assert data[:4] == b"\x89PNG" if kind == "png" else b"Wins by seat" in data
    assert b"<script src=" not in data  # it stands alone


def test_a_plot_of_no_known_kind_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "rounds", "--plot", "games.gif"]) == 2
    assert "expected a name that ends in .html, .png, .svg" in capsys.readouterr().err
