"""An outcome that is not known is neither done nor refused: the store is asked until it is known."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from msgspec import structs

from lastcard.server.settings import Settings
from lastcard.server.storage.outcomes import UnknownOutcome
from lastcard.server.storage.schema import log, people, ratings, rooms
from lastcard.server.storage.store import Store
from support.faults.proxy import Moment, Proxy
from support.faults.sqlite import FailingCommits
from support.server.databases import postgresql
from support.server.people import (
    QUICK,
    SOCKETS,
    Guest,
    Running,
    fetch,
    opened,
    refusal,
    running,
    submit,
    wait_for,
)

pytestmark = pytest.mark.slow  # they start servers and databases

STILL = structs.replace(QUICK, heartbeat_every=600)  # the next commit is that of the test
MOMENTS: tuple[Moment, ...] = ("before", "open", "after")


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with postgresql(tmp_path_factory.mktemp("pg")) as url, Proxy(url) as proxy:
        yield proxy


@contextmanager
def served(line: Proxy, settings: Settings) -> Iterator[Running]:
    with running(line.url, settings) as one:
        try:
            yield one
        finally:
            line.mend()
            for guest in list(SOCKETS):
                guest.close()
            wait_for(lambda: not one.server.store._writer.undecided)
            one.clean()


@pytest.fixture
def server(line: Proxy) -> Iterator[Running]:
    with served(line, STILL) as one:
        yield one


def in_play(server: Running, **how: object) -> tuple[Guest, Guest]:
    """Two people at a table, the one in turn first."""
    ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob", **how)
    ann.must("start")
    for one in (ann, bob):
        one.shown(lambda t: t["phase"] == "playing")
    return (ann, bob) if ann.my_turn else (bob, ann)


def times_stored(server: Running, command: str) -> int:
    with server.server.store.reading() as connection:
        query = sa.select(sa.func.count()).select_from(log).where(log.c.wish == command)
        return int(connection.scalar(query) or 0)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_move_is_not_refused_while_nobody_knows_and_then_everybody_is_told(
    server: Running, line: Proxy, moment: Moment
) -> None:
    one, other = in_play(server)
    code, version, action = one.table["code"], one.table["version"], one.legal[0]
    line.lose_commits(moment, then_down=True)
    one.send(type="act", id="x", version=version, action=action)
    assert one.ended() == 4002  # so that the client comes again and asks
    assert not [m for m in one.heard if m.get("id") == "x"]
    assert other.command("say", phrase="oops")["code"] == "busy"  # was not begun
    assert fetch(f"{server.base}/health").status_code == 503
    assert all(m["table"]["version"] == version for m in other.catch_up() if m["type"] == "table")
    line.up()
    other.shown(lambda t: t["version"] > version)  # without a word of anybody
    back = one.again()
    back.must("open", code=code)
    done = back.command("act", id="x", version=version, action=action)
    assert (done["type"], done["version"]) == ("ack", version + 1)
    assert times_stored(server, "x") == 1
    assert other.must("say", phrase="hello")["version"] == version + 1
    wait_for(lambda: fetch(f"{server.base}/health").status_code == 200)


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_answer_that_is_lost_while_the_database_is_there_costs_nothing(
    server: Running, line: Proxy, moment: Moment
) -> None:
    one, other = in_play(server)
    version, action = one.table["version"], one.legal[0]
    line.lose_commits(moment)
    done = one.command("act", id="x", version=version, action=action)
    assert (done["type"], done["version"]) == ("ack", version + 1)
    other.shown(lambda t: t["version"] == version + 1)
    assert times_stored(server, "x") == 1


def test_who_asks_again_while_nobody_knows_is_not_refused_either(server: Running, line: Proxy) -> None:
    one, _ = in_play(server)
    code, version, action = one.table["code"], one.table["version"], one.legal[0]
    line.lose_commits("after", then_down=True)
    one.send(type="act", id="x", version=version, action=action)
    assert one.ended() == 4002
    for message in (
        {"type": "open", "id": "o", "code": code},
        {"type": "act", "id": "x", "version": version, "action": action},
    ):
        again = one.again()
        again.send(**message)
        assert again.ended() == 4002
        assert not [m for m in again.heard if m["type"] in ("ack", "refused")]
    line.up()


def test_the_clock_of_a_table_goes_on_when_it_is_known(line: Proxy) -> None:
    with served(line, structs.replace(STILL, second=0.05)) as server:
        one, other = in_play(server, timer=10)
        line.lose_commits("after", then_down=True)
        assert line.lost.acquire(timeout=10)  # the move of one whose time was up
        version = other.table["version"]
        line.up()
        other.shown(lambda t: t["version"] >= version + 2)  # that move, and the one of the next clock
        assert one.closed is None  # nobody has asked for anything


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_table_whose_making_is_not_known_is_made_once(server: Running, line: Proxy, moment: Moment) -> None:
    ann = Guest(server.base, "Ann")
    line.lose_commits(moment, then_down=True)
    ann.send(type="create", id="c", seats=2)
    assert ann.ended() == 4002
    assert not [m for m in ann.heard if m.get("id") == "c"]
    line.up()
    wait_for(lambda: not server.server.store._writer.undecided)
    back = ann.again()
    made = back.must("create", id="c", seats=2)
    assert back.table["code"] == made["code"]
    assert server.server.hub.me(server.do(server.server.identity.person(ann.token))).table == made["code"]
    with server.server.store.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(rooms)) == 1


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_name_is_taken_once(server: Running, line: Proxy, moment: Moment) -> None:
    line.lose_commits(moment)
    answer = submit(f"{server.base}/api/me", json={"name": "Ann"}, headers={"origin": server.base})
    assert not refusal(answer)
    assert answer.cookies["lastcard"]
    with server.server.store.reading() as connection:
        assert list(connection.scalars(sa.select(people.c.name))) == ["Ann"]


@contextmanager
def store_at(url: str) -> Iterator[Store]:
    store = Store(url)
    try:
        with store.engine.begin() as connection:
            connection.execute(ratings.delete())
            connection.execute(
                ratings.insert().values(who="x", rules="classic", mu=0, sigma=0, games=0, wins=0)
            )
        yield store
    finally:
        store.close()


def counted(store: Store, times: int) -> int:
    """Add one so many times at once, as ratings do; how many were added."""

    def add(connection: sa.Connection) -> None:
        connection.execute(ratings.update().values(games=ratings.c.games + 1))

    async def all_at_once() -> None:
        await asyncio.gather(*(store.run(add) for _ in range(times)))

    asyncio.run(all_at_once())
    with store.reading() as connection:
        return int(connection.scalar(sa.select(ratings.c.games)) or 0)


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_added_in_a_lost_commit_is_added_once(line: Proxy, moment: Moment) -> None:
    with store_at(line.url) as store:
        line.lose_commits(moment)
        assert counted(store, 20) == 20


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("times", [1, 3])
def test_what_is_added_around_a_failed_fsync_is_added_once(tmp_path: Path, moment: str, times: int) -> None:
    with store_at(str(tmp_path / "t.db")) as store:
        FailingCommits(store.engine).fail(moment, times)  # type: ignore[arg-type]
        with suppress(UnknownOutcome) if times > 1 else nullcontext():
            counted(store, 20)
        wait_for(lambda: not store._writer.undecided)
        assert counted(store, 1) == 21


def test_a_commit_for_which_the_disk_has_no_room_is_refused(tmp_path: Path) -> None:
    with store_at(str(tmp_path / "t.db")) as store:
        FailingCommits(store.engine).fail("before", 1, sqlite3.SQLITE_FULL)
        with pytest.raises(sa.exc.OperationalError):
            counted(store, 1)
        assert counted(store, 1) == 1


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_move_around_a_failed_fsync_is_told_when_it_is_known(tmp_path: Path, moment: str) -> None:
    with running(str(tmp_path / "t.db"), STILL) as server:
        one, other = in_play(server)
        code, version, action = one.table["code"], one.table["version"], one.legal[0]
        FailingCommits(server.server.store.engine).fail(moment, 3)  # type: ignore[arg-type]
        one.send(type="act", id="x", version=version, action=action)
        assert one.ended() == 4002
        other.shown(lambda t: t["version"] > version)
        back = one.again()
        back.must("open", code=code)
        done = back.command("act", id="x", version=version, action=action)
        assert (done["type"], done["version"]) == ("ack", version + 1)
        assert times_stored(server, "x") == 1


def test_a_frozen_database_stops_no_socket(server: Running, line: Proxy) -> None:
    one, other = in_play(server)
    code, version, action = one.table["code"], one.table["version"], one.legal[0]
    line.freeze()
    stranger = threading.Thread(target=asks_as_nobody_knows, args=(server.base,), daemon=True)
    stranger.start()
    one.send(type="act", id="x", version=version, action=action)
    for guest in (other, Guest(server.base)):
        guest.catch_up()  # their pings are answered
    assert one.ended() == 4002  # it takes too long: neither done nor refused
    line.thaw()
    other.shown(lambda t: t["version"] > version)
    back = one.again()
    back.must("open", code=code)
    assert back.command("act", id="x", version=version, action=action)["version"] == version + 1
    stranger.join(10)


def asks_as_nobody_knows(base: str) -> None:
    with httpx.Client(verify=False, timeout=30) as browser:
        browser.get(f"{base}/api/me", headers={"cookie": "lastcard=nobody-has-this"})
