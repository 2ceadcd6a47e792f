"""From a deck to the first turn: the draw for dealer, the hands, the first card (C1-C3, L2, F2).

A simulated round is dealt by `deal` from the state's generator. At the table the same parts are called one
by one with the orders that the record or the keyed stream gives.
"""

from . import codes as c
from .bits import has, highest
from .pile import discard, emit, give, top_of_deck
from .rng import randbelow
from .state import Rules, State, reset
from .step import after, apply_effect, check_round_end, give_turn, reverse


def deal(s: State, r: Rules, first: int) -> None:
    """Deal a round at random: the generator decides every card at the moment it is drawn."""
    gather(s, r, first)
    hand_out(s, r)
    if r.opening_from_hand:
        open_from_hand(s, any_card(s, r, first))
    else:
        while not turn_up(s, r):
            put_back(s, randbelow(s.rng, s.deck_n + 1))
    begin(s, r)


def gather(s: State, r: Rules, first: int) -> None:
    """All cards of the rulebook into the draw pile, in kind order, and everything else at its start."""
    clear(s, r, first)
    for i in range(r.cards):
        s.deck[i] = r.deck[i]
    s.deck_n = r.cards


def clear(s: State, r: Rules, first: int) -> None:
    """Everything at its start: no cards anywhere yet."""
    reset(s, r)
    s.first = s.turn = first


def draw_for_dealer(s: State, r: Rules) -> int:
    """C1: the highest number deals, the tied draw again. NOTHING if the pile runs out: shuffle and repeat."""
    drawing = (1 << s.players) - 1
    while drawing & drawing - 1:
        best = c.NOTHING
        tied = drawing
        for i in range(s.players):
            seat = (s.first + i) % s.players
            if not has(drawing, seat):
                continue
            if s.deck_n == 0:
                return c.NOTHING
            kind = top_of_deck(s)
            emit(s, c.EV_DEALER_CARD, seat, kind)
            best, tied = judge_for_dealer(r, best, tied, seat, kind)
        drawing = tied
    return highest(drawing)


def judge_for_dealer(r: Rules, best: int, tied: int, seat: int, kind: int) -> tuple[int, int]:
    """C1: one more card is shown: the best number so far, and the seats that have it.

    Before the first card these are NOTHING and all that draw: cards without a number don't count.
    """
    if r.number[kind] > best:
        return r.number[kind], 1 << seat
    if r.number[kind] == best and best >= 0:
        return best, tied | 1 << seat
    return best, tied


def hand_out(s: State, r: Rules) -> None:
    """One card at a time, starting with the first player, until all have their hand."""
    seat = s.first
    for _ in range(r.hand_cards * s.players):
        give(s, seat, top_of_deck(s))
        seat = after(s, seat)


def turn_up(s: State, r: Rules) -> bool:
    """Turn the next card; False if it may not start the discard pile (C3, L2)."""
    kind = top_of_deck(s)
    s.pile[0] = kind
    s.pile_n = 1
    emit(s, c.EV_TURNED_UP, c.NOTHING, kind)
    return not has(r.never_first, kind)


def put_back(s: State, above: int) -> None:
    """The turned-up card goes back into the draw pile so that `above` cards lie on it."""
    kind = s.pile[0]
    s.pile_n = 0
    place = s.deck_n - above
    for i in range(s.deck_n, place, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[place] = kind
    s.deck_n += 1
    emit(s, c.EV_PUT_BACK, c.NOTHING, kind, above)


def any_card(s: State, r: Rules, seat: int) -> int:
    """A card of a hand, each one as likely (F2)."""
    i = randbelow(s.rng, s.count[seat])
    for kind in range(r.kinds):
        i -= s.hands[seat][kind]
        if i < 0:
            return kind
    return c.NOTHING


def open_from_hand(s: State, kind: int) -> None:
    """The starter's first card, which is not of the starter's choosing (F2)."""
    discard(s, s.first, kind)
    emit(s, c.EV_OPENED, s.first, kind)


def begin(s: State, r: Rules) -> None:
    """The first card takes effect, and the first seat gets to act."""
    kind = s.pile[0]
    if has(r.wilds, kind):
        give_turn(s, r, s.first)
        s.phase = c.ASK_NAME
        check_round_end(s, r)
        return
    s.colour = r.suit[kind]
    if r.flips[kind]:
        reverse(s, s.first if r.opening_from_hand else c.NOTHING)
    if r.opening_from_hand:
        apply_effect(s, r, kind, s.first, after(s, s.first))
    else:
        if r.flips[kind] and r.reverse_to_dealer:  # C3: the dealer plays first
            give_turn(s, r, after(s, s.first))
        else:
            apply_effect(s, r, kind, (s.first - 1) % s.players, s.first)
    check_round_end(s, r)
