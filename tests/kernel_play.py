"""Rounds at kernel speed for tests: random decks, the kernel's bots in every seat, reactions asked for."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lastcard.kernel import bots
from lastcard.kernel import codes as c
from lastcard.kernel import deal as k_deal
from lastcard.kernel.carriers import State
from lastcard.kernel.legal import asked
from lastcard.kernel.react import react
from lastcard.kernel.rng import below, seed
from lastcard.kernel.seat import Seat, look
from lastcard.kernel.step import step
from lastcard.rulebooks import Rulebook


def open_round(book: Rulebook, players: int, deck: list[int], rng: random.Random) -> State:
    """A simulated round (a heap, drawn from at random) of just these cards."""
    r = book.tables
    s = State(r.kinds, len(deck), players)
    seed(s.rng, rng.getrandbits(64))
    while not (s.deck_n and any(not r.never_first >> kind & 1 for kind in s.deck[: s.deck_n])):
        k_deal.clear(s, r, rng.randrange(players))
        s.deck[:] = deck
        s.deck_n = len(deck)
        k_deal.hand_out(s, r)
        if r.opening_from_hand:
            break
    if r.opening_from_hand:
        k_deal.open_from_hand(s, k_deal.any_card(s, r, s.first))
    else:
        while not k_deal.turn_up(s, r):
            k_deal.put_back(s, below(s.rng, s.deck_n + 1))
    k_deal.begin(s, r)
    return s


def play_on(s: State, book: Rulebook, levels: list[int], rng: random.Random) -> Iterator[State]:
    """Let the bots play to the end; the state after every applied action."""
    r, v = book.tables, Seat()
    seed(v.rng, rng.getrandbits(64))
    while s.phase != c.OVER:
        for seat in [asked(s, i) for i in range(s.players)]:
            if s.phase == c.OVER or not (r.call or r.jump_in):
                break
            if s.count[seat] == 0:
                continue
            look(s, r, seat, v)
            action = bots.respond(levels[seat], v, r)
            if action != c.NOTHING:
                react(s, r, seat, action)
                yield s
        if s.phase != c.OVER:
            look(s, r, s.turn, v)
            step(s, r, bots.choose(levels[s.turn], v, r))
            yield s


def cards_by_kind(s: State, kinds: int) -> list[int]:
    """How often each kind lies anywhere: hands, draw pile, discards."""
    count = [sum(hand[kind] for hand in s.hands) for kind in range(kinds)]
    for kind in s.deck[: s.deck_n] + s.pile[: s.pile_n]:
        count[kind] += 1
    return count
