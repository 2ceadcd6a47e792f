"""Rounds between tacticians, with what everybody could conclude from them."""

from __future__ import annotations

from collections.abc import Iterator

from lastcard.ai.heuristic import Tactics, tactic
from lastcard.ai.inference import Memory, catch_up, forget, known_voids, remember
from lastcard.bots.tactician import mind_for
from lastcard.game import Match, Round
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import load
from support.worlds import people


def follow(game: Round, memory: Memory, code: int) -> None:
    """The seat in turn acts, and everybody takes note."""
    seat = game.state.turn
    remember(memory, game.state, game.book.tables, seat, code)
    game.play(seat, game.notation.decode(code))
    catch_up(memory, game.state)


def dealt(rules: str, players: int, seed: int) -> tuple[Round, Memory, Tactics]:
    """A new round, a memory of it, and a mind for whoever is in turn."""
    book = load(rules)
    game, memory = Match(book, people(players), seeded(seed)).deal(), Memory()
    forget(memory, game.state)
    return game, memory, mind_for(book, players)


def choice(game: Round, memory: Memory, mind: Tactics) -> int:
    """What a tactician does that remembers so much."""
    known_voids(memory, game.state, game.book.tables, mind)
    return tactic(game.state, game.book.tables, mind)


def tacticians(rules: str, players: int, seed: int) -> Iterator[tuple[Round, Memory]]:
    """The positions of a round between tacticians, with what everybody could conclude."""
    game, memory, mind = dealt(rules, players, seed)
    while not game.over:
        yield game, memory
        follow(game, memory, choice(game, memory, mind))
