"""The wheel, built from a clean copy: it holds the browser client, the rulebooks and the migrations."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_OURS = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "static", "dist")


@pytest.mark.slow
def test_the_wheel_holds_the_built_client(tmp_path: Path) -> None:
    modules = ROOT / "client" / "node_modules"
    if not modules.exists():
        pytest.skip("the client's packages are not installed: make client")
    copy = tmp_path / "clean"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_OURS))
    (copy / "client" / "node_modules").symlink_to(modules)
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    done = subprocess.run(words, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        files = packed.namelist()
        page = packed.read("lastcard/server/static/index.html").decode()
    script = re.search(r'src="/(assets/[^"]+\.js)"', page)
    assert script
    assert f"lastcard/server/static/{script[1]}" in files
    assert {"lastcard/py.typed", "lastcard/rulebooks/fool108.toml"} <= set(files)
    assert any(name.startswith("lastcard/server/migrations/versions/") for name in files)
    assert {name.split("/")[0].split("-")[0] for name in files} == {"lastcard"}
