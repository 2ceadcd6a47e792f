"""How the hidden cards may lie: deals in agreement with what was seen, and likely ones rather than others.

The first guess is any deal that the memory allows. From then on two cards change places at a time: two hidden
ones; or two of one player, of which one or both were laid down, where it is open which came first. A change
that explains the others' choices worse (`past`) is kept rarely (Metropolis). How far the others play like a
tactician is learned from the round, too, so against people of another mind it counts for little. Nothing here
reads a hidden card: `lay_out` fills its own state.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.bits import has
from ..engine.pile import give
from ..engine.rng import randbelow
from ..engine.state import Rules, State, copy_position
from .heuristic import Tactics
from .inference import CHOICES, LAID, Memory, never, never_in
from .likelihood import EXPLAINED, NOW, UNASKED, UNLIKE, Guess, clear_hand, look_back

TRIES = 12  # for a card that a slot can be
STIRS = 5  # changes tried between two worlds
FIRST_STIRS = 240  # and before the first one, for each of the others
AGREED = 40  # as if the others had made so many choices like a tactician before the round
NONE_YET = 10  # so many times less likely is a first misfit: whoever had none may be a tactician for good


def first_guess(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State) -> None:
    """Get ready for `next_world`; `x` is room for the hands of the past."""
    if g.sees_all:
        return
    begin_with_memory(s, m, g)
    if not m.soft:
        return
    for seat in range(s.players):
        g.voids[seat] = t.voids[seat]
    deal_anew(s, r, m, g, me)
    copy_position(s, r, x)
    x.phase = c.ASK_PLAY
    x.owed = 0
    for seat in range(s.players):
        if seat != me:
            look_back(s, r, m, g, t, seat, 0, NOW, x)
    g.misfits = how_many(g, UNLIKE)
    stir(s, r, m, g, t, me, x, FIRST_STIRS * (s.players - 1))


def begin_with_memory(s: State, m: Memory, g: Guess) -> None:
    """Take over when the cards came, as the memory guessed it."""
    for at in range(CHOICES):
        g.fits[at] = UNASKED
    for seat in range(s.players):
        for slot in range(m.size[seat]):
            g.since[seat][slot] = m.since[seat][slot]
            g.born[seat][slot] = m.born[seat][slot]
            g.never[seat][slot] = never_in(m, seat, slot)
    for at in range(min(m.laid, LAID)):
        g.laid_from[at] = m.laid_from[at]
        g.laid_born[at] = m.laid_born[at]


def next_world(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, w: State, x: State) -> None:
    """Another way the cards may lie, in `w`."""
    if g.sees_all:
        copy_position(s, r, w)
        w.ordered = 0
        return
    if m.soft:
        stir(s, r, m, g, t, me, x, STIRS)
    else:
        deal_anew(s, r, m, g, me)
    lay_out(s, r, m, g, me, w)


def deal_anew(s: State, r: Rules, m: Memory, g: Guess, me: int) -> None:
    """Deal the unseen cards to the slots of the others, as the memory allows."""
    g.rest = gather_unseen(s, r, g, me)
    for careful in (1, 0):  # slots about which something is known come first
        for other in range(s.players):
            if other == me:
                continue
            for slot in range(m.size[other]):
                barred = g.never[other][slot]
                if (barred != 0) == careful:
                    g.dealt[other][slot] = take(g, barred)


def gather_unseen(s: State, r: Rules, g: Guess, me: int) -> int:
    """All cards that are neither in the own hand nor on the discard pile; return how many."""
    for kind in range(r.kinds):
        g.spare[kind] = s.hands[me][kind]
    for i in range(s.pile_n):
        g.spare[s.pile[i]] += 1
    n = 0
    for i in range(r.cards):
        kind = r.deck[i]
        if g.spare[kind]:
            g.spare[kind] -= 1
        else:
            g.cards[n] = kind
            n += 1
    return n


def take(g: Guess, barred: int) -> int:
    """A card that a slot can be, if one is soon found, else any."""
    i = randbelow(g.rng, g.rest)
    if barred >> g.cards[i] & 1:
        for _ in range(TRIES):
            i = randbelow(g.rng, g.rest)
            if not barred >> g.cards[i] & 1:
                break
    kind = g.cards[i]
    g.rest -= 1
    g.cards[i] = g.cards[g.rest]
    return kind


def lay_out(s: State, r: Rules, m: Memory, g: Guess, me: int, w: State) -> None:
    """The table with the cards as guessed; cards beyond the slots come from the rest."""
    copy_position(s, r, w)
    w.ordered = 0
    for i in range(g.rest):
        w.deck[i] = g.cards[i]
    w.deck_n = g.rest
    for other in range(s.players):
        if other == me:
            continue
        clear_hand(w, other)
        for slot in range(m.size[other]):
            give(w, other, g.dealt[other][slot])
        for _ in range(m.size[other], s.count[other]):
            i = randbelow(g.rng, w.deck_n)
            give(w, other, w.deck[i])
            w.deck_n -= 1
            w.deck[i] = w.deck[w.deck_n]
    if w.phase == c.ASK_CHALLENGE:
        w.bluff = looks_guilty(w, r)


def looks_guilty(w: State, r: Rules) -> int:
    """H5: whether the attacker holds a card of the colour before, where the card below tells that colour."""
    if w.pile_n < 2:
        return 0
    suit = r.suit[w.pile[w.pile_n - 2]]
    return 1 if suit >= 0 and w.held[w.attacker] & r.by_suit[suit] else 0


def stir(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State, times: int) -> None:
    """Let cards change places, and keep that as it explains what the others chose."""
    if m.choices == m.oldest:  # nothing to explain: one deal is as good as another
        deal_anew(s, r, m, g, me)
        return
    hidden = 0
    for seat in range(s.players):
        hidden += m.size[seat] if seat != me else 0
    if hidden == 0:
        return
    for _ in range(times):
        what = randbelow(g.rng, 4)
        if what < 2 or m.laid == 0:
            try_other_places(s, r, m, g, t, me, x, hidden)
        elif what == 2:
            try_other_arrivals(s, r, m, g, t, me, x)
        else:
            try_other_order(s, r, m, g, t, me, x)
    for seat in range(s.players):
        t.voids[seat] = g.voids[seat]


def try_other_places(
    s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State, hidden: int
) -> None:
    """Swap two hidden cards, if the choices since they came speak for it."""
    seat, slot = place(s, m, me, randbelow(g.rng, hidden))
    other, at = place(s, m, me, randbelow(g.rng, hidden + g.rest))
    if not may_swap(g, seat, slot, other, at):
        return
    swap_places(g, seat, slot, other, at)
    keep_verdicts(g)
    look_back(s, r, m, g, t, seat, g.since[seat][slot], NOW, x)
    if other != c.NOTHING:
        look_back(s, r, m, g, t, other, g.since[other][at], NOW, x)
    if not credible(g):
        swap_places(g, seat, slot, other, at)


def try_other_arrivals(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State) -> None:
    """Let a hidden card and a laid one come at each other's time, if the choices in between speak for it."""
    at = randbelow(g.rng, min(m.laid, LAID))
    seat = m.laid_seat[at]
    slot = randbelow(g.rng, max(1, m.size[seat]))
    if seat == me or not may_have_come_otherwise(m, g, seat, slot, at):
        return
    swap_arrivals(m, g, seat, slot, at)
    keep_verdicts(g)
    one, two = g.since[seat][slot], g.laid_from[at]
    look_back(s, r, m, g, t, seat, min(one, two), max(one, two), x)
    if not credible(g):
        swap_arrivals(m, g, seat, slot, at)


