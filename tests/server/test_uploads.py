"""Long records, and many: replays are made in worker processes, and one address can't take them all."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from lastcard.server.replays.desk import MOST_UPLOADS_OF_ONE
from lastcard.server.replays.workers import WorkerProcess
from lastcard.server.storage import uploaded_records
from lastcard.server.storage.schema import uploads
from lastcard.server.storage.store import Store
from support.long_records import long_record
from support.server.people import QUICK, Guest, Running, fetch, post, refusal, running, wait_for, worded

pytestmark = pytest.mark.slow  # they start servers and processes

GOLDEN = Path(__file__).parent.parent / "golden" / "classic.json"
BUSY = "too many replays are being made right now; try again in a moment"
TOO_SLOW = "this record takes too long, or too much memory, to be replayed here"
RECORD: dict[str, Any] = msgspec.json.decode(GOLDEN.read_bytes())


def sent(server: Running, path: str, body: Any, address: str = "127.0.0.1") -> httpx.Response:
    """A post that comes from another address of this machine."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=60) as browser:
        return browser.post(server.base + path, json=body, headers={"origin": server.base})


def only_worker(server: Running) -> WorkerProcess:
    """The process that does the job of the one who asks."""
    found: WorkerProcess = wait_for(lambda: next(iter(server.server.replays.workers.running), None))
    return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """One of its own for each: with no workers yet."""
    with running(str(tmp_path / "tables.db")) as one:
        yield one


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as threads:
        yield threads


def test_others_are_served_while_long_uploads_of_one_address_still_run(
    server: Running, crowd: ThreadPoolExecutor
) -> None:
    assert not refusal(post(server, "/api/records", RECORD))  # now there is a worker
    worker = only_worker(server)
    os.kill(worker.process.pid, signal.SIGSTOP)  # a record as long as we like
    try:
        body = msgspec.to_builtins(long_record(200))
        long: list[Future[httpx.Response]] = [
            crowd.submit(sent, server, "/api/records", body) for _ in range(MOST_UPLOADS_OF_ONE)
        ]
        taken = server.server.replays._uploads._taken
        wait_for(lambda: taken["127.0.0.1"] == MOST_UPLOADS_OF_ONE)
        assert refusal(sent(server, "/api/records", RECORD)) == BUSY  # those who wait are not more and more
        ann = Guest(server.base, "Ann")
        ann.must("create", bots="beginner", start=True)
        ann.catch_up()
        assert fetch(f"{server.base}/api/lobby").status_code == 200
        other = sent(server, "/api/records", RECORD, "127.0.0.2")  # by another worker
        assert not refusal(other)
        assert sent(server, "/api/replay", {"record": RECORD}, "127.0.0.3").json()["steps"]
        assert len(server.server.replays.workers.running) == 2
        assert not any(one.done() for one in long)
    finally:
        os.kill(worker.process.pid, signal.SIGCONT)
    assert [refusal(one.result()) for one in long] == [""] * MOST_UPLOADS_OF_ONE


def test_a_worker_that_is_killed_costs_its_own_answer_only(
    server: Running, crowd: ThreadPoolExecutor
) -> None:
    assert not refusal(post(server, "/api/records", RECORD))
    worker = only_worker(server)
    os.kill(worker.process.pid, signal.SIGSTOP)
    unlucky = crowd.submit(sent, server, "/api/replay", {"record": RECORD})
    wait_for(lambda: server.server.replays._free._value == 1)  # it has begun
    worker.process.kill()
    assert refusal(unlucky.result()) == TOO_SLOW
    assert post(server, "/api/replay", {"record": RECORD}).json()["steps"]
    assert worker not in server.server.replays.workers.running


def test_a_server_that_has_grown_large_still_makes_replays(server: Running) -> None:
    """A worker took its parent's memory for its own and ended after each job, in the middle of the next."""
    large = bytearray(400 << 20)
    large[:: 4 << 10] = b"x" * len(large[:: 4 << 10])  # every page is really there
    for _ in range(8):
        assert post(server, "/api/replay", {"record": RECORD}).json()["steps"]
    assert len(server.server.replays.workers.running) == 1


