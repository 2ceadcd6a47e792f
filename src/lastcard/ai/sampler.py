"""Determinizations: deals of the hidden cards that agree with what was seen, likely ones more often.

The chain starts with any deal that the inference allows. A Metropolis step then proposes to swap two hidden
cards; or the arrivals of two cards of one player of which one or both were played since, where the order of
arrival is open. A proposal that explains the others' choices worse (`likelihood`) is rarely accepted. How far
the others play like the heuristic is learned from the round, too, so against people with another style it
counts for little. Nothing here reads a hidden card: `build_determinization` fills a state of its own.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.bits import has
from ..engine.pile import give
from ..engine.rng import randbelow
from ..engine.state import Rules, State, copy_position
from .inference import KEPT_CHOICES, KEPT_PLAYS, Inference, excluded_in_slot, excluded_kinds
from .likelihood import NOW, clear_hand, judge_choices
from .records import EXPLAINED, UNEXPLAINED, UNKNOWN, Sampler, Search

DRAW_ATTEMPTS = 12  # to find a card that a slot can hold
STEPS = 5  # Metropolis steps between two determinizations
BURN_IN = 240  # and before the first one, for each of the others
PRIOR_AGREEMENT = 40  # as if the others had made so many choices like the heuristic before the round
FIRST_MISFIT = 10  # a first misfit is so many times less likely: a seat without one may be a heuristic player


def start_chain(s: State, r: Rules, search: Search) -> None:
    """A first deal and its verdicts, then the burn-in; `next_determinization` goes on from there."""
    sampler, past = search.sampler, search.past
    if sampler.sees_all:
        return
    copy_arrivals(s, search)
    if not search.inference.soft:
        return
    for seat in range(s.players):
        sampler.voids[seat] = search.heuristic.voids[seat]
    deal_unseen(s, r, search)
    copy_position(s, r, past)
    past.phase = c.ASK_PLAY
    past.owed = 0
    for seat in range(s.players):
        if seat != search.seat:
            judge_choices(s, r, search, seat, 0, NOW)
    sampler.misfits = count_verdicts(sampler, UNEXPLAINED)
    run_chain(s, r, search, BURN_IN * (s.players - 1))


def copy_arrivals(s: State, search: Search) -> None:
    """Start with the arrivals that the inference guessed, and without verdicts."""
    inference, sampler = search.inference, search.sampler
    for at in range(KEPT_CHOICES):
        sampler.verdicts[at] = UNKNOWN
    for seat in range(s.players):
        for slot in range(inference.slots[seat]):
            sampler.since_choice[seat][slot] = inference.since_choice[seat][slot]
            sampler.since_lack[seat][slot] = inference.since_lack[seat][slot]
            sampler.excluded[seat][slot] = excluded_in_slot(inference, seat, slot)
    for at in range(min(inference.played, KEPT_PLAYS)):
        sampler.played_since_choice[at] = inference.played_since_choice[at]
        sampler.played_since_lack[at] = inference.played_since_lack[at]


def next_determinization(s: State, r: Rules, search: Search) -> None:
    """Another sample of the hidden cards, as a position in `search.determinization`."""
    if search.sampler.sees_all:
        copy_position(s, r, search.determinization)
        search.determinization.ordered = 0
        return
    if search.inference.soft:
        run_chain(s, r, search, STEPS)
    else:
        deal_unseen(s, r, search)
    build_determinization(s, r, search)


def deal_unseen(s: State, r: Rules, search: Search) -> None:
    """Deal the unseen cards to the slots of the others, as the inference allows."""
    sampler = search.sampler
    collect_unseen(s, r, search)
    for constrained in (1, 0):  # slots about which something is known come first
        for other in range(s.players):
            if other == search.seat:
                continue
            for slot in range(search.inference.slots[other]):
                excluded = sampler.excluded[other][slot]
                if (excluded != 0) == constrained:
                    sampler.hidden[other][slot] = take_unseen(sampler, excluded)


def collect_unseen(s: State, r: Rules, search: Search) -> None:
    """All cards that are neither in the own hand nor on the discard pile become the undealt ones."""
    sampler = search.sampler
    for kind in range(r.kinds):
        sampler.seen[kind] = s.hands[search.seat][kind]
    for i in range(s.pile_n):
        sampler.seen[s.pile[i]] += 1
    n = 0
    for i in range(r.cards):
        kind = r.deck[i]
        if sampler.seen[kind]:
            sampler.seen[kind] -= 1
        else:
            sampler.undealt[n] = kind
            n += 1
    sampler.undealt_n = n


def take_unseen(sampler: Sampler, excluded: int) -> int:
    """An undealt card that a slot can hold, if one is soon found, else any."""
    i = randbelow(sampler.rng, sampler.undealt_n)
    if has(excluded, sampler.undealt[i]):
        for _ in range(DRAW_ATTEMPTS):
            i = randbelow(sampler.rng, sampler.undealt_n)
            if not has(excluded, sampler.undealt[i]):
                break
    kind = sampler.undealt[i]
    sampler.undealt_n -= 1
    sampler.undealt[i] = sampler.undealt[sampler.undealt_n]
    return kind


def build_determinization(s: State, r: Rules, search: Search) -> None:
    """The position with the cards as sampled; cards beyond the slots come from the undealt ones."""
    inference, sampler, sampled = search.inference, search.sampler, search.determinization
    copy_position(s, r, sampled)
    sampled.ordered = 0
    for i in range(sampler.undealt_n):
        sampled.deck[i] = sampler.undealt[i]
    sampled.deck_n = sampler.undealt_n
    for other in range(s.players):
        if other == search.seat:
            continue
        clear_hand(sampled, other)
        for slot in range(inference.slots[other]):
            give(sampled, other, sampler.hidden[other][slot])
        for _ in range(inference.slots[other], s.count[other]):
            i = randbelow(sampler.rng, sampled.deck_n)
            give(sampled, other, sampled.deck[i])
            sampled.deck_n -= 1
            sampled.deck[i] = sampled.deck[sampled.deck_n]
    if sampled.phase == c.ASK_CHALLENGE:
        sampled.bluff = likely_bluff(sampled, r)


def likely_bluff(s: State, r: Rules) -> int:
    """H5: whether the attacker holds a card of the colour before, where the card below shows that colour."""
    if s.pile_n < 2:
        return 0
    suit = r.suit[s.pile[s.pile_n - 2]]
    return 1 if suit >= 0 and s.held[s.attacker] & r.by_suit[suit] else 0


def run_chain(s: State, r: Rules, search: Search, steps: int) -> None:
    """So many Metropolis steps."""
    inference, sampler = search.inference, search.sampler
    if inference.choices == inference.oldest_choice:  # nothing to explain: all deals are equally likely
        deal_unseen(s, r, search)
        return
    hidden = 0
    for seat in range(s.players):
        hidden += inference.slots[seat] if seat != search.seat else 0
    if hidden == 0:
        return
    for _ in range(steps):
        proposal = randbelow(sampler.rng, 4)
        if proposal < 2 or inference.played == 0:
            propose_card_swap(s, r, search, hidden)
        elif proposal == 2:
            propose_arrival_swap(s, r, search)
        else:
            propose_order_swap(s, r, search)
    for seat in range(s.players):
        search.heuristic.voids[seat] = sampler.voids[seat]


def propose_card_swap(s: State, r: Rules, search: Search, hidden: int) -> None:
    """Swap two hidden cards, if the choices since they arrived allow it."""
    sampler = search.sampler
    seat, slot = locate(s, search, randbelow(sampler.rng, hidden))
    other, at = locate(s, search, randbelow(sampler.rng, hidden + sampler.undealt_n))
    if not can_swap_cards(sampler, seat, slot, other, at):
        return
    swap_cards(sampler, seat, slot, other, at)
    save_verdicts(sampler)
    judge_choices(s, r, search, seat, sampler.since_choice[seat][slot], NOW)
    if other != c.NOTHING:
        judge_choices(s, r, search, other, sampler.since_choice[other][at], NOW)
    if not accept(sampler):
        swap_cards(sampler, seat, slot, other, at)


def propose_arrival_swap(s: State, r: Rules, search: Search) -> None:
    """Swap the arrivals of a hidden card and a played one, if the choices in between allow it."""
    inference, sampler = search.inference, search.sampler
    at = randbelow(sampler.rng, min(inference.played, KEPT_PLAYS))
    seat = inference.played_seat[at]
    slot = randbelow(sampler.rng, max(1, inference.slots[seat]))
    if seat == search.seat or not can_swap_arrivals(search, seat, slot, at):
        return
    swap_arrivals(search, seat, slot, at)
    save_verdicts(sampler)
    one, two = sampler.since_choice[seat][slot], sampler.played_since_choice[at]
    judge_choices(s, r, search, seat, min(one, two), max(one, two))
    if not accept(sampler):
        swap_arrivals(search, seat, slot, at)


def propose_order_swap(s: State, r: Rules, search: Search) -> None:
    """Swap the arrivals of two cards that a player has played, if the choices in between allow it."""
    inference, sampler = search.inference, search.sampler
    played = min(inference.played, KEPT_PLAYS)
    at, other = randbelow(sampler.rng, played), randbelow(sampler.rng, played)
    if inference.played_seat[at] == search.seat or not can_swap_order(inference, sampler, at, other):
        return
    swap_order(sampler, at, other)
    save_verdicts(sampler)
    one, two = sampler.played_since_choice[at], sampler.played_since_choice[other]
    judge_choices(s, r, search, inference.played_seat[at], min(one, two), max(one, two))
    if not accept(sampler):
        swap_order(sampler, at, other)


def save_verdicts(sampler: Sampler) -> None:
    """Keep the verdicts on all choices, for the case that the Metropolis step is rejected."""
    for at in range(KEPT_CHOICES):
        sampler.old_verdicts[at] = sampler.verdicts[at]


def accept(sampler: Sampler) -> bool:
    """The Metropolis acceptance: whether a proposal replaces the present deal; if not, the verdicts go back.

    How often the others choose otherwise than the heuristic is unknown: with every rate weighed, and
    PRIOR_AGREEMENT choices before the first one, a misfit more than n is less likely by (n + 1) to
    (judged - n + PRIOR_AGREEMENT). The first one is less likely still, since a heuristic player makes none.
    """
    misfits = count_verdicts(sampler, UNEXPLAINED)
    judged = misfits + count_verdicts(sampler, EXPLAINED)
    for n in range(sampler.misfits, misfits):
        odds = judged - n + PRIOR_AGREEMENT
        if randbelow(sampler.rng, odds if n else odds * FIRST_MISFIT) > n:
            for at in range(KEPT_CHOICES):
                sampler.verdicts[at] = sampler.old_verdicts[at]
            return False
    sampler.misfits = misfits
    return True


def count_verdicts(sampler: Sampler, verdict: int) -> int:
    """How many of the remembered choices have this verdict."""
    n = 0
    for at in range(KEPT_CHOICES):
        n += sampler.verdicts[at] == verdict
    return n


def can_swap_cards(sampler: Sampler, seat: int, slot: int, other: int, at: int) -> bool:
    """Whether two places can hold each other's cards, and that changes something."""
    kind = sampler.hidden[seat][slot]
    if other == seat:
        return False
    new = sampler.undealt[at] if other == c.NOTHING else sampler.hidden[other][at]
    if new == kind or has(sampler.excluded[seat][slot], new):
        return False
    return other == c.NOTHING or not has(sampler.excluded[other][at], kind)


