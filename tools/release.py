"""Makes a release: `make release VERSION=1.2.3`, or `make release VERSION=1.2.3 ARGS=--dry-run`.

It checks that everything is ready, runs `make test`, sets the version, turns "Unreleased" in CHANGELOG.md
into the version and its date, builds sdist and wheel into dist/, commits and tags. It never pushes. A failure
before the commit leaves the tree as it was.
"""

from __future__ import annotations

import argparse
import datetime
import re
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
MODULE = Path("src/lastcard/__init__.py")
CHANGELOG = Path("CHANGELOG.md")
UNRELEASED = "## [Unreleased]\n"


class ReleaseError(Exception):
    """There can be no release; the message says why."""


def number(version: str) -> tuple[int, ...]:
    if not VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r}: expected a version such as 1.2.3")
    return tuple(map(int, version.split(".")))


def set_version(text: str, version: str) -> str:
    """The module's text with another version."""
    new, count = re.subn(r'^__version__ = "[^"]*"$', f'__version__ = "{version}"', text, flags=re.M)
    if count != 1:
        raise ReleaseError(f"{MODULE}: expected one line with __version__, found {count}")
    return new


def date_changes(text: str, version: str, today: datetime.date) -> str:
    """The changelog's text with what is unreleased under the version, and nothing unreleased."""
    if text.count(UNRELEASED) != 1:
        raise ReleaseError(f"{CHANGELOG}: expected one heading {UNRELEASED.strip()!r}")
    before, _, after = text.partition(UNRELEASED)
    changes = re.split(r"^## ", after, maxsplit=1, flags=re.M)[0]
    if not re.search(r"^- ", changes, flags=re.M):
        raise ReleaseError(f"{CHANGELOG}: nothing stands under {UNRELEASED.strip()!r}")
    for released in re.findall(r"^## \[(\d[^]]*)\]", after, flags=re.M):
        if number(released) >= number(version):
            raise ReleaseError(f"{CHANGELOG}: {version} can't come after {released}, which is released")
    return f"{before}{UNRELEASED}\n## [{version}] - {today.isoformat()}\n{after}"


def git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


def check_repository(version: str) -> None:
    if changed := git("status", "--porcelain"):
        raise ReleaseError(f"commit or put away what has changed first:\n{changed}")
    if (branch := git("branch", "--show-current")) != "main":
        raise ReleaseError(f"releases are made on main, not on {branch or 'a detached HEAD'}")
    if git("tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} exists already")


def run(what: str, *command: str) -> None:
    print(f"$ {' '.join(command)}", flush=True)
    if subprocess.run(command, check=False).returncode:
        raise ReleaseError(f"{what} failed: nothing was released")


def release(version: str, today: datetime.date, dry_run: bool) -> None:
    number(version)
    check_repository(version)
    files = {
        MODULE: set_version(MODULE.read_text(encoding="utf-8"), version),
        CHANGELOG: date_changes(CHANGELOG.read_text(encoding="utf-8"), version, today),
    }
    if dry_run:
        print(f"Ready for {version}: make test, the packages, a commit and the tag v{version} would follow.")
        return
    run("make test", "make", "test")
    check_repository(version)  # the tests take a while
    try:
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
        shutil.rmtree("dist", ignore_errors=True)
        run("the build", sys.executable, "-m", "hatchling", "build", "--directory", "dist")
        git("commit", "--quiet", "--message", f"Release {version}", *map(str, files))
    except BaseException:
        git("checkout", "HEAD", "--", *map(str, files))
        raise
    git("tag", "--annotate", f"v{version}", "--message", f"lastcard {version}")
    packages = ", ".join(sorted(file.name for file in Path("dist").iterdir()))
    print(f"Released {version}: {packages} in dist/. To publish: git push origin main v{version}")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make release", description="Make a release; nothing is pushed.")
    parser.add_argument("version", metavar="VERSION", help="such as 1.2.3")
    parser.add_argument("--dry-run", action="store_true", help="only look whether everything is ready")
    args = parser.parse_args(words)
    try:
        release(args.version, datetime.date.today(), args.dry_run)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
