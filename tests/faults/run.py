"""Games under faults, judged one by one.

`PYTHONPATH=tests python -m faults.run --games 1000 --store sqlite --nemesis kill,pause,lost`: people at
several tables play over sockets while the nemesis breaks one thing after the other; when a game is over,
its history is judged by what the database holds (`checker`). Everything runs on 127.0.0.1. Exit code 1:
something is violated, and the history is in a file; 2: a wrong option.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import msgspec
from msgspec import Struct, field

from support.faults.proxy import Proxy
from support.server.people import register

from .checker import Stored, Violation, judge
from .databases import Place, place
from .game import play_game
from .history import History, Player
from .nemesis import CLIENT_FAULTS, DATABASE_FAULTS, Nemesis
from .victim import Victim


class Plan(Struct, frozen=True):
    """What is asked for."""

    games: int = 20
    store: str = "sqlite"
    faults: tuple[str, ...] = ("kill", "pause", "lost", "cut", "partition", "delay")
    tables: int = 4
    people: int = 3
    seconds: float = 3600.0  # then no further game begins
    patience: float = 60.0  # seconds for a game, before the nemesis has to wait for it
    seed: int = 0
    out: Path = Path("build/faults")
    quiet: bool = False


class Result(Struct):
    """The figures of a run."""

    games: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)  # by the nemesis
    violations: list[Violation] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    seconds: float = 0.0
    tracebacks: int = 0

    def lines(self) -> list[str]:
        """For people."""
        sums, done = self.sums, ", ".join(f"{name} {n}" for name, n in sorted(self.done.items())) or "none"
        kinds = Counter(one.kind for one in self.violations)
        found = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())) or "none"
        outcomes = f"{sums['ok']} ok, {sums['failed']} failed, {sums['unknown']} unknown"
        return [
            f"games       {self.games} in {self.seconds:.0f} s",
            f"commands    {sums['sent']} sent: {outcomes}",
            f"log         {sums['entries']} entries; {sums['shown']} messages compared with it",
            f"faults      {done}",
            f"tracebacks  {self.tracebacks} in the server's log",
            f"violations  {found}",
        ]


class Run:
    """One run: a server behind a line, people at tables, a nemesis."""

    def __init__(self, plan: Plan, here: Place, folder: Path, stack: ExitStack) -> None:
        self.plan, self.here = plan, here
        self.result = Result()
        self.chance = random.Random(plan.seed)
        self.stop = asyncio.Event()
        line = stack.enter_context(Proxy(here.url)) if here.crash is not None else None
        self.victim = Victim(here.url if line is None else line.url, folder)
        self.line = stack.enter_context(Proxy(self.victim.base))
        self.base = self.victim.origin = f"http://127.0.0.1:{self.line.port}"
        self.nemesis = Nemesis(self.victim, self.line, self.chance, plan.faults, line, here.crash)
        self._left = plan.games

    async def play(self) -> Result:
        """All games; the figures."""
        begun = time.monotonic()
        await asyncio.to_thread(self.victim.start)
        try:
            tables = [self._people(number) for number in range(min(self.plan.tables, self.plan.games))]
            breaking = asyncio.create_task(self.nemesis.run())
            await self._all(tables)
            breaking.cancel()
            await asyncio.gather(breaking, return_exceptions=True)
        finally:
            self.victim.send(signal.SIGCONT)
            code = self.victim.end(signal.SIGTERM)
        await self._finally(code)
        self.result.seconds = time.monotonic() - begun
        return self.result

    def _people(self, number: int) -> list[Player]:
        names = [f"Player {number} {seat}" for seat in range(self.plan.people)]
        chance = self.chance
        return [
            Player(self.base, name, register(self.victim.base, name), random.Random(chance.random()))
            for name in names
        ]

    async def _all(self, tables: list[list[Player]]) -> None:
        work = [asyncio.create_task(self._one_table(people)) for people in tables]
        stopped = asyncio.create_task(self.stop.wait())
        try:
            pending = set(work)
            while pending and not stopped.done():
                done, _ = await asyncio.wait({*pending, stopped}, return_when=asyncio.FIRST_COMPLETED)
                for task in done - {stopped}:
                    task.result()
                pending -= done
        finally:
            for task in (*work, stopped):
                task.cancel()
            await asyncio.gather(*work, stopped, return_exceptions=True)
            for people in tables:
                for one in people:
                    await one.leave()

    async def _one_table(self, people: list[Player]) -> None:
        end = time.monotonic() + self.plan.seconds
        while self._left > 0 and time.monotonic() < end:
            self._left -= 1
            history = await play_game(people, self.chance, self.plan.patience, self.nemesis.calm)
            await asyncio.to_thread(self._judge, history)

    def _judge(self, history: History) -> None:
        stored = self.here.stored(history)
        found = judge(history, stored)
        result = self.result
        result.games += 1
        result.sums.update(history.counts())
        result.sums["entries"] += len(stored.log)
        result.sums["shown"] += sum(type(one).__name__ == "Shown" for one in history.steps)
        result.violations += found
        if found:
            result.files.append(self._write(history, stored, found))
        if not self.plan.quiet:
            bad = f", {len(result.violations)} VIOLATIONS" if result.violations else ""
            faults = self.nemesis.done.total()
            print(f"\r{result.games} games, {result.sums['ok']} ok, {faults} faults{bad}", end="", flush=True)

    def _write(self, history: History, stored: Stored, found: list[Violation]) -> Path:
        self.plan.out.mkdir(parents=True, exist_ok=True)
        file = self.plan.out / f"{self.plan.store}-{history.code or 'no-table'}.json"
        whole = {"violations": found, "log": stored.log, "steps": history.steps}
        file.write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=1))
        return file

    async def _finally(self, code: int) -> None:
        """What was judged is still there; the server lived until it was told to end."""
        result, log = self.result, self.victim.log.read_text()
        for room in await asyncio.to_thread(self.here.changed):
            result.violations.append(Violation("changed-later", f"table {room}: its log is another now"))
        result.violations += [Violation("server", text) for text in self.nemesis.deaths]
        if code not in (0, -signal.SIGTERM):
            result.violations.append(Violation("server", f"it did not end cleanly: exit code {code}"))
        result.tracebacks = log.count("Traceback (most recent call last)")
        if result.violations or result.tracebacks:
            self.plan.out.mkdir(parents=True, exist_ok=True)
            (self.plan.out / f"{self.plan.store}-server.log").write_text(log)
        result.done = self.nemesis.done


async def run(plan: Plan) -> Result:
    """Everything, in a folder of its own that is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        here = stack.enter_context(place(plan.store, folder))
        one = Run(plan, here, folder, stack)
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, one.stop.set)
        return await one.play()


