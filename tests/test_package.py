"""The packages, built from a clean copy: they hold the browser client, the rulebooks and the migrations."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # it builds the package

ROOT = Path(__file__).parents[1]
NOT_OURS = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "static", "dist")


def built(target: str, source: Path, out: Path, path: str) -> Path:
    """A package, made by the build hook with the programs of a search path."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    env = {**os.environ, "PATH": path}
    done = subprocess.run(words, cwd=source, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (package,) = out.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return package


def test_the_sdist_holds_the_built_client_and_its_wheel_needs_no_node(tmp_path: Path) -> None:
    modules = ROOT / "client" / "node_modules"
    if not modules.exists():
        pytest.skip("the client's packages are not installed: make client")
    copy, unpacked = tmp_path / "clean", tmp_path / "unpacked"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_OURS))
    (copy / "client" / "node_modules").symlink_to(modules)
    with tarfile.open(built("sdist", copy, tmp_path, os.environ["PATH"])) as packed:
        packed.extractall(unpacked, filter="data")
    (source,) = unpacked.iterdir()
    assert not (source / "client" / "node_modules").exists()
    with zipfile.ZipFile(built("wheel", source, tmp_path, "/nowhere")) as packed_wheel:
        files = packed_wheel.namelist()
        page = packed_wheel.read("lastcard/server/static/index.html").decode()
    script = re.search(r'src="/(assets/[^"]+\.js)"', page)
    assert script
    assert f"lastcard/server/static/{script[1]}" in files
    parts = ("py.typed", "rulebooks/fool108.toml", "server/static/art.json")
    assert {f"lastcard/{part}" for part in parts} <= set(files)
    assert any(name.startswith("lastcard/server/storage/migrations/versions/") for name in files)
    assert {name.split("/")[0].split("-")[0] for name in files} == {"lastcard"}
