"""The searcher: hidden cards are dealt at random, in agreement with all that was seen, and every candidate is
played out by tacticians from the same deals.

`Memory` holds what can be concluded about the cards of the others: each card in a hand is a slot with the
kinds that it can't be. Whoever drew under C5 had nothing that fitted; what is played after a draw is the
drawn card (U6). Nothing here reads a hidden card: `imagine` puts cards into a state of its own.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from . import codes as c
from .carriers import MAX_KINDS, MAX_PLAYERS, Rules, State
from .legal import call_fits, legal
from .pile import give
from .rng import below, seed
from .step import step
from .tactics import Tactics, tactic

MOST_SLOTS = 40  # remembered in a hand; of longer ones the rest is not
MOST_CANDIDATES = 2048
TRIES = 12


class Memory:
    """What a seat concludes about the hands of the others."""

    __slots__ = ("never", "size", "soft")

    never: list[list[int]]  # [seat][slot] -> bit set of kinds
    size: list[int]
    soft: int  # 1: also conclude that nobody keeps a drawn card that could be played: likely, not certain

    def __init__(self) -> None:
        self.never = [[0] * MOST_SLOTS for _ in range(MAX_PLAYERS)]
        self.size = [0] * MAX_PLAYERS
        self.soft = 0


class Search:
    """The desk of a searcher: candidates, what they came to, and the cards that it has not seen."""

    __slots__ = ("candidates", "cards", "rng", "sees_all", "spare", "squares", "sums", "worlds")

    candidates: list[int]
    sums: list[int]  # by how much each did better than the tactician's choice
    squares: list[int]
    worlds: list[int]  # in how many deals
    cards: list[int]
    spare: list[int]  # by kind
    rng: list[int]
    sees_all: int  # 1: no hand is hidden from it. For measuring only: that is cheating

    def __init__(self, cards: int) -> None:
        self.sees_all = 0
        self.spare = [0] * MAX_KINDS
        self.candidates = [0] * MOST_CANDIDATES
        self.sums = [0] * MOST_CANDIDATES
        self.squares = [0] * MOST_CANDIDATES
        self.worlds = [0] * MOST_CANDIDATES
        self.cards = [0] * cards
        self.rng = [0] * 4


def forget(m: Memory, s: State) -> None:
    """A new round: nothing is known about anybody's cards."""
    for seat in range(s.players):
        m.size[seat] = 0
    catch_up(m, s)


def remember(m: Memory, s: State, r: Rules, seat: int, action: int) -> None:
    """Conclude what an action tells, before it is applied; `catch_up` follows when it was."""
    verb = c.verb_of(action)
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        if (r.swapping | r.passing) >> kind & 1:
            for other in range(s.players):
                m.size[other] = 0
        else:
            lay_down(m, seat, kind, s.phase == c.ASK_DRAWN and not r.after_draw_any)
        return
    mask = r.by_suit[s.colour] | r.fits_on[s.pile[s.pile_n - 1]]
    if verb == c.DRAW and r.must_play and not (r.never_last and s.count[seat] == 1):  # C5
        for slot in range(m.size[seat]):
            m.never[seat][slot] |= mask
    elif verb == c.PASS and m.soft and m.size[seat]:
        m.never[seat][m.size[seat] - 1] |= mask


def lay_down(m: Memory, seat: int, kind: int, newest: bool) -> None:
    """One slot less: the newest one, or the newest that could have been this card, which is a guess."""
    last = m.size[seat] - 1
    if last < 0:
        return
    slot = last
    if not newest:
        for i in range(last + 1):
            if not m.never[seat][i] >> kind & 1:
                slot = i
    for i in range(slot, last):
        m.never[seat][i] = m.never[seat][i + 1]
    m.size[seat] = last


def catch_up(m: Memory, s: State) -> None:
    """As many slots as there are cards: nothing is known about the new ones."""
    for seat in range(s.players):
        size = min(s.count[seat], MOST_SLOTS)
        for slot in range(m.size[seat], size):
            m.never[seat][slot] = 0
        m.size[seat] = size


def known_voids(m: Memory, s: State, r: Rules, t: Tactics) -> None:
    """The suits that nobody's remembered slots leave room for."""
    for seat in range(s.players):
        voids = 0
        if m.size[seat] == s.count[seat] and s.count[seat]:
            common = m.never[seat][0]
            for slot in range(1, m.size[seat]):
                common &= m.never[seat][slot]
            for suit in range(r.suits):
                if r.by_suit[suit] & ~common == 0:
                    voids |= 1 << suit
        t.voids[seat] = voids


def gather_unseen(s: State, r: Rules, me: int, out: MutableSequence[int], spare: MutableSequence[int]) -> int:
    """All cards that are neither in the own hand nor on the discard pile; return how many."""
    for kind in range(r.kinds):
        spare[kind] = s.hands[me][kind]
    for i in range(s.pile_n):
        spare[s.pile[i]] += 1
    n = 0
    for i in range(r.cards):
        kind = r.deck[i]
        if spare[kind]:
            spare[kind] -= 1
        else:
            out[n] = kind
            n += 1
    return n


