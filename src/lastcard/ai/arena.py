"""Rounds between bots of every strength, in all seatings of a deal: what strength is measured with.

The searchers' inference is fed with what everybody sees. The oracle, which sees all hands, exists only here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import codes as c
from ..engine.deal import deal
from ..engine.fields import FieldRecord, record
from ..engine.legal import asked, can_react
from ..engine.react import react
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..engine.step import step
from .heuristic import Heuristic, choose_action, choose_reaction, majority
from .inference import observe_action, set_voids, start_round, sync_hand_sizes
from .knowledge import Knowledge, observe
from .policies import choose, respond
from .records import Search
from .search import choose_by_search

# After those of `policies.NAMES`.
MAJORITY = 4
TACTICIAN = 5
SEARCHER = 6
ORACLE = 7  # sees all hands: it cheats, so there is no such bot at a table
STREAMS = 4  # of a deal: cards, simple policies, heuristics, samplers


@record
class ArenaPlayer(FieldRecord):
    """Who plays at a seat, and what it has reached."""

    bot: int
    budget: int  # rollouts for a choice, if it searches
    heuristic: Heuristic
    wins: int
    points: int


@record
class Arena(FieldRecord):
    """What the entrants share: a seat's knowledge and the search are in use one at a time."""

    seed: int
    knowledge: Knowledge
    search: Search


def play_deal(s: State, r: Rules, arena: Arena, entrants: Sequence[ArenaPlayer], number: int) -> None:
    """Play deal `number` of the seed once from every seat as the first; add up wins and points."""
    for first in range(s.players):
        seed(s.rng, arena.seed, STREAMS * number)
        seed(arena.knowledge.rng, arena.seed, STREAMS * number + 1)
        for seat in range(s.players):
            seed(entrants[seat].heuristic.rng, arena.seed, STREAMS * number + 2)
        seed(arena.search.sampler.rng, arena.seed, STREAMS * number + 3)
        deal(s, r, first)
        start_round(arena.search.inference, s)
        while s.phase != c.OVER:
            if not can_react(s, r) or not ask_for_reactions(s, r, arena, entrants):
                act(s, r, arena, entrants[s.turn])
        for seat in range(s.players):
            entrants[seat].wins += s.winner == seat
            entrants[seat].points += s.points[seat]


def ask_for_reactions(s: State, r: Rules, arena: Arena, entrants: Sequence[ArenaPlayer]) -> bool:
    """Ask every seat once, in the order of C7; True if that is a new situation: a jump-in, or the end."""
    knowledge = arena.knowledge
    for i in range(s.players):
        knowledge.order[i] = asked(s, i)
    for i in range(s.players):
        seat = knowledge.order[i]
        if s.count[seat] == 0:
            continue
        if entrants[seat].bot >= MAJORITY:
            action = choose_reaction(s, r, seat)
        else:
            observe(s, r, seat, knowledge)
            action = respond(entrants[seat].bot, knowledge, r)
        if action != c.NOTHING:
            observe_action(arena.search.inference, s, r, seat, action)
            react(s, r, seat, action)
            sync_hand_sizes(arena.search.inference, s)
            if c.verb_of(action) == c.JUMP or s.phase == c.OVER:
                return True
    return False


def act(s: State, r: Rules, arena: Arena, entrant: ArenaPlayer) -> None:
    """The seat in turn chooses and acts, and everybody observes it."""
    seat = s.turn
    action = choice_of(s, r, arena, entrant)
    observe_action(arena.search.inference, s, r, seat, action)
    step(s, r, action)
    sync_hand_sizes(arena.search.inference, s)


def choice_of(s: State, r: Rules, arena: Arena, entrant: ArenaPlayer) -> int:
    """What an entrant does in turn."""
    bot, heuristic, search = entrant.bot, entrant.heuristic, arena.search
    if bot < MAJORITY:
        observe(s, r, s.turn, arena.knowledge)
        return choose(bot, arena.knowledge, r)
    if bot == MAJORITY:
        return majority(s, r, heuristic.rng)
    set_voids(heuristic, search.inference, s, r)
    if bot == TACTICIAN:
        return choose_action(s, r, heuristic)
    search.sampler.sees_all = 1 if bot == ORACLE else 0
    search.heuristic = heuristic  # compiled, this is a copy: its generator goes on from there
    action = choose_by_search(s, r, search, entrant.budget)
    for i in range(4):
        heuristic.rng[i] = search.heuristic.rng[i]
    return action
