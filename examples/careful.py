"""A bot as a Python class: `lastcard bot play careful:Careful greedy` in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from lastcard.game import View
from lastcard.rulebooks import Rulebook


class Careful:
    """Keeps its wild cards for the end, and never forgets to call."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        cards = zip(rulebook.deck.texts, rulebook.deck.kinds, strict=True)
        self.wild = {card for card, kind in cards if kind.face.wild}
        self.random = Random(seed)

    def choose(self, view: View) -> str:
        plays = [text for text in view.legal if text.startswith("play")] or view.legal
        tame = [text for text in plays if self.wild.isdisjoint(text.split())] or plays
        calls = [text for text in tame if text.endswith(" call")] or tame
        return self.random.choice(calls)

    def respond(self, view: View) -> str | None:
        return next((text for text in view.legal if text == "call" or text.startswith("catch")), None)
