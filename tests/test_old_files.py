"""Files of earlier versions open, replay to what they were, and go on (tests/old_files/README.md).

Everything goes through the command line, HTTP and sockets: what is inside may be renamed and rebuilt.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lastcard.server.common.faces import FACES
from support import old_files as look
from support.server.people import Guest, Process, fetch

pytestmark = pytest.mark.slow  # they start servers and leagues

HERE = Path(__file__).parent / "old_files"
VERSIONS = sorted(file.parent.name for file in HERE.glob("*/server.json"))
RECORDS = sorted(str(file.relative_to(HERE)) for file in HERE.glob("*/records/*.json"))
SHEETS = sorted(str(file.relative_to(HERE)) for file in HERE.glob("*/sheets/*.json"))


class Old(NamedTuple):
    """A server of the present version on a database of an old one."""

    process: Process
    truth: dict[str, Any]
    shift: int  # how far its times were brought forward, in milliseconds

    @property
    def base(self) -> str:
        return self.process.base


@contextmanager
def serving(folder: Path, scratch: Path) -> Iterator[Old]:
    truth = look.truth(folder / "server.json")
    database = look.load(folder / "server.sql", scratch / "tables.db")
    shift = look.bring_up_to_date(database, truth["made"])
    process = Process(str(database))
    try:
        yield Old(process, truth, shift)
    finally:
        process.end(signal.SIGTERM)


@pytest.fixture(scope="module", params=VERSIONS)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    """For looking only."""
    with serving(HERE / request.param, tmp_path_factory.mktemp("old")) as one:
        yield one


@pytest.fixture(params=VERSIONS)
def folder(request: pytest.FixtureRequest) -> Path:
    return HERE / str(request.param)


def test_every_open_table_is_recovered(old: Old) -> None:
    closed = {"closed"}
    assert f"{len(old.truth['codes']) - len(closed)} tables restored" in old.process.line


def test_every_table_is_shown_to_everybody_as_it_was(old: Old) -> None:
    for what, code in old.truth["codes"].items():
        known = old.truth[f"table {what}"]
        for name, different in known.items():
            seen = look.table(old.base, name, old.truth["tokens"][name], code)
            assert seen == look.merged(known["Eve"], different), (what, name)


def test_finished_matches_people_and_ratings_are_what_they_were(old: Old) -> None:
    seen = look.pages(old.base, old.truth["tokens"])
    for game in seen["games"].values():
        game["ended"] -= old.shift
    seats = [seat for game in seen["games"].values() for seat in game["seats"]]
    rows = [row for board in seen["leaderboard"].values() for row in board["rows"]]
    faces = {one.pop("face") for one in (*seats, *rows)}  # by their ids: nobody had chosen one
    assert len(faces) > 1
    assert faces <= {*FACES, None}
    for page in ("history", "games", "stats", "leaderboard"):
        assert look.without_later_fields(seen[page], old.truth[page]) == old.truth[page]


def test_finished_and_shared_matches_can_be_watched(old: Old) -> None:
    for game in (*old.truth["games"], old.truth["shared"]):
        answer = fetch(f"{old.base}/api/games/{game}/replay", params={"round": "1"})
        assert answer.status_code == 200, answer.text


def test_a_round_that_was_in_play_goes_on(folder: Path, tmp_path: Path) -> None:
    with serving(folder, tmp_path) as old:
        assert len(old.truth["next"]) >= 6
        for what, chosen in old.truth["next"].items():
            guest = Guest(old.base, chosen["person"], old.truth["tokens"][chosen["person"]])
            guest.must("open", code=old.truth["codes"][what])
            answer = guest.command("act", version=chosen["version"], action=chosen["action"])
            assert answer["type"] == "ack", (what, answer)
            assert answer["version"] > chosen["version"]
            guest.close()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_replays_and_is_verified_as_it_was(name: str) -> None:
    file = HERE / name
    truth = look.truth(file.parents[1] / "records.json")[file.name]
    assert look.replayed(file) == truth["replay"]
    assert look.verified(file) == truth["verify"]


def test_the_server_hands_out_the_same_records(old: Old, folder: Path) -> None:
    for file in (folder / "records").glob("server-*.json"):
        assert look.record(old.base, file.stem.rpartition("-")[2]) == file.read_text(encoding="utf-8")


def test_an_interrupted_match_goes_on(folder: Path, tmp_path: Path) -> None:
    old = folder / "records" / "interrupted.json"
    kept = Path(shutil.copy(old, tmp_path))
    command = [sys.executable, "-m", "lastcard", "play", "--resume", str(kept), "--pace", "0"]
    subprocess.run(command, input="1\nq\n", text=True, capture_output=True, check=True)
    before, after = (look.truth(file)["rounds"][0] for file in (old, kept))
    assert after["deck"] == before["deck"]
    assert len(after["actions"]) > len(before["actions"])
    assert after["actions"][: len(before["actions"])] == before["actions"]


@pytest.mark.parametrize("name", SHEETS)
def test_a_score_sheet_stands_as_it_stood_and_takes_rounds_back(name: str, tmp_path: Path) -> None:
    file = HERE / name
    truth = look.truth(file.parents[1] / "sheets.json")[file.stem]
    kept = Path(shutil.copy(file, tmp_path))
    assert look.sheet(kept) == truth
    assert look.lastcard("score", "--sheet", str(kept), "--undo")[0] == 0
    assert look.sheet(kept)["rounds"] == truth["rounds"][:-1]


def test_leagues_stand_as_they_stood(folder: Path, tmp_path: Path) -> None:
    truth = look.truth(folder / "leagues.json")
    database = look.load(folder / "leagues.sql", tmp_path / "leagues.db")
    for name in ("small", "house rules"):
        assert look.league(database, name) == truth[name]
        code, text = look.lastcard("league", "game", "0", "--db", str(database), "--name", name)
        assert code == 0
        assert text.startswith("Game 0")


def test_an_interrupted_league_goes_on_to_the_same_standings(folder: Path, tmp_path: Path) -> None:
    truth = look.truth(folder / "leagues.json")
    database = look.load(folder / "interrupted-league.sql", tmp_path / "league.db")
    assert look.league(database, "league") == truth["interrupted"]
    words = ("league", "run", "--db", str(database), "--rounds", truth["deals"], "--workers", "1")
    assert look.lastcard(*words)[0] == 0
    assert look.league(database, "league") == truth["resumed"]
