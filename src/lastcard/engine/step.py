"""One action of the seat in turn, and what it sets off.

`step` expects an action that `legal.verify` allows. A played card and a first card land through the same
function, `apply_effect`; the effects are columns of the card table.
"""

from . import codes as c
from .legal import fits, plays
from .pile import discard, draw, emit, forget_call
from .score import score
from .state import Rules, State

CHALLENGE_COSTS = 2  # H5: what an innocent Wild Draw Four costs the challenger beyond the draw itself
# Inlined where it is called when compiled: the path of nearly every action.
HOT = (
    "step",
    "play",
    "apply_effect",
    "apply_draw_card",
    "give_turn",
    "after",
    "check_round_end",
    "reverse",
    "close_windows",
    "one_card_left",
    "mark_call",
    "draw_by_choice",
)


def step(s: State, r: Rules, action: int) -> None:
    """Apply an action of the seat in turn."""
    verb = c.verb_of(action)
    if verb == c.PLAY:
        play(s, r, s.turn, action)
    elif verb == c.DRAW:
        draw_by_choice(s, r)
    elif verb == c.PASS:
        emit(s, c.EV_PASSED, s.turn)
        give_turn(s, r, after(s, s.turn))
    elif verb == c.NAME:
        name(s, r, c.arg_of(action))
    elif verb == c.TAKE:
        take(s, r, c.BY_FORCE)
    else:
        challenge(s, r)
    check_round_end(s, r)


def after(s: State, seat: int) -> int:
    """The seat that follows in the direction of play."""
    seat += s.direction
    if seat < 0:
        return s.players - 1
    return 0 if seat == s.players else seat


def give_turn(s: State, r: Rules, seat: int) -> None:
    """Make it a seat's turn and count it."""
    if s.called and r.call_lapses:
        lapse(s)
    s.turn = seat
    s.phase = c.ASK_PLAY
    s.drawn = c.NOTHING
    s.turns += 1


def lapse(s: State) -> None:
    """The turn ends: a call made with two cards was good for this turn's play only (F6)."""
    if s.count[s.turn] == 2:
        forget_call(s, s.turn)


def close_windows(s: State) -> None:
    """A chosen draw, a play or a jump-in ends the time to call and to catch (C6)."""
    s.catchable = 0
    s.caught = 0


def play(s: State, r: Rules, seat: int, action: int) -> None:
    """Lay down a card: its colour, its marks, then its effect. A jump-in is a play too (H2)."""
    kind = c.kind_of(action)
    arg = c.arg_of(action)
    call = c.call_of(action)
    if s.catchable | s.caught:
        close_windows(s)
    s.idle = 0
    if call and r.call == c.CALL_POINTS:  # F6: the call, then the play
        mark_call(s, seat)
    discard(s, seat, kind)
    last = s.count[seat] == 0
    if last:  # U9: a last card names nothing
        arg = c.NOTHING
    emit(s, c.EV_JUMPED if c.verb_of(action) == c.JUMP else c.EV_PLAYED, seat, kind, arg)
    if r.challengeable >> kind & 1:  # H5
        s.bluff = 1 if s.held[seat] & r.by_suit[s.colour] else 0
    if not r.wilds >> kind & 1:
        s.colour = r.suit[kind]
    elif not last:
        s.colour = arg
    if r.flips[kind]:
        reverse(s, seat)
    if last:
        apply_last_card(s, r, seat, kind)
        return
    if r.swapping >> kind & 1:
        swap_hands(s, r, seat, arg)
    elif r.passing >> kind & 1:
        pass_hands(s, r)
    false_call = r.call == c.CALL_CATCH and not one_card_left(s, seat, call)
    apply_effect(s, r, kind, seat, after(s, seat))
    if false_call:  # C8
        emit(s, c.EV_FALSE_CALL, seat)
        draw(s, r, seat, r.false_call_penalty, c.BY_PENALTY)


def mark_call(s: State, seat: int) -> None:
    """Note a call, once."""
    if not s.called >> seat & 1:
        s.called |= 1 << seat
        emit(s, c.EV_CALLED, seat)


def one_card_left(s: State, seat: int, call: int) -> bool:
    """Open the window of a player who is down to one card, or take the call; False if the call is false."""
    if s.count[seat] != 1:
        return not call
    if call:
        s.catchable &= ~(1 << seat)
        mark_call(s, seat)
    else:
        s.catchable |= 1 << seat
    return True


def reverse(s: State, seat: int) -> None:
    """Turn the direction of play round."""
    s.direction = -s.direction
    emit(s, c.EV_REVERSED, seat, s.direction)


def apply_effect(s: State, r: Rules, kind: int, seat: int, victim: int) -> None:
    """The effect of a card that `seat` laid down (or that was turned up) on `victim`, the next to act."""
    if r.draws[kind]:
        apply_draw_card(s, r, kind, seat, victim)
    elif r.skips[kind] or r.flips[kind] and s.players == 2 and r.reverse_skips_with_two:  # U5
        emit(s, c.EV_SKIPPED, victim)
        give_turn(s, r, after(s, victim))
    else:
        give_turn(s, r, victim)


def apply_draw_card(s: State, r: Rules, kind: int, seat: int, victim: int) -> None:
    """A draw card: the victim is asked where a house rule gives a choice, else draws at once."""
    s.owed += r.draws[kind]
    s.attacker = seat
    if r.challengeable >> kind & 1 or r.stacking != c.STACK_OFF:
        give_turn(s, r, victim)
        s.phase = c.ASK_CHALLENGE if r.challengeable >> kind & 1 else c.ASK_STACK
        emit(s, c.EV_OWES, victim, s.owed)
        return
    draw(s, r, victim, s.owed, c.BY_FORCE)
    s.owed = 0
    if r.skips[kind]:
        emit(s, c.EV_SKIPPED, victim)
        victim = after(s, victim)
    give_turn(s, r, victim)