def _plan(words: list[str] | None) -> Plan:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="faults.run", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=usual.games)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default=usual.store)
    parser.add_argument("--nemesis", default="", help="faults with commas between; none: no faults")
    parser.add_argument("--tables", type=int, default=usual.tables, help="at the same time")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="then no further game begins")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--out", type=Path, default=usual.out, help="where failing histories are written")
    args = parser.parse_args(words)
    if min(args.games, args.tables) < 1 or args.seconds <= 0:
        parser.error("--games, --tables and --seconds: more than 0")
    every = CLIENT_FAULTS if args.store == "sqlite" else CLIENT_FAULTS + DATABASE_FAULTS
    faults = tuple(args.nemesis.split(",")) if args.nemesis else every
    faults = () if faults == ("none",) else faults
    if wrong := sorted(set(faults) - set(every)):
        parser.error(f"--nemesis: {', '.join(wrong)}: with {args.store} there are {', '.join(every)}")
    return Plan(
        games=args.games,
        store=args.store,
        faults=faults,
        tables=args.tables,
        seconds=args.seconds,
        seed=args.seed,
        out=args.out,
    )


def main(words: list[str] | None = None) -> int:
    """The command."""
    plan = _plan(words)
    result = asyncio.run(run(plan))
    print("\r", *result.lines(), sep="\n")
    for one in result.violations[:20]:
        print(f"  {str(one)[:400]}")
    for file in result.files[:20]:
        print(f"  see {file}")
    return 1 if result.violations else 0


if __name__ == "__main__":
    sys.exit(main())
