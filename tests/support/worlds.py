"""Other worlds that a seat can't tell from its own: for tests of what may be known."""

from __future__ import annotations

import random

from lastcard.engine import codes as c
from lastcard.engine.state import State
from lastcard.game import Round


def people(n: int) -> list[str]:
    return [f"P{i}" for i in range(n)]


def dealt_anew(s: State, seat: int | None, rng: random.Random) -> State:
    """The same table with all that the seat can't know dealt anew: other hands and the draw pile."""
    new = s.copy()
    others = [i for i in range(s.players) if i != seat]
    kinds = len(s.hands[0])
    hidden = [kind for i in others for kind in range(kinds) for _ in range(s.hands[i][kind])]
    hidden += s.deck[: s.deck_n]
    # The card just drawn stays with the seat in turn: that seat has it, whatever else is dealt anew.
    kept = s.drawn if s.phase == c.ASK_DRAWN and s.turn in others else c.NOTHING
    if kept != c.NOTHING:
        hidden.remove(kept)
    rng.shuffle(hidden)
    for i in others:
        hand = [0] * kinds
        mine = [kept] if kept != c.NOTHING and i == s.turn else []
        mine += [hidden.pop() for _ in range(s.count[i] - len(mine))]
        for kind in mine:
            hand[kind] += 1
        new.hands[i] = hand
        new.held[i] = sum(1 << kind for kind, n in enumerate(hand) if n)
    new.deck[: s.deck_n] = hidden
    return new


def fork(game: Round, state: State) -> Round:
    """A game in another state, with the same past as its players saw it."""
    other = Round.__new__(Round)
    other.__dict__.update(game.__dict__)
    other.state, other.events = state, list(game.events)
    other.actions, other.reshuffles = list(game.actions), list(game.reshuffles)
    return other
