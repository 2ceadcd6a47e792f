"""Rounds between tacticians, with what everybody could conclude from them."""

from __future__ import annotations

from collections.abc import Iterator

from lastcard.bots.tactician import mind_for
from lastcard.kernel.memory import Memory, catch_up, forget, known_voids, remember
from lastcard.kernel.tactics import tactic
from lastcard.rulebooks import load
from lastcard.table import Game, Match
from lastcard.table.source import seeded
from worlds import people


def follow(game: Game, memory: Memory, code: int) -> None:
    """The seat in turn acts, and everybody takes note."""
    seat = game.state.turn
    remember(memory, game.state, game.book.tables, seat, code)
    game.apply(seat, game.notation.decode(code))
    catch_up(memory, game.state)


def tacticians(rules: str, players: int, seed: int) -> Iterator[tuple[Game, Memory]]:
    """The positions of a round between tacticians, with what everybody could conclude."""
    book = load(rules)
    game, memory, mind = Match(book, people(players), seeded(seed)).deal(), Memory(), mind_for(book, players)
    forget(memory, game.state)
    while not game.over:
        yield game, memory
        known_voids(memory, game.state, book.tables, mind)
        follow(game, memory, tactic(game.state, book.tables, mind))
