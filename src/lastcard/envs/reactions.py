"""Who is asked next: the seats that could react, in the order of C7, then the seat in turn.

The order is fixed when the asking begins, as in `ai.selfplay` and `bots.loop`: with the deal, after every
action in turn and after a jump-in. Each seat is asked at most once. A call or a catch does not begin a new
asking, and the answer `nothing` is not a step. All of this belongs to the environment, not to a state.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.deal import deal
from ..engine.fields import BySeat, FieldRecord, Generator, record
from ..engine.legal import asked, can_react, jump, may_call
from ..engine.react import react
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..engine.step import step

MOST_DEALS = 1000  # in a row that end at once: there is no game in such a rulebook
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("answer", "ask_from_start", "ask_next")


@record
class ReactionCursor(FieldRecord):
    """Where an environment is at one table: whom it asks, in which round."""

    seat: int = c.NOTHING  # who is asked, or NOTHING when the round is over
    reacting: int  # 1: for a reaction, 0: in turn
    order: BySeat
    next_in_order: int
    game: int  # the number of the round that is being played
    choices: int  # how many answers are right
    shown: int  # how much of the discard pile the observation holds already
    refills: int  # as of that moment
    rng: Generator  # for players that live at the table
    seed: int  # of the rounds
    stride: int = 1  # from the number of a round to that of the next at this table


def deal_game(s: State, r: Rules, cursor: ReactionCursor, game: int) -> None:
    """Deal round number `game` of the seed, just as a simulation does, and ask the first seat.

    A tiny deck can be at a dead end with the deal (U8): nobody is asked there, so the next round is dealt.
    """
    for _ in range(MOST_DEALS):
        deal_round(s, r, cursor, game)
        game += cursor.stride
        if s.phase != c.OVER:
            break
    ask_from_start(s, r, cursor)


def deal_round(s: State, r: Rules, cursor: ReactionCursor, game: int) -> None:
    """Deal round number `game` of the seed, even if it is over with that; nobody is asked yet."""
    seed(s.rng, cursor.seed, 2 * game)
    seed(cursor.rng, cursor.seed, 2 * game + 1)
    deal(s, r, game % s.players)
    cursor.game = game
    cursor.shown = 0


def ask_from_start(s: State, r: Rules, cursor: ReactionCursor) -> None:
    """A new situation: every seat that could react is asked again."""
    cursor.next_in_order = s.players
    if can_react(s, r):
        cursor.next_in_order = 0
        for i in range(s.players):
            cursor.order[i] = asked(s, i)
    ask_next(s, r, cursor)


def ask_next(s: State, r: Rules, cursor: ReactionCursor) -> None:
    """Go on to the next seat that could react, and from the last one to the seat in turn."""
    cursor.reacting = 0
    if s.phase == c.OVER:
        cursor.seat = c.NOTHING
        return
    while cursor.next_in_order < s.players:
        seat = cursor.order[cursor.next_in_order]
        cursor.next_in_order += 1
        if has_reaction(s, r, seat):
            cursor.seat = seat
            cursor.reacting = 1
            return
    cursor.seat = s.turn


def has_reaction(s: State, r: Rules, seat: int) -> bool:
    """Whether a seat has something right to do out of turn."""
    if s.count[seat] == 0:
        return False
    return s.catchable & ~(1 << seat) != 0 or may_call(s, r, seat) or jump(s, r, seat) != c.NOTHING


def answer(s: State, r: Rules, cursor: ReactionCursor, action: int) -> None:
    """Apply what the seat that is asked does, which must be right; NOTHING is not a step."""
    if action == c.NOTHING:
        ask_next(s, r, cursor)
        return
    verb = c.verb_of(action)
    if verb < c.REACTIONS:
        step(s, r, action)
        ask_from_start(s, r, cursor)
        return
    react(s, r, cursor.seat, action)
    if verb == c.JUMP:
        ask_from_start(s, r, cursor)
    else:
        ask_next(s, r, cursor)
