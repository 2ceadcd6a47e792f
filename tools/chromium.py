"""A Chromium for the tests in a browser: the system's, else Playwright's own download, else apt's as root.

`python tools/chromium.py` gets one where it can. Where it can't, one line says so; with CI=true that
is a failure. There the one without windows is installed too, if apt has it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

SHELL = "chromium-headless-shell"  # without windows: the same pages in half the time, but no notifications
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "chromium")
LEFT_OUT = (
    "BROWSER TESTS ARE LEFT OUT: there is no Chromium, Playwright can't download one, and apt-get can't"
    " install one (it needs root)."
)


def system(search: str | None = None) -> str | None:
    """The Chromium on the search path."""
    return next(filter(None, (shutil.which(name, path=search) for name in NAMES)), None)


def downloaded() -> str | None:
    """The one that Playwright has downloaded, if it starts here: libraries of the system may be missing."""
    try:
        file = place_of_download()
    except ImportError:
        return None
    return file if Path(file).exists() and _succeeds([file, "--version"]) else None


def place_of_download() -> str:
    """Where Playwright keeps its Chromium, or would keep it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def find() -> str | None:
    """A Chromium that is there already."""
    return system() or downloaded()


def quick(search: str | None = None) -> str | None:
    """The one for most tests: the one without windows, where it is here."""
    return shutil.which(SHELL, path=search) or find()


def obtain(
    search: str | None = None, download: Sequence[str] = DOWNLOAD, root: bool | None = None
) -> str | None:
    """A Chromium, installed if need be; None where nothing works."""
    if found := system(search) or downloaded():
        return found
    if _succeeds(download) and (found := downloaded()):
        return found
    return system(search) if apt_installs("chromium", search, root) else None


def obtain_quick(search: str | None = None, root: bool | None = None) -> None:
    """Get the one without windows too, if that is easy: tests do without."""
    if shutil.which(SHELL, path=search) is None:
        apt_installs(SHELL, search, root)


def apt_installs(package: str, search: str | None = None, root: bool | None = None) -> bool:
    """Whether apt-get has put a package there; it needs root."""
    apt = shutil.which("apt-get", path=search)
    is_root = os.geteuid() == 0 if root is None and hasattr(os, "geteuid") else bool(root)
    if apt is None or not is_root:
        return False
    install = [apt, "install", "-y", "--no-install-recommends", package]
    return _succeeds(install) or _succeeds([apt, "update"]) and _succeeds(install)


def _succeeds(command: Iterable[str]) -> bool:
    try:
        return subprocess.run(list(command), capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def main(search: str | None = None, download: Sequence[str] = DOWNLOAD, root: bool | None = None) -> int:
    if obtain(search, download, root) is not None:
        if os.environ.get("CI"):
            obtain_quick(search, root)
        return 0
    print(LEFT_OUT, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
