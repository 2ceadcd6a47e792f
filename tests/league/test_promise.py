"""A league's secret: promised before the first deal, kept from the bots, revealed at the end, checked."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lastcard.bots.forfeits import Limits
from lastcard.cli import main
from lastcard.league import LeagueError, Plan, Tally
from lastcard.league.promise import Secret
from lastcard.league.store import LeagueStore
from lastcard.league.verify import broken_promises, other_deals, other_games
from support.bots import ROGUE
from support.bots.processes import wait_until
from support.bots.sandboxed import needs_sandbox
from support.league.leagues import NAME, dump, games, plan, played

pytestmark = pytest.mark.slow  # they play leagues into stores


def secret_plan() -> Plan:
    """As without --seed."""
    return plan(seed=None)


def stored(path: Path) -> Plan:
    with LeagueStore(str(path)) as store:
        found = store.plan(NAME)
    assert found is not None
    return found


def secrets(path: Path) -> tuple[Secret, ...]:
    return stored(path).secrets


def folder(path: Path) -> Path:
    return path.with_name(path.name + "-secrets")


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def interrupted(path: Path, deals: int = 4) -> list[Secret]:
    """A league that somebody stopped in the middle; what was promised."""
    promised: list[Secret] = []

    def press(tally: Tally) -> None:
        signal.raise_signal(signal.SIGINT)

    ending = played(path, secret_plan(), deals, progress=press, promised=promised.append)
    assert ending.interrupted
    assert not ending.revealed
    return promised


def deals_as_promised(path: Path) -> bool:
    with LeagueStore(str(path)) as store:
        return not [*broken_promises(stored(path)), *other_deals(store, NAME, stored(path))]


def test_the_promise_comes_first_and_the_secret_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    promised: list[Secret] = []
    ending = played(path, secret_plan(), 2, promised=promised.append)
    [secret] = secrets(path)
    assert [(one.commitment, one.value) for one in promised] == [(secret.commitment, None)]
    assert ending.revealed == (secret,)
    assert secret.value is not None
    assert hashlib.sha256(bytes.fromhex(secret.value)).hexdigest() == secret.commitment
    assert len(bytes.fromhex(secret.value)) == 32
    assert not folder(path).exists()
    assert deals_as_promised(path)


def test_two_leagues_without_a_seed_have_nothing_in_common(tmp_path: Path) -> None:
    for name in ("one.db", "two.db"):
        played(tmp_path / name, secret_plan(), 1)
    first, second = (dump(tmp_path / name)["game"] for name in ("one.db", "two.db"))
    assert first != second


def test_an_unfinished_league_has_its_secret_in_a_file_for_us_alone(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    [promise] = interrupted(path)
    assert secrets(path) == (promise,)  # the hash, and nothing else
    [file] = folder(path).iterdir()
    value = file.read_text().strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder(path).stat().st_mode) == 0o700
    assert value not in path.read_bytes().decode("latin-1")
    with pytest.raises(LeagueError, match="not finished: its secret is revealed when it ends"):
        broken_promises(stored(path))


def test_an_interrupted_league_goes_on_with_the_secret_that_was_promised(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    [promise] = interrupted(path)
    assert 0 < games(path) < 24
    played(path, secret_plan(), 4)
    [secret] = secrets(path)
    assert (secret.commitment, secret.kept) == (promise.commitment, True)
    assert not folder(path).exists()
    with LeagueStore(str(path)) as store:
        assert deals_as_promised(path)
        assert list(other_games(store, NAME, stored(path), Limits())) == []  # it can be repeated


def test_a_killed_league_goes_on_with_the_secret_that_was_promised(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    words = ["league", "run", "--rules", "rounds", "--bots", "random,greedy,lazy", "--players", "2"]
    command = [sys.executable, "-m", "lastcard", *words, "--rounds", "100000", "--db", str(path)]
    with subprocess.Popen([*command, "--workers", "1"], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = running.stdout.readline()
        assert wait_until(lambda: games(path) >= 8, 60)
        running.kill()
    [promise] = secrets(path)
    assert promise.value is None
    assert f"Its SHA-256 is {promise.commitment}" in told
    played(path, secret_plan(), games(path) // 6 + 1)
    [secret] = secrets(path)
    assert secret.commitment == promise.commitment
    assert deals_as_promised(path)


def test_a_league_without_its_secret_is_not_played_on_with_another(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    interrupted(path)
    [file] = folder(path).iterdir()
    before = dump(path)
    file.write_text("00" * 32)
    with pytest.raises(LeagueError, match="is not the secret that was promised"):
        played(path, secret_plan(), 4)
    file.unlink()
    with pytest.raises(LeagueError, match="the secret of this league is not there"):
        played(path, secret_plan(), 4)
    assert dump(path) == before


def test_a_longer_league_gets_a_new_secret_for_its_new_deals(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, secret_plan(), 2)
    before = dump(path)
    played(path, secret_plan(), 3)
    first, second = secrets(path)
    assert (first.first, second.first) == (0, 2)
    assert first.commitment != second.commitment
    assert dump(path)["game"][: len(before["game"])] == before["game"]
    assert deals_as_promised(path)


def test_a_league_with_a_seed_has_no_secret_and_is_verified_from_it(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, plan(), 2)
    assert secrets(path) == ()
    assert not folder(path).exists()
    assert deals_as_promised(path)


def test_a_store_from_before_secrets_opens_goes_on_and_is_verified(tmp_path: Path) -> None:
    path, fresh = tmp_path / "league.db", tmp_path / "fresh.db"
    played(path, plan(), 2)
    change(path, "drop table secret")
    change(path, "update alembic_version set version_num = 'v1'")
    played(path, plan(), 3)
    played(fresh, plan(), 3)
    assert dump(path) == dump(fresh)
    assert deals_as_promised(path)


def test_a_league_of_a_secret_is_not_one_of_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    played(path, secret_plan(), 1)
    with pytest.raises(LeagueError, match=r"other seed \(none: its deals come from a secret\)"):
        played(path, plan(seed=1), 2)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("update secret set value = '" + "ab" * 32 + "'", "is NOT the promised one"),
        ("update secret set commitment = '" + "ab" * 32 + "'", "is NOT the promised one"),
        (
            "update game set round = (select round from game where number = 6) where number = 3",
            "1 of 12 games: NOT dealt as promised: 3",
        ),
        ("update place set scored = scored + 1 where number = 4 and seat = 0", "NOT dealt as promised: 4"),
        ("update place set bot = 1 - bot where number = 0", "NOT dealt as promised: 0"),
    ],
)
def test_verify_finds_what_was_changed(
    statement: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "league.db"
    played(path, secret_plan(), 2)
    assert main(["league", "verify", "--db", str(path), "--play"]) == 0
    told = capsys.readouterr().out
    [secret] = secrets(path)
    assert (
        f"From deal 0 on: secret {secret.value}\n  is the promised one (SHA-256 {secret.commitment})" in told
    )
    assert "12 games: dealt as promised.\n12 games: played again, and the same.\n" in told
    change(path, statement)
    assert main(["league", "verify", "--db", str(path)]) == 1
    assert says in capsys.readouterr().out


def spying(path: Path, *more: str) -> dict[str, Any]:
    """What a bot finds in the middle of a league whose store lies beside it."""
    script = path.with_name("rogue.py")
    shutil.copy(ROGUE, script)
    looked_for = [f"look:{file}" for file in (path, folder(path), script)]
    spy = shlex.join([sys.executable, "-I", "-S", str(script), "spies_and_dies", "mark", *looked_for])
    words = [
        "--rules",
        "rounds",
        "--bots",
        "random",
        "--bot",
        f"spy={spy}",
        "--players",
        "2",
        "--rounds",
        "1",
    ]
    command = [sys.executable, "-m", "lastcard", "league", "run", *words, "--workers", "1", "--db", str(path)]
    subprocess.run([*command, *more], check=True, capture_output=True, cwd=path.parent)
    with LeagueStore(str(path)) as store:
        [row, *_] = [row for row in store.game(NAME, 0) if row["forfeit"]]
    told: dict[str, Any] = json.loads(row["stderr"])
    assert told[str(script)] is True
    return told


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux")
def test_a_bot_beside_the_store_finds_neither_store_nor_secret_nor_command_line(tmp_path: Path) -> None:
    needs_sandbox()
    path = tmp_path / "league.db"
    told = spying(path)
    assert (told[str(path)], told[str(folder(path))], told["command lines"]) == (False, False, False)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_without_the_sandbox_a_bot_finds_them_as_the_documentation_says(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    told = spying(path, "--sandbox", "off")
    assert (told[str(path)], told["command lines"]) == (True, True)


def test_the_command_promises_first_reveals_last_and_warns_of_a_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--rules", "rounds", "--players", "2", "--rounds", "1", "--workers", "1"]
    assert main(["league", "run", *words, "--bots", "random,greedy"]) == 0
    told = capsys.readouterr()
    [secret] = secrets(tmp_path / "league.db")
    assert told.err == ""
    assert told.out.startswith(f"The deals come from a secret. Its SHA-256 is {secret.commitment};")
    assert f"2 games on 1 deal, secret {secret.commitment[:16]}\n" in told.out
    assert told.out.splitlines()[-1].startswith(f"The secret was {secret.value}; ")
    assert main(["league", "table", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seed"] is None
    assert data["secrets"] == [{"first": 0, "commitment": secret.commitment, "value": secret.value}]
    own = ["--bots", "random,plain=support.league.bad_bots:Plain", "--seed", "7", "--db", "seeded.db"]
    assert main(["league", "run", *words, *own]) == 0
    told = capsys.readouterr()
    assert "The deals come from seed 7: a bot that knows or guesses it can foretell them." in told.err
    assert "secret" not in told.out


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="root can be somebody else")
def test_nobody_of_the_same_user_looks_into_a_runner_that_keeps_a_secret() -> None:
    """As nobody, whose shell tries to open the memory of its own parent."""
    code = """if True:
        import ctypes, os, sys
        from lastcard.league.promise import keep_memory_private
        os.setgid(65534), os.setuid(65534)
        ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # as it is for somebody who never was root
        if sys.argv[1] == "private":
            keep_memory_private()
        sys.exit(os.system(f": < /proc/{os.getpid()}/mem") != 0)
    """
    for how, refused in (("open", 0), ("private", 1)):
        done = subprocess.run([sys.executable, "-c", code, how], capture_output=True, text=True, check=False)
        assert done.returncode == refused, done.stderr
        assert "Traceback" not in done.stderr
