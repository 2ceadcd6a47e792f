"""Rounds at engine speed for tests: random decks, policies in every seat, reactions asked for."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lastcard.ai import policies
from lastcard.ai.knowledge import Knowledge, observe
from lastcard.engine import codes as c
from lastcard.engine import deal as engine_deal
from lastcard.engine.legal import asked
from lastcard.engine.react import react
from lastcard.engine.rng import randbelow, seed
from lastcard.engine.state import State
from lastcard.engine.step import step
from lastcard.rulebooks import Rulebook


def open_round(rulebook: Rulebook, players: int, deck: list[int], rng: random.Random) -> State:
    """A simulated round (a heap, drawn from at random) of just these cards."""
    r = rulebook.tables
    s = State(r.kinds, len(deck), players)
    seed(s.rng, rng.getrandbits(64))
    while not (s.deck_n and any(not r.never_first >> kind & 1 for kind in s.deck[: s.deck_n])):
        engine_deal.clear(s, r, rng.randrange(players))
        s.deck[:] = deck
        s.deck_n = len(deck)
        engine_deal.hand_out(s, r)
        if r.opening_from_hand:
            break
    if r.opening_from_hand:
        engine_deal.open_from_hand(s, engine_deal.any_card(s, r, s.first))
    else:
        while not engine_deal.turn_up(s, r):
            engine_deal.put_back(s, randbelow(s.rng, s.deck_n + 1))
    engine_deal.begin(s, r)
    return s


def play_on(s: State, rulebook: Rulebook, levels: list[int], rng: random.Random) -> Iterator[State]:
    """Let the bots play to the end; the state after every applied action."""
    r, v = rulebook.tables, Knowledge()
    seed(v.rng, rng.getrandbits(64))
    while s.phase != c.OVER:
        for seat in [asked(s, i) for i in range(s.players)]:
            if s.phase == c.OVER or not (r.call or r.jump_in):
                break
            if s.count[seat] == 0:
                continue
            observe(s, r, seat, v)
            action = policies.respond(levels[seat], v, r)
            if action != c.NOTHING:
                react(s, r, seat, action)
                yield s
        if s.phase != c.OVER:
            observe(s, r, s.turn, v)
            step(s, r, policies.choose(levels[s.turn], v, r))
            yield s


def cards_by_kind(s: State, kinds: int) -> list[int]:
    """How often each kind lies anywhere: hands, draw pile, discards."""
    count = [sum(hand[kind] for hand in s.hands) for kind in range(kinds)]
    for kind in s.deck[: s.deck_n] + s.pile[: s.pile_n]:
        count[kind] += 1
    return count
