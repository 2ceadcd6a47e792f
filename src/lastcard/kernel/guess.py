"""How the hidden cards may lie: deals in agreement with what was seen, and likely ones rather than others.

The first guess is any deal that the memory allows. From then on two cards change places at a time; a change
that explains the others' choices worse is kept rarely (Metropolis). A choice is explained if a tactician with
that hand would have made it; how far the others play like one is learned from the round, too, so against
people of another mind it counts for little. Nothing here reads a hidden card: `lay_out` fills its own state.
"""

from __future__ import annotations

from . import codes as c
from .carriers import MAX_KINDS, MAX_PLAYERS, Rules, State
from .legal import plays
from .memory import CHOICES, LAID, MOST_SLOTS, Memory
from .pile import give
from .rng import below
from .tactics import Tactics, count_pile, look_round, prefers

TRIES = 12  # for a card that a slot can be
STIRS = 2  # changes tried between two worlds
FIRST_STIRS = 40  # and before the first one
AGREED = 8  # as if the others had made so many choices like a tactician before the round


class Guess:
    """Where a searcher thinks the hidden cards are."""

    __slots__ = ("asked", "cards", "dealt", "misfits", "rest", "rng", "sees_all", "spare", "voids")

    dealt: list[list[int]]  # [seat][slot] -> kind
    cards: list[int]  # those in nobody's slot
    rest: int  # how many these are
    asked: int  # choices to be explained
    misfits: int  # those of them that this deal does not explain
    voids: list[int]
    spare: list[int]  # by kind
    rng: list[int]
    sees_all: int  # 1: no hand is hidden from it. For measuring only: that is cheating

    def __init__(self, cards: int) -> None:
        self.dealt = [[0] * MOST_SLOTS for _ in range(MAX_PLAYERS)]
        self.cards = [0] * cards
        self.voids = [0] * MAX_PLAYERS
        self.spare = [0] * MAX_KINDS
        self.rng = [0] * 4
        self.rest = self.asked = self.misfits = self.sees_all = 0


def first_guess(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State) -> None:
    """Get ready for `next_world`; `x` is room for the hands of the past."""
    if not m.soft or g.sees_all:
        return
    for seat in range(s.players):
        g.voids[seat] = t.voids[seat]
    deal_anew(s, r, m, g, me)
    copy_table(s, r, x)
    x.phase = c.ASK_PLAY
    x.owed = 0
    g.misfits = misfits(s, r, m, g, t, me, x)
    stir(s, r, m, g, t, me, x, FIRST_STIRS)


def next_world(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, w: State, x: State) -> None:
    """Another way the cards may lie, in `w`."""
    if g.sees_all:
        copy_table(s, r, w)
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
                never = m.never[other][slot]
                if (never != 0) == careful:
                    g.dealt[other][slot] = take(g, never)


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


def take(g: Guess, never: int) -> int:
    """A card that a slot can be, if one is soon found, else any."""
    i = below(g.rng, g.rest)
    if never >> g.cards[i] & 1:
        for _ in range(TRIES):
            i = below(g.rng, g.rest)
            if not never >> g.cards[i] & 1:
                break
    kind = g.cards[i]
    g.rest -= 1
    g.cards[i] = g.cards[g.rest]
    return kind


def lay_out(s: State, r: Rules, m: Memory, g: Guess, me: int, w: State) -> None:
    """The table with the cards as guessed; cards beyond the slots come from the rest."""
    copy_table(s, r, w)
    w.ordered = 0
    for i in range(g.rest):
        w.deck[i] = g.cards[i]
    w.deck_n = g.rest
    for other in range(s.players):
        if other == me:
            continue
        clear_hand(w, r, other)
        for slot in range(m.size[other]):
            give(w, other, g.dealt[other][slot])
        for _ in range(m.size[other], s.count[other]):
            i = below(g.rng, w.deck_n)
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
    """Let hidden cards change places, and keep that as it explains what the others chose."""
    if m.choices == m.oldest:  # nothing to explain: one deal is as good as another
        deal_anew(s, r, m, g, me)
        return
    hidden = 0
    for seat in range(s.players):
        if seat != me:
            hidden += m.size[seat]
    if hidden == 0:
        return
    for _ in range(times):
        a = below(g.rng, hidden)
        b = below(g.rng, hidden + g.rest)
        if not swap_places(s, r, m, g, me, a, b):
            continue
        now = misfits(s, r, m, g, t, me, x)
        if credible(g, now):
            g.misfits = now
        else:
            swap_places(s, r, m, g, me, a, b)
    for seat in range(s.players):
        t.voids[seat] = g.voids[seat]


