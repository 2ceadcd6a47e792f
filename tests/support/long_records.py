"""Records that are much longer than people play: nobody in them plays a last card."""

from __future__ import annotations

import random
from functools import cache
from itertools import count

from lastcard.game import Match, Record

MANY = 6  # cards that are kept if there is a choice


@cache
def long_record(actions: int = 2000, players: int = 4) -> Record:
    """A match whose only round is of so many actions and not over."""
    return next(found for seed in count() if (found := _played(actions, players, seed)) is not None)


def _played(actions: int, players: int, seed: int) -> Record | None:
    chance = random.Random(seed)
    match = Match("league", [f"Player {i}" for i in range(players)], seed=seed)
    game = match.deal()
    for _ in range(actions):
        turn = game.players[game.state.turn]
        legal = [one for one in game.legal() if one.verb not in ("call", "catch")]
        careful = [one for one in legal if one.verb != "play"]
        choice = careful if len(game.hands[turn]) <= MANY and careful else legal
        if not choice:
            return None
        match.play(turn, chance.choice(choice))
    return None if game.over else match.record()
