"""Where the browser tests get their Chromium from: the order, and the one line where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bubblewrap
import chromium

pytestmark = pytest.mark.slow  # they start processes

ROOT = Path(__file__).parents[1]


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that is the whole search path; Playwright has downloaded nothing."""
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def program(file: Path, *lines: str) -> Path:
    """A shell script that notes its call in `called` beside it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    note = file.parent / "called"
    text = "\n".join(["#!/bin/sh", f'echo "{file.name} $*" >> {note}', *lines])
    file.write_text(f"{text}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def calls(folder: Path) -> list[str]:
    note = folder / "called"
    return note.read_text(encoding="utf-8").splitlines() if note.exists() else []


def copying(source: Path, target: str) -> str:
    """A line of a script that installs a program, on a search path without cp."""
    return f'/bin/mkdir -p "$(/usr/bin/dirname {target})" && /bin/cp {source} {target}'


def test_the_system_s_own_comes_first(fakes: Path) -> None:
    own = program(fakes / "chromium-browser")
    download, apt = program(fakes / "download"), program(fakes / "apt-get")
    assert chromium.obtain(str(fakes), [str(download)], root=True) == str(own)
    assert apt.exists()
    assert calls(fakes) == []


def test_then_playwright_s_download_which_is_kept(fakes: Path, tmp_path: Path) -> None:
    browser = program(tmp_path / "browser")
    place = chromium.place_of_download()
    download = program(fakes / "download", copying(browser, place))
    program(fakes / "apt-get")
    for _ in range(2):
        assert chromium.obtain(str(fakes), [str(download)], root=True) == place
    assert calls(fakes) == ["download "]


def test_a_download_that_does_not_start_here_is_none(fakes: Path, tmp_path: Path) -> None:
    broken = program(tmp_path / "browser", "exit 127")
    download = program(fakes / "download", copying(broken, chromium.place_of_download()))
    assert chromium.obtain(str(fakes), [str(download)], root=False) is None


def test_then_apt_as_root_with_fresh_lists_if_need_be(fakes: Path, tmp_path: Path) -> None:
    own, lists = program(tmp_path / "chromium"), tmp_path / "lists"
    download = program(fakes / "download", "exit 1")
    program(
        fakes / "apt-get",
        f'if [ "$1" = update ]; then : > {lists}; exit 0; fi',
        f"[ -e {lists} ] || exit 100",
        copying(own, str(fakes / "chromium")),
    )
    assert chromium.obtain(str(fakes), [str(download)], root=False) is None
    assert calls(fakes) == ["download "]
    assert chromium.obtain(str(fakes), [str(download)], root=True) == str(fakes / "chromium")
    install = "apt-get install -y --no-install-recommends chromium"
    assert calls(fakes)[1:] == ["download ", install, "apt-get update", install]


@pytest.mark.parametrize(("ci", "installs"), [("", False), ("true", True)])
def test_ci_installs_the_one_without_windows_too_and_most_tests_use_it(
    fakes: Path, tmp_path: Path, ci: str, installs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    own = program(fakes / "chromium")
    program(fakes / "apt-get", copying(program(tmp_path / chromium.SHELL), str(fakes / chromium.SHELL)))
    for _ in range(2):
        assert chromium.main(str(fakes), ["/nowhere"], root=True) == 0
    assert calls(fakes) == [f"apt-get install -y --no-install-recommends {chromium.SHELL}"] * installs
    assert chromium.system(str(fakes)) == str(own)
    assert (chromium.quick(str(fakes)) == str(fakes / chromium.SHELL)) is installs


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_where_nothing_works_one_line_says_so_and_ci_fails(
    fakes: Path, ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert chromium.main(str(fakes), ["/nowhere"], root=False) == code
    assert capsys.readouterr() == ("", f"{chromium.LEFT_OUT}\n")


def python(fakes: Path, ci: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": str(fakes), "PYTHONPATH": str(ROOT / "tools"), "CI": ci}
    return subprocess.run(
        [sys.executable, *words], env=env, capture_output=True, text=True, cwd=ROOT, check=False
    )


@pytest.mark.parametrize(
    "words",
    [("tests/browser/test_axe.py",), ("tests/browser", "tests/test_golden.py", "-k", "axe", "-n", "1")],
)
def test_pytest_leaves_them_out_in_one_line(fakes: Path, words: tuple[str, ...]) -> None:
    done = python(fakes, "", "-m", "pytest", "-q", *words)
    assert done.stdout.count("BROWSER TESTS ARE LEFT OUT") == 1
    assert "skipped" not in done.stdout


def test_with_ci_they_fail_instead(fakes: Path) -> None:
    done = python(fakes, "true", "-m", "pytest", "-q", "tests/browser/test_axe.py", "-x")
    assert done.returncode == 1
    assert "BROWSER TESTS ARE LEFT OUT: Chromium" in done.stdout


def test_bubblewrap_is_installed_by_root_and_else_one_line_says_what_is_left_out(
    fakes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = program(tmp_path / "bwrap")
    program(fakes / "apt-get", copying(own, str(fakes / "bwrap")))
    assert bubblewrap.main(str(fakes), root=False) == 0
    assert capsys.readouterr().err == f"{bubblewrap.LEFT_OUT}\n"
    assert bubblewrap.obtain(str(fakes), root=True) == str(fakes / "bwrap")
    assert calls(fakes) == ["apt-get install -y --no-install-recommends bubblewrap"]
    assert bubblewrap.obtain(str(fakes), root=True) == str(fakes / "bwrap")
    assert len(calls(fakes)) == 1
