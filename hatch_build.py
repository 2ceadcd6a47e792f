"""Builds the browser client into the package, where Node is at hand; without it the package has no client."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/lastcard/server/static")


class ClientHook(BuildHookInterface):  # type: ignore[misc]
    """Runs npm once, when the built client is missing. LASTCARD_NO_CLIENT=1 skips it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        client = root / "client"
        if (
            (root / STATIC / "index.html").exists()
            or not client.is_dir()
            or os.environ.get("LASTCARD_NO_CLIENT")
        ):
            return
        npm = shutil.which("npm")
        if npm is None:
            print("lastcard: npm is not here, so the browser client is left out.", file=sys.stderr)
            return
        for words in (["install", "--no-audit", "--no-fund"], ["run", "build"]):
            done = subprocess.run([npm, *words], cwd=client, capture_output=True, text=True, check=False)
            if done.returncode:
                told = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
                print(f"lastcard: the browser client could not be built: {' '.join(told)}", file=sys.stderr)
                return
