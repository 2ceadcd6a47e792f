"""How strong the bots are: `python benchmarks/strength.py` prints the table of docs/strength.md.

Every deal is played in all seatings (each seat comes first once, so every hand is held by everybody), and an
interval is over deals. They are not the deals that the weights were tuned with (`benchmarks/tune.py`). All of
it runs in the compiled arena, whose bots are those of the table (tests/bots/test_ladder.py). The oracle sees
all hands: it cheats, and stands there to show how far from that the honest ones are.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from lastcard.ai.arena import MAJORITY, ORACLE, SEARCHER, TACTICIAN
from lastcard.ai.policies import RANDOM
from lastcard.bots.compiled_search import ArenaSeat, play_deals
from lastcard.bots.loop import play_round
from lastcard.bots.searcher import ROLLOUTS, Searcher, rollouts_for
from lastcard.bots.tactician import heuristic_for
from lastcard.game import Action, Match, View, seeded
from lastcard.rulebooks import load

KEY = 99  # the seed of the measuring deals
CHUNK = 25
TIMED = 20  # rounds, to see how long a choice takes
Array = np.ndarray[Any, Any]

ONE, TEN, FIFTY = (rollouts_for(name, 2) for name in ROLLOUTS)
TEN_OF_FOUR = rollouts_for("searcher", 4)
NAMES = {
    RANDOM: "random",
    MAJORITY: "majority",
    TACTICIAN: "tactician",
    SEARCHER: "searcher",
    ORACLE: "oracle (cheats)",
}


def wins(won: Array, points: Array) -> Array:
    """The share of rounds won, in percent."""
    return 100 * won[:, 0]


def mean_points(won: Array, points: Array) -> Array:
    return points[:, 0]


def lead(won: Array, points: Array) -> Array:
    """Penalty points less than the others have."""
    ours: Array = points[:, 0]
    theirs: Array = points[:, 1:].mean(axis=1)
    return theirs - ours


Measure = Callable[[Array, Array], Array]
UNITS: dict[Measure, str] = {wins: "% of rounds", mean_points: "mean points", lead: "points fewer"}


class Case(NamedTuple):
    """Who plays against whom, what is measured, and our goal: from good enough to good."""

    rules: str
    players: int
    bot: int
    rollouts: int
    others: int
    measure: Measure
    goal: str
    deals: int


CASES = [
    Case("rounds", 2, TACTICIAN, 0, RANDOM, wins, "67 to 70", 50_000),
    Case("rounds", 2, SEARCHER, TEN, RANDOM, wins, "72 to 75", 1_500),
    Case("rounds", 2, SEARCHER, ONE, TACTICIAN, wins, "53 to 55", 6_000),
    Case("rounds", 2, SEARCHER, TEN, TACTICIAN, wins, "56 to 58", 2_000),
    Case("rounds", 2, SEARCHER, FIFTY, TACTICIAN, wins, "58 to 61", 8_000),
    Case("rounds", 2, ORACLE, TEN, TACTICIAN, wins, "", 700),
    Case("rounds", 4, TACTICIAN, 0, RANDOM, wins, "35 to 37", 30_000),
    Case("rounds", 4, SEARCHER, TEN_OF_FOUR, TACTICIAN, wins, "27 to 29", 1_500),
    Case("rounds", 4, ORACLE, TEN_OF_FOUR, TACTICIAN, wins, "", 300),
    Case("league", 4, TACTICIAN, 0, RANDOM, mean_points, "65 to 67", 30_000),
    Case("league", 4, SEARCHER, TEN_OF_FOUR, RANDOM, mean_points, "", 400),
    Case("fool108", 2, TACTICIAN, 0, RANDOM, lead, "11 to 13", 30_000),
    Case("fool108", 2, SEARCHER, TEN, TACTICIAN, lead, "3.5 to 6", 1_500),
    Case("fool108", 2, ORACLE, TEN, TACTICIAN, lead, "", 400),
    Case("classic", 2, SEARCHER, TEN, TACTICIAN, wins, "over 50", 1_000),
    *(
        Case(rules, 2, TACTICIAN, 0, MAJORITY, wins, "over 50", 20_000)
        for rules in ("rounds", "league", "classic")
    ),
    Case("fool108", 2, TACTICIAN, 0, MAJORITY, lead, "over 0", 20_000),
    *(
        Case(rules, 2, SEARCHER, ONE, MAJORITY, wins, "over 50", 1_500)
        for rules in ("rounds", "league", "classic")
    ),
    Case("fool108", 2, SEARCHER, ONE, MAJORITY, lead, "over 0", 1_500),
]


def play(case: Case, deals: int, threads: int, seed: int = KEY) -> tuple[float, float, float]:
    """The mean, half of its 95% interval, and milliseconds a game."""
    rulebook = load(case.rules)
    bots = [case.bot, *[case.others] * (case.players - 1)]
    players = [ArenaSeat(bot, heuristic_for(rulebook, case.players), case.rollouts) for bot in bots]
    chunks = [(start, min(CHUNK, deals - start)) for start in range(0, deals, CHUNK)]
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda c: play_deals(rulebook, players, seed, c[0], c[1]), chunks))
    took = time.perf_counter() - began
    won, points = (np.concatenate(rows) / case.players for rows in zip(*parts, strict=True))
    values = case.measure(won, points)
    half = 1.96 * values.std(ddof=1) / np.sqrt(deals)
    return float(values.mean()), float(half), 1000 * took * threads / (deals * case.players)


class Timed(Searcher):
    """A searcher at a real table that measures how long its choices take."""

    seconds: list[float]

    def choose(self, view: View) -> Action:
        began = time.perf_counter()
        action = super().choose(view)
        if len(view.legal) > 1:
            self.seconds.append(time.perf_counter() - began)
        return action


def milliseconds(level: str, players: int) -> float:
    """The median of a searcher's choices in `rounds`, everything around the search included."""
    rulebook = load("rounds")
    seconds: list[float] = []
    for game in range(TIMED):
        match = Match(rulebook, [f"player {seat}" for seat in range(players)], seeded(game))
        match.deal()
        bots = [Timed(rulebook, match.players, seat, rollouts_for(level, players)) for seat in range(players)]
        for bot in bots:
            bot.seconds = seconds
        play_round(match, bots)
    return 1000 * median(seconds)


