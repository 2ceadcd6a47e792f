"""No command ends in a traceback: what can't be is one line on standard error, and exit code 2."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.cli import main

HUGE = "99999999999999999999999"
REFUSED = {
    "simulate rounds --threads -2": "--threads: expected at least 1, not -2",
    "simulate rounds --threads 0": "--threads: expected at least 1, not 0",
    f"simulate rounds --threads {HUGE}": "--threads: expected at most 1024",
    f"simulate rounds --games {HUGE}": "--games: expected at most",
    "simulate rounds --games -1": "games: expected at least 1",
    "simulate rounds --parquet FOLDER/missing/file.parquet": "there is no folder",
    "simulate rounds --parquet FOLDER": "this is not a file",
    "simulate rounds --parquet ''": "this is not a file",
    "simulate rounds --plot FOLDER/missing/plot.html": "there is no folder",
    "simulate rounds --cluster nonsense": "expected the address of a Dask scheduler",
    f"league game {HUGE}": "ID: expected at most",
    "league game -1": "ID: expected at least 0, not -1",
    f"league run --rules league --bots random,greedy --rounds {HUGE}": "--rounds: expected at most",
    f"league run --rules league --bots random,greedy --workers {HUGE}": "--workers: expected at most",
    "league export --parquet FOLDER/missing/file.parquet": "there is no folder",
    "play --players 99": "2 to 10 players, not 99",
    "play --players 0": "2 to 10 players, not 0",
    "play --players -1": "2 to 10 players, not -1",
    f"play --players {HUGE}": f"2 to 10 players, not {HUGE}",
    "rules FOLDER/deep.toml": "nested too deeply",
    "replay FOLDER/deep.json": "deep.json: ",
    "verify FOLDER/deep.json": "deep.json: ",
    "replay FOLDER": "can't be read",
    "replay 'a\0b'": "not the name of a file",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    deep = "[" * 5000 + "]" * 5000
    (tmp_path / "deep.toml").write_text(f"name = {deep}", encoding="utf-8")
    record = f'{{"format": "lastcard/1", "rules": "classic", "set": {{"a": {deep}}}, "players": []}}'
    (tmp_path / "deep.json").write_text(record, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("line", REFUSED)
def test_what_can_t_be_is_one_line_and_exit_code_2(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.replace("FOLDER", str(folder)) for word in shlex.split(line)]
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert REFUSED[line] in err


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
@pytest.mark.parametrize(
    "line", ["rules classic", "play --seed 1 rounds", "bot play random random", "replay -"]
)
def test_a_closed_standard_stream_is_no_traceback(line: str, closed: str, folder: Path) -> None:
    command = f"exec {shlex.quote(sys.executable)} -m lastcard {line} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr + done.stdout