def test_a_replay_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, replay_seconds=0.01)) as server:
        assert refusal(post(server, "/api/records", msgspec.to_builtins(long_record()))) == TOO_SLOW
        assert fetch(f"{server.base}/health").status_code == 200
        assert not server.server.replays.workers.running


def test_a_replay_that_takes_too_much_memory_is_given_up(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, replay_megabytes=1)) as server:
        assert (
            refusal(post(server, "/api/replay", {"record": msgspec.to_builtins(long_record())})) == TOO_SLOW
        )
        assert fetch(f"{server.base}/health").status_code == 200


def test_no_worker_runs_before_it_is_needed_and_none_afterwards(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db")) as server:
        Guest(server.base, "Ann").close()
        assert not server.server.replays.workers.running
        assert not refusal(post(server, "/api/records", RECORD))
        (worker,) = server.server.replays.workers.running
        assert worker.process.poll() is None
    assert worker.process.poll() is not None


def test_a_stored_match_that_can_t_be_replayed_now_says_so_with_503(
    server: Running, crowd: ThreadPoolExecutor
) -> None:
    game = post(server, "/api/records", RECORD).json()["game"]
    worker = only_worker(server)
    os.kill(worker.process.pid, signal.SIGSTOP)
    asked = crowd.submit(fetch, f"{server.base}/api/games/{game}/replay?round=1", timeout=60)
    wait_for(lambda: server.server.replays._free._value == 1)
    worker.process.kill()
    answer = asked.result()
    assert answer.status_code == 503
    assert worded(answer.json()["refused"]) == TOO_SLOW
    assert fetch(f"{server.base}/api/games/{game}/replay?round=1").json()["round"] == 1


def test_records_are_so_many_a_while_from_one_address(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, records_by_address=(0.001, 2))
    with running(str(tmp_path / "t.db"), few) as server:
        assert [refusal(sent(server, "/api/records", RECORD)) for _ in range(2)] == ["", ""]
        for path, body in (("/api/records", RECORD), ("/api/replay", {"record": RECORD})):
            no = sent(server, path, body).json()
            assert (no["code"], no["refused"]["code"]) == ("rate", "server.records_too_fast")
        assert not refusal(sent(server, "/api/records", RECORD, "127.0.0.2"))


# ---- Shared records ----


def kept(connection: sa.Connection) -> set[str]:
    return set(connection.scalars(sa.select(uploads.c.id)))


def test_who_shares_many_records_pushes_out_their_own(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    most = uploaded_records.MOST_OF_ONE
    with store.engine.begin() as connection:
        first = uploaded_records.save("of somebody else", 0, "ann")(connection)
        mine = [uploaded_records.save(f"text {i}", i, "eve")(connection) for i in range(500)]
        assert kept(connection) == {first, *mine[-most:]}
    store.close()


def test_when_all_is_full_the_one_with_the_most_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_records, "MOST_KEPT", 4)
    store = Store(str(tmp_path / "t.db"))
    with store.engine.begin() as connection:
        ann = uploaded_records.save("first", 0, "ann")(connection)
        eve = [uploaded_records.save(f"text {i}", i, "eve")(connection) for i in range(1, 4)]
        bob = uploaded_records.save("last", 9, "bob")(connection)
        assert kept(connection) == {ann, *eve[1:], bob}
    store.close()


def test_records_over_http_belong_to_the_address_that_sent_them(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_records, "MOST_OF_ONE", 1)
    bodies = [msgspec.to_builtins(long_record(n)) for n in (2, 3, 4)]
    theirs = sent(server, "/api/records", bodies[0], "127.0.0.2").json()["game"]
    mine = [sent(server, "/api/records", body).json()["game"] for body in bodies[1:]]
    found = {game: fetch(f"{server.base}/api/games/{game}/replay").status_code for game in (theirs, *mine)}
    assert found == {theirs: 200, mine[0]: 404, mine[1]: 200}
