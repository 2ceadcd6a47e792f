"""The tactician: some twenty weights over what a play leaves behind. And `majority`, of a few lines.

It reads a state only where its own seat could: its hand, the counts, the discard pile. So a state without the
hidden cards, filled from a View, does as well as a full one in a playout, and the choice is the same.
All weights are whole numbers: plain and compiled choose alike. They are tuned by `benchmarks/tune.py`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..engine import codes as c
from ..engine.bits import count, has, highest, lowest
from ..engine.fields import ByKind, BySeat, BySuit, Generator, Record, Shape, record
from ..engine.legal import call_fits, cards_after, jump, matching, may_call, plays, verbs
from ..engine.pile import top_card
from ..engine.rng import randbelow
from ..engine.state import Rules, State
from .policies import any_bit

# What a weight is for. NEAR: times `24 // (cards left + 1)`, for what counts more the fewer cards are left.
COLOURS = 0  # distinct colours left in the hand
SIBLINGS = 1  # cards left that share their number or symbol with another
WILDS = 2  # wilds left, NEAR
SKIPS = 3  # cards left that give another turn (two players) and have a follow-up
LONE = 4  # nothing but wilds is left
POINTS = 5  # what the card would cost in the hand
HITS = 6  # for each card that the play makes the next player draw
STRIKE = 7  # the play takes a turn from a player with three cards or fewer, NEAR
AGAIN = 8  # the play gives another turn at once, and a card fits
STUCK = 9  # the same, and none does
FOLLOWS = 10  # a card of the colour in force is left, NEAR
FOLLOW = 11  # for each card left that would fit on the play, up to three
UNSEEN = 12  # share of the unseen cards that have the colour in force
DANGER = 13  # the same, for each player with two cards or fewer, NEAR
VOID = 14  # for each player that is known to lack the colour in force
DRAW = 15  # draw although a card could be played, NEAR
SPENDS = 16  # the card is a wild, which could be kept for later
THREAT = 17  # as VOID, for each player with two cards or fewer
KEPT = 18  # a card of the colour in force is left
MATCH = 19  # share of the unseen cards that have the number or symbol on top
PASS = 20  # keep a drawn card that could be played, NEAR
SHED = 21  # as POINTS, times ALARM: how near somebody else is to going out
HURRY = 22  # as SPENDS, times ALARM
DEPTH = 23  # for each kind left that has the colour in force
WEIGHTS = 24

SWAP = 1000  # H3: for each card that a moved hand is better or worse
OUT = 1 << 40  # going out
# Inlined where it is called when compiled: the path of nearly every action.
HOT = (
    "play_value",
    "hand_value",
    "best_play",
    "with_call",
    "look_round",
    "unseen_like",
    "count_pile",
    "count_one",
)


@record
class Tactics(Record):
    """A tactician's weights, what it remembers, and room to count in."""

    weights: Annotated[list[int], Shape((WEIGHTS,))]
    again: int  # suited kinds that give another turn to one of two players
    suit_cards: BySuit  # of the whole deck
    face: ByKind  # the last kind with the same number or symbol, which stands for all of them
    face_cards: ByKind  # of the whole deck, for each of those

    # Counted by `count_pile`: the cards that are not on the discard pile.
    suits_left: BySuit
    faces_left: ByKind

    # Counted by `look_round`, for the seat in turn.
    unseen: BySuit  # cards that are neither in the own hand nor on the discard pile
    total: int  # the same of all cards
    colours: int  # distinct ones in the hand
    siblings: int  # kinds in the hand that share their number or symbol with another
    alarm: int  # 1 to 3 if another holds three cards, two, or one

    voids: BySeat  # the bit set of suits that a seat is known to lack
    rng: Generator


