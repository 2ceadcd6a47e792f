"""Bubblewrap for the tests of programs in a sandbox: the system's, else apt's as root.

`python tools/bubblewrap.py` gets it where it can. Where it can't, one line says so; those tests are skipped.
"""

from __future__ import annotations

import shutil
import sys

from chromium import apt_installs

LEFT_OUT = (
    "TESTS IN THE SANDBOX ARE LEFT OUT: there is no bwrap, and apt-get can't install one (it needs root)."
)


def obtain(search: str | None = None, root: bool | None = None) -> str | None:
    """The program, installed if need be; None where that does not work."""
    if (found := shutil.which("bwrap", path=search)) is not None:
        return found
    return shutil.which("bwrap", path=search) if apt_installs("bubblewrap", search, root) else None


def main(search: str | None = None, root: bool | None = None) -> int:
    if obtain(search, root) is None:
        print(LEFT_OUT, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
