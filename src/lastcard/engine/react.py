"""What may come from any seat at any time: a call, a catch, a jump-in (C6-C8, F6, H2).

The table calls `react` as the seats please; batches and environments ask the seats in the order of
`legal.asked`. The cursor of that polling is theirs, not part of the state.
"""

from . import codes as c
from .bits import has
from .legal import may_call
from .pile import draw, emit
from .state import Rules, State
from .step import check_round_end, lapse, mark_call, play


def react(s: State, r: Rules, seat: int, action: int) -> None:
    """Apply a reaction that `legal.verify` allows."""
    verb = c.verb_of(action)
    if verb == c.CALL:
        call(s, r, seat)
    elif verb == c.CATCH:
        catch(s, r, seat, c.arg_of(action))
    else:
        if s.called and r.call_lapses:
            lapse(s)  # the player who was to act has lost the turn
        s.turn = seat  # play goes on from the jumper
        play(s, r, seat, action)
    check_round_end(s, r)


def call(s: State, r: Rules, seat: int) -> None:
    """Call the last card; a call without reason costs cards where the rulebook says so."""
    if may_call(s, r, seat):
        s.catchable &= ~(1 << seat)
        mark_call(s, seat)
    elif call_is_false(s, r, seat):
        emit(s, c.EV_FALSE_CALL, seat)
        draw(s, r, seat, r.false_call_penalty, c.BY_PENALTY)
    else:
        emit(s, c.EV_NO_EFFECT, seat)


def call_is_false(s: State, r: Rules, seat: int) -> bool:
    """Whether a call on its own would be a false one, which costs cards (C8)."""
    return r.call == c.CALL_CATCH and not may_call(s, r, seat) and not too_late(s, seat)


def catch(s: State, r: Rules, seat: int, other: int) -> None:
    """Catch a player who has not called; a wrong catch costs the catcher."""
    bit = 1 << other
    if s.catchable & bit:
        emit(s, c.EV_CAUGHT, seat, other)
        s.catchable &= ~bit
        s.caught |= bit
        draw(s, r, other, r.catch_penalty, c.BY_PENALTY)
    elif too_late(s, other) and not s.called & bit:
        emit(s, c.EV_NO_EFFECT, seat)
    else:
        emit(s, c.EV_FALSE_CATCH, seat, other)
        draw(s, r, seat, r.false_catch_penalty, c.BY_PENALTY)


def too_late(s: State, seat: int) -> bool:
    """Caught already, or one card whose window has closed: nothing is left to call or to catch (C8)."""
    return has(s.caught, seat) or s.count[seat] == 1