def get_ready(r: Rules, t: Tactics) -> None:
    """Get ready for a rulebook."""
    t.again = 0
    for kind in range(r.kinds):
        if r.suit[kind] >= 0 and (r.skips[kind] or r.flips[kind] and r.reverse_skips_with_two):
            t.again |= 1 << kind
        t.face[kind] = highest(r.same_face[kind])
        t.face_cards[kind] = 0
    for suit in range(r.suits):
        t.suit_cards[suit] = 0
    for i in range(r.cards):
        t.face_cards[t.face[r.deck[i]]] += 1
        if r.suit[r.deck[i]] >= 0:
            t.suit_cards[r.suit[r.deck[i]]] += 1


def tactic(s: State, r: Rules, t: Tactics) -> int:
    """The action of the seat in turn."""
    count_pile(s, r, t)
    return next_tactic(s, r, t)


def count_pile(s: State, r: Rules, t: Tactics) -> None:
    """Count the cards that are not on the discard pile, by suit and by face."""
    for suit in range(r.suits):
        t.suits_left[suit] = t.suit_cards[suit]
    for kind in range(r.kinds):
        t.faces_left[kind] = t.face_cards[kind]
    for i in range(s.pile_n):
        count_one(r, t, s.pile[i])


def count_one(r: Rules, t: Tactics, kind: int) -> None:
    """One card more has come to lie there."""
    t.faces_left[t.face[kind]] -= 1
    if r.suit[kind] >= 0:
        t.suits_left[r.suit[kind]] -= 1


def next_tactic(s: State, r: Rules, t: Tactics) -> int:
    """The action of the seat in turn, with the pile counted already."""
    seat = s.turn
    mask = plays(s, r)
    also = verbs(s, r, mask)
    if mask == 0:
        return without_a_play(s, r, seat, also)
    if mask & mask - 1 == 0 and also == 0 and mask & (r.wilds | r.swapping) == 0:
        return with_call(s, r, seat, c.PLAY, highest(mask), c.NOTHING)
    return best_play(s, r, t, seat, mask, also)


def best_play(s: State, r: Rules, t: Tactics, seat: int, mask: int, also: int) -> int:
    look_round(s, r, t, seat)
    best = c.NOTHING
    most = 0
    if has(also, c.DRAW) and t.weights[DRAW]:
        best = c.pack(c.DRAW)
        most = 16 * stay_value(s, r, t, seat, t.weights[DRAW])
    if has(also, c.PASS) and t.weights[PASS]:
        best = c.pack(c.PASS)
        most = 16 * stay_value(s, r, t, seat, t.weights[PASS])
    while mask:
        kind = lowest(mask)
        mask &= mask - 1
        first, end = with_what(s, r, kind)
        for arg in range(first, end):
            if arg == seat and has(r.swapping, kind):
                continue
            value = play_value(s, r, t, seat, kind, arg) * 16 + randbelow(t.rng, 16)
            if best == c.NOTHING or value > most:
                most = value
                best = with_call(s, r, seat, c.PLAY, kind, arg)
    return best


def with_what(s: State, r: Rules, kind: int) -> tuple[int, int]:
    """The range of what is said with a card: a colour, a player to swap with, or nothing."""
    if s.count[s.turn] > 1:
        if has(r.wilds, kind):
            return 0, r.suits
        if has(r.swapping, kind):
            return 0, s.players
    return c.NOTHING, 0


def prefers(s: State, r: Rules, t: Tactics, mask: int, kind: int, arg: int) -> bool:
    """Whether no card of `mask` is worth more than this one to the seat in turn."""
    seat = s.turn
    value = play_value(s, r, t, seat, kind, arg)
    while mask:
        other = lowest(mask)
        mask &= mask - 1
        first, end = with_what(s, r, other)
        for what in range(first, end):
            if what == seat and has(r.swapping, other):
                continue
            if play_value(s, r, t, seat, other, what) > value:
                return False
    return True


