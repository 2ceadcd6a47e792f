"""Starting: the browser is opened at the server's address, with the built client behind it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from .people import wait_for


@pytest.mark.slow
def test_the_browser_is_opened_at_the_address_that_is_told(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "lastcard", "serve", "--port", "0", "--db", str(tmp_path / "tables.db")]
    env = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as child:
        try:
            assert child.stdout is not None
            address = child.stdout.readline().split()[3]
            wait_for(opened.exists)
            assert opened.read_text().strip() == address
            assert httpx.get(f"{address}/health").json()["ok"] is True
        finally:
            child.terminate()