def swap_cards(sampler: Sampler, seat: int, slot: int, other: int, at: int) -> None:
    """Swap a hidden card with one of another hand, or with an undealt one if `other` is NOTHING."""
    hidden = sampler.hidden
    kind = hidden[seat][slot]
    if other == c.NOTHING:
        hidden[seat][slot], sampler.undealt[at] = sampler.undealt[at], kind
    else:
        hidden[seat][slot], hidden[other][at] = hidden[other][at], kind


def can_swap_arrivals(search: Search, seat: int, slot: int, at: int) -> bool:
    """Whether a card in the hand may have arrived when a played one did, and the other way round."""
    inference, sampler = search.inference, search.sampler
    since_choice, since_lack = sampler.since_choice[seat][slot], sampler.since_lack[seat][slot]
    until = inference.played_at_choice[at]
    if inference.slots[seat] == 0 or sampler.played_since_choice[at] >= until:  # certain: drawn and played
        return False
    same = since_choice == sampler.played_since_choice[at] and since_lack == sampler.played_since_lack[at]
    if since_choice >= until or same:
        return False
    before = excluded_kinds(inference, seat, since_lack, inference.played_at_lack[at])
    if has(before, inference.played_kind[at]):
        return False
    after = excluded_kinds(inference, seat, sampler.played_since_lack[at], inference.lacks[seat])
    return not has(after, sampler.hidden[seat][slot])


