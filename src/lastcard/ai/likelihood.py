"""What the others chose, and whether a guess of their hands explains it.

A choice is explained if a tactician with that hand would have made it. The hand of that time is the present
one as guessed (`Guess`, which `guess` fills), without what came later, and with what was laid down since.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.bits import lowest
from ..engine.fields import ByCard, ByKind, BySeat, Generator, Record, record
from ..engine.legal import plays
from ..engine.pile import give
from ..engine.state import Rules, State
from .heuristic import Tactics, count_one, count_pile, look_round, prefers
from .inference import CHOICES, LAID, ByChoice, ByLaid, BySlot, Memory

UNASKED, EXPLAINED, UNLIKE = 0, 1, 2
NOW = 1 << 40  # after every choice


@record
class Guess(Record):
    """Where a searcher thinks the hidden cards are, and since when."""

    dealt: BySlot  # kinds
    cards: ByCard  # those in nobody's slot
    rest: int  # how many these are

    # As in the memory, except for what is guessed otherwise here.
    since: BySlot
    born: BySlot
    never: BySlot  # the kinds that this card can't be
    laid_from: ByLaid
    laid_born: ByLaid

    fits: ByChoice  # UNASKED, EXPLAINED or UNLIKE
    was: ByChoice  # the same before a change
    misfits: int  # how many are UNLIKE
    voids: BySeat
    spare: ByKind
    rng: Generator
    sees_all: int  # 1: no hand is hidden from it. For measuring only: that is cheating


def look_back(
    s: State, r: Rules, m: Memory, g: Guess, t: Tactics, seat: int, first: int, end: int, x: State
) -> None:
    """See which choices of a seat, from the first to before the end, a tactician would have made."""
    counted = 0  # of the discards
    for number in range(max(first, m.oldest, m.choices - CHOICES), min(end, m.choices)):
        at = number % CHOICES
        piled = s.pile_n - (m.plays - m.plays_then[at])
        if m.who[at] != seat or piled < 1:  # the discards of that time are in the draw pile again
            continue
        go_back(s, r, m, g, t, number, x)
        x.pile_n = piled
        if x.count[seat] != m.counts[at][seat]:
            g.fits[at] = UNASKED
            continue
        mask = plays(x, r)
        fits = mask >> c.kind_of(m.chosen[at]) & 1 == 1
        if fits and (mask & mask - 1 or mask & (r.wilds | r.swapping)):  # there was something to choose
            if counted == 0:
                count_pile(x, r, t)
            else:
                for i in range(counted, piled):
                    count_one(r, t, s.pile[i])
            counted = piled
            look_round(x, r, t, seat)
            fits = prefers(x, r, t, mask, c.kind_of(m.chosen[at]), c.arg_of(m.chosen[at]))
        g.fits[at] = EXPLAINED if fits else UNLIKE


def go_back(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, number: int, x: State) -> None:
    """The table as it was at a choice, with the hand of whoever chose as guessed."""
    at = number % CHOICES
    seat = m.who[at]
    x.turn = seat
    x.colour = m.colour[at]
    x.direction = -s.direction if (m.flips - m.flips_then[at]) & 1 else s.direction
    for other in range(s.players):
        x.count[other] = m.counts[at][other]
        t.voids[other] = m.voids[at][other]
    clear_hand(x, seat)
    for slot in range(m.size[seat]):
        if g.since[seat][slot] <= number:
            give(x, seat, g.dealt[seat][slot])
    for i in range(min(m.laid, LAID)):
        j = (m.laid - 1 - i) % LAID
        if m.laid_until[j] <= number:  # so were all that were laid down before
            break
        if m.laid_seat[j] == seat and g.laid_from[j] <= number:
            give(x, seat, m.laid_kind[j])


def clear_hand(w: State, seat: int) -> None:
    mask = w.held[seat]
    while mask:
        w.hands[seat][lowest(mask)] = 0
        mask &= mask - 1
    w.held[seat] = 0
    w.count[seat] = 0
