"""Rounds between bots of every strength, in all seatings of a deal: what strength is measured with.

The searchers' memory is fed with what everybody sees. The oracle, which sees all hands, exists only here.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..engine import codes as c
from ..engine.deal import deal
from ..engine.legal import asked, can_react
from ..engine.react import react
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..engine.step import step
from .heuristic import Tactics, majority, react_at_once, tactic
from .inference import Memory, catch_up, forget, known_voids, remember
from .knowledge import Knowledge, observe
from .likelihood import Guess
from .policies import choose, respond
from .search import Search, search

# After those of `bots.NAMES`.
MAJORITY = 4
TACTICIAN = 5
SEARCHER = 6
ORACLE = 7  # sees all hands: it cheats, so there is no such bot at a table
STREAMS = 4  # of a deal: cards, simple bots, tacticians, searchers


def play_deal(
    s: State,
    r: Rules,
    v: Knowledge,
    minds: Sequence[Tactics],
    m: Memory,
    g: Guess,
    d: Search,
    bots: Sequence[int],
    budgets: Sequence[int],
    room: Sequence[State],
    key: int,
    number: int,
    wins: MutableSequence[int],
    points: MutableSequence[int],
) -> None:
    """Play deal `number` of a seed once from every seat as the first; add up wins and points by seat."""
    for first in range(s.players):
        seed(s.rng, key, STREAMS * number)
        seed(v.rng, key, STREAMS * number + 1)
        for seat in range(s.players):
            seed(minds[seat].rng, key, STREAMS * number + 2)
        seed(g.rng, key, STREAMS * number + 3)
        deal(s, r, first)
        forget(m, s)
        while s.phase != c.OVER:
            if not can_react(s, r) or not anybody_jumps_in(s, r, v, m, bots):
                act(s, r, v, minds, m, g, d, bots, budgets, room)
        for seat in range(s.players):
            wins[seat] += s.winner == seat
            points[seat] += s.points[seat]


def anybody_jumps_in(s: State, r: Rules, v: Knowledge, m: Memory, bots: Sequence[int]) -> bool:
    """Ask every seat once, in the order of C7; True if that is a new situation: a jump-in, or the end."""
    for i in range(s.players):
        v.order[i] = asked(s, i)
    for i in range(s.players):
        seat = v.order[i]
        if s.count[seat] == 0:
            continue
        if bots[seat] >= MAJORITY:
            action = react_at_once(s, r, seat)
        else:
            observe(s, r, seat, v)
            action = respond(bots[seat], v, r)
        if action != c.NOTHING:
            remember(m, s, r, seat, action)
            react(s, r, seat, action)
            catch_up(m, s)
            if c.verb_of(action) == c.JUMP or s.phase == c.OVER:
                return True
    return False


def act(
    s: State,
    r: Rules,
    v: Knowledge,
    minds: Sequence[Tactics],
    m: Memory,
    g: Guess,
    d: Search,
    bots: Sequence[int],
    budgets: Sequence[int],
    room: Sequence[State],
) -> None:
    """The seat in turn thinks and acts, and everybody takes note."""
    seat = s.turn
    bot = bots[seat]
    mind = minds[seat]
    if bot < MAJORITY:
        observe(s, r, seat, v)
        action = choose(bot, v, r)
    elif bot == MAJORITY:
        action = majority(s, r, mind.rng)
    else:
        known_voids(m, s, r, mind)
        g.sees_all = bot == ORACLE
        thinks = bot != TACTICIAN
        action = search(s, r, m, g, d, mind, budgets[seat], room) if thinks else tactic(s, r, mind)
    remember(m, s, r, seat, action)
    step(s, r, action)
    catch_up(m, s)