def imagine(s: State, r: Rules, m: Memory, d: Search, me: int, w: State) -> None:
    """Deal the unseen cards to the others and the draw pile of `w`, as the memory allows."""
    copy_table(s, r, w)
    w.ordered = 0
    if d.sees_all:
        return
    n = gather_unseen(s, r, me, d.cards, d.spare)
    for other in range(s.players):
        if other != me:
            clear_hand(w, r, other)
    for careful in (1, 0):  # slots about which something is known come first
        for other in range(s.players):
            if other == me:
                continue
            for slot in range(s.count[other]):
                never = m.never[other][slot] if slot < m.size[other] else 0
                if (never != 0) == careful and n:
                    n = deal_one(w, d, other, never, n)
    for i in range(n):
        w.deck[i] = d.cards[i]
    w.deck_n = n
    if w.phase == c.ASK_CHALLENGE:
        w.bluff = looks_guilty(w, r)


def looks_guilty(w: State, r: Rules) -> int:
    """H5: whether the attacker holds a card of the colour before, where the card below tells that colour."""
    if w.pile_n < 2:
        return 0
    suit = r.suit[w.pile[w.pile_n - 2]]
    return 1 if suit >= 0 and w.held[w.attacker] & r.by_suit[suit] else 0


def clear_hand(w: State, r: Rules, seat: int) -> None:
    for kind in range(r.kinds):
        w.hands[seat][kind] = 0
    w.held[seat] = 0
    w.count[seat] = 0


def deal_one(w: State, d: Search, seat: int, never: int, n: int) -> int:
    """A card that the slot can be, if there is one, else any."""
    i = below(d.rng, n)
    if never >> d.cards[i] & 1:
        for _ in range(TRIES):
            i = below(d.rng, n)
            if not never >> d.cards[i] & 1:
                break
    give(w, seat, d.cards[i])
    d.cards[i] = d.cards[n - 1]
    return n - 1


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


def play_on(w: State, r: Rules, t: Tactics) -> None:
    """Tacticians play a round to its end; they call in time, so nobody has anything to catch."""
    while w.phase != c.OVER:
        step(w, r, tactic(w, r, t))


def worth(w: State, r: Rules, me: int) -> int:
    """A finished round in thousandths, by the rulebook's own score."""
    if r.scoring == c.WINS or r.scoring == c.RANKED:
        return 1000 * w.points[me]
    others = 0
    for seat in range(w.players):
        if seat != me:
            others += w.points[seat]
    mine = 1000 * w.points[me] - 1000 * others // (w.players - 1)
    return -mine if r.scoring == c.PENALTIES else mine


def candidates(s: State, r: Rules, d: Search) -> int:
    """What the seat in turn could sensibly do: no reactions, and no play without the call that is due."""
    n = legal(s, r, s.turn, d.candidates)
    kept = 0
    for i in range(n):
        action = d.candidates[i]
        verb = c.verb_of(action)
        if verb >= c.REACTIONS:
            continue
        kind = c.kind_of(action)
        if verb == c.PLAY and not c.call_of(action) and call_fits(s, r, s.turn, kind, c.arg_of(action)):
            continue
        d.candidates[kept] = action
        kept += 1
    return kept


def search(s: State, r: Rules, m: Memory, d: Search, t: Tactics, budget: int, worlds: Sequence[State]) -> int:
    """The action of the seat in turn after about `budget` playouts, by sequential halving."""
    me = s.turn
    usual = tactic(s, r, t)
    n = candidates(s, r, d)
    if n < 2:
        return usual
    for i in range(n):
        d.sums[i] = d.squares[i] = d.worlds[i] = 0
        if d.candidates[i] == usual:
            d.candidates[0], d.candidates[i] = d.candidates[i], d.candidates[0]
    passes = (n - 1).bit_length()
    alive = n
    for _ in range(passes):
        for _ in range(max(1, budget // (passes * alive))):
            compare(s, r, m, d, t, me, alive, worlds)
        alive = drop_the_worse_half(d, alive)
    return better_one(d, alive)


def compare(
    s: State, r: Rules, m: Memory, d: Search, t: Tactics, me: int, alive: int, worlds: Sequence[State]
) -> None:
    """One deal, played out after every candidate that is alive; the first is the tactician's choice."""
    w = worlds[0]
    x = worlds[1]
    imagine(s, r, m, d, me, w)
    chance = below(d.rng, 1 << 30)
    usual = 0
    for i in range(alive):
        copy_table(w, r, x)
        seed(x.rng, chance)
        seed(t.rng, chance, 1)
        step(x, r, d.candidates[i])
        play_on(x, r, t)
        value = worth(x, r, me)
        if i == 0:
            usual = value
        d.sums[i] += value - usual
        d.squares[i] += (value - usual) * (value - usual)
        d.worlds[i] += 1


def drop_the_worse_half(d: Search, alive: int) -> int:
    """Sort the candidates but the first by what they came to; keep the better half, and the first."""
    for i in range(2, alive):
        j = i
        while j > 1 and d.sums[j] * d.worlds[j - 1] > d.sums[j - 1] * d.worlds[j]:
            swap(d.candidates, j)
            swap(d.sums, j)
            swap(d.squares, j)
            swap(d.worlds, j)
            j -= 1
    return 1 + alive // 2


def swap(row: MutableSequence[int], j: int) -> None:
    row[j - 1], row[j] = row[j], row[j - 1]


def better_one(d: Search, alive: int) -> int:
    """The best candidate, if it is better than the tactician's choice by a standard error."""
    if alive < 2 or d.sums[1] <= 0:
        return d.candidates[0]
    n = d.worlds[1]
    mean = d.sums[1] / n
    variance = d.squares[1] / n - mean * mean
    return d.candidates[1] if mean * mean * n > variance else d.candidates[0]