def name(case: Case) -> str:
    budget = f", {case.rollouts:,} rollouts" if case.rollouts else ""
    return f"{NAMES[case.bot]}{budget}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the deals: 0.1 for a quick look")
    parser.add_argument("--deals", type=int, help="so many in every case, to repeat one line of the table")
    parser.add_argument("--only", default="", help="cases whose line contains this text")
    parser.add_argument("--seed", type=int, default=KEY, help="of the deals: another one for fresh ones")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for bot, players in product(ROLLOUTS, (2, 4)):
        took = milliseconds(bot, players)
        budget = f"{rollouts_for(bot, players):,} rollouts"
        print(f"{bot}, {players} players: {budget}, {took:.1f} ms a choice (median)", flush=True)
    print("\n| rules | players | bot | against | | measured | 95% interval | goal | deals | ms a game |")
    print("|---|--:|---|---|---|--:|--:|--:|--:|--:|")
    for case in CASES:
        others = f"{case.players - 1} x {NAMES[case.others]}" if case.players > 2 else NAMES[case.others]
        row = f"| {case.rules} | {case.players} | {name(case)} | {others} | {UNITS[case.measure]}"
        if args.only not in row:
            continue
        deals = args.deals or max(50, round(case.deals * args.share))
        mean, half, took = play(case, deals, args.threads, args.seed)
        interval = f"{mean - half:.1f} to {mean + half:.1f}"
        print(f"{row} | {mean:.1f} | {interval} | {case.goal} | {deals:,} | {took:.2f} |", flush=True)


if __name__ == "__main__":
    main()
