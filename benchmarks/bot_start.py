"""How long a program takes to start as a bot, with and without the sandbox.

.venv/bin/python benchmarks/bot_start.py [N]

From the start of its process to its answer to the hello, and until nothing is left of it, in milliseconds.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from lastcard.bots import sandbox
from lastcard.bots.forfeits import Limits, SandboxMode
from lastcard.bots.program import ProcessBot
from lastcard.bots.registry import command
from lastcard.rulebooks import load

BOT = Path(__file__).parents[1] / "examples" / "first.sh"


def once(mode: SandboxMode) -> tuple[float, float]:
    """One start and one end."""
    bot = ProcessBot(command(f"sh {BOT}"), load("classic"), ["Ann", "Bob"])
    began = time.perf_counter()
    bot.start(Limits(start=20, sandbox=mode))
    bot.ready()
    ready = time.perf_counter()
    bot.close()
    return 1000 * (ready - began), 1000 * (time.perf_counter() - began)


def main(count: int) -> None:
    """A line a mode; they take turns, so that both meet the same machine."""
    modes: list[SandboxMode] = ["off", "on"] if sandbox.trial()[0] else ["off"]
    taken: dict[SandboxMode, list[tuple[float, float]]] = {mode: [] for mode in modes}
    for _ in range(count):
        for mode in modes:
            taken[mode].append(once(mode))
    for mode, times in taken.items():
        ready, gone = (statistics.median(column) for column in zip(*times, strict=True))
        print(
            f"--sandbox {mode:4} {count} starts, median: hello after {ready:.1f} ms, gone after {gone:.1f} ms"
        )
    if len(modes) == 1:
        print(sandbox.trial()[1])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
