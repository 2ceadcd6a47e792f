"""Cards on the move: into a hand, out of it, and the discards back into a draw pile (U7, F7)."""

from .codes import EV_CHARGED, EV_DREW, EV_DREW_NOTHING, EV_RESHUFFLED, NOTHING
from .rng import randbelow
from .state import Rules, State

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("top_card", "give", "discard", "top_of_deck", "draw", "forget_call")


def emit(s: State, what: int, seat: int, a: int = 0, b: int = 0) -> None:
    """Write down what happened, where somebody reads it; batches compile this to nothing."""
    if s.events is not None:
        s.events.append((what, seat, a, b))


def top_card(s: State) -> int:
    """The kind that lies open on the discard pile."""
    return s.pile[s.pile_n - 1]


def give(s: State, seat: int, kind: int) -> None:
    """Put a card into a hand."""
    s.hands[seat][kind] += 1
    s.held[seat] |= 1 << kind
    s.count[seat] += 1


def discard(s: State, seat: int, kind: int) -> None:
    """From the hand onto the discard pile."""
    hand = s.hands[seat]
    hand[kind] -= 1
    s.held[seat] ^= (hand[kind] == 0) << kind  # without a branch, which nobody could predict
    s.count[seat] -= 1
    s.pile[s.pile_n] = kind
    s.pile_n += 1


def top_of_deck(s: State) -> int:
    """Take the next card off a draw pile that is not empty."""
    last = s.deck_n - 1
    s.deck_n = last
    if s.ordered:
        return s.deck[last]
    # A heap: the order is decided one draw at a time, which is a Fisher-Yates shuffle done lazily.
    i = randbelow(s.rng, last + 1)
    kind = s.deck[i]
    s.deck[i] = s.deck[last]
    return kind


def refill(s: State, r: Rules, seat: int) -> bool:
    """Make the discards under the top card the new draw pile; False if there are none (U7)."""
    n = s.pile_n - 1
    if n < 1:
        return False
    if s.ordered:
        if s.feed_n != n:
            s.starved = 1
            return False
        for i in range(n):
            s.deck[i] = s.feed[i]
        s.feed_n = 0
    else:
        for i in range(n):
            s.deck[i] = s.pile[i]
    s.pile[0] = s.pile[n]
    s.pile_n = 1
    s.deck_n = n
    s.refills += 1
    emit(s, EV_RESHUFFLED, seat, n)
    if r.refill_points:  # F7
        charge = r.refill_points * s.refills
        s.charges[seat] += charge
        emit(s, EV_CHARGED, seat, charge)
    return True


def draw(s: State, r: Rules, seat: int, n: int, why: int) -> int:
    """Draw up to n cards into a hand; return the last one, or NOTHING if there was none to draw."""
    kind = NOTHING
    for _ in range(n):
        if s.deck_n == 0 and not refill(s, r, seat):
            break
        kind = top_of_deck(s)
        give(s, seat, kind)
        emit(s, EV_DREW, seat, kind, why)
    if kind == NOTHING:
        if n:
            emit(s, EV_DREW_NOTHING, seat, 0, why)
        return NOTHING
    s.idle = 0
    if s.called | s.catchable:
        forget_call(s, seat)
    return kind


def forget_call(s: State, seat: int) -> None:
    """Any draw or change of hand takes back a call and closes the seat's window (C6, F6)."""
    s.called &= ~(1 << seat)
    s.catchable &= ~(1 << seat)