def try_other_order(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State) -> None:
    """Let two laid cards of a player come at each other's time, if the choices in between speak for it."""
    at, other = randbelow(g.rng, min(m.laid, LAID)), randbelow(g.rng, min(m.laid, LAID))
    if m.laid_seat[at] == me or not may_have_come_in_other_order(m, g, at, other):
        return
    swap_order(g, at, other)
    keep_verdicts(g)
    one, two = g.laid_from[at], g.laid_from[other]
    look_back(s, r, m, g, t, m.laid_seat[at], min(one, two), max(one, two), x)
    if not credible(g):
        swap_order(g, at, other)


def keep_verdicts(g: Guess) -> None:
    for at in range(CHOICES):
        g.was[at] = g.fits[at]


def credible(g: Guess) -> bool:
    """Whether a deal with so many misfits is taken for the present one; if not, the verdicts are as before.

    How often the others choose otherwise than a tactician is unknown: with every rate weighed, and AGREED
    choices before the first one, a misfit more than n is less likely by (n + 1) to (asked - n + AGREED).
    The first one is less likely still, since a tactician makes none.
    """
    misfits = how_many(g, UNLIKE)
    asked = misfits + how_many(g, EXPLAINED)
    for n in range(g.misfits, misfits):
        odds = asked - n + AGREED
        if randbelow(g.rng, odds if n else odds * NONE_YET) > n:
            for at in range(CHOICES):
                g.fits[at] = g.was[at]
            return False
    g.misfits = misfits
    return True


