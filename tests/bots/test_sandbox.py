"""Programs of strangers in bubblewrap: what they see of this machine, and what is said without it."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lastcard.bots import sandbox
from lastcard.bots.forfeits import BotError, Limits, SandboxMode
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import command, create
from lastcard.cli import main
from lastcard.game import Match, seeded
from lastcard.rulebooks import load
from support.bots import ROGUE
from support.bots.sandboxed import needs_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="programs as bots need a Unix"),
]

SAID = "Programs as bots are not confined"


def seen(spec: str, mode: SandboxMode, hidden: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a spy at a table told of its surroundings, after a round without a forfeit."""
    rulebook, players = load("rounds"), ["Spy", "Ann"]
    match = Match(rulebook, players, seeded(5))
    match.deal()
    bots = [create(one, rulebook, players, 0) for one in (spec, "random")]
    try:
        assert play_round(match, bots, Limits(start=20, move=20, sandbox=mode, hidden=hidden)) == []
    finally:
        close(bots)
    told: dict[str, Any] = json.loads(getattr(bots[0], "stderr", ""))
    return told


def spy(script: Path, *files: Path | str) -> str:
    """A spy on files that its command does not name as such."""
    looked_for = [f"look:{file}" for file in files]
    return shlex.join([sys.executable, "-I", "-S", str(script), "spies", "mark", *looked_for])


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of a bot, as a stranger sends it."""
    folder = tmp_path / "bot"
    folder.mkdir()
    shutil.copy(ROGUE, folder / "rogue.py")
    (folder / "weights.bin").write_text("42")
    return folder


def test_a_bot_without_a_sandbox_starts_in_an_empty_folder_of_its_own(own: Path) -> None:
    told = seen(spy(own / "rogue.py"), "off")
    assert told["here"] == []
    assert not Path(told["cwd"]).exists()  # it is gone with the bot, and what was written there too
    assert Path(told["cwd"]) != Path.cwd()


def test_in_the_sandbox_a_bot_sees_its_own_files_and_nothing_else_of_ours(own: Path, tmp_path: Path) -> None:
    needs_sandbox()
    store, home = tmp_path / "league.db", Path.home()
    store.write_text("secret")
    spec = spy(own / "rogue.py", own / "weights.bin", store, home / ".profile", "/etc/shadow")
    told = seen(spec, "on")
    assert told["found"].pop(str(own / "weights.bin")) is True
    assert not any(told["found"].values())
    assert told["here"] == []
    assert told["wrote"] == [True]  # in its own folder alone
    assert told["processes"] <= 3
    assert told["network"] is False
    assert not (own / "written-by-a-bot").exists()


def test_a_store_beside_the_bots_is_hidden_from_them(own: Path) -> None:
    needs_sandbox()
    below = own / "data" / "leagues"
    below.mkdir(parents=True)
    store, weights = below / "league.db", below / "weights.bin"
    store.write_text("the store")
    weights.write_text("42")
    told = seen(spy(own / "rogue.py", store, weights, own / "weights.bin"), "on", hidden=(str(store),))
    assert told["found"] == {str(store): False, str(weights): True, str(own / "weights.bin"): True}


def test_a_script_in_a_home_folder_does_not_open_the_whole_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_sandbox()
    monkeypatch.setenv("HOME", str(tmp_path))
    shutil.copy(ROGUE, tmp_path / "rogue.py")
    (tmp_path / "letter").write_text("private")
    told = seen(spy(tmp_path / "rogue.py", tmp_path / "letter"), "on")
    assert told["found"] == {str(tmp_path / "letter"): False}


def test_a_script_with_an_interpreter_of_its_own_runs_in_the_sandbox(own: Path) -> None:
    needs_sandbox()
    script = own / "start"
    text = (own / "rogue.py").read_text()
    script.write_text(f"#!{sys.executable}\n{text}")
    script.chmod(0o755)
    assert seen(shlex.join([str(script), "spies"]), "on")["network"] is False


def test_files_that_a_command_names_are_found_from_the_other_folder(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own)
    words = command("python3 rogue.py spies --weights=weights.bin --level=3 other.bin")
    assert words[1:] == [
        *(str(own / "rogue.py"), "spies", f"--weights={own / 'weights.bin'}"),
        *("--level=3", "other.bin"),
    ]


@pytest.fixture
def without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[None]:
    """A machine without bwrap, or with one that may not run, as in many containers."""
    folder = tmp_path / "programs"
    folder.mkdir()
    if request.param == "broken":
        (folder / "bwrap").write_text(
            "#!/bin/sh\necho bwrap: No permissions to create new namespace >&2; exit 1\n"
        )
        (folder / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    sandbox.trial.cache_clear()
    yield
    sandbox.trial.cache_clear()


@pytest.mark.parametrize(
    ("without", "why"),
    [
        ("missing", "there is no bwrap on this machine"),
        ("broken", "bwrap does not run here: bwrap: No permissions to create new namespace"),
    ],
    indirect=["without"],
)
@pytest.mark.usefixtures("without")
def test_without_a_sandbox_one_line_says_what_is_not_confined(
    why: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = shlex.join([sys.executable, "-I", "-S", str(own / "rogue.py"), "honest"])
    assert main(["bot", "play", spec, "random", "--time", "20"]) == 0
    told = capsys.readouterr().err
    assert told == f"{SAID} ({why}): {sandbox.LOOSE}.\n"
    assert main(["bot", "play", spec, "random", "--time", "20", "--sandbox", "on"]) == 2
    assert capsys.readouterr().err == f"--sandbox on: {why}\n"
    with pytest.raises(BotError, match="--sandbox on"):
        sandbox.wanted("on")


def test_a_command_says_nothing_about_the_sandbox_where_there_is_no_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bot", "play", "random", "greedy", "--rules", "rounds", "--sandbox", "off"]) == 0
    assert capsys.readouterr().err == ""


def test_every_command_that_runs_programs_has_the_option() -> None:
    for words in (["league", "run"], ["bot", "check"], ["bot", "play"], ["serve"], ["play"]):
        told = subprocess.run(
            [sys.executable, "-m", "lastcard", *words, "--help"], capture_output=True, text=True, check=True
        )
        assert "--sandbox {auto,on,off}" in told.stdout, words
