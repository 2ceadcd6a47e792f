"""How many steps a second the vector environment makes: `python benchmarks/vector_env.py [tables]`.

One core. Every step picks one of the right answers at random from the mask, applies it, deals again where a
round is over, and writes the full observation, mask and rewards. A step is one applied action: the answer
`nothing` costs time and does not count. The last column is the same through `step(actions)`.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from lastcard.envs.vector import VectorTable

SETTINGS = [
    *(("rounds", 2), ("rounds", 4), ("classic", 2), ("classic", 4), ("classic", 10)),
    *(("league", 4), ("fool108", 3)),
]
RUNS, PASSES, CALLS = 9, 400, 60
BAR = 8.0  # million steps a second


def compiled_rate(many: VectorTable) -> float:
    start = time.perf_counter()
    steps = many.play_randomly(PASSES)
    return steps / (time.perf_counter() - start) / 1e6


def call_rate(many: VectorTable, rng: np.random.Generator) -> float:
    """Through `step(actions)`; only the call is timed, not how NumPy chooses."""
    seconds = 0.0
    masks = many.reset()[1]
    before = many.steps
    for _ in range(CALLS):
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        start = time.perf_counter()
        _, masks, _, _, _ = many.step(actions)
        seconds += time.perf_counter() - start
    return (many.steps - before) / seconds / 1e6


def spread(rates: list[float]) -> str:
    return f"{statistics.median(rates):6.2f} ({min(rates):.2f} to {max(rates):.2f})"


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    print(f"{tables} tables, one core, {RUNS} runs: million steps a second, median (least to most)")
    print(f"{'rulebook':10}{'players':>8}  {'random play, compiled':28}{'step(actions)':24}")
    rng = np.random.default_rng(1)
    many = [(rules, n, VectorTable(rules, n, tables, seed=7)) for rules, n in SETTINGS]
    rates: dict[tuple[str, int], tuple[list[float], list[float]]] = {}
    for _, _, table in many:
        call_rate(table, rng)  # compiles, or loads what was compiled
        table.play_randomly(1)
    for _ in range(RUNS):  # interleaved, so that a busy moment hits them all
        for rules, n, table in many:
            inside, called = rates.setdefault((rules, n), ([], []))
            called.append(call_rate(table, rng))
            inside.append(compiled_rate(table))
    for (rules, n), (inside, called) in rates.items():
        print(f"{rules:10}{n:>8}  {spread(inside):28}{spread(called):24}")
    best = statistics.median(rates["rounds", 2][0])
    print(f"bar: {BAR} million a second; rounds, two players: {best:.2f}, {best / BAR:.2f} of the bar")


if __name__ == "__main__":
    main()