def look_round(s: State, r: Rules, t: Tactics, seat: int) -> None:
    """Count the suits of the cards that this seat has not seen, what its hand is made of, and the alarm."""
    held = s.held[seat]
    for suit in range(r.suits):
        t.unseen[suit] = t.suits_left[suit]
    colours = siblings = 0
    mask = held
    while mask:
        kind = lowest(mask)
        mask &= mask - 1
        suit = r.suit[kind]
        if suit >= 0:
            t.unseen[suit] -= s.hands[seat][kind]
        if not has(r.wilds, kind):
            colours |= 1 << suit
            siblings += held & r.same_face[kind] != 1 << kind
    t.colours = count(colours)
    t.siblings = siblings
    t.total = max(1, r.cards - s.count[seat] - s.pile_n)
    t.alarm = 0
    for other in range(s.players):
        if other != seat:
            t.alarm = max(t.alarm, 4 - s.count[other])


def unseen_like(s: State, r: Rules, t: Tactics, seat: int, kind: int) -> int:
    """How many cards with the number or symbol of a kind this seat has not seen."""
    n = t.faces_left[t.face[kind]]
    mask = s.held[seat] & r.same_face[kind]
    while mask:
        n -= s.hands[seat][lowest(mask)]
        mask &= mask - 1
    return n


def play_value(s: State, r: Rules, t: Tactics, seat: int, kind: int, arg: int) -> int:
    """How good it is to lay down a card: what it does and what it leaves."""
    w = t.weights
    if s.count[seat] == 1:
        return OUT - r.out[kind]
    rest = s.held[seat]
    gone = c.NOTHING
    if s.hands[seat][kind] == 1:
        rest &= ~(1 << kind)
        gone = kind
    near = 24 // s.count[seat]
    value = hand_value(s, r, t, near, rest, gone) + w[POINTS] * r.points[kind]
    value += SWAP * (s.count[seat] - 1 - cards_after(s, r, seat, kind, arg))
    value += w[HITS] * r.draws[kind] // 4
    value += w[SHED] * r.points[kind] * t.alarm // 4
    if has(r.wilds, kind):
        value += w[SPENDS] + w[HURRY] * t.alarm
    colour = arg if has(r.wilds, kind) else r.suit[kind]
    hit = c.NOTHING
    if r.skips[kind] or s.players == 2 and r.flips[kind] and r.reverse_skips_with_two:
        hit = (seat + s.direction) % s.players
        if s.count[hit] <= 3:
            value += w[STRIKE] * near * (8 >> s.count[hit]) // 16
        if s.players == 2:
            return value + (w[AGAIN] if rest & matching(r, colour, kind) else w[STUCK])
    return value + table_value(s, r, t, seat, near, rest, kind, colour, hit)


def stay_value(s: State, r: Rules, t: Tactics, seat: int, weight: int) -> int:
    """How good it is to lay down nothing: a draw or a pass."""
    near = 24 // (s.count[seat] + 1)
    rest = s.held[seat]
    value = hand_value(s, r, t, near, rest, c.NOTHING) + weight * near // 8
    return value + table_value(s, r, t, seat, near, rest, top_card(s), s.colour, c.NOTHING)


def table_value(
    s: State, r: Rules, t: Tactics, seat: int, near: int, rest: int, top: int, colour: int, hit: int
) -> int:
    """What a top card and a colour mean for the own next turn and for those of the others, but for `hit`."""
    w = t.weights
    follow = rest & matching(r, colour, top)
    value = w[FOLLOW] * min(count(follow), 3)
    same = rest & r.by_suit[colour] & ~r.wilds
    if same:
        value += w[KEPT] + w[FOLLOWS] * near // 8 + w[DEPTH] * count(same)
    danger = 0
    for other in range(s.players):
        if other in (seat, hit):
            continue
        void = t.voids[other] >> colour & 1
        value += w[VOID] * void
        if s.count[other] <= 2:
            danger += 3 - s.count[other]
            value += w[THREAT] * void
    share = t.unseen[colour] * (16 * w[UNSEEN] + danger * near * w[DANGER])
    if not has(r.wilds, top):
        share += 16 * unseen_like(s, r, t, seat, top) * w[MATCH]
    return value + 100 * share // (512 * t.total)


