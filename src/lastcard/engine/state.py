"""The two things every kernel function takes: a state `s` and rule tables `r`, here as slots objects.

The field names are the contract. Compiled batches carry the same names in a NumPy record, so a field
is an int or a list of ints (`hands` a list of lists) of a length that never changes, and nothing else; only
`events` is a plain-Python luxury. Bit sets are ints: of kinds (`held`) or of seats (`called`, `catchable`).
"""

from __future__ import annotations

from typing import Protocol

MAX_PLAYERS = 20
MAX_KINDS = 60
MAX_SUITS = 8


class Rules:
    """A rulebook as tables, one entry a card kind where the field is a list. Built by `rulebooks.tables`."""

    __slots__ = (
        "after_draw_any",
        "by_suit",
        "call",
        "cards",
        "catch_penalty",
        "challengeable",
        "dealer_draw",
        "deck",
        "draw_until_playable",
        "drawing",
        "drawn_must",
        "draws",
        "false_call_penalty",
        "false_catch_penalty",
        "fits_on",
        "flips",
        "hand_cards",
        "jump_in",
        "kinds",
        "last_card_hits",
        "last_resort",
        "limit",
        "lone",
        "max_turns",
        "must_play",
        "never_first",
        "never_last",
        "number",
        "opening_from_hand",
        "out",
        "passing",
        "points",
        "refill_points",
        "reverse_skips_with_two",
        "reverse_to_dealer",
        "rounds",
        "same_face",
        "scoring",
        "skips",
        "stacking",
        "suit",
        "suits",
        "swapping",
        "target",
        "uncalled_points",
        "wilds",
    )

    # The cards: one entry a kind.
    kinds: int
    suits: int
    cards: int
    deck: list[int]  # the whole deck in kind order, `cards` of them
    suit: list[int]  # NOTHING for a card without one
    number: list[int]  # what counts in the draw for dealer (C1), else NOTHING
    points: list[int]
    draws: list[int]
    skips: list[int]
    flips: list[int]
    lone: list[int]  # what a hand of just this card costs (F8), or 0
    out: list[int]  # points for going out with it (F8)

    # Bit sets of kinds.
    by_suit: list[int]  # of each suit
    same_face: list[int]  # for each kind: those with its number or symbol
    fits_on: list[int]  # for each kind: same_face and all wilds
    wilds: int
    drawing: int  # cards that make the next player draw
    last_resort: int  # only when nothing else fits (C4); empty under H5
    challengeable: int  # those same cards under H5, else empty
    never_first: int  # may not start the discard pile
    never_last: int  # H7
    swapping: int  # sevens under H3
    passing: int  # zeros under H3

    # Options.
    hand_cards: int
    stacking: int
    jump_in: int
    draw_until_playable: int
    drawn_must: int
    after_draw_any: int
    must_play: int
    call: int
    catch_penalty: int
    false_call_penalty: int
    false_catch_penalty: int
    uncalled_points: int
    refill_points: int
    reverse_skips_with_two: int
    last_card_hits: int
    dealer_draw: int
    opening_from_hand: int
    reverse_to_dealer: int
    scoring: int
    target: int
    limit: int
    rounds: int
    max_turns: int


class Counted(Protocol):
    """What a state and a seat's knowledge of it both have: the counts and calls that everybody sees."""

    players: int
    direction: int
    count: list[int]
    called: int


