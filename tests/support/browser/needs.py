"""What the browser tests need besides Python. Where it is missing they are left out, and one line says so."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import chromium

CLIENT = Path(__file__).parents[3] / "client"
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
TESTS = Path(__file__).parents[2] / "browser"


@cache
def missing() -> tuple[str, ...]:
    from lastcard.server.web.static_files import FOLDER

    built = (FOLDER / "index.html").exists()
    wanted = {"Chromium": chromium.find(), "the built client": built, "axe": AXE.exists()}
    return tuple(what for what, found in wanted.items() if not found)


def left_out() -> bool:
    """In CI they are not: there they fail."""
    return bool(missing()) and not os.environ.get("CI")


def why() -> str:
    return f"BROWSER TESTS ARE LEFT OUT: {' and '.join(missing())} not here; `make test` gets what it can"
