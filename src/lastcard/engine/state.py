"""The two things every engine function takes: a state `s` and rule tables `r`, here as plain objects.

The field names are the contract: compiled loops have the same names in a NumPy record (`fields`), so a field
is an int or a list of ints of a length that never changes, and nothing else; only `events` exists in plain
Python alone. Bit sets are ints: of kinds (`held`) or of seats (`called`, `catchable`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from .codes import ASK_PLAY, GOING_ON, NOTHING
from .fields import (
    KEPT,
    PLAIN,
    TRANSIENT,
    ByCard,
    ByKind,
    BySeat,
    BySeatAndKind,
    BySuit,
    FieldRecord,
    Generator,
    Pile,
    copy_source,
    generated,
    record,
    reset_source,
)
from .limits import MAX_CARDS, MAX_KINDS, MAX_PLAYERS

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("copy_position",)


@record
class Rules(FieldRecord):
    """A rulebook as tables, one entry a card kind where the field is a list. Built by `rulebooks.tables`."""

    # The cards: one entry a kind.
    kinds: int
    suits: int
    cards: int
    deck: ByCard  # the whole deck in kind order, `cards` of them
    suit: ByKind  # NOTHING for a card without one
    number: ByKind  # what counts in the draw for dealer (C1), else NOTHING
    points: ByKind
    draws: ByKind
    skips: ByKind
    flips: ByKind
    lone: ByKind  # what a hand of just this card costs (F8), or 0
    out: ByKind  # points for going out with it (F8)

    # Bit sets of kinds.
    by_suit: BySuit  # of each suit
    same_face: ByKind  # for each kind: those with its number or symbol
    fits_on: ByKind  # for each kind: same_face and all wilds
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
    call_lapses: int
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


@record
class State(FieldRecord):
    """One round. A value: `copy` it for search, compare it in tests; it holds no clocks and no I/O."""

    players: Annotated[int, KEPT]
    first: int = 0  # who would take the first turn if the first card had no effect
    turn: int = 0  # the seat that acts
    direction: int = 1  # 1 or -1
    phase: int = ASK_PLAY
    colour: int = NOTHING  # the colour or suit in force; it belongs to the table (U3)
    drawn: int = NOTHING  # the kind just drawn by the seat in turn, or NOTHING
    owed: int = 0  # cards that the next draw victim must take
    attacker: int = NOTHING  # who played the card that `owed` comes from
    bluff: int = 0  # 1 if that card breaks C4 under H5
    called: int = 0  # seats whose call stands
    catchable: int = 0  # seats that hold one card, have not called and can be caught (C6, C7)
    caught: int = 0  # seats caught since the last turn action (C8)
    turns: int = 0  # seats that got to act (U8)
    idle: int = 0  # draws of nothing in a row (U8)
    refills: int = 0  # reshuffles in this round (F7)
    winner: int = NOTHING
    reason: int = GOING_ON

    hands: BySeatAndKind  # copies held
    held: BySeat  # bit set of kinds
    count: BySeat  # cards held

    deck: Pile  # the draw pile, top card last, `deck_n` cards
    deck_n: int = 0
    ordered: int = 0  # 1: the order is given (people, replays); 0: a heap, drawn from at random
    pile: Pile  # the discard pile, top card last, `pile_n` cards
    pile_n: int = 0
    feed: Annotated[Pile, TRANSIENT]  # the order of the next reshuffle of an ordered round, top card last
    feed_n: Annotated[int, TRANSIENT] = 0
    starved: Annotated[int, TRANSIENT] = 0  # an ordered round needed a reshuffle and was fed none
    rng: Annotated[Generator, KEPT, TRANSIENT]

    charges: BySeat  # replenishing (F7)
    # Filled when a round ends.
    base_points: Annotated[BySeat, TRANSIENT]  # by rank, before cards and the division (L4)
    card_points: Annotated[BySeat, TRANSIENT]  # for the cards held
    last_points: Annotated[BySeat, TRANSIENT]  # for a lone queen, or for going out with one (F8)
    uncalled: Annotated[BySeat, TRANSIENT]  # going out without a call (F6)
    points: Annotated[BySeat, TRANSIENT]  # the round's score

    events: Annotated[list[tuple[int, int, int, int]] | None, PLAIN] = None

    def __init__(self, kinds: int = MAX_KINDS, cards: int = MAX_CARDS, players: int = MAX_PLAYERS) -> None:
        self.start(kinds=kinds, cards=cards, players=players)
        self.players = players


reset: Callable[[State, Rules], None] = generated(reset_source(State), __name__)
copy_position: Callable[[State, Rules, State], None] = generated(copy_source(State), __name__)
