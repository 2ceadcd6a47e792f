"""The heuristic of the tactician: a weighted sum of features of what a play leaves behind. And `majority`.

It reads a state only where its own seat could: its hand, the counts, the discard pile. So a state without the
hidden cards, filled from a View, does as well as a full one in a rollout, and the choice is the same.
All weights are whole numbers: plain and compiled choose alike. They are tuned by `benchmarks/tune.py`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..engine import codes as c
from ..engine.bits import count, has, highest, lowest
from ..engine.fields import ByKind, BySeat, BySuit, FieldRecord, Generator, Shape, record
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
    "survey",
    "unseen_like",
    "count_pile",
    "count_discard",
)


@record
class Heuristic(FieldRecord):
    """The weights, what they are applied to, and a generator that breaks ties."""

    weights: Annotated[list[int], Shape((WEIGHTS,))]
    again: int  # suited kinds that give another turn to one of two players
    suit_cards: BySuit  # of the whole deck
    face: ByKind  # the last kind with the same number or symbol, which stands for all of them
    face_cards: ByKind  # of the whole deck, for each of those

    # Counted by `count_pile`: the cards that are not on the discard pile.
    suits_left: BySuit
    faces_left: ByKind

    # Counted by `survey`, for the seat in turn.
    unseen: BySuit  # cards that are neither in the own hand nor on the discard pile
    total: int  # the same of all cards
    colours: int  # distinct ones in the hand
    siblings: int  # kinds in the hand that share their number or symbol with another
    alarm: int  # 1 to 3 if another holds three cards, two, or one

    voids: BySeat  # the bit set of suits that a seat is known to lack
    rng: Generator


def prepare(r: Rules, heuristic: Heuristic) -> None:
    """Count the cards of a rulebook; once, before the first choice."""
    heuristic.again = 0
    for kind in range(r.kinds):
        if r.suit[kind] >= 0 and (r.skips[kind] or r.flips[kind] and r.reverse_skips_with_two):
            heuristic.again |= 1 << kind
        heuristic.face[kind] = highest(r.same_face[kind])
        heuristic.face_cards[kind] = 0
    for suit in range(r.suits):
        heuristic.suit_cards[suit] = 0
    for i in range(r.cards):
        heuristic.face_cards[heuristic.face[r.deck[i]]] += 1
        if r.suit[r.deck[i]] >= 0:
            heuristic.suit_cards[r.suit[r.deck[i]]] += 1


def choose_action(s: State, r: Rules, heuristic: Heuristic) -> int:
    """The action of the seat in turn."""
    count_pile(s, r, heuristic)
    return choose_counted(s, r, heuristic)


def count_pile(s: State, r: Rules, heuristic: Heuristic) -> None:
    """Count the cards that are not on the discard pile, by suit and by face."""
    for suit in range(r.suits):
        heuristic.suits_left[suit] = heuristic.suit_cards[suit]
    for kind in range(r.kinds):
        heuristic.faces_left[kind] = heuristic.face_cards[kind]
    for i in range(s.pile_n):
        count_discard(r, heuristic, s.pile[i])


def count_discard(r: Rules, heuristic: Heuristic, kind: int) -> None:
    """One card more lies on the discard pile."""
    heuristic.faces_left[heuristic.face[kind]] -= 1
    if r.suit[kind] >= 0:
        heuristic.suits_left[r.suit[kind]] -= 1


def choose_counted(s: State, r: Rules, heuristic: Heuristic) -> int:
    """The action of the seat in turn, with the pile counted already."""
    seat = s.turn
    mask = plays(s, r)
    also = verbs(s, r, mask)
    if mask == 0:
        return without_a_play(s, r, seat, also)
    if mask & mask - 1 == 0 and also == 0 and mask & (r.wilds | r.swapping) == 0:
        return with_call(s, r, seat, c.PLAY, highest(mask), c.NOTHING)
    return best_play(s, r, heuristic, mask, also)


def best_play(s: State, r: Rules, heuristic: Heuristic, mask: int, also: int) -> int:
    """The play of highest value, or a draw or pass that is worth more; ties are broken at random."""
    seat = s.turn
    survey(s, r, heuristic)
    best = c.NOTHING
    most = 0
    if has(also, c.DRAW) and heuristic.weights[DRAW]:
        best = c.pack(c.DRAW)
        most = 16 * stay_value(s, r, heuristic, heuristic.weights[DRAW])
    if has(also, c.PASS) and heuristic.weights[PASS]:
        best = c.pack(c.PASS)
        most = 16 * stay_value(s, r, heuristic, heuristic.weights[PASS])
    while mask:
        kind = lowest(mask)
        mask &= mask - 1
        first, end = argument_range(s, r, kind)
        for arg in range(first, end):
            if arg == seat and has(r.swapping, kind):
                continue
            value = play_value(s, r, heuristic, kind, arg) * 16 + randbelow(heuristic.rng, 16)
            if best == c.NOTHING or value > most:
                most = value
                best = with_call(s, r, seat, c.PLAY, kind, arg)
    return best


def argument_range(s: State, r: Rules, kind: int) -> tuple[int, int]:
    """The range of what is said with a card: a colour, a player to swap with, or nothing."""
    if s.count[s.turn] > 1:
        if has(r.wilds, kind):
            return 0, r.suits
        if has(r.swapping, kind):
            return 0, s.players
    return c.NOTHING, 0


def is_preferred(s: State, r: Rules, heuristic: Heuristic, mask: int, kind: int, arg: int) -> bool:
    """Whether no card of `mask` is worth more than this one to the seat in turn."""
    seat = s.turn
    value = play_value(s, r, heuristic, kind, arg)
    while mask:
        other = lowest(mask)
        mask &= mask - 1
        first, end = argument_range(s, r, other)
        for what in range(first, end):
            if what == seat and has(r.swapping, other):
                continue
            if play_value(s, r, heuristic, other, what) > value:
                return False
    return True


def survey(s: State, r: Rules, heuristic: Heuristic) -> None:
    """For the seat in turn: the suits of the cards that it has not seen, its hand, and the alarm."""
    seat = s.turn
    held = s.held[seat]
    for suit in range(r.suits):
        heuristic.unseen[suit] = heuristic.suits_left[suit]
    colours = siblings = 0
    mask = held
    while mask:
        kind = lowest(mask)
        mask &= mask - 1
        suit = r.suit[kind]
        if suit >= 0:
            heuristic.unseen[suit] -= s.hands[seat][kind]
        if not has(r.wilds, kind):
            colours |= 1 << suit
            siblings += held & r.same_face[kind] != 1 << kind
    heuristic.colours = count(colours)
    heuristic.siblings = siblings
    heuristic.total = max(1, r.cards - s.count[seat] - s.pile_n)
    heuristic.alarm = 0
    for other in range(s.players):
        if other != seat:
            heuristic.alarm = max(heuristic.alarm, 4 - s.count[other])


def unseen_like(s: State, r: Rules, heuristic: Heuristic, kind: int) -> int:
    """How many cards with the number or symbol of a kind the seat in turn has not seen."""
    seat = s.turn
    n = heuristic.faces_left[heuristic.face[kind]]
    mask = s.held[seat] & r.same_face[kind]
    while mask:
        n -= s.hands[seat][lowest(mask)]
        mask &= mask - 1
    return n


def play_value(s: State, r: Rules, heuristic: Heuristic, kind: int, arg: int) -> int:
    """How good it is for the seat in turn to play a card: what it does and what it leaves."""
    seat = s.turn
    weights = heuristic.weights
    if s.count[seat] == 1:
        return OUT - r.out[kind]
    rest = s.held[seat]
    gone = c.NOTHING
    if s.hands[seat][kind] == 1:
        rest &= ~(1 << kind)
        gone = kind
    urgency = 24 // s.count[seat]  # see NEAR
    skipped = c.NOTHING
    value = hand_value(s, r, heuristic, rest, gone, urgency) + weights[POINTS] * r.points[kind]
    value += SWAP * (s.count[seat] - 1 - cards_after(s, r, seat, kind, arg))
    value += weights[HITS] * r.draws[kind] // 4
    value += weights[SHED] * r.points[kind] * heuristic.alarm // 4
    if has(r.wilds, kind):
        value += weights[SPENDS] + weights[HURRY] * heuristic.alarm
    colour = arg if has(r.wilds, kind) else r.suit[kind]
    if r.skips[kind] or s.players == 2 and r.flips[kind] and r.reverse_skips_with_two:
        skipped = (seat + s.direction) % s.players
        if s.count[skipped] <= 3:
            value += weights[STRIKE] * urgency * (8 >> s.count[skipped]) // 16
        if s.players == 2:
            return value + (weights[AGAIN] if rest & matching(r, colour, kind) else weights[STUCK])
    value += next_turn_value(r, heuristic, rest, kind, colour, urgency)
    more, share = opponents_value(s, heuristic, colour, skipped, urgency)
    return value + more + unseen_value(s, r, heuristic, kind, share)


def stay_value(s: State, r: Rules, heuristic: Heuristic, weight: int) -> int:
    """How good it is for the seat in turn to play nothing: a draw or a pass."""
    rest, top = s.held[s.turn], top_card(s)
    urgency = 24 // (s.count[s.turn] + 1)
    value = hand_value(s, r, heuristic, rest, c.NOTHING, urgency) + weight * urgency // 8
    value += next_turn_value(r, heuristic, rest, top, s.colour, urgency)
    more, share = opponents_value(s, heuristic, s.colour, c.NOTHING, urgency)
    return value + more + unseen_value(s, r, heuristic, top, share)


def next_turn_value(r: Rules, heuristic: Heuristic, rest: int, top: int, colour: int, urgency: int) -> int:
    """What a top card and a colour mean for the own next turn, with the kinds that are left."""
    weights = heuristic.weights
    follow = rest & matching(r, colour, top)
    value = weights[FOLLOW] * min(count(follow), 3)
    same = rest & r.by_suit[colour] & ~r.wilds
    if same:
        value += weights[KEPT] + weights[FOLLOWS] * urgency // 8 + weights[DEPTH] * count(same)
    return value


def opponents_value(
    s: State, heuristic: Heuristic, colour: int, skipped: int, urgency: int
) -> tuple[int, int]:
    """What a colour means for the turns of the others, without the skipped one: a value, and a share."""
    weights = heuristic.weights
    value = danger = 0
    for other in range(s.players):
        if other in (s.turn, skipped):
            continue
        void = heuristic.voids[other] >> colour & 1
        value += weights[VOID] * void
        if s.count[other] <= 2:
            danger += 3 - s.count[other]
            value += weights[THREAT] * void
    share = heuristic.unseen[colour] * (16 * weights[UNSEEN] + danger * urgency * weights[DANGER])
    return value, share


def unseen_value(s: State, r: Rules, heuristic: Heuristic, top: int, share: int) -> int:
    """The share of the unseen cards that match the colour, given, or the number or symbol on top."""
    if not has(r.wilds, top):
        share += 16 * unseen_like(s, r, heuristic, top) * heuristic.weights[MATCH]
    return 100 * share // (512 * heuristic.total)


def hand_value(s: State, r: Rules, heuristic: Heuristic, rest: int, gone: int, urgency: int) -> int:
    """What the kinds that are left are good for; `gone` is the one that is not left any more, or NOTHING."""
    weights = heuristic.weights
    value = weights[WILDS] * urgency * count(rest & r.wilds) // 8
    rest &= ~r.wilds
    if rest == 0:
        return value + weights[LONE]
    value += weights[COLOURS] * heuristic.colours + weights[SIBLINGS] * heuristic.siblings
    if gone != c.NOTHING and not has(r.wilds, gone):
        if rest & r.by_suit[r.suit[gone]] == 0:
            value -= weights[COLOURS]
        others = count(rest & r.same_face[gone])
        lonely = 2 if others == 1 else min(others, 1)  # of a pair, the other one is alone now
        value -= weights[SIBLINGS] * lonely
    if s.players == 2:
        mask = rest & heuristic.again
        while mask:
            kind = lowest(mask)
            mask &= mask - 1
            if rest & ~(1 << kind) & (r.by_suit[r.suit[kind]] | r.same_face[kind]):
                value += weights[SKIPS]
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


def choose_reaction(s: State, r: Rules, seat: int) -> int:
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
    """The other player with the fewest cards: a good one to swap with."""
    best = (seat + 1) % s.players
    for other in range(s.players):
        if other != seat and s.count[other] < s.count[best]:
            best = other
    return best


def majority(s: State, r: Rules, rng: MutableSequence[int]) -> int:
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
    kind = any_bit(rng, mask)
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
