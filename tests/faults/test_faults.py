"""People play while things break: short versions of the runs of `make faults` (docs/reliability.md)."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from faults.history import Player
from faults.io_errors import Bench, Case, bench, violations
from faults.nemesis import CLIENT_FAULTS, DATABASE_FAULTS
from faults.run import Plan, main, run
from faults.torn_writes import cut_power, problem, stored
from support.server.people import register

pytestmark = pytest.mark.slow  # they start servers


def judged(folder: Path, faults: tuple[str, ...], store: str = "sqlite") -> None:
    """Two small tables with these faults."""
    plan = Plan(games=2, tables=2, people=2, patience=5, quiet=True, store=store, faults=faults, out=folder)
    result = asyncio.run(run(plan))
    assert result.games == plan.games
    assert result.sums["ok"] > 8 * plan.games  # something was played, on a slow machine too
    assert result.violations == []


@pytest.mark.parametrize(
    "faults", [("kill", "clock"), ("pause", "delay"), ("lost", "cut", "partition")], ids=",".join
)
def test_games_hold_while_the_server_is_killed_paused_or_cut_off(
    faults: tuple[str, ...], tmp_path: Path
) -> None:
    judged(tmp_path, faults)


@pytest.mark.parametrize(
    "faults", [("db-cut", "db-crash", "db-down"), ("db-commit", "db-freeze")], ids=",".join
)
def test_games_hold_while_postgresql_crashes_or_its_answers_are_lost(
    faults: tuple[str, ...], tmp_path: Path
) -> None:
    judged(tmp_path, faults, "postgresql")


def test_a_call_of_the_store_that_fails_loses_nothing_and_does_nothing_twice() -> None:
    """Some of the calls: `python -m faults.io_errors` fails every one of them."""
    cases = list(violations(lengths=[1, 3], every=14, first=5))
    assert len(cases) > 15
    assert [(str(case), found) for case, found in cases if found] == []


def test_a_command_that_was_done_is_not_refused_later_while_the_table_can_t_be_read(tmp_path: Path) -> None:
    with bench(tmp_path) as one:
        asyncio.run(_repeated(one))


async def _repeated(one: Bench) -> None:
    base = one.server.base
    eve = Player(base, "Eve", await asyncio.to_thread(register, base, "Eve"), random.Random(1))
    eve.code = (await eve.create(seats=2))["code"]
    first, second = ({"type": "say", "text": text} for text in ("one", "two"))
    done = await eve.ask("first", first)
    assert done is not None
    assert done["type"] == "ack"
    with one.failing.armed(Case(1, "before", 1 << 30)):
        refused = await eve.ask("second", second)
        assert refused is not None
        assert refused["code"] == "busy"
        assert await eve.ask("first", first) in (None, done)  # None: the socket was cut, to ask again
    await eve.be_there()
    assert await eve.ask("first", first) == done
    await eve.leave()


def test_a_power_cut_in_the_middle_of_a_write_leaves_all_that_was_acknowledged() -> None:
    out = cut_power(commits=130, count=3)
    assert out.checkpoints > 2
    assert out.disks > 300
    assert out.problems == []


def test_a_disk_that_lost_what_was_acknowledged_is_found_out(tmp_path: Path) -> None:
    last = asyncio.run(stored(tmp_path, 20))[-1]
    assert problem(tmp_path, last.database, last.wal, last) == ""
    assert "20 entries were acknowledged" in problem(tmp_path, last.database, last.wal[:-1], last)
    assert problem(tmp_path, last.database[: 8 * 1024], last.wal[:1000], last)


def test_a_wrong_option_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--nemesis", "kill,db-crash"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "db-crash: with sqlite there are" in told


def test_the_documents_tell_every_fault() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reliability.md").read_text(encoding="utf-8")
    for fault in (*CLIENT_FAULTS, *DATABASE_FAULTS):
        assert f"`{fault}`" in page
