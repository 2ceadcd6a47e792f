"""Power cuts, simulated: SQLite's files as they could be on a disk that lost what was not synced.

`PYTHONPATH=tests python -m faults.torn_writes [--commits 400] [--cuts 8]`: entries are stored one by one,
and the files copied whenever one is acknowledged. A power cut while the next one is being written leaves
any of its sectors old, new or as garbage, in any mixture; SQLite's own barriers are kept: the header of a
log that starts again is synced before its entries are, and the log before its pages go to the database
file. Every such disk must open, whole, with everything that was acknowledged, and nothing that was never
sent.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from msgspec import Struct

from lastcard.server.storage.store import Store, open_room
from lastcard.server.tables.events import ChatSent, NumberedEvent, encode

SECTOR: Final = 512
WAL_HEADER: Final = 32
SMALL_LOG: Final = 60  # pages before a checkpoint: many of them in a short run


class Disk(Struct):
    """The files when entry `acknowledged` had been answered."""

    acknowledged: int
    database: bytes
    wal: bytes


async def stored(folder: Path, commits: int) -> list[Disk]:
    """Store entries, and copy the files after each answer."""
    file = folder / "tables.db"
    store = Store(str(file))
    sa.event.listen(store.engine, "connect", _small_log)
    store.engine.dispose()  # those that are open did not hear of it
    disks = []
    try:
        await store.append(1, [], open_room(1, "ABCDE", 0))
        for n in range(1, commits + 1):
            await store.append(1, [NumberedEvent(n, n, _entry(n), "ann", f"id-{n}")])
            wal = file.with_name("tables.db-wal")
            disks.append(Disk(n, file.read_bytes(), wal.read_bytes()))
    finally:
        store.close()
    return disks


def _small_log(connection: sqlite3.Connection, _: object) -> None:
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "every commit must be synced"
    connection.execute(f"PRAGMA wal_autocheckpoint = {SMALL_LOG}")


def _entry(n: int) -> ChatSent:
    return ChatSent(name="Ann", seat=0, text=f"{n} " * (1 + n * 7 % 90))


def _mixed(old: bytes, new: bytes, chance: random.Random, garbage: bool) -> bytes:
    """Sectors of both; those that were being written may be neither."""
    how, out = chance.choice(("cut", "any")), []
    size = max(len(old), len(new))
    reached = chance.randrange(0, size + 1)
    for at in range(0, size, SECTOR):
        before, after = old[at : at + SECTOR], new[at : at + SECTOR]
        written = at < reached if how == "cut" else chance.random() < 0.5
        one = after if written else before
        if garbage and before != after and chance.random() < 0.1:
            one = _damaged(before, after, chance)
        out.append(one.ljust(SECTOR, b"\0") if at + SECTOR < size else one)
    return b"".join(out)


def _damaged(old: bytes, new: bytes, chance: random.Random) -> bytes:
    """Garbage where it was being written; what stood beside it stays (powersafe overwrite)."""
    first = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    return new[:first] + chance.randbytes(len(new) - first)


def cuts(before: Disk, after: Disk, chance: random.Random, count: int) -> Iterator[tuple[bytes, bytes]]:
    """Database files and logs that a power cut between two answers can leave."""
    restarted = before.wal[:WAL_HEADER] != after.wal[:WAL_HEADER]
    for _ in range(count):
        if before.database != after.database and chance.random() < 0.5:  # in the middle of a checkpoint
            yield _mixed(before.database, after.database, chance, garbage=True), after.wal
            continue
        old = after.wal[:WAL_HEADER] + before.wal[WAL_HEADER:] if restarted else before.wal
        yield before.database, _mixed(old, after.wal, chance, garbage=True)


def problem(folder: Path, database: bytes, wal: bytes, before: Disk) -> str:
    """What is wrong with such a disk; nothing if all is well."""
    file = folder / "cut.db"
    file.write_bytes(database)
    file.with_name("cut.db-wal").write_bytes(wal)
    file.with_name("cut.db-shm").unlink(missing_ok=True)
    try:
        connection = sqlite3.connect(file)
        try:
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
            rows = connection.execute("SELECT n, wish, body FROM entry WHERE room = 1 ORDER BY n").fetchall()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return f"it does not open: {error}"
    if whole != "ok":
        return f"it is not whole: {whole}"
    if len(rows) < before.acknowledged:
        return f"{before.acknowledged} entries were acknowledged, {len(rows)} are there"
    if len(rows) > before.acknowledged + 1:
        return f"{len(rows)} entries are there, {before.acknowledged + 1} were sent"
    sent = [(n, f"id-{n}", encode(_entry(n))) for n in range(1, len(rows) + 1)]
    wrong = [row[0] for row, right in zip(rows, sent, strict=True) if row != right]
    return f"entries {wrong} are others" if wrong else ""


class Outcome(Struct):
    """The figures."""

    commits: int = 0
    checkpoints: int = 0
    disks: int = 0
    problems: list[str] = []


def cut_power(commits: int, count: int, seed: int = 0, stop_at: int = 20) -> Outcome:
    """Store so many entries, and cut the power so often between each two of them."""
    chance = random.Random(seed)
    out = Outcome(commits=commits)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        disks = asyncio.run(stored(folder, commits))
        for before, after in pairwise(disks):
            out.checkpoints += before.database != after.database
            for database, wal in cuts(before, after, chance, count):
                out.disks += 1
                if wrong := problem(folder, database, wal, before):
                    out.problems.append(f"after entry {before.acknowledged}: {wrong}")
                    if len(out.problems) >= stop_at:
                        return out
    return out


def main(words: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="faults.torn_writes", description=__doc__.splitlines()[0])
    parser.add_argument("--commits", type=int, default=400)
    parser.add_argument("--cuts", type=int, default=8, help="between each two commits")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    if min(args.commits, args.cuts) < 1:
        parser.error("--commits and --cuts: more than 0")
    out = cut_power(args.commits, args.cuts, args.seed)
    done = f"{out.commits} commits, {out.checkpoints} checkpoints, {out.disks} cuts"
    print(f"{done}, {len(out.problems)} problems")
    for one in out.problems:
        print(f"  {one}")
    return 1 if out.problems else 0


if __name__ == "__main__":
    sys.exit(main())
