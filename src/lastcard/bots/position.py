"""A View as a state of the engine: what the View does not show, above all the hidden cards, is not in it."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import codes as c
from ..engine.state import State
from ..game import Action, View
from ..game.notation import Notation
from ..game.view import PHASES
from ..rulebooks import Rulebook


class Position:
    """The table as one seat knows it, filled again from every View."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str]) -> None:
        self.notation = Notation(rulebook, players)
        self.rules = rulebook.tables
        self.state = State(self.rules.kinds, len(rulebook.deck), len(players))

    def seat(self, view: View) -> int:
        """The number of the seat that a view belongs to; ValueError for a spectator's."""
        if view.you is None:
            raise ValueError("a spectator can't play from a view")
        return self.notation.seats[view.you]

    def look(self, view: View) -> State:
        """The state, with the own hand and the discard pile as the only cards in it."""
        s, seats, cards = self.state, self.notation.seats, self.notation.cards
        me = self.seat(view)
        s.phase = PHASES.index(view.phase)
        s.turn = c.NOTHING if view.turn is None else seats[view.turn]
        s.direction = view.direction
        s.colour = c.NOTHING if view.colour is None else cards.suit(view.colour)
        s.drawn = c.NOTHING if view.drawn is None else cards.kind(view.drawn)
        s.owed = view.owed
        s.attacker = c.NOTHING if view.attacker is None else seats[view.attacker]
        s.called = sum(1 << seats[name] for name in view.called)
        s.catchable = sum(1 << seats[name] for name in view.catchable)
        s.turns, s.refills, s.deck_n = view.turns, view.refills, view.draw_pile
        s.count[:] = view.counts.values()
        s.pile_n = len(view.discards)
        s.pile[: s.pile_n] = [cards.kind(text) for text in view.discards]
        s.hands[me] = [0] * self.rules.kinds
        for text in view.hand:
            s.hands[me][cards.kind(text)] += 1
        s.held[me] = sum(1 << kind for kind, n in enumerate(s.hands[me]) if n)
        return s

    def action(self, code: int) -> Action:
        """The engine's int as an action."""
        return self.notation.decode(code)
