"""The store: what was acknowledged is there after kill -9, and the tables are those of the migrations."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import alembic.autogenerate
import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext

from lastcard.cli import main
from lastcard.server.common import clock
from lastcard.server.storage import history
from lastcard.server.storage import people as people_storage
from lastcard.server.storage.identity import DAY
from lastcard.server.storage.schema import games, log, metadata, people, rooms
from lastcard.server.storage.store import Store, default_url
from lastcard.server.tables import events as e
from support.server.databases import postgresql
from support.server.people import (
    Guest,
    Process,
    Running,
    fetch,
    refusal,
    register,
    running,
    submit,
    wait_for,
)


@pytest.mark.slow
def test_after_kill_9_everything_that_was_acknowledged_stands(tmp_path: Path) -> None:
    db = str(tmp_path / "tables.db")
    first = Process(db)
    ann, bob = Guest(first.base, "Ann"), Guest(first.base, "Bob")
    code = ann.must("create", seats=2, timer=300)["code"]
    bob.must("open", code=code, sit=True)
    ann.must("say", text="before the crash")
    ann.must("start")
    for one in (ann, bob):
        one.must("skip")  # the draw for dealer
    for one in (ann, bob):
        one.shown(lambda t: t["phase"] == "playing")
    one = ann if ann.my_turn else bob
    version, action = one.table["version"], one.legal[0]
    done = one.command("act", id="last", version=version, action=action)
    for other in (ann, bob):
        other.shown(lambda t: t["version"] >= done["version"])
    before = {"ann": ann.table, "bob": bob.table}
    first.end()
    second = Process(db, int(first.base.rpartition(":")[2]))
    assert "1 table restored" in second.line
    back = Guest(second.base, "Ann", ann.token), Guest(second.base, "Bob", bob.token)
    for person, name in zip(back, ("ann", "bob"), strict=True):
        assert person.heard[0]["me"]["table"] == code
        person.must("open", code=code)
        for field in ("version", "n", "phase", "view", "standing", "fairness", "host", "round"):
            assert person.table[field] == before[name][field]
    events = [e for m in back[0].heard for e in m.get("events", ())]
    assert any(e.get("text") == "before the crash" for e in events)
    again = back[0] if one is ann else back[1]
    assert again.command("act", id="last", version=version, action=action) == done  # 24
    mover = back[0] if back[0].my_turn else back[1]
    clock, old = mover.table["clock"], before["ann"]["clock"]  # 37: the time that was left
    assert clock["deadline"] - mover.table["now"] <= old["deadline"] - before["ann"]["now"] + 3000
    assert mover.act(mover.legal[0])["type"] == "ack"
    second.child.send_signal(signal.SIGTERM)
    assert mover.until(lambda m: m["type"] == "closing")["why"]  # 77
    got = second.end(signal.SIGTERM)
    for secret in (ann.token or "", bob.token or ""):
        assert secret
        assert secret not in got  # tokens are in no log
        assert secret.encode() not in Path(db).read_bytes()  # and not at rest


def test_the_tables_are_those_of_the_migrations(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert alembic.autogenerate.compare_metadata(context, metadata) == []
    store.close()


def test_a_database_that_is_not_ours_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.db"
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text("create table other (id integer)"))
    engine.dispose()
    before = path.read_bytes()
    for db in (str(path), "nosuch://x/y", str(tmp_path / "no" / "folder.db")):
        assert main(["serve", "--no-browser", "--port", "0", "--db", db]) == 2
        got = capsys.readouterr().err
        assert got.startswith("--db: ")
        assert got.count("\n") == 1
    assert path.read_bytes() == before


WRONG_OPTIONS = {
    "--port": ("70000", "-1", "1.5", "x", ""),
    "--origin": (
        "cards",
        "http://a b",
        "http://x:99999",
        "http://[::1",
        "ftp://x",
        "http://u@x",
        "http://x/y",
    ),
    "--host": ("256.1.1.1", "192.0.2.1", "", " "),
    "--db": ("", " ", "sqlite://", "sqlite:///:memory:", "postgresql://host:port/x"),
    "--nonsense": ("x",),
}


@pytest.mark.parametrize(
    "words", [[name, value] for name, values in WRONG_OPTIONS.items() for value in values], ids=" ".join
)
def test_wrong_options_are_one_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unused = tmp_path / "unused.db"
    assert main(["serve", "--no-browser", "--port", "0", "--db", str(unused), *words]) == 2
    got = capsys.readouterr().err
    assert got.count("\n") == 1
    assert words[0] in got  # it says which
    assert not unused.exists()


@pytest.mark.slow
def test_the_usual_file_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = os.umask(0)
    try:
        file = Path(default_url().removeprefix("sqlite:///"))
        with running(default_url()) as server:
            register(server.base, "Ann")
            kept = sorted(file.parent.iterdir())
            assert [path.stat().st_mode & 0o777 for path in kept] == [0o600] * len(kept)
    finally:
        os.umask(before)
    assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
def test_names_are_reserved_once_however_they_are_written(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db")) as server:
        register(server.base, "Zoë K")
        blank = "\u034f", "\u115f", "\u2800", "\u3164", "\ufe0f", "\uffa0", "\U000e0100"
        for same in ("zoë k", "ZOË  K", "Zoe\u0308 K", "Zo\u200bëK", *(f"Zoë{one} K" for one in blank)):
            answer = submit(f"{server.base}/api/me", json={"name": same}, headers={"origin": server.base})
            assert refusal(answer), same
            assert answer.json()["suggestion"]
        for name in ("a:b", "".join(blank), "\u3164"):
            wrong = submit(f"{server.base}/api/me", json={"name": name}, headers={"origin": server.base})
            assert refusal(wrong), name


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    yield str(folder / "t.db")


BOTH = pytest.mark.parametrize("database", [sqlite, pytest.param(postgresql, marks=pytest.mark.slow)])
Database = Callable[[Path], AbstractContextManager[str]]


def names_in(server: Running) -> list[str]:
    with server.server.store.reading() as connection:
        return sorted(connection.scalars(sa.select(people.c.name)))


@pytest.mark.slow
@BOTH
def test_who_never_played_and_did_not_come_back_is_forgotten(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [0]
    monkeypatch.setattr(clock, "now_ms", lambda: 1_700_000_000_000 + days[0] * DAY)
    with database(tmp_path) as url:
        with running(url) as server:
            played, seated, back, gone = (Guest(server.base, name) for name in ("Ann", "Bob", "Cid", "Dan"))
            played.must("create", seats=2, bots="beginner", start=True, pace="fast", set={"rounds": 1})
            played.must("away")
            played.shown(lambda t: t["phase"] == "over")
            played.must("leave")
            seated.must("create", seats=2)
            for one in (played, seated, back, gone):
                one.close()
            days[0] = 60
            back.again().close()
            wait_for(lambda: not server.server.hub.connections)
            for day, names in ((90, ["Ann", "Bob", "Cid", "Dan"]), (91, ["Ann", "Bob", "Cid"])):
                days[0] = day
                server.do(server.server.background.forget_inactive_people())
                assert names_in(server) == names
            tokens = [one.token or "" for one in (played, seated, back, gone)]
            known = [server.do(server.server.identity.person(token)) for token in tokens]
            assert [one and one.name for one in known] == ["Ann", "Bob", "Cid", None]
            register(server.base, "Dan")  # the name is free
            there = Guest(server.base, "Eve")
            monkeypatch.setattr(people_storage, "FORGOTTEN_AT_ONCE", 2)
            for number in range(5):
                register(server.base, f"Stranger {number}")
            days[0] = 300  # Bob has a seat at a table that stands, and Eve is here
            server.do(server.server.background.forget_inactive_people())
            assert names_in(server) == ["Ann", "Bob", "Eve"]
            there.close()
        with running(url) as server:  # which looks by itself when it starts
            wait_for(lambda: names_in(server) == ["Ann", "Bob"])


def make_older(connection: sa.Connection) -> None:
    """The tables of s2, with a person, and a table that was made private after its first match."""
    for change in (
        "DROP TABLE mark",
        "DROP TABLE subscription",
        "ALTER TABLE person DROP COLUMN face",
        "DROP TABLE part",
        "ALTER TABLE game DROP COLUMN state",
        "ALTER TABLE seat DROP COLUMN rating_before",
        "ALTER TABLE seat DROP COLUMN rating_after",
        "ALTER TABLE game DROP COLUMN public",
        "DROP INDEX person_seen",
        "DROP INDEX token_person",
        "ALTER TABLE person DROP COLUMN seen",
        "UPDATE alembic_version SET version_num = 's2'",
        "INSERT INTO person VALUES ('a1', 'Ann', 'ann', 5000)",
        "INSERT INTO game VALUES ('open', 1, 'classic', 'Classic', 0, 5000, 1, '{}')",
        "INSERT INTO game VALUES ('shut', 1, 'classic', 'Classic', 0, 6000, 1, '{}')",
        "INSERT INTO seat VALUES ('open', 0, 'Ann', 'a1', NULL, 2, 30, true)",
        "INSERT INTO seat VALUES ('open', 1, 'Robin', NULL, 'casual', 1, 70, true)",
    ):
        connection.execute(sa.text(change))
    connection.execute(rooms.insert().values(id=1, code="ABCDE", created=5000))
    usual: dict[str, Any] = {
        "rules": "classic",
        "rulebook": {},
        "set": {},
        "seats": 2,
        "timer": 0,
        "pace": "fast",
    }
    opened, shut = e.TableCreated(seed=b"", public=True, **usual), e.SettingsChanged(public=False, **usual)
    deals = [e.RoundDealt(seed=b"", game=game) for game in ("open", "shut")]
    course: list[e.LogEvent] = [opened, deals[0], shut, deals[1]]
    for n, entry in enumerate(course, 1):
        connection.execute(log.insert().values(room=1, n=n, at=5000, body=e.encode(entry)))


@BOTH
def test_an_older_store_is_brought_up_to_date_people_count_as_seen_and_private_matches_as_private(
    database: Database, tmp_path: Path
) -> None:
    with database(tmp_path) as url:
        store = Store(url)
        with store.engine.begin() as connection:
            make_older(connection)
        store.close()
        before = time.time_ns() // 1_000_000
        store = Store(url)
        with store.reading() as connection:
            row = connection.execute(sa.select(people)).one()
            assert (
                alembic.autogenerate.compare_metadata(MigrationContext.configure(connection), metadata) == []
            )
            listed = {one.id: one.public for one in connection.execute(sa.select(games))}
        assert listed == {"open": True, "shut": False}
        (mine,) = history.stats(store, "a1").rules  # type: ignore[union-attr]
        assert (mine.games, mine.rounds, mine.points, mine.average_place, mine.left) == (1, 1, 30, 2.0, 0)
        assert (row.name, row.created) == ("Ann", 5000)
        assert row.seen >= before
        store.close()


@pytest.mark.slow
def test_postgresql_keeps_tables_as_well(tmp_path: Path) -> None:
    with postgresql(tmp_path) as url:
        with running(url) as server:
            ann = Guest(server.base, "Ann")
            code = ann.must(
                "create", seats=2, bots="beginner", start=True, pace="fast", set={"rounds": 1}, public=False
            )["code"]
            ann.shown(lambda t: ann.my_turn)
            assert ann.act(ann.legal[0])["type"] == "ack"
            ann.close()
            with server.server.store.engine.connect() as connection:
                context = MigrationContext.configure(connection)
                assert alembic.autogenerate.compare_metadata(context, metadata) == []
        with running(url) as server:
            back = Guest(server.base, "Ann", ann.token)
            back.must("open", code=code)
            assert back.table["version"] >= ann.table["version"]
            back.must("away", id="go")  # a bot plays it out
            game = back.shown(lambda t: t["phase"] == "over")["game"]
            record = fetch(f"{server.base}/api/games/{game}/record").json()
            kept = submit(f"{server.base}/api/records", json=record, headers={"origin": server.base})
            assert not refusal(kept)
            rows = fetch(f"{server.base}/api/leaderboard?rules=classic").json()["rows"]
            assert [(row["name"], row["games"]) for row in rows] == [("Ann", 1)]
            mine, others = (
                fetch(f"{server.base}/api/history", headers={"cookie": cookie}).json()["games"]
                for cookie in (f"lastcard={ann.token}", "")
            )
            assert ([one["game"] for one in mine], others) == ([game], [])  # the table was private
            again = submit(f"{server.base}/api/me", json={"name": "ann"}, headers={"origin": server.base})
            assert refusal(again)
            back.close()
