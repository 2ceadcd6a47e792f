"""Who is asked next: the seats that could react, in the order of C7, then the seat in turn.

The order is fixed when the asking begins, as in `ai.selfplay` and `bots.loop`: with the deal, after every
action in turn and after a jump-in. Each seat is asked at most once. A call or a catch does not begin a new
asking, and the answer `nothing` is no step. All of this belongs to the environment: it is no part of a state.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.deal import deal
from ..engine.fields import BySeat, Generator, Record, record
from ..engine.legal import asked, can_react, jump, may_call
from ..engine.react import react
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..engine.step import step

MOST_DEALS = 1000  # in a row that end at once: there is no game in such a rulebook
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("answer", "ask_anew", "ask_next")


@record
class Asking(Record):
    """The cursor of an environment at one table; compiled, it is a record with the same fields."""

    seat: int = c.NOTHING  # who is asked, or NOTHING when the round is over
    reacting: int  # 1: for a reaction, 0: in turn
    order: BySeat
    next_in_order: int
    game: int  # the number of the round that is being played
    choices: int  # how many answers are right
    shown: int  # how much of the discard pile the observation holds already
    refills: int  # as of that moment
    rng: Generator  # for players that live at the table


def deal_game(s: State, r: Rules, q: Asking, key: int, game: int, stride: int) -> None:
    """Deal round number `game` of a seed, just as a simulation does, and ask the first seat.

    A tiny deck can be at a dead end with the deal (U8): nobody is asked there, so the next round is dealt.
    """
    for _ in range(MOST_DEALS):
        deal_round(s, r, q, key, game)
        game += stride
        if s.phase != c.OVER:
            break
    ask_anew(s, r, q)


def deal_round(s: State, r: Rules, q: Asking, key: int, game: int) -> None:
    """Deal round number `game` of a seed, even if it is over with that; nobody is asked yet."""
    seed(s.rng, key, 2 * game)
    seed(q.rng, key, 2 * game + 1)
    deal(s, r, game % s.players)
    q.game = game
    q.shown = 0


def ask_anew(s: State, r: Rules, q: Asking) -> None:
    q.next_in_order = s.players
    if can_react(s, r):
        q.next_in_order = 0
        for i in range(s.players):
            q.order[i] = asked(s, i)
    ask_next(s, r, q)


def ask_next(s: State, r: Rules, q: Asking) -> None:
    """Go on to the next seat that could react, and from the last one to the seat in turn."""
    q.reacting = 0
    if s.phase == c.OVER:
        q.seat = c.NOTHING
        return
    while q.next_in_order < s.players:
        seat = q.order[q.next_in_order]
        q.next_in_order += 1
        if has_reaction(s, r, seat):
            q.seat = seat
            q.reacting = 1
            return
    q.seat = s.turn


def has_reaction(s: State, r: Rules, seat: int) -> bool:
    """Whether a seat has something right to do out of turn."""
    if s.count[seat] == 0:
        return False
    return s.catchable & ~(1 << seat) != 0 or may_call(s, r, seat) or jump(s, r, seat) != c.NOTHING


def answer(s: State, r: Rules, q: Asking, action: int) -> None:
    """Apply what the seat that is asked does, which must be right; NOTHING is no step."""
    if action == c.NOTHING:
        ask_next(s, r, q)
        return
    verb = c.verb_of(action)
    if verb < c.REACTIONS:
        step(s, r, action)
        ask_anew(s, r, q)
        return
    react(s, r, q.seat, action)
    if verb == c.JUMP:
        ask_anew(s, r, q)
    else:
        ask_next(s, r, q)
