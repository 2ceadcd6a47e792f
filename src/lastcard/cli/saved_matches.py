"""The kept matches of `lastcard play`: a file each in the user's data folder, locked while it is played.

A finished match is kept under another name, so that it can be watched. Earlier versions had one file for all
matches, and one for the match before: both are still found.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..game import Match, Record, RecordError, replay
from ..game.record import decode
from ..game.replay import begin
from .common import UsageError, read_file

OLD_NAMES = ("last-match.json", "previous-match.json")
LOCKS = ".locks"
_held: list[int] = []  # descriptors of the locks of this process, which end with it


def folder() -> Path | None:
    """Where matches are kept; None where there can be no such place."""
    try:
        home = (
            Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastcard" / "matches"
        )
        home.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return home


def new_file() -> str | None:
    """A name for a new match that no other has."""
    home = folder()
    if home is None:
        return None
    return str(home / f"match-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.json")


def kept() -> list[Path]:
    """The matches that can go on, the one that was played last first."""
    home = folder()
    if home is None:
        return []
    found = [*home.glob("match-*.json"), *(home.parent / name for name in OLD_NAMES)]
    dated = []
    for path in found:
        with suppress(OSError):  # finished in another terminal meanwhile
            dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def is_own(path: str) -> bool:
    """Whether we have written this file: what it says about its bots may be run."""
    home, real = folder(), Path(os.path.realpath(path))
    if home is None:
        return False
    home = Path(os.path.realpath(home))
    return real.parent == home or (real.parent == home.parent and real.name in OLD_NAMES)


def lock(path: str | Path) -> bool:
    """Have a match for this terminal alone, until the process ends; False if another has it."""
    home = folder()
    try:
        import fcntl
    except ImportError:  # not on this system
        return True
    if home is None:
        return True
    at = int.from_bytes(hashlib.sha256(os.path.realpath(path).encode()).digest()[:6])
    if not _held:
        _held.append(os.open(home / LOCKS, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        fcntl.lockf(_held[0], fcntl.LOCK_EX | fcntl.LOCK_NB, 1, at)
    except OSError:
        return False
    return True


def read(path: str | Path) -> tuple[Record, Match]:
    """A kept match as it stands, or a UsageError."""
    data = read_file(str(path))
    try:
        record = decode(data)
        return record, replay(record) if record.rounds else begin(record)  # quit before the first deal
    except RecordError as error:
        raise UsageError(f"{path}: {error}") from None


def finish(path: str | Path) -> None:
    """A match of ours is over: it can still be watched, and is not gone on with."""
    home = folder()
    if home is not None and is_own(str(path)):
        stem = Path(path).stem.removeprefix("match-")
        with suppress(OSError):
            os.replace(path, home / f"finished-{stem}-{secrets.token_hex(3)}.json")


def newest() -> Path:
    """The match to go on with: the last one that is not over and not open in another terminal."""
    open_elsewhere = 0
    for path in kept():
        if not lock(path):
            open_elsewhere += 1
            continue
        try:
            if not read(path)[1].over:
                return path
            finish(path)
        except UsageError as error:
            print(f"{error}; it is left as it is", file=sys.stderr)
    if open_elsewhere:
        raise UsageError(f"play: every kept match is open in another terminal ({open_elsewhere})")
    raise UsageError("play: there is no kept match to go on with")


def listed() -> Iterator[str]:
    """A line for every match that can go on: when it was played, what it is, and its file."""
    for path in kept():
        try:
            record, match = read(path)
        except UsageError as error:
            yield f"{error}"
            continue
        if match.over:
            continue
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
        bots = "" if not record.terminal else f" ({', '.join(dict.fromkeys(record.terminal.bots))})"
        elsewhere = "" if lock(path) else "; open in another terminal"
        rounds = f"round {len(match.rounds)}" if match.rounds else "before the deal"
        players = ", ".join(match.players)
        yield f"{when}  {match.rulebook.title}, {rounds}: {players}{bots}{elsewhere}\n  {path}"
