"""One table that can't be restored is closed, with words; the server starts, and the others play on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec import structs

from lastcard.messages import sentence
from lastcard.server.storage.schema import log, rooms
from support.faults.sqlite import FailingCommits
from support.server.people import QUICK, Guest, Message, fetch, opened, running, wait_for

pytestmark = pytest.mark.slow  # they start servers

TALKATIVE = structs.replace(QUICK, chats=(10_000, 10_000), heartbeat_every=600)
MARK = "here is the page that goes bad"
PAGE = 4096


def two_tables(path: Path) -> tuple[tuple[str, Guest], tuple[str, Guest]]:
    """A table with a long log, and another."""
    with running(str(path), TALKATIVE) as server:
        ann = Guest(server.base, "Ann")
        bad = ann.must("create", seats=2, public=False)["code"]
        for number in range(80):
            ann.must("say", text=MARK if number == 40 else f"{number} ".ljust(130, "."))
        bob = Guest(server.base, "Bob")
        good = bob.must("create", seats=2)["code"]
        bob.must("say", text="I am not touched")
        for one in (ann, bob):
            one.close()
    return (bad, ann), (good, bob)


def spoil_a_page(path: Path) -> None:
    """Overwrite a page of the first table's log."""
    bytes_ = bytearray(path.read_bytes())
    start = bytes_.index(MARK.encode()) // PAGE * PAGE
    bytes_[start : start + 64] = b"\xff" * 64
    path.write_bytes(bytes_)


def write_over(text: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        engine = sa.create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            connection.execute(log.update().where(log.c.room == 1, log.c.n == 20).values(body=text))
        engine.dispose()

    return change


DAMAGES = {
    "a bad page": spoil_a_page,
    "no JSON": write_over('{"type":"sai'),
    "a newer event": write_over('{"type":"levitated","seat":0}'),
    "a newer field": write_over('{"type":"chat","name":"Ann","seat":0,"text":"x","colour":"red"}'),
    "out of place": write_over('{"type":"played","seat":0,"action":"draw"}'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_table_that_cannot_be_restored_is_closed_and_the_others_play(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "t.db"
    (bad, ann), (good, bob) = two_tables(path)
    DAMAGES[damage](path)
    caplog.clear()
    with running(str(path), TALKATIVE) as server:
        assert server.server.recovered == 1
        back = Guest(server.base, "Ann", ann.token)
        refused = back.command("open", code=bad)
        assert (refused["code"], refused["why"]["code"]) == ("gone", "server.table_damaged")
        assert "can't be restored" in sentence(refused["why"]["code"], refused["why"]["params"])
        assert fetch(f"{server.base}/t/{bad}").status_code == 404
        playing = Guest(server.base, "Bob", bob.token)
        playing.must("open", code=good)
        playing.must("say", text="and play on")
        back.must("create", seats=2)  # so does who sat there
        lines = [one.message for one in caplog.records if "table 1" in one.message]
        assert len(lines) == 1
        assert "can't be restored" in lines[0]
        with server.server.store.reading() as connection:  # a later version may have it again
            query = sa.select(rooms.c.closed).where(rooms.c.code == bad)
            assert connection.execute(query).all() == [(None,)]


def test_the_code_of_a_table_that_cannot_be_restored_is_not_given_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.db"
    (bad, _), _ = two_tables(path)
    write_over("broken")(path)
    codes = iter([bad, "ZZZZZ"])
    with running(str(path), TALKATIVE) as server:
        monkeypatch.setattr("lastcard.server.rooms.hub.new_code", lambda: next(codes))
        assert Guest(server.base, "Cid").must("create", seats=2)["code"] == "ZZZZZ"


def test_a_log_that_breaks_while_people_play_sends_them_away_with_words(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with running(str(path), TALKATIVE) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob")
        write_over_last(path)
        FailingCommits(server.server.store.engine).fail("before", 2, sqlite3.SQLITE_FULL)  # it is read again
        ann.send(type="say", id="x", text="hello")
        for one in (ann, bob):
            told = one.until(lambda m: m["type"] == "refused" and m["id"] is None)
            assert told["why"]["code"] == "server.table_damaged"
            assert one.until(lambda m: m["type"] == "lobby")["why"] == "closed"
        refused: Message = bob.command("open", code=ann.table["code"])
        assert refused["why"]["code"] == "server.table_damaged"
        wait_for(lambda: not server.server.hub.rooms)


def write_over_last(path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        last = sa.select(sa.func.max(log.c.n)).scalar_subquery()
        connection.execute(log.update().where(log.c.n == last).values(body="broken"))
    engine.dispose()