def apply_last_card(s: State, r: Rules, seat: int, kind: int) -> None:
    """The last card of a hand: a draw card still hits (U9), then the round is won."""
    if r.draws[kind] and r.last_card_hits:
        s.owed += r.draws[kind]
        s.attacker = seat
        if r.challengeable >> kind & 1:  # H5: the round is won only if this stands
            give_turn(s, r, after(s, seat))
            s.phase = c.ASK_CHALLENGE
            emit(s, c.EV_OWES, s.turn, s.owed)
            return
        draw(s, r, after(s, seat), s.owed, c.BY_FORCE)
    finish(s, r, seat, c.WON)


def swap_hands(s: State, r: Rules, seat: int, other: int) -> None:
    """A seven (H3)."""
    emit(s, c.EV_SWAPPED, seat, other)
    exchange(s, r, seat, other)
    hand_replaced(s, r, seat)
    hand_replaced(s, r, other)


def pass_hands(s: State, r: Rules) -> None:
    """A zero: every hand moves on to the next seat in the direction of play (H3)."""
    emit(s, c.EV_HANDS_MOVED, s.turn, s.direction)
    seat = 0
    for _ in range(s.players - 1):
        # Swapping backwards along the circle moves every hand one seat on.
        other = (seat - s.direction) % s.players
        exchange(s, r, seat, other)
        seat = other
    for seat in range(s.players):
        hand_replaced(s, r, seat)


def exchange(s: State, r: Rules, a: int, b: int) -> None:
    """Swap two hands."""
    for kind in range(r.kinds):
        s.hands[a][kind], s.hands[b][kind] = s.hands[b][kind], s.hands[a][kind]
    s.held[a], s.held[b] = s.held[b], s.held[a]
    s.count[a], s.count[b] = s.count[b], s.count[a]


def hand_replaced(s: State, r: Rules, seat: int) -> None:
    """A new hand: the old call is void, and one card must be called again (C6)."""
    forget_call(s, seat)
    if r.call == c.CALL_CATCH and s.count[seat] == 1:
        s.catchable |= 1 << seat


def draw_by_choice(s: State, r: Rules) -> None:
    """Draw one card, or until one can be played (U6, H4); a draw of nothing passes by itself (U7)."""
    seat = s.turn
    if s.catchable | s.caught:
        close_windows(s)
    kind = draw(s, r, seat, 1, c.BY_CHOICE)
    if kind == c.NOTHING:
        s.idle += 1
        give_turn(s, r, after(s, seat))
        return
    s.drawn = kind
    s.phase = c.ASK_DRAWN
    while r.draw_until_playable and plays(s, r) == 0:
        kind = draw(s, r, seat, 1, c.BY_CHOICE)
        if kind == c.NOTHING:
            return
        s.drawn = kind


def name(s: State, r: Rules, colour: int) -> None:
    """The colour of a first card that is wild (C3, F2)."""
    s.colour = colour
    emit(s, c.EV_NAMED, s.turn, colour)
    if r.opening_from_hand:
        if r.flips[s.pile[0]]:
            reverse(s, s.turn)
        apply_effect(s, r, s.pile[0], s.turn, after(s, s.turn))
    else:
        s.phase = c.ASK_PLAY


def take(s: State, r: Rules, why: int) -> None:
    """The victim draws what is owed and loses the turn (H1, H5)."""
    seat = s.turn
    owed = s.owed
    s.owed = 0
    draw(s, r, seat, owed, why)
    if s.count[s.attacker] == 0:
        finish(s, r, s.attacker, c.WON)
        return
    emit(s, c.EV_SKIPPED, seat)
    give_turn(s, r, after(s, seat))


def challenge(s: State, r: Rules) -> None:
    """Guilty: the attacker draws and the challenger plays on. Innocent: the challenger pays two more (H5)."""
    emit(s, c.EV_CHALLENGED, s.turn, s.attacker, s.bluff)
    if not s.bluff:
        s.owed += CHALLENGE_COSTS
        take(s, r, c.BY_CHALLENGE)
        return
    draw(s, r, s.attacker, s.owed, c.BY_CHALLENGE)
    s.owed = 0
    s.phase = c.ASK_PLAY


def check_round_end(s: State, r: Rules) -> None:
    """End a round that has come to a dead end or has lasted too long (U8)."""
    if s.phase == c.OVER:
        return
    if s.deck_n == 0 and s.pile_n < 2 and dead_end(s, r):
        finish(s, r, c.NOTHING, c.BLOCKED)
    elif s.turns > r.max_turns and not (s.owed and s.count[s.attacker] == 0):  # else it is as good as won
        finish(s, r, c.NOTHING, c.CAPPED)


def dead_end(s: State, r: Rules) -> bool:
    """With nothing to draw: nobody can play, or everyone has passed twice in a row."""
    if s.phase != c.ASK_PLAY and s.phase != c.ASK_DRAWN:
        return False
    if s.idle >= 2 * s.players:
        return True
    for seat in range(s.players):
        if fits(s, r, seat):
            return False
    return True


def finish(s: State, r: Rules, winner: int, reason: int) -> None:
    """End the round: nothing is owed or catchable any more, and it is scored."""
    s.winner = winner
    s.reason = reason
    s.phase = c.OVER
    s.owed = s.catchable = 0
    emit(s, c.EV_ENDED, winner, reason)
    score(s, r)
