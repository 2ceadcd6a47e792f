"""Programs of strangers in bubblewrap (`bwrap`): what they see of this machine, and whether that works here.

A bot in the sandbox has no network, processes, /tmp and hostname but its own; the system's programs and the
bot's own files are there to be read, and nothing else of this machine is there at all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from .forfeits import BotError, SandboxMode

MODES: Final[tuple[SandboxMode, ...]] = ("auto", "on", "off")
PROCESSES: Final = 2  # of bwrap itself, beside each bot
SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/gnu")
SETTINGS: Final = (
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/run/current-system"),
)
ALONE: Final = (
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--hostname",
    "bot",
)
SCRATCH: Final = str(64 << 20)  # bytes in the private /tmp, which is memory
BESIDE_BIN: Final = ("lib", "lib64", "libexec", "conf", "pyvenv.cfg")  # what an interpreter needs
LOOSE: Final = (
    "they run as you, can read and write your files and use the network; only their time, memory and"
    " processes are limited"
)


def wanted(mode: SandboxMode) -> bool:
    """Whether bots run in the sandbox; a BotError if they must and can't."""
    if mode == "off":
        return False
    program, why = trial()
    if program is None and mode == "on":
        raise BotError(f"--sandbox on: {why}")
    return program is not None


def warning(mode: SandboxMode) -> str | None:
    """One line that says what programs are not kept from, or None if they are."""
    if wanted(mode):
        return None
    why = "--sandbox off" if mode == "off" else trial()[1]
    return f"Programs as bots are not confined ({why}): {LOOSE}."


@cache
def trial() -> tuple[str | None, str]:
    """The program `bwrap` if it works here, tried once; else None and why not."""
    program = shutil.which("bwrap")
    if program is None:
        return None, "there is no bwrap on this machine"
    try:
        command = [program, *_base(program), "--", "/bin/sh", "-c", ":"]
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, f"bwrap does not run here: {type(error).__name__}"
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        return None, f"bwrap does not run here: {lines[-1] if lines else done.returncode}"
    return program, ""


def wrapped(command: Sequence[str], folder: str, hidden: Sequence[str] = ()) -> list[str]:
    """The command in a sandbox, with `folder` to write to and its own files to read, except `hidden` ones."""
    program, why = trial()
    if program is None:
        raise BotError(why)
    words = [program, *_base(program)]
    for place in sorted(set(own_places(command))):
        words += _readable(place, [os.path.realpath(one) for one in hidden])
    return [*words, "--bind", folder, folder, "--chdir", folder, "--remount-ro", "/", "--", *command]


def _base(program: str) -> list[str]:
    words = [*ALONE]
    for place in SYSTEM:
        if os.path.islink(place):
            words += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            words += ["--ro-bind", place, place]
    for place in SETTINGS:
        words += ["--ro-bind-try", place, place]
    size = ["--size", SCRATCH] if _bounds_memory(program) else []
    return [
        *words,
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        *size,
        "--tmpfs",
        "/dev/shm",
        *size,
        "--tmpfs",
        "/tmp",
    ]


@cache
def _bounds_memory(program: str) -> bool:
    """Whether this bwrap can bound a file system in memory (since 0.7)."""
    told = subprocess.run([program, "--help"], capture_output=True, timeout=20, check=False)
    return b"--size" in told.stdout + told.stderr


def own_places(command: Sequence[str]) -> Iterator[str]:
    """The folders of the program and its script, what interpreters need, and files that the command names."""
    program, *words = command
    yield from _with_folder(program)
    script = next((word for word in words if os.path.isfile(word)), None)
    if script is not None:
        yield from _with_folder(script)
    for word in words:
        path = word if os.path.exists(word) else word.rpartition("=")[2]
        if os.path.isabs(path) and os.path.exists(path) and not _of_system(path):
            yield path


def _with_folder(file: str) -> Iterator[str]:
    """A file's folder, link by link; a folder that holds everything somebody has is not opened for a bot."""
    for hop in _hops(file):
        folder = os.path.dirname(hop)
        if _of_system(hop):
            continue
        yield hop if _holds_too_much(folder) else folder
        if os.path.basename(folder) == "bin":
            above = os.path.dirname(folder)
            yield from (path for name in BESIDE_BIN if os.path.exists(path := os.path.join(above, name)))
    interpreter = _interpreter(file)
    if interpreter is not None and interpreter != file:
        yield from _with_folder(interpreter)


def _hops(path: str) -> list[str]:
    """A path, where its links lead one after the other, and where it really is."""
    hops = [path]
    while os.path.islink(hops[-1]) and len(hops) < 40:
        here = os.path.dirname(hops[-1])
        hops.append(os.path.normpath(os.path.join(here, os.readlink(hops[-1]))))
    return [*hops, os.path.realpath(path)]


def _interpreter(file: str) -> str | None:
    """The program in a script's first line, if it is there."""
    try:
        with open(file, "rb") as script:
            first = script.readline(256)
    except OSError:
        return None
    words = first[2:].split() if first.startswith(b"#!") else []
    path = os.fsdecode(words[0]) if words else ""
    return path if os.path.isabs(path) and os.path.isfile(path) else None


def _of_system(path: str) -> bool:
    return any(Path(path).is_relative_to(place) for place in SYSTEM)


def _holds_too_much(folder: str) -> bool:
    return folder in ("/", "/tmp", "/home", os.path.expanduser("~"))


def _readable(place: str, hidden: Sequence[str]) -> list[str]:
    """A place to be read; a folder with something hidden in it is opened entry by entry, without that."""
    real = Path(os.path.realpath(place))
    if any(real.is_relative_to(one) for one in hidden):
        return []
    if not real.is_dir() or not any(Path(one).is_relative_to(real) for one in hidden):
        return ["--ro-bind", place, place]
    words = []
    for entry in sorted(os.listdir(place)):
        path = os.path.join(place, entry)
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += _readable(path, hidden)
    return words
