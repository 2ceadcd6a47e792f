"""The store's calls fail, one after the other by number, while a small game is played.

`PYTHONPATH=tests python -m faults.io_errors [--every 1] [--length 1 3 12]`: for every k the k-th call to
SQLite (execute, commit, rollback) raises an I/O error, before it took effect or after, and so do the
`length - 1` calls after it. Nothing that was acknowledged is lost, nothing is done twice, and the game
goes on: the checker judges it.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from support.server.people import QUICK, Running, register, running

from .checker import Violation, judge
from .databases import Place
from .history import History, Message, Player

CALLS: Final = ("do_execute", "do_executemany", "do_execute_no_params", "do_commit", "do_rollback")
Moment = Literal["before", "after"]
SETTINGS: Final = msgspec.structs.replace(QUICK, chats=(1000, 1000), window=0.0, heartbeat_every=1e6)
TRIES: Final = 40  # of one thing that is wanted; more, and the table stands still
ACTIONS: Final = 8


class Case(Struct, frozen=True):
    """Which calls fail, and when."""

    number: int  # of the first that fails, from 1
    moment: Moment
    length: int = 1

    def __str__(self) -> str:
        return f"call {self.number}, {self.moment} it took effect, {self.length} in a row"


class Failing:
    """In the way of all calls of an engine to its driver. `calls` counts them while it is armed."""

    def __init__(self, engine: sa.Engine) -> None:
        self.case: Case | None = None
        self.calls = self.failed = 0
        for name in CALLS:
            setattr(engine.dialect, name, self._wrapped(getattr(engine.dialect, name)))

    @contextmanager
    def armed(self, case: Case) -> Iterator[None]:
        """Count, and fail where this case says."""
        self.calls = self.failed = 0
        self.case = case
        try:
            yield
        finally:
            self.case = None

    def _wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            case = self.case
            if case is None:
                return real(*args, **more)
            self.calls += 1
            fails = case.number <= self.calls < case.number + case.length
            self.failed += fails
            if fails and case.moment == "before":
                raise sqlite3.OperationalError("disk I/O error")
            out = real(*args, **more)
            if fails:
                raise sqlite3.OperationalError("disk I/O error")
            return out

        return call


class StuckError(Exception):
    """Something that must be possible was refused again and again."""


async def _until_done(one: Player, kind: str, more: Callable[[], Message | None]) -> None:
    """As people do: what was refused is tried again, as a new command, while it is still wanted."""
    for _ in range(TRIES):
        wanted = more()
        if wanted is None:
            return
        answer = await one.command(kind, **wanted)
        if answer["type"] == "ack":
            return
        await asyncio.sleep(0.01)
    raise StuckError(f"{one.name}: {kind}: {answer}")


async def _shown(one: Player, wanted: Callable[[Message], Any]) -> None:
    """Wait until the table looks so; who hears nothing comes again, as a browser does when it is asked to."""
    for _ in range(TRIES):
        await one.be_there()
        if one.table and wanted(one.table):
            return
        one.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.25):
                await one.changed.wait()
    raise StuckError(f"{one.name}: the table stays at event {one.table.get('n')}")


async def _script(people: list[Player], history: History) -> None:
    """A table, some moves, words, somebody who leaves and comes back, and the end."""
    ann, bob = people
    for _ in range(TRIES):
        created = await ann.create(rules="classic", seats=2, timer=600)
        if created["type"] == "ack":
            break
    history.code = ann.code = bob.code = created["code"]
    await ann.drop("to see it from the start")
    await ann.be_there()
    while bob.table.get("you") is None:
        await bob.be_there(sit=True)
    await _until_done(ann, "start", dict)
    for number in range(ACTIONS):
        for one in people:
            await _shown(one, lambda t: t["phase"] == "playing")
        await _move(people)
        await _until_done(bob, "say", lambda number=number: {"text": f"move {number}"})  # type: ignore[misc]
    await _until_done(bob, "leave", dict)
    bob.table = {}
    while bob.table.get("you") is None:
        await bob.be_there(sit=True)
    await _until_done(ann, "close", dict)
    history.finished = True


async def _move(people: list[Player]) -> None:
    """Who is in turn plays the first card that is offered."""
    version = max(one.table["version"] for one in people)
    for one in people:
        await _shown(one, lambda t: t["version"] >= version)
    one = next(one for one in people if one.table["view"]["turn"] == one.table["view"]["you"])

    def chosen() -> Message | None:
        legal = one.table["view"]["legal"]
        return {"action": legal[0], "version": one.table["version"]} if legal else None

    await _until_done(one, "act", chosen)
    for other in people:
        await _shown(other, lambda t: t["version"] > version)


async def _game(people: list[Player]) -> History:
    history = History()
    for one in people:
        one.sit_down(history)
    try:
        async with asyncio.timeout(30):
            await _script(people, history)
    except (StuckError, TimeoutError) as error:
        history.waited_for = str(error) or "30 seconds"
    for one in people:
        await one.leave()
    return history


class Bench:
    """A server of its own whose store can fail."""

    def __init__(self, server: Running, place: Place) -> None:
        self.server, self.place = server, place
        self.failing = Failing(server.server.hub.store.engine)
        base, chance = server.base, random.Random(1)
        self._tokens = {name: register(base, name) for name in ("Ann", "Bob")}
        self._chance = chance

    def play(self, case: Case) -> list[Violation]:
        """One game with this fault; what was violated."""
        people = [Player(self.server.base, name, token, self._chance) for name, token in self._tokens.items()]
        with self.failing.armed(case):
            history = asyncio.run(_game(people))
        return judge(history, self.place.stored(history))


@contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    """A new one."""
    url = str(folder / "tables.db")
    with running(url, SETTINGS) as server:
        place = Place(url)
        yield Bench(server, place)
        place.close()


def violations(lengths: list[int], every: int, first: int = 1) -> Iterator[tuple[Case, list[Violation]]]:
    """Every case with what it violated. After a violation a new server takes over."""
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder)) as one:
        assert not one.play(Case(1 << 30, "before")), "without faults"
        calls = one.failing.calls
    cases = [
        Case(number, moment, length)
        for length in lengths
        for number in range(first, calls + 1, every)
        for moment in ("before", "after")
    ]
    while cases:
        with tempfile.TemporaryDirectory() as folder, bench(Path(folder)) as one:
            while cases:
                case = cases.pop(0)
                found = one.play(case)
                yield case, found
                if found:
                    break


def main(words: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="faults.io_errors", description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="only every so many-th call")
    parser.add_argument("--length", type=int, nargs="+", default=[1, 3, 12], help="calls that fail in a row")
    args = parser.parse_args(words)
    if min(args.every, *args.length) < 1:
        parser.error("--every and --length: more than 0")
    logging.getLogger("lastcard").addHandler(logging.NullHandler())  # it tells of every error
    bad = 0
    for games, (case, found) in enumerate(violations(args.length, args.every), 1):
        bad += bool(found)
        for one in found[:3]:
            print(f"\r{case}: {str(one)[:300]}")
        print(f"\r{games} games, {bad} with violations", end="", flush=True)
    print()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
