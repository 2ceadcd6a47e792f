"""Replays by a link: matches that were played here, and records from elsewhere or the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from lastcard.cli import main
from lastcard.game.record import decode
from lastcard.server.storage import uploaded_records
from lastcard.server.storage.schema import uploads as rows
from lastcard.server.storage.store import Store
from support.server.people import Running, fetch, post, refusal, wait_for

pytestmark = pytest.mark.slow  # they start servers

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.json"))
RECORD = GOLDEN[0]


def lastcard(tmp_path: Path, *words: str) -> subprocess.Popen[str]:
    """The command as people type it; their browser writes down what it was asked to open."""
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/part" && mv "{tmp_path}/part" "{tmp_path}/opened"\n'
    )
    browser.chmod(0o755)
    world = os.environ | {"BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path / "data")}
    command = [sys.executable, "-m", "lastcard", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=world)


def opened(tmp_path: Path) -> str:
    page = tmp_path / "opened"
    wait_for(page.exists, 30)
    return page.read_text()


def check_page(page: str, record: Path) -> None:
    """The address is short, the page is there, and what it reads is the record."""
    base, _, game = page.partition("/replay/")
    assert len(game) < 30
    assert fetch(page).status_code == 200
    got = fetch(f"{base}/api/games/{game}/replay?round=1").json()
    assert got["players"] == decode(record.read_bytes()).players
    assert len(got["steps"]) > 1
    kept = fetch(f"{base}/api/games/{game}/record").content
    assert decode(kept) == decode(record.read_bytes())


def test_watch_gives_a_record_to_the_server_that_runs(server: Running, tmp_path: Path) -> None:
    child = lastcard(tmp_path, "watch", str(RECORD), "--browser", "--port", str(server.port))
    out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")
    page = opened(tmp_path)
    assert page.startswith(server.base + "/replay/")
    assert page in out
    check_page(page, RECORD)


def test_watch_starts_a_server_if_none_runs_and_leaves_it_on_ctrl_c(tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    child = lastcard(tmp_path, "watch", str(RECORD), "--browser", "--port", "0", "--db", db)
    check_page(opened(tmp_path), RECORD)
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    assert child.returncode == 0


def test_a_game_of_a_league_opens_in_the_browser(server: Running, tmp_path: Path) -> None:
    league = str(tmp_path / "league.db")
    run = ["league", "run", "--rules", "rounds", "--bots", "random,greedy", "--rounds", "1", "--workers", "1"]
    assert main([*run, "--db", league]) == 0
    child = lastcard(tmp_path, "league", "game", "1", "--db", league, "--browser", "--port", str(server.port))
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")
    base, _, game = opened(tmp_path).partition("/replay/")
    got = fetch(f"{base}/api/games/{game}/replay").json()
    assert sorted(got["players"]) == ["greedy", "random"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[]", "expected `object`"),
        ('{"format": "lastcard/1", "rules": "rounds", "players": ["A", "B"]}', "0 rounds"),
    ],
)
def test_a_record_that_can_t_be_replayed_is_refused_in_one_line_and_nothing_is_started(
    content: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(content)
    db = tmp_path / "t.db"
    words = ["watch", str(tmp_path / "bad.json"), "--browser", "--port", "0", "--db", str(db)]
    assert main(words) == 2
    got = capsys.readouterr().err
    assert got.count("\n") == 1
    assert why in got.lower()
    assert not db.exists()


def test_a_record_is_kept_once_and_only_if_it_can_be_replayed(server: Running) -> None:
    record = msgspec.json.decode(RECORD.read_bytes())
    first = post(server, "/api/records", record).json()
    assert post(server, "/api/records", record).json() == first
    assert fetch(f"{server.base}/api/history").json()["games"] == []  # it was not played here
    broken = {**record, "players": record["players"][::-1]}
    assert refusal(post(server, "/api/records", broken))
    wide = {**record, "set": {f"x{i}": "y" * 1000 for i in range(1100)}}
    assert "1 MB" in refusal(post(server, "/api/records", wide))
    assert post(server, "/api/records", record, origin="http://evil.example").status_code == 403


def test_the_oldest_records_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_records, "MOST_KEPT", 2)
    store = Store(str(tmp_path / "t.db"))
    with store.engine.begin() as connection:
        names = [uploaded_records.save(f"text {i}", i)(connection) for i in range(4)]
        kept = set(connection.scalars(sa.select(rows.c.id)))
    assert kept == set(names[2:])
    store.close()
