"""From a bare clone to a page in the browser: `make play` with empty caches, and once more.

.venv/bin/python benchmarks/first_start.py [--without-node]

Clones this repository (what is committed) to a temporary folder and starts it with empty HOME and caches, as
on a new machine; the browser is not opened. The seconds end when /health and the page with its script are in.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINE = re.compile(r"lastcard is at (http://\S+)")
PATIENCE = 600


def environment(home: Path, node: bool) -> dict[str, str]:
    """Empty HOME and caches; where packages come from stays as this machine has it set."""
    folders = {"HOME": home, "XDG_CACHE_HOME": home / "cache", "XDG_DATA_HOME": home / "data"}
    caches = {"UV_CACHE_DIR": home / "uv", "PIP_CACHE_DIR": home / "pip", "npm_config_cache": home / "npm"}
    env = {**os.environ, "BROWSER": "true", **{name: str(path) for name, path in (folders | caches).items()}}
    for name in ("VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL"):
        env.pop(name, None)
    if not node:
        env["PATH"] = str(without_node(home / "bin"))
    return env


def without_node(folder: Path) -> Path:
    """A search path with everything but Node."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            if program.name not in ("node", "nodejs", "npm", "npx") and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    return folder


def start(clone: Path, env: dict[str, str]) -> dict[str, float]:
    """Run `make play` until its page is there; seconds by what was reached."""
    began = time.monotonic()
    words = ["make", "--no-print-directory", "play", "ARGS=serve --port 0"]
    with subprocess.Popen(
        words, cwd=clone, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        reached: dict[str, float] = {}
        try:
            assert running.stdout is not None
            for line in running.stdout:
                print(f"    {line.rstrip()}")
                if found := LINE.search(line):
                    reached["server up"] = time.monotonic() - began
                    read_page(found[1])
                    reached["page read"] = time.monotonic() - began
                    break
                if line.startswith("Set up in"):
                    reached["set up"] = time.monotonic() - began
        finally:
            os.killpg(running.pid, signal.SIGINT)
            running.wait(PATIENCE)
    assert "page read" in reached, "make play did not come up"
    return reached


def read_page(base: str) -> None:
    """What a browser needs for the first page."""
    assert b'"ok":true' in read(f"{base}/health")
    page = read(base).decode()
    script = re.search(r'src="(/assets/[^"]+\.js)"', page)
    assert script, "the page has no script: the client was not built"
    assert read(f"{base}{script[1]}")


def read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def processor() -> float:
    """Seconds that all programs which were started here have used: the same on a busy machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def parts(clone: Path, env: dict[str, str]) -> None:
    """Where the set-up goes, one thing after the other, with empty caches again."""
    shutil.rmtree(clone / ".venv")
    shutil.rmtree(clone / "client" / "node_modules")
    shutil.rmtree(clone / "src" / "lastcard" / "server" / "static")
    for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache"):
        shutil.rmtree(env[name], ignore_errors=True)
    for target, what in (
        (".venv/.uv", "venv and uv"),
        (".venv/.installed", "Python packages"),
        ("client", "client"),
    ):
        began = time.monotonic()
        subprocess.run(
            ["make", "--no-print-directory", target],
            cwd=clone,
            env=env,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        print(f"  {what:16} {time.monotonic() - began:6.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time `make play` from a bare clone with cold caches.")
    parser.add_argument("--without-node", action="store_true", help="as on a machine without Node")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastcard-start-") as folder:
        home, clone = Path(folder) / "home", Path(folder) / "clone"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        env = environment(home, not told.without_node)
        for name in ("first start", "next start"):
            print(f"{name}:")
            before = processor()
            reached = start(clone, env)
            times = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in reached.items())
            print(f"  {times}; processor {processor() - before:.1f} s, load {os.getloadavg()[0]:.1f}")
        print("one thing after the other:")
        parts(clone, env)


if __name__ == "__main__":
    main()