def hand_value(s: State, r: Rules, t: Tactics, near: int, rest: int, gone: int) -> int:
    """What the kinds that are left are good for; `gone` is the one that is not left any more, or NOTHING."""
    w = t.weights
    value = w[WILDS] * near * count(rest & r.wilds) // 8
    rest &= ~r.wilds
    if rest == 0:
        return value + w[LONE]
    value += w[COLOURS] * t.colours + w[SIBLINGS] * t.siblings
    if gone != c.NOTHING and not has(r.wilds, gone):
        if rest & r.by_suit[r.suit[gone]] == 0:
            value -= w[COLOURS]
        others = count(rest & r.same_face[gone])
        value -= w[SIBLINGS] * (2 if others == 1 else min(others, 1))  # of a pair, the other is alone now
    if s.players == 2:
        mask = rest & t.again
        while mask:
            kind = lowest(mask)
            mask &= mask - 1
            if rest & ~(1 << kind) & (r.by_suit[r.suit[kind]] | r.same_face[kind]):
                value += w[SKIPS]
    return value


def with_call(s: State, r: Rules, seat: int, verb: int, kind: int, arg: int) -> int:
    """A play with its call wherever one is due."""
    call = r.call != c.CALL_OFF and call_fits(s, r, seat, kind, arg)
    return c.pack(verb, kind, arg, 1 if call else 0)


def without_a_play(s: State, r: Rules, seat: int, also: int) -> int:
    """Draw, pass, take, or name the colour that the hand has most of."""
    if has(also, c.NAME):
        return c.pack(c.NAME, 0, most_held(s, r, seat))
    return c.pack(lowest(also))


def react_at_once(s: State, r: Rules, seat: int) -> int:
    """Call, catch and jump in whenever that is right, or NOTHING."""
    if may_call(s, r, seat):
        return c.pack(c.CALL)
    others = s.catchable & ~(1 << seat)
    if others:
        return c.pack(c.CATCH, 0, lowest(others))
    kind = jump(s, r, seat)
    if kind == c.NOTHING:
        return c.NOTHING
    arg = fewest_cards(s, seat) if has(r.swapping, kind) and s.count[seat] > 1 else c.NOTHING
    return with_call(s, r, seat, c.JUMP, kind, arg)


def fewest_cards(s: State, seat: int) -> int:
    """The player whose hand one would like to have."""
    best = (seat + 1) % s.players
    for other in range(s.players):
        if other != seat and s.count[other] < s.count[best]:
            best = other
    return best


def majority(s: State, r: Rules, q: MutableSequence[int]) -> int:
    """A bot of a few lines: keep the wilds, play the colour that the hand has most of."""
    seat = s.turn
    mask = plays(s, r)
    if mask == 0:
        return without_a_play(s, r, seat, verbs(s, r, mask))
    colour = most_held(s, r, seat)
    for wanted in (mask & ~r.wilds & r.by_suit[colour], mask & ~r.wilds, mask):
        if wanted:
            mask = wanted
            break
    kind = any_bit(q, mask)
    arg = c.NOTHING
    if s.count[seat] > 1:
        arg = colour if has(r.wilds, kind) else fewest_cards(s, seat) if has(r.swapping, kind) else arg
    return with_call(s, r, seat, c.PLAY, kind, arg)


def most_held(s: State, r: Rules, seat: int) -> int:
    """The colour that a hand has most kinds of, wilds aside."""
    best = most = 0
    for suit in range(r.suits):
        kinds = count(s.held[seat] & r.by_suit[suit] & ~r.wilds)
        if kinds > most:
            best, most = suit, kinds
    return best
