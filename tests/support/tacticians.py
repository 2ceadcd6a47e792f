"""Rounds between tacticians, with what everybody could conclude from them."""

from __future__ import annotations

from collections.abc import Iterator

from lastcard.ai.heuristic import Heuristic, choose_action
from lastcard.ai.inference import Inference, observe_action, set_voids, start_round, sync_hand_sizes
from lastcard.bots.tactician import heuristic_for
from lastcard.game import Match, Round
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import load
from support.worlds import people


def follow(game: Round, inference: Inference, code: int) -> None:
    """The seat in turn acts, and everybody observes it."""
    seat = game.state.turn
    observe_action(inference, game.state, game.rulebook.tables, seat, code)
    game.play(seat, game.notation.decode(code))
    sync_hand_sizes(inference, game.state)


def dealt(rules: str, players: int, seed: int) -> tuple[Round, Inference, Heuristic]:
    """A new round, an inference about it, and a heuristic for the seat in turn."""
    rulebook = load(rules)
    game, inference = Match(rulebook, people(players), seeded(seed)).deal(), Inference()
    start_round(inference, game.state)
    return game, inference, heuristic_for(rulebook, players)


def choice(game: Round, inference: Inference, heuristic: Heuristic) -> int:
    """What a tactician does that knows so much."""
    set_voids(heuristic, inference, game.state, game.rulebook.tables)
    return choose_action(game.state, game.rulebook.tables, heuristic)


def tacticians(rules: str, players: int, seed: int) -> Iterator[tuple[Round, Inference]]:
    """The positions of a round between tacticians, with what everybody could conclude."""
    game, inference, heuristic = dealt(rules, players, seed)
    while not game.over:
        yield game, inference
        follow(game, inference, choice(game, inference, heuristic))
