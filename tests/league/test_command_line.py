"""`lastcard league`: what people type and what they get."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lastcard.cli import main
from lastcard.game.record import decode
from lastcard.league.store import LeagueStore
from lastcard.rulebooks import load
from support.league.leagues import NAME, dump

pytestmark = pytest.mark.slow  # they play leagues into stores

Run = Callable[..., str]
ONCE: list[tuple[bytes, str]] = []  # a league's store, and what its run printed


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command in a folder of its own; its standard output."""
    monkeypatch.chdir(tmp_path)

    def run_(*words: str) -> str:
        assert main(["league", *words]) == 0
        return capsys.readouterr().out

    return run_


def begin(run: Run, *words: str) -> str:
    """A small league in this folder, and what was printed. It is played once, then copied."""
    if not words and ONCE:
        (store, printed), *_ = ONCE
        Path("league.db").write_bytes(store)
        return printed
    how = ("--players", "3", "--rounds", "2", "--seed", "5", "--workers", "1")
    printed = run("run", "--rules", "league", "--bots", "random,greedy,lazy", *how, *words)
    if not words:
        ONCE.append((Path("league.db").read_bytes(), printed))
    return printed


def test_a_run_prints_the_table_and_where_the_games_are(run: Run) -> None:
    told = begin(run)
    assert told.startswith("League, tables of 3: 12 games on 2 deals, seed 5\n")
    assert told.endswith("12 games are in league.db.\n")
    assert "higher is better" in told
    assert run("table") in told
    assert "The order is not decided after 2 deals." in begin(run, "--until-decided")


def test_what_is_not_said_again_is_as_stored(run: Run, tmp_path: Path) -> None:
    begin(run)
    assert "18 games on 3 deals, seed 5" in run("run", "--rounds", "3", "--workers", "1")
    assert len(dump(tmp_path / "league.db")["game"]) == 18


def test_the_table_for_programs(run: Run) -> None:
    begin(run)
    data = json.loads(run("table", "--json"))
    assert (data["games"], data["deals"], data["mixed"], data["seed"]) == (12, 2, False, 5)
    assert data["rules_hash"] == load("league").fingerprint
    assert [row["rank"] for row in data["table"]] == [1, 2, 3]
    means = [row["mean"] for row in data["table"]]
    assert means == sorted(means, reverse=True)
    for row in data["table"]:
        assert {"name", "spec", "games", "wins", "total", "low", "high", "lead", "rating"} <= set(row)
        assert row["mean"] == row["total"] / row["games"]
    assert sum(row["wins"] for row in data["table"]) == 12


def test_mixed_table_sizes_are_played_and_warned_of(run: Run, tmp_path: Path) -> None:
    told = begin(run, "--players", "2,3")
    assert "24 games on 2 deals" in told
    assert "Note: This league mixes tables of 2 and 3 players" in told
    assert json.loads(run("table", "--json"))["mixed"] is True
    page = Path(run("report", "--out", "page").strip()).read_text(encoding="utf-8")
    assert "mixes tables of 2 and 3 players" in page


def test_penalties_say_that_lower_is_better(run: Run) -> None:
    words = ("--rules", "fool108", "--bots", "random,greedy", "--players", "2", "--rounds", "2")
    assert "lower is better" in run("run", *words, "--workers", "1")
    assert json.loads(run("table", "--json"))["low_is_good"] is True


