"""Plain and compiled are one: the same games, to the last bit of the final state."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from lastcard.ai import loops, policies
from lastcard.ai.selfplay import Players, play_match, play_round
from lastcard.engine import bits, compiled
from lastcard.engine.limits import MAX_PLAYERS
from lastcard.engine.state import State
from lastcard.rulebooks import Rulebook, load, names
from support.records import check_same
from support.rule_mixes import random_rulebook

pytestmark = pytest.mark.slow  # they wait for the compiler

BLOCKS, GAMES = 10, 2000  # 20,000 games over random rules


def record_of(players: int) -> np.ndarray:
    states = np.zeros(1, compiled.STATE)
    states["players"] = players
    return states


def players_for(levels: list[int], seed: int) -> Players:
    players = Players()
    players.seed, players.policies[: len(levels)] = seed, levels
    return players


def both_play(rulebook: Rulebook, players: int, levels: list[int], seed: int, game: int) -> None:
    r = rulebook.tables
    s, mine = State(r.kinds, len(rulebook.deck), players), players_for(levels, seed)
    theirs = compiled.record_of(mine, loops.PLAYERS)
    steps = play_round(s, r, mine, game)
    states, out = record_of(players), np.zeros(1, loops.ROUND)
    loops.run_rounds(states, compiled.rules_record(r, lean=True), theirs, game, out)
    check_same(s, states[0], r.kinds)
    assert mine.knowledge.rng == theirs["knowledge"]["rng"][0].tolist()
    assert (out[0]["steps"], out[0]["winner"], out[0]["reason"]) == (steps, s.winner, s.reason)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_plain_and_compiled_play_the_same_games(block: int) -> None:
    """Every rulebook, random house rules, player counts and bots: the full final state is equal."""
    rng = random.Random(f"compiled {block}")
    for game in range(GAMES):
        rulebook = random_rulebook(rng, max_turns=rng.choice([150, 150, 2000]))
        most = rulebook.most_players if rng.random() < 0.1 else min(rulebook.most_players, 5)
        players = rng.randrange(rulebook.min_players, most + 1)
        levels = [rng.randrange(len(policies.NAMES)) for _ in range(players)]
        both_play(rulebook, players, levels, rng.getrandbits(63), game + rng.choice([0, 2**33]))


@pytest.mark.parametrize("rules", names())
def test_every_player_count_is_the_same_compiled(rules: str) -> None:
    rulebook = load(rules)
    for players in range(rulebook.min_players, rulebook.most_players + 1):
        for game in range(6):
            both_play(
                rulebook,
                players,
                [policies.RANDOM, policies.GREEDY] * (players // 2) + [policies.LAZY] * (players % 2),
                7,
                game,
            )


@pytest.mark.parametrize("rules", names())
def test_matches_are_the_same_compiled(rules: str) -> None:
    rulebook = load(rules)
    players = rulebook.default_players
    r, levels = rulebook.tables, [policies.RANDOM] * players
    for game in range(25):
        s, mine, totals = (
            State(r.kinds, len(rulebook.deck), players),
            players_for(levels, 11),
            [0] * MAX_PLAYERS,
        )
        states, out = record_of(players), np.zeros(1, loops.MATCH)
        loops.run_matches(
            states, compiled.rules_record(r), compiled.record_of(mine, loops.PLAYERS), game, out
        )
        rounds, steps = play_match(s, r, mine, game, totals)
        check_same(s, states[0], r.kinds)
        assert (rounds, steps, totals) == (out[0]["rounds"], out[0]["steps"], out[0]["totals"].tolist())


def test_bit_sets_answer_the_same_compiled() -> None:
    def plain(mask: int, i: int) -> tuple[int, int, int, bool]:
        return bits.count(mask), bits.lowest(mask), bits.highest(mask), bits.has(mask, i)

    answers: Any = numba.njit(plain)
    rng = random.Random("bits")
    for _ in range(1000):
        mask, i = rng.getrandbits(rng.randrange(1, 63)) | 1 << rng.randrange(60), rng.randrange(60)
        assert answers(mask, i) == plain(mask, i)


NAME_OF_A_FUNCTION = """
import numba
from lastcard.engine import compiled
double = numba.njit("int64(int64)")(lambda number: 2 * number)
print(double.overloads[(numba.int64,)].fndesc.mangled_name)
"""


def test_no_two_processes_give_compiled_functions_the_same_name() -> None:
    """Else code from the cache is linked to a namesake: wrong games, when two processes compiled at once."""
    command = [sys.executable, "-c", NAME_OF_A_FUNCTION]
    first, second = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2))
    assert "lambda" in first.stdout
    assert first.stdout != second.stdout
