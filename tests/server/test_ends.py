"""A server that lacks something says so and ends well: a disk, memory, a database that can keep texts."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

import psycopg
import pytest

from lastcard.cli import main
from lastcard.server.storage import history
from support.server.databases import postgresql
from support.server.people import Guest, Process, Running, fetch

pytestmark = pytest.mark.slow  # they start servers


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="a limit for a running process is Linux's")
def test_a_server_that_cannot_write_any_more_says_good_bye_and_ends_cleanly(tmp_path: Path) -> None:
    process = Process(str(tmp_path / "t.db"))
    ann = Guest(process.base, "Ann")
    ann.must("create", seats=2)
    resource.prlimit(process.child.pid, resource.RLIMIT_FSIZE, (0, 0))  # as on a full disk
    process.child.send_signal(signal.SIGTERM)
    assert ann.until(lambda m: m["type"] == "closing")["why"]["code"] == "server.restarting"
    assert ann.ended() == 4002
    _, told = process.child.communicate(timeout=20)
    assert process.child.returncode == 0
    assert "the last heartbeat can't be stored" in told
    assert "Traceback" not in told
    assert os.path.getsize(tmp_path / "t.db") > 0


def test_out_of_memory_says_so_in_the_log(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(history, "leaderboard", fails)
    assert fetch(f"{server.base}/api/leaderboard").status_code == 500
    assert "a request failed: out of memory: MemoryError" in caplog.text


def test_a_database_that_keeps_bytes_and_no_texts_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with postgresql(tmp_path) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "CREATE DATABASE bytes ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
            )
        assert (
            main(["serve", "--no-browser", "--port", "0", "--db", url.replace("/postgres?", "/bytes?")]) == 2
        )
    told = capsys.readouterr().err
    assert "SQL_ASCII; make a database with UTF8" in told
    assert told.count("\n") == 1