def credible(g: Guess, misfits: int) -> bool:
    """Whether a deal with so many misfits is taken for the present one.

    How often the others choose otherwise than a tactician is unknown: with every rate weighed, and AGREED
    choices before the first one, a misfit more than n is less likely by (n + 1) to (asked - n + AGREED).
    """
    for n in range(g.misfits, misfits):
        if below(g.rng, g.asked - n + AGREED) > n:
            return False
    return True


def swap_places(s: State, r: Rules, m: Memory, g: Guess, me: int, a: int, b: int) -> bool:
    """Swap the cards of two places; False if that changes nothing, or can't be."""
    seat, slot = place(s, m, me, a)
    other, at = place(s, m, me, b)
    kind = g.dealt[seat][slot]
    if other == seat:
        return False
    if other == c.NOTHING:
        new = g.cards[at]
    else:
        new = g.dealt[other][at]
        if m.never[other][at] >> kind & 1:
            return False
    if new == kind or m.never[seat][slot] >> new & 1:
        return False
    g.dealt[seat][slot] = new
    if other == c.NOTHING:
        g.cards[at] = kind
    else:
        g.dealt[other][at] = kind
    return True


def place(s: State, m: Memory, me: int, number: int) -> tuple[int, int]:
    """Count through the others' slots, then through the rest: whose, and which."""
    for seat in range(s.players):
        if seat != me:
            if number < m.size[seat]:
                return seat, number
            number -= m.size[seat]
    return c.NOTHING, number


def misfits(s: State, r: Rules, m: Memory, g: Guess, t: Tactics, me: int, x: State) -> int:
    """How many of the others' latest choices a tactician would not have made with these hands."""
    n = 0
    g.asked = 0
    for number in range(max(m.oldest, m.choices - CHOICES), m.choices):
        at = number % CHOICES
        piled = s.pile_n - (m.plays - m.plays_then[at])
        if m.who[at] == me or piled < 1:  # the discards of that time are in the draw pile again
            continue
        go_back(s, r, m, g, t, number, x)
        x.pile_n = piled
        if x.count[x.turn] == m.counts[at][x.turn]:
            g.asked += 1
            n += not explained(x, r, t, m.chosen[at])
    return n


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
    clear_hand(x, r, seat)
    for slot in range(m.size[seat]):
        if m.since[seat][slot] <= number:
            give(x, seat, g.dealt[seat][slot])
    for i in range(max(0, m.laid - LAID), m.laid):
        j = i % LAID
        if m.laid_seat[j] == seat and m.laid_from[j] <= number < m.laid_until[j]:
            give(x, seat, m.laid_kind[j])


def explained(x: State, r: Rules, t: Tactics, action: int) -> bool:
    """Whether a tactician would have chosen so."""
    mask = plays(x, r)
    kind = c.kind_of(action)
    if not mask >> kind & 1:
        return False
    if mask & mask - 1 == 0 and not mask & (r.wilds | r.swapping):
        return True
    count_pile(x, r, t)
    look_round(x, r, t, x.turn)
    return prefers(x, r, t, mask, kind, c.arg_of(action))


def clear_hand(w: State, r: Rules, seat: int) -> None:
    for kind in range(r.kinds):
        w.hands[seat][kind] = 0
    w.held[seat] = 0
    w.count[seat] = 0


def copy_table(s: State, r: Rules, w: State) -> None:
    """Take over a state as far as a round that goes on needs it."""
    w.players = s.players
    w.first = s.first
    w.turn = s.turn
    w.direction = s.direction
    w.phase = s.phase
    w.colour = s.colour
    w.drawn = s.drawn
    w.owed = s.owed
    w.attacker = s.attacker
    w.bluff = s.bluff
    w.called = s.called
    w.open = s.open
    w.caught = s.caught
    w.turns = s.turns
    w.idle = s.idle
    w.refills = s.refills
    w.winner = s.winner
    w.reason = s.reason
    w.deck_n = s.deck_n
    w.pile_n = s.pile_n
    w.ordered = s.ordered
    for i in range(s.deck_n):
        w.deck[i] = s.deck[i]
    for i in range(s.pile_n):
        w.pile[i] = s.pile[i]
    for seat in range(s.players):
        w.held[seat] = s.held[seat]
        w.count[seat] = s.count[seat]
        w.charges[seat] = s.charges[seat]
        for kind in range(r.kinds):
            w.hands[seat][kind] = s.hands[seat][kind]
