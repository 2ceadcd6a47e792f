"""Rounds and matches played by the simplest policies: the loop that batches compile and tests run as it is.

Two streams of the generator belong to a game: one for its cards, one for its players. They depend on the seed
and the game's number alone, so a batch gives the same games on any number of threads.
"""

from collections.abc import MutableSequence

from ..engine import codes as c
from ..engine.deal import deal, draw_for_dealer, gather
from ..engine.fields import BySeat, FieldRecord, record
from ..engine.legal import asked, can_react
from ..engine.match import match_over, next_first
from ..engine.react import react
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..engine.step import step
from .knowledge import Knowledge, observe
from .policies import choose, respond

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("play_out",)


@record
class Players(FieldRecord):
    """The policies at a table, and the seed of their games."""

    seed: int
    policies: BySeat
    knowledge: Knowledge  # of the seat that is asked


def play_round(s: State, r: Rules, players: Players, game: int) -> int:
    """Deal game number `game` of the seed and play it out; return the number of applied actions."""
    seed_game(s, players, game)
    deal(s, r, game % s.players)
    return play_out(s, r, players)


def play_match(
    s: State, r: Rules, players: Players, game: int, totals: MutableSequence[int]
) -> tuple[int, int]:
    """Play a whole match into `totals`; return its rounds and the applied actions."""
    seed_game(s, players, game)
    first = first_of_match(s, r, game)
    for seat in range(s.players):
        totals[seat] = 0
    rounds = steps = 0
    while rounds == 0 or not match_over(r, totals, s.players, rounds):
        deal(s, r, first)
        steps += play_out(s, r, players)
        for seat in range(s.players):
            totals[seat] += s.points[seat]
        rounds += 1
        first = next_first(first, s.players)
    return rounds, steps


def seed_game(s: State, players: Players, game: int) -> None:
    """Seed the cards and the players of a game with streams of their own."""
    seed(s.rng, players.seed, 2 * game)
    seed(players.knowledge.rng, players.seed, 2 * game + 1)


def first_of_match(s: State, r: Rules, game: int) -> int:
    """Who comes first in the first round: left of a drawn dealer (C1), else the seats take turns."""
    if not r.dealer_draw:
        return game % s.players
    dealer = c.NOTHING
    while dealer == c.NOTHING:
        gather(s, r, 0)
        dealer = draw_for_dealer(s, r)
    return next_first(dealer, s.players)


def play_out(s: State, r: Rules, players: Players) -> int:
    """Let the policies play a round to its end; return the number of applied actions."""
    steps = 0
    knowledge = players.knowledge
    while s.phase != c.OVER:
        if can_react(s, r):
            steps += ask_around(s, r, players)
            if s.phase == c.OVER:
                break
        observe(s, r, s.turn, knowledge)
        step(s, r, choose(players.policies[s.turn], knowledge, r))
        steps += 1
    return steps


def ask_around(s: State, r: Rules, players: Players) -> int:
    """Ask every seat once, in the order of C7; a jump-in is a new situation: all are asked again."""
    steps = at = 0
    knowledge = players.knowledge
    while at < s.players and s.phase != c.OVER:
        if at == 0:
            for i in range(s.players):
                knowledge.order[i] = asked(s, i)
        seat = knowledge.order[at]
        at += 1
        if s.count[seat] == 0:
            continue
        observe(s, r, seat, knowledge)
        action = respond(players.policies[seat], knowledge, r)
        if action != c.NOTHING:
            react(s, r, seat, action)
            steps += 1
            if c.verb_of(action) == c.JUMP:
                at = 0
    return steps