def how_many(g: Guess, verdict: int) -> int:
    n = 0
    for at in range(CHOICES):
        n += g.fits[at] == verdict
    return n


def may_swap(g: Guess, seat: int, slot: int, other: int, at: int) -> bool:
    """Whether two places can have each other's cards, and that changes something."""
    kind = g.dealt[seat][slot]
    if other == seat:
        return False
    new = g.cards[at] if other == c.NOTHING else g.dealt[other][at]
    if new == kind or has(g.never[seat][slot], new):
        return False
    return other == c.NOTHING or not has(g.never[other][at], kind)


def swap_places(g: Guess, seat: int, slot: int, other: int, at: int) -> None:
    kind = g.dealt[seat][slot]
    if other == c.NOTHING:
        g.dealt[seat][slot], g.cards[at] = g.cards[at], kind
    else:
        g.dealt[seat][slot], g.dealt[other][at] = g.dealt[other][at], kind


def may_have_come_otherwise(m: Memory, g: Guess, seat: int, slot: int, at: int) -> bool:
    """Whether a card in the hand may have come when one did that was laid down, and the other way round."""
    since, born = g.since[seat][slot], g.born[seat][slot]
    if m.size[seat] == 0 or g.laid_from[at] >= m.laid_until[at]:  # drawn and played: that is certain
        return False
    if since >= m.laid_until[at] or since == g.laid_from[at] and born == g.laid_born[at]:
        return False
    if never(m, seat, born, m.laid_signs[at]) >> m.laid_kind[at] & 1:
        return False
    return not never(m, seat, g.laid_born[at], m.signs[seat]) >> g.dealt[seat][slot] & 1


def swap_arrivals(m: Memory, g: Guess, seat: int, slot: int, at: int) -> None:
    g.since[seat][slot], g.laid_from[at] = g.laid_from[at], g.since[seat][slot]
    g.born[seat][slot], g.laid_born[at] = g.laid_born[at], g.born[seat][slot]
    g.never[seat][slot] = never(m, seat, g.born[seat][slot], m.signs[seat])


def may_have_come_in_other_order(m: Memory, g: Guess, at: int, other: int) -> bool:
    """Whether two laid cards are of one player, and each may have come when the other did."""
    seat, one, two = m.laid_seat[at], g.laid_from[at], g.laid_from[other]
    if m.laid_seat[other] != seat or one == two and g.laid_born[at] == g.laid_born[other]:
        return False
    if max(one, two) >= min(m.laid_until[at], m.laid_until[other]):
        return False
    if never(m, seat, g.laid_born[other], m.laid_signs[at]) >> m.laid_kind[at] & 1:
        return False
    return not never(m, seat, g.laid_born[at], m.laid_signs[other]) >> m.laid_kind[other] & 1


def swap_order(g: Guess, at: int, other: int) -> None:
    g.laid_from[at], g.laid_from[other] = g.laid_from[other], g.laid_from[at]
    g.laid_born[at], g.laid_born[other] = g.laid_born[other], g.laid_born[at]


def place(s: State, m: Memory, me: int, number: int) -> tuple[int, int]:
    """Count through the others' slots, then through the rest: whose, and which."""
    for seat in range(s.players):
        if seat != me:
            if number < m.size[seat]:
                return seat, number
            number -= m.size[seat]
    return c.NOTHING, number
