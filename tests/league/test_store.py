"""The store: its tables, what it refuses, and that it never holds a game twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from lastcard.league import LeagueError, Plan
from lastcard.league.play import FixtureJob
from lastcard.league.schema import metadata
from lastcard.league.store import LeagueStore
from support.league.leagues import NAME, dump, plan, played

pytestmark = pytest.mark.slow  # they play leagues into stores


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "league.db"


def test_migrations_make_the_tables_that_the_code_uses(path: Path) -> None:
    with LeagueStore(str(path), create=True) as store, store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    with closing(sqlite3.connect(path)) as connection_:
        assert connection_.execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_league_comes_back_as_it_was_written(path: Path) -> None:
    league = plan("fool108", "random,again=random,lazy", sizes=(2, 3), seed=2**63 - 1)
    with LeagueStore(str(path), create=True) as store:
        assert store.plan(NAME) is None
        store.begin(NAME, league)
        store.begin("other", plan())
    with LeagueStore(str(path)) as store:
        assert store.plan(NAME) == league
        assert store.names() == [NAME, "other"]


def test_a_game_can_not_be_stored_twice_and_a_failed_batch_leaves_nothing(path: Path) -> None:
    league = plan()
    with LeagueStore(str(path), create=True) as store:
        store.begin(NAME, league)
        first, second, third = FixtureJob(league).run(0, 3)
        store.add(NAME, [first, second])
        before = dump(path)
        with pytest.raises(LeagueError, match="another run is playing this league"):
            store.add(NAME, [third, second])
        assert dump(path) == before
        assert store.count(NAME) == 2


def test_two_leagues_in_one_file_do_not_meet(path: Path) -> None:
    league = plan()
    played(path, league, deals=1)
    with LeagueStore(str(path)) as store:
        store.begin("other", plan(seed=5))
        store.add("other", FixtureJob(plan(seed=5)).run(0, 1))
        assert (store.count(NAME), store.count("other")) == (6, 1)
        assert store.record("other", 0) != store.record(NAME, 0)
        assert store.record("other", 1) is None


def test_files_that_are_no_stores_are_refused_and_left_alone(path: Path) -> None:
    with pytest.raises(LeagueError, match="there is no such file"):
        LeagueStore(str(path))
    assert not path.exists()
    path.write_text("a letter to somebody, long enough to be one" * 20)
    with pytest.raises(LeagueError, match="is not a league's store"):
        LeagueStore(str(path), create=True)
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table recipes (name text)")
    before = path.read_bytes()
    with pytest.raises(LeagueError, match="is not a league's store"):
        LeagueStore(str(path), create=True)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(path: Path) -> None:
    LeagueStore(str(path), create=True).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update alembic_version set version_num = 'v999'")
    with pytest.raises(LeagueError, match="newer version"):
        LeagueStore(str(path))


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (plan("classic"), r"other rules \(rounds "),
        (plan(bots="random,greedy,hoarder"), r"other bots \(random, greedy, lazy\)"),
        (plan(sizes=(3,)), r"other players \(2\)"),
        (plan(seed=9), r"other seed \(1\)"),
    ],
)
def test_other_settings_are_refused_and_change_nothing(path: Path, other: Plan, says: str) -> None:
    played(path, plan(), deals=1)
    before = dump(path)
    with pytest.raises(LeagueError, match=says):
        played(path, other, deals=1)
    assert dump(path) == before
