"""What everybody could see of a round, and what follows from it about the hidden hands.

Each card in a hand is a slot that knows when the card arrived. A seat that drew under C5 had nothing that
matched, so no card that it held then can be of those kinds; what is played after a draw is the drawn card
(U6). From which slot any other card was played is a guess. The latest choices are kept, with what lay open
then: `likelihood` asks which hands would explain them. Nothing here reads a hidden card.

Arrivals are counted on two clocks: by the choices of the round so far, and by the lacks that the seat has
shown so far (draws and passes that exclude kinds).
"""

from __future__ import annotations

from typing import Annotated

from ..engine import codes as c
from ..engine.bits import has
from ..engine.fields import BySeat, FieldRecord, Shape, record
from ..engine.legal import matching
from ..engine.pile import top_card
from ..engine.state import Rules, State
from .heuristic import Heuristic

MAX_SLOTS = 40  # cards tracked in a hand; the rest of a longer one is not
KEPT_CHOICES = 24  # the latest ones
KEPT_PLAYS = 64  # the latest cards played
KEPT_LACKS = 48  # the latest of each seat

BySlot = Annotated[list[list[int]], Shape(("players", MAX_SLOTS))]
ByChoice = Annotated[list[int], Shape((KEPT_CHOICES,))]
ByChoiceAndSeat = Annotated[list[list[int]], Shape((KEPT_CHOICES, "players"))]
ByPlay = Annotated[list[int], Shape((KEPT_PLAYS,))]
BySeatAndLack = Annotated[list[list[int]], Shape(("players", KEPT_LACKS))]


@record
class Inference(FieldRecord):
    """What follows from the actions of a round about the hands of the seats."""

    slots: BySeat  # how many cards are tracked
    since_choice: BySlot  # how many choices there were when the card arrived
    since_lack: BySlot  # how many lacks the seat had shown when the card arrived
    lacks: BySeat  # how many draws and passes excluded something
    lacked: (
        BySeatAndLack  # at each lack, modulo KEPT_LACKS: the bit set of kinds that the seat can't have held
    )
    soft: int  # 1: also conclude what is likely, not certain: from draws, passes and choices

    choices: int  # in this round
    oldest_choice: int  # the first one that still says something about the hands
    plays: int  # cards played in this round
    reversals: int  # of them, those that turn the direction

    # The latest choices, each at its number modulo KEPT_CHOICES, with what was seen at that moment.
    choice_seat: ByChoice
    choice_action: ByChoice
    choice_colour: ByChoice
    choice_plays: ByChoice
    choice_reversals: ByChoice
    choice_counts: ByChoiceAndSeat
    choice_voids: ByChoiceAndSeat

    # The latest cards played from a slot, each at its number modulo KEPT_PLAYS: in the hand from and until.
    played: int
    played_seat: ByPlay
    played_kind: ByPlay
    played_since_choice: ByPlay
    played_at_choice: ByPlay
    played_since_lack: ByPlay
    played_at_lack: ByPlay


def start_round(inference: Inference, s: State) -> None:
    """A new deal: nothing is known about anybody's cards."""
    inference.choices = inference.oldest_choice = inference.plays = 0
    inference.reversals = inference.played = 0
    for seat in range(s.players):
        inference.slots[seat] = inference.lacks[seat] = 0
    sync_hand_sizes(inference, s)


def forget_hands(inference: Inference, players: int) -> None:
    """Hands have moved between seats: nothing that was known is true of the new owners."""
    inference.oldest_choice = inference.choices
    for seat in range(players):
        inference.slots[seat] = 0


def observe_action(inference: Inference, s: State, r: Rules, seat: int, action: int) -> None:
    """Conclude what follows from an action, before it is applied; call `sync_hand_sizes` after it."""
    verb = c.verb_of(action)
    top = top_card(s)
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        answers = r.draws[kind] and r.draws[top]  # perhaps to a stack (H1): that was another question
        if verb == c.PLAY and s.phase == c.ASK_PLAY and not answers:
            record_choice(inference, s, r, seat, c.pack(c.PLAY, kind, c.arg_of(action)))
        inference.plays += 1
        inference.reversals += r.flips[kind]
        if has(r.swapping | r.passing, kind):
            forget_hands(inference, s.players)
        else:
            remove_card(inference, seat, kind, s.phase == c.ASK_DRAWN and not r.after_draw_any)
        return
    mask = matching(r, s.colour, top)
    if verb == c.DRAW and r.must_play and not (r.never_last and s.count[seat] == 1):  # C5
        record_lack(inference, seat, mask)
    elif inference.soft and (verb == c.DRAW or verb == c.PASS) and not (r.never_last and s.count[seat] <= 2):
        record_lack(inference, seat, mask & ~r.wilds)  # a wild may well be kept for later


