"""How fast the engine is as plain Python: our slots objects against RLCard's raw `game.step` loop.

Two players, random play, interleaved in one process run so that a noisy machine hits both alike:

    make bench          (or: python benchmarks/plain_speed.py [ROUNDS] [REPEATS])

A game is one round. RLCard's Uno has other rules in places; what is compared is games a second.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from rlcard.games.uno.game import UnoGame

from lastcard.ai.knowledge import Knowledge, observe
from lastcard.ai.policies import RANDOM, choose
from lastcard.engine import codes as c
from lastcard.engine.deal import deal
from lastcard.engine.rng import seed
from lastcard.engine.state import State
from lastcard.engine.step import step
from lastcard.rulebooks import load


def ours(games: int) -> int:
    """Play so many rounds of `rounds`; return the steps."""
    rulebook = load("rounds")
    r, s, v = rulebook.tables, State(rulebook.tables.kinds, len(rulebook.deck), 2), Knowledge()
    seed(s.rng, 1)
    seed(v.rng, 2)
    steps = 0
    for game in range(games):
        deal(s, r, game & 1)
        while s.phase != c.OVER:
            observe(s, r, s.turn, v)
            step(s, r, choose(RANDOM, v, r))
            steps += 1
    return steps


def rlcard(games: int) -> int:
    game = UnoGame(num_players=2)
    game.np_random = np.random.RandomState(1)
    rng = random.Random(2)
    steps = 0
    for _ in range(games):
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            steps += 1
    return steps


def timed(play: Callable[[int], int], games: int) -> tuple[float, float]:
    """Games a second and steps a game."""
    start = time.perf_counter()
    steps = play(games)
    return games / (time.perf_counter() - start), steps / games


def main(games: int = 500, repeats: int = 15) -> None:
    mine, theirs, ratios = [], [], []
    for _ in range(repeats):
        a, my_steps = timed(ours, games)
        b, their_steps = timed(rlcard, games)
        mine.append(a)
        theirs.append(b)
        ratios.append(a / b)
    print(f"lastcard, slots objects   {statistics.median(mine):7.0f} games/s  {my_steps:5.1f} steps a game")
    print(
        f"RLCard, raw game.step     {statistics.median(theirs):7.0f} games/s  {their_steps:5.1f} steps a game"
    )
    print(
        f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f} over {repeats} pairs)"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