def test_every_game_can_be_replayed_from_the_store(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(run)
    told = run("game", "7")
    assert told.startswith("Game 7, deal 1 of league 'league'\nRound 1: ")
    text = run("game", "7", "--record")
    assert len(decode(text).rounds) == 1
    Path("seven.json").write_text(text, encoding="utf-8")
    assert main(["replay", "seven.json"]) == 0
    assert told.endswith(capsys.readouterr().out)
    assert main(["replay", "seven.json", "--json"]) == 0
    final = capsys.readouterr().out
    assert run("game", "7", "--json") == final
    with LeagueStore("league.db") as store:
        (outcome,) = [one for one in store.outcomes(NAME) if one.number == 7]
    assert tuple(json.loads(final)["scores"].values()) == outcome.points


def test_csv_has_a_line_for_every_seat_and_parquet_the_same(run: Run) -> None:
    begin(run)
    rows = list(csv.DictReader(io.StringIO(run("export", "--csv"))))
    assert len(rows) == 36
    assert {row["bot"] for row in rows} == {"random", "greedy", "lazy"}
    assert sum(int(row["won"]) for row in rows) == 12
    assert all(row["points"] == "100" for row in rows if row["won"] == "1")
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run("export", "--parquet", "games.parquet") == "36 rows are in games.parquet\n"
    table = parquet.read_table("games.parquet")
    assert table.schema.metadata[b"rules_hash"].decode() == load("league").fingerprint
    told = [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in table.to_pylist()
    ]
    assert told == rows


def test_the_report_stands_alone_and_links_to_records_that_replay(run: Run, tmp_path: Path) -> None:
    begin(run)
    path = Path(run("report", "--out", "a/b").strip())
    page = path.read_text(encoding="utf-8")
    for title in ("Standings", "Head to head", "Rating over time", "Luck against skill", "lopsided games"):
        assert title in page
    assert "Forfeits" not in page
    assert "<script" not in page
    assert not re.findall(r"(?:https?:)?//[a-z]", page)  # nothing from anywhere else
    links = re.findall(r'href="([^"]*)"', page)
    assert len(links) == 10
    for link in links:
        assert main(["replay", str(path.parent / link)]) == 0


def test_forfeits_are_told_wherever_the_league_is(run: Run) -> None:
    bots = "random,<i>bad=support.league.bad_bots:Crash"
    told = run(
        *("run", "--rules", "rounds", "--bots", bots, "--players", "2", "--rounds", "1", "--workers", "1")
    )
    assert "forfeits: crashed 2" in told
    assert json.loads(run("table", "--json"))["table"][1]["forfeits"] == {"crashed": 2}
    told = run("game", "0")
    assert "<i>bad forfeits at action" in told
    assert "crashed: ended or raised an error" in told
    assert "RuntimeError: a <b>bug</b>" in told
    page = Path(run("report", "--out", "page").strip()).read_text(encoding="utf-8")
    assert "Forfeits" in page
    assert "&lt;i&gt;bad" in page
    assert "<i>bad" not in page
    assert "crashed" in run("export", "--csv")


def test_the_last_words_of_a_bot_can_be_stored_and_shown_whatever_they_are(run: Run) -> None:
    words = ("--bots", "random,bad=support.league.bad_bots:Garbage", "--players", "2", "--rounds", "1")
    run("run", "--rules", "rounds", *words, "--workers", "1")
    told = run("game", "1")
    assert r"\ud800" in told
    assert told.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("chess", "there is no command 'chess'"),
        ("run --bots random,greedy", "name a rulebook"),
        ("run --rules league", "name the bots"),
        ("run --rules league --bots random,chess", "there is no bot 'chess'"),
        ("run --rules league --bots random --players 2", "tables of 2 need 2 bots, not 1"),
        ("run --rules league --bots random,greedy --players x", "--players: expected a number"),
        ("run --rules league --bots random,greedy --rounds 0", "rounds: expected at least 1"),
        ("run --rules league --bots random,greedy --workers 0", "--workers: expected at least 1"),
        ("run --rules league --bots random,greedy --workers 1 --cluster x", "not allowed with"),
        ("run --rules league --bots random,greedy --db :memory:", "expected the name of a file"),
        ("run --rules league --bots random,greedy --db no/league.db", "unable to open database file"),
        (
            f"run --rules league --bots {','.join(f'b{n}=random' for n in range(30))} --players 9",
            "every deal",
        ),
        ("table", "there is no such file"),
        ("report", "--out"),
        ("export --db nowhere.db --csv", "there is no such file"),
    ],
)
def test_bad_words_are_one_line_and_leave_no_file(
    words: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["league", *words.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert told.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("game 99", "league.db has no game 99; it has 12, numbered from 0"),
        ("table --name other", "there is no league 'other'; there are: league"),
        ("run --seed 6", "league 'league' has other seed (5): choose another --db or --name"),
        ("report --out league.db", "can't be written"),
    ],
)
def test_bad_words_about_a_league_that_is_there(
    run: Run, words: str, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    begin(run)
    before = dump(tmp_path / "league.db")
    assert main(["league", *words.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert told.err.count("\n") == 1
    assert dump(tmp_path / "league.db") == before


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["league", "run", "--help"])
    assert "lastcard league run --rules league --bots" in capsys.readouterr().out
    assert main(["league", "--help"]) == 0