def swap_arrivals(search: Search, seat: int, slot: int, at: int) -> None:
    """Swap when a hidden card came into the hand with when a played one did."""
    inference, sampler = search.inference, search.sampler
    choices, lacks = sampler.since_choice[seat], sampler.since_lack[seat]
    choices[slot], sampler.played_since_choice[at] = sampler.played_since_choice[at], choices[slot]
    lacks[slot], sampler.played_since_lack[at] = sampler.played_since_lack[at], lacks[slot]
    sampler.excluded[seat][slot] = excluded_kinds(inference, seat, lacks[slot], inference.lacks[seat])


def can_swap_order(inference: Inference, sampler: Sampler, at: int, other: int) -> bool:
    """Whether two played cards are of one player, and each may have arrived when the other did."""
    seat = inference.played_seat[at]
    one, two = sampler.played_since_choice[at], sampler.played_since_choice[other]
    same = one == two and sampler.played_since_lack[at] == sampler.played_since_lack[other]
    if inference.played_seat[other] != seat or same:
        return False
    if max(one, two) >= min(inference.played_at_choice[at], inference.played_at_choice[other]):
        return False
    excluded = excluded_kinds(inference, seat, sampler.played_since_lack[other], inference.played_at_lack[at])
    if has(excluded, inference.played_kind[at]):
        return False
    excluded = excluded_kinds(inference, seat, sampler.played_since_lack[at], inference.played_at_lack[other])
    return not has(excluded, inference.played_kind[other])


def swap_order(sampler: Sampler, at: int, other: int) -> None:
    """Swap when two played cards came into the hand."""
    choices, lacks = sampler.played_since_choice, sampler.played_since_lack
    choices[at], choices[other] = choices[other], choices[at]
    lacks[at], lacks[other] = lacks[other], lacks[at]


def locate(s: State, search: Search, number: int) -> tuple[int, int]:
    """Count through the others' slots, then through the undealt cards: whose, and which."""
    for seat in range(s.players):
        if seat != search.seat:
            if number < search.inference.slots[seat]:
                return seat, number
            number -= search.inference.slots[seat]
    return c.NOTHING, number