class State:
    """One round. A value: `copy` it for search, compare it in tests; it holds no clocks and no I/O."""

    __slots__ = (
        "attacker",
        "bluff",
        "called",
        "card_points",
        "catchable",
        "caught",
        "charges",
        "colour",
        "count",
        "deck",
        "deck_n",
        "direction",
        "drawn",
        "events",
        "feed",
        "feed_n",
        "first",
        "hands",
        "held",
        "idle",
        "last_points",
        "ordered",
        "owed",
        "phase",
        "pile",
        "pile_n",
        "players",
        "points",
        "reason",
        "refills",
        "rng",
        "starved",
        "turn",
        "turns",
        "uncalled",
        "winner",
    )

    players: int
    first: int  # who would take the first turn if the first card had no effect
    turn: int  # the seat that acts
    direction: int  # 1 or -1
    phase: int
    colour: int  # the colour or suit in force; it belongs to the table (U3)
    drawn: int  # the kind just drawn by the seat in turn, or NOTHING
    owed: int  # cards that the next draw victim must take
    attacker: int  # who played the card that `owed` comes from
    bluff: int  # 1 if that card breaks C4 under H5
    called: int  # seats whose call stands
    catchable: int  # seats that hold one card, have not called and can be caught (C6, C7)
    caught: int  # seats caught since the last turn action (C8)
    turns: int  # seats that got to act (U8)
    idle: int  # draws of nothing in a row (U8)
    refills: int  # reshuffles in this round (F7)
    winner: int
    reason: int

    hands: list[list[int]]  # [seat][kind] -> copies held
    held: list[int]  # [seat] -> bit set of kinds
    count: list[int]  # [seat] -> cards held

    deck: list[int]  # the draw pile, top card last, `deck_n` cards
    deck_n: int
    ordered: int  # 1: the order is given (people, replays); 0: a heap, drawn from at random
    pile: list[int]  # the discard pile, top card last, `pile_n` cards
    pile_n: int
    feed: list[int]  # the order of the next reshuffle of an ordered round, top card last
    feed_n: int
    starved: int  # an ordered round needed a reshuffle and was fed none
    rng: list[int]

    charges: list[int]  # replenishing (F7)
    card_points: list[int]  # for the cards held at the end
    last_points: list[int]  # for a lone queen, or for going out with one (F8)
    uncalled: list[int]  # going out without a call (F6)
    points: list[int]  # the round's score

    events: list[tuple[int, int, int, int]] | None

    def __init__(self, kinds: int, cards: int, players: int) -> None:
        self.players = players
        self.first = self.turn = 0
        self.direction = 1
        self.phase = 0
        self.colour = self.drawn = self.attacker = self.winner = -1
        self.owed = self.bluff = self.called = self.catchable = self.caught = 0
        self.turns = self.idle = self.refills = self.reason = 0
        self.hands = [[0] * kinds for _ in range(players)]
        self.held = [0] * players
        self.count = [0] * players
        self.deck = [0] * cards
        self.pile = [0] * cards
        self.feed = [0] * cards
        self.deck_n = self.pile_n = self.feed_n = self.starved = self.ordered = 0
        self.rng = [0] * 4
        self.charges = [0] * players
        self.card_points = [0] * players
        self.last_points = [0] * players
        self.uncalled = [0] * players
        self.points = [0] * players
        self.events = None

    def copy(self) -> State:
        """A state of its own; notes are not taken along."""
        new = State.__new__(State)
        for field in _INTS:
            setattr(new, field, getattr(self, field))
        for field in _LISTS:
            setattr(new, field, getattr(self, field)[:])
        new.hands = [hand[:] for hand in self.hands]
        new.events = None
        return new

    def key(self) -> tuple[object, ...]:
        """All that makes two states the same: piles only as deep as they are, no notes."""
        ints = tuple(getattr(self, field) for field in _INTS)
        lists = tuple(tuple(getattr(self, field)) for field in _LISTS if field not in _PILES)
        piles = (*self.deck[: self.deck_n], -1, *self.pile[: self.pile_n], -1, *self.feed[: self.feed_n])
        return ints, lists, piles, tuple(map(tuple, self.hands))


_PILES = ("deck", "pile", "feed")
_LISTS = (*_PILES, "held", "count", "rng", "charges", "card_points", "last_points", "uncalled", "points")
_INTS = tuple(f for f in State.__slots__ if f not in (*_LISTS, "hands", "events"))
