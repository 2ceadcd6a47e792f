"""Tune the tactician's weights for a rulebook and a number of players, by the cross-entropy method.

    python benchmarks/tune.py rounds 2 [--generations 20] [--deals 6000] [--self 0.5]

Each generation tries forty variations of the weights on the same deals, in all seatings, against `random` and
(a share of `--self`) against the weights it started from; the best eight become the middle of the next. What
is printed goes into src/lastcard/bots/weights.py. A weight of 0 stays 0: in `fool108` a free DRAW finds out
that a round without end makes the others pay for the shuffling (F7). benchmarks/strength.py has other deals.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from lastcard.ai.arena import TACTICIAN
from lastcard.ai.heuristic import Heuristic
from lastcard.ai.policies import RANDOM
from lastcard.bots.compiled_search import ArenaSeat, play_deals
from lastcard.bots.tactician import heuristic_for
from lastcard.rulebooks import Rulebook, load

KEY = 777  # the seed of the tuning deals
VARIATIONS, BEST = 40, 8
FIRST_STEP, LEAST_STEP = 25.0, 2.0
Array = np.ndarray[Any, Any]


def value(rulebook: Rulebook, heuristics: list[Heuristic], others: int, start: int, deals: int) -> float:
    """What the first seat is worth, by the rulebook's own score."""
    players = len(heuristics)
    bots = [TACTICIAN, *[others] * (players - 1)]
    seats = [ArenaSeat(bot, heuristic) for bot, heuristic in zip(bots, heuristics, strict=True)]
    won, points = play_deals(rulebook, seats, KEY + others, start, deals)
    if rulebook.scoring == "wins":
        return float(won[:, 0].mean()) / players
    lead = points[:, 0] - points[:, 1:].mean(axis=1)
    return float(lead.mean()) / players * (-1 if rulebook.scoring == "penalties" else 1)


def tune(
    rulebook: Rulebook, players: int, generations: int, deals: int, own: float, threads: int
) -> list[int]:
    rng = np.random.default_rng(5)
    start = heuristic_for(rulebook, players)
    middle = np.array(start.weights, float)
    step = np.where(middle == 0, 0.0, np.maximum(FIRST_STEP, 0.2 * abs(middle)))

    def tried(weights: Array, first: int) -> float:
        varied = heuristic_for(rulebook, players)
        varied.weights[:] = weights.round().astype(int).tolist()
        heuristics = [varied, *[start] * (players - 1)]
        by_chance = value(rulebook, heuristics, RANDOM, first, deals) if own < 1 else 0.0
        by_itself = value(rulebook, heuristics, TACTICIAN, first, deals) if own > 0 else 0.0
        return (1 - own) * by_chance + own * by_itself

    for generation in range(generations):
        tries = rng.normal(middle, step, (VARIATIONS, len(middle)))
        tries[0] = middle
        with ThreadPoolExecutor(threads) as pool:
            values = np.array(list(pool.map(partial(tried, first=generation * deals), tries)))
        best = tries[np.argsort(-values)[:BEST]]
        middle = 0.3 * middle + 0.7 * best.mean(axis=0)
        step = np.where(step == 0, 0.0, 0.3 * step + 0.7 * np.maximum(best.std(axis=0), LEAST_STEP))
        print(f"{generation + 1:3}: {values[0]:.4f}  {middle.round().astype(int).tolist()}", flush=True)
    return [int(weight) for weight in middle.round()]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules")
    parser.add_argument("players", type=int)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--self", type=float, default=0.5, dest="own")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    found = tune(load(args.rules), args.players, args.generations, args.deals, args.own, args.threads)
    print(tuple(found))


if __name__ == "__main__":
    main()
