"""How many four-player tables a second the batch API scores on one core.

Run with `python benchmarks/haggle_batch.py [TABLES]`. NumPy needs no compiling, so the first call is shown
beside the others; making the random hands is not timed. Our goal is 200,000 tables a second.
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median

import numpy as np

from lastcard.haggle.batch import score_batch

PLAYERS = 4
RUNS = 5


def seconds(counts: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> float:
    start = time.perf_counter()
    score_batch(counts, seed=1)
    return time.perf_counter() - start


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rng = np.random.default_rng(7)
    deals = {
        "ten cards a player": rng.multinomial(10, [0.2] * 5, size=(tables, PLAYERS)),
        "0 to 20 cards, rule 12 at work": rng.multinomial(
            rng.integers(0, 21, size=(tables, PLAYERS)), [0.2] * 5
        ),
    }
    for title, counts in deals.items():
        first, *others = (seconds(counts) for _ in range(1 + RUNS))
        usual = median(others)
        print(f"{title}: {tables / usual:,.0f} tables a second (median of {RUNS} runs of {tables:,})")
        print(f"  first call {first:.2f} s, others {usual:.2f} s; nothing is compiled")


if __name__ == "__main__":
    main()