def record_lack(inference: Inference, seat: int, kinds: int) -> None:
    """A seat shows that it holds none of some kinds."""
    inference.lacked[seat][inference.lacks[seat] % KEPT_LACKS] = kinds
    inference.lacks[seat] += 1


def excluded_kinds(inference: Inference, seat: int, first: int, end: int) -> int:
    """The kinds that a card can't be that was in the hand at the lacks from `first` to before `end`."""
    kinds = 0
    for lack in range(max(first, inference.lacks[seat] - KEPT_LACKS), end):
        kinds |= inference.lacked[seat][lack % KEPT_LACKS]
    return kinds


def excluded_in_slot(inference: Inference, seat: int, slot: int) -> int:
    """The kinds that the card in a slot can't be."""
    return excluded_kinds(inference, seat, inference.since_lack[seat][slot], inference.lacks[seat])


def record_choice(inference: Inference, s: State, r: Rules, seat: int, action: int) -> None:
    """Keep a choice together with what everybody saw when it was made."""
    at = inference.choices % KEPT_CHOICES
    inference.choice_seat[at] = seat
    inference.choice_action[at] = action
    inference.choice_colour[at] = s.colour
    inference.choice_plays[at] = inference.plays
    inference.choice_reversals[at] = inference.reversals
    for other in range(s.players):
        inference.choice_counts[at][other] = s.count[other]
        inference.choice_voids[at][other] = void_suits(inference, s, r, other)
    inference.choices += 1


def remove_card(inference: Inference, seat: int, kind: int, newest: bool) -> None:
    """A card was played: from the newest slot, or from any that could have held it, which is a guess."""
    last = inference.slots[seat] - 1
    if last < 0:
        return
    slot = last if newest else guess_slot(inference, seat, kind)
    at = inference.played % KEPT_PLAYS
    inference.played_seat[at] = seat
    inference.played_kind[at] = kind
    inference.played_since_choice[at] = inference.since_choice[seat][slot]
    inference.played_at_choice[at] = inference.choices
    inference.played_since_lack[at] = inference.since_lack[seat][slot]
    inference.played_at_lack[at] = inference.lacks[seat]
    inference.played += 1
    for i in range(slot, last):
        inference.since_lack[seat][i] = inference.since_lack[seat][i + 1]
        inference.since_choice[seat][i] = inference.since_choice[seat][i + 1]
    inference.slots[seat] = last


def guess_slot(inference: Inference, seat: int, kind: int) -> int:
    """One of the slots that can have held a card: as good as chance, and the same for all observers."""
    slots = inference.slots[seat]
    slot = slots - 1
    possible = 0
    for i in range(slots):
        possible += not has(excluded_in_slot(inference, seat, i), kind)
    skip = inference.plays % possible if possible else 0
    for i in range(slots):
        if not has(excluded_in_slot(inference, seat, i), kind):
            if skip == 0:
                slot = i
            skip -= 1
    return slot


def sync_hand_sizes(inference: Inference, s: State) -> None:
    """As many slots as there are cards: nothing is known about the new ones."""
    for seat in range(s.players):
        slots = min(s.count[seat], MAX_SLOTS)
        for slot in range(inference.slots[seat], slots):
            inference.since_lack[seat][slot] = inference.lacks[seat]
            inference.since_choice[seat][slot] = inference.choices
        inference.slots[seat] = slots


def set_voids(heuristic: Heuristic, inference: Inference, s: State, r: Rules) -> None:
    """Give a heuristic player the suits that every seat is known to lack."""
    for seat in range(s.players):
        heuristic.voids[seat] = void_suits(inference, s, r, seat)


def void_suits(inference: Inference, s: State, r: Rules, seat: int) -> int:
    """The suits that none of a seat's cards can have."""
    voids = 0
    if inference.slots[seat] == s.count[seat] and s.count[seat]:
        newest = inference.since_lack[seat][0]
        for slot in range(1, inference.slots[seat]):
            newest = max(newest, inference.since_lack[seat][slot])
        common = excluded_kinds(inference, seat, newest, inference.lacks[seat])
        for suit in range(r.suits):
            if r.by_suit[suit] & ~r.wilds & ~common == 0:
                voids |= 1 << suit
    return voids
