"""How well sampled hands explain what the others chose.

A choice is explained if a heuristic player with that hand would have made it. The hand at that time is the
present one as sampled, without what arrived later, and with what was played since.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.bits import has, lowest
from ..engine.legal import plays
from ..engine.pile import give
from ..engine.state import Rules, State
from .heuristic import count_discard, count_pile, is_preferred, survey
from .inference import KEPT_CHOICES, KEPT_PLAYS
from .records import EXPLAINED, UNEXPLAINED, UNKNOWN, Search

NOW = 1 << 40  # after every choice


def judge_choices(s: State, r: Rules, search: Search, seat: int, first: int, end: int) -> None:
    """Give a verdict on the choices of a seat, from the first to before the end."""
    inference, sampler, heuristic, past = search.inference, search.sampler, search.heuristic, search.past
    counted = 0  # of the discards
    oldest = max(inference.oldest_choice, inference.choices - KEPT_CHOICES)
    for number in range(max(first, oldest), min(end, inference.choices)):
        at = number % KEPT_CHOICES
        piled = s.pile_n - (inference.plays - inference.choice_plays[at])
        if inference.choice_seat[at] != seat or piled < 1:  # the discards of that time were reshuffled
            continue
        rebuild_past(s, search, number)
        past.pile_n = piled
        if past.count[seat] != inference.choice_counts[at][seat]:
            sampler.verdicts[at] = UNKNOWN
            continue
        action = inference.choice_action[at]
        mask = plays(past, r)
        explained = has(mask, c.kind_of(action))
        if explained and (mask & mask - 1 or mask & (r.wilds | r.swapping)):  # there was something to choose
            if counted == 0:
                count_pile(past, r, heuristic)
            else:
                for i in range(counted, piled):
                    count_discard(r, heuristic, s.pile[i])
            counted = piled
            survey(past, r, heuristic)
            explained = is_preferred(past, r, heuristic, mask, c.kind_of(action), c.arg_of(action))
        sampler.verdicts[at] = EXPLAINED if explained else UNEXPLAINED


def rebuild_past(s: State, search: Search, number: int) -> None:
    """The position at a choice, with the hand of the seat that chose as sampled."""
    inference, sampler, past = search.inference, search.sampler, search.past
    at = number % KEPT_CHOICES
    seat = inference.choice_seat[at]
    past.turn = seat
    past.colour = inference.choice_colour[at]
    reversals = inference.reversals - inference.choice_reversals[at]
    past.direction = -s.direction if reversals & 1 else s.direction
    for other in range(s.players):
        past.count[other] = inference.choice_counts[at][other]
        search.heuristic.voids[other] = inference.choice_voids[at][other]
    clear_hand(past, seat)
    for slot in range(inference.slots[seat]):
        if sampler.since_choice[seat][slot] <= number:
            give(past, seat, sampler.hidden[seat][slot])
    for i in range(min(inference.played, KEPT_PLAYS)):
        j = (inference.played - 1 - i) % KEPT_PLAYS
        if inference.played_at_choice[j] <= number:  # so were all that were played before
            break
        if inference.played_seat[j] == seat and sampler.played_since_choice[j] <= number:
            give(past, seat, inference.played_kind[j])


def clear_hand(s: State, seat: int) -> None:
    """Take all cards out of a hand."""
    mask = s.held[seat]
    while mask:
        s.hands[seat][lowest(mask)] = 0
        mask &= mask - 1
    s.held[seat] = 0
    s.count[seat] = 0
