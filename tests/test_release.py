"""`make release` in a clone of its own: what it checks, what it writes; a failure leaves nothing behind."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import release

pytestmark = pytest.mark.slow  # they start processes

ROOT = Path(__file__).parents[1]
CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-02\n\n- All.\n"
GREEN = "test:\n\t@echo all green\n"
RED = "test:\n\t@exit 3\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository with our package and its build, and tests that pass at once."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    (tmp_path / "Makefile").write_text(GREEN, encoding="utf-8")
    module = tmp_path / release.MODULE
    module.write_text(release.set_version(module.read_text(encoding="utf-8"), "0.1.0"), encoding="utf-8")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    return tmp_path


def git(where: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=where, check=True, capture_output=True, text=True, env=ENV)
    return done.stdout.strip()


def commit(where: Path) -> None:
    git(where, "add", "--all")
    git(where, "commit", "--quiet", "--message", "A commit")


ENV = {
    **os.environ,
    **{f"GIT_{who}_{what}": "tester" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "LASTCARD_NO_CLIENT": "1",
}


def run(where: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "release.py"), *words]
    return subprocess.run(command, cwd=where, env=ENV, capture_output=True, text=True, check=False)


def state(where: Path) -> tuple[str, ...]:
    """All that a release changes."""
    return git(where, "rev-parse", "HEAD"), git(where, "status", "--porcelain"), git(where, "tag")


def test_a_release_sets_the_version_dates_the_changes_builds_commits_and_tags(clone: Path) -> None:
    done = run(clone, "0.2.0")
    assert done.returncode == 0, done.stderr
    assert "all green" in done.stdout
    assert '__version__ = "0.2.0"' in (clone / release.MODULE).read_text(encoding="utf-8")
    changes = (clone / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]\n\n## [0.2.0] - 20" in changes
    assert changes.index("[0.2.0]") < changes.index("- A thing.") < changes.index("[0.1.0]")
    built = {file.name for file in (clone / "dist").iterdir()}
    assert built == {"lastcard-0.2.0.tar.gz", "lastcard-0.2.0-py3-none-any.whl"}
    assert git(clone, "describe", "--exact-match") == "v0.2.0"
    assert git(clone, "log", "-1", "--format=%s") == "Release 0.2.0"
    assert git(clone, "status", "--porcelain") == ""
    again = run(clone, "0.2.0")
    assert (again.returncode, again.stderr) == (1, "release: the tag v0.2.0 exists already\n")


def test_a_dry_run_changes_nothing(clone: Path) -> None:
    before = state(clone)
    done = run(clone, "0.2.0", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Ready for 0.2.0")
    assert state(clone) == before
    assert not (clone / "dist").exists()


@pytest.mark.parametrize("version", ["v1.0.0", "1.0", "1.0.0rc1", "01.0.0", "0.1.0", "0.0.9"])
def test_a_version_is_three_numbers_and_larger_than_the_last(clone: Path, version: str) -> None:
    assert run(clone, version, "--dry-run").returncode == 1


def test_it_wants_a_clean_tree_on_main_and_something_to_release(clone: Path) -> None:
    (clone / "new").touch()
    assert "?? new" in run(clone, "0.2.0").stderr
    commit(clone)
    git(clone, "switch", "--quiet", "--create", "other")
    assert "on main, not on other" in run(clone, "0.2.0").stderr
    git(clone, "switch", "--quiet", "main")
    (clone / "CHANGELOG.md").write_text(CHANGES.replace("- A thing.\n", ""), encoding="utf-8")
    commit(clone)
    assert "nothing stands under" in run(clone, "0.2.0").stderr


@pytest.mark.parametrize(
    ("file", "text", "what"), [("Makefile", RED, "make test"), ("hatch_build.py", "1 / 0\n", "the build")]
)
def test_where_the_tests_or_the_build_fail_nothing_is_left_behind(
    clone: Path, file: str, text: str, what: str
) -> None:
    (clone / file).write_text(text, encoding="utf-8")
    commit(clone)
    before = state(clone)
    done = run(clone, "0.2.0")
    assert done.returncode == 1
    assert f"release: {what} failed: nothing was released" in done.stderr
    assert state(clone) == before


def test_our_own_changelog_can_be_released() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [999.0.0] - 2030-01-01" in release.date_changes(text, "999.0.0", datetime.date(2030, 1, 1))
