"""A bot as a Python class: `lastcard bot play careful:Careful greedy` in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from lastcard.game import Action, View
from lastcard.rulebooks import Rulebook


class Careful:
    """Keeps its wild cards for the end, and never forgets to call."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        cards = zip(rulebook.deck.texts, rulebook.deck.kinds, strict=True)
        self.wild = {card for card, kind in cards if kind.face.wild}
        self.random = Random(seed)

    def choose(self, view: View) -> Action:
        plays = [action for action in view.legal if action.verb == "play"] or view.legal
        tame = [action for action in plays if action.card not in self.wild] or plays
        calls = [action for action in tame if action.call] or tame
        return self.random.choice(calls)

    def respond(self, view: View) -> Action | None:
        return next((action for action in view.legal if action.verb in ("call", "catch")), None)
