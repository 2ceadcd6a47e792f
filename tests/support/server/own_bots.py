"""Python classes that an operator could offer, and that tests hold up."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from lastcard.bots.loop import reactions
from lastcard.game import Action, View
from lastcard.rulebooks import Rulebook

THINKS, GO_ON = threading.Event(), threading.Event()


class Catcher:
    """Takes its time until it may go on, and then reacts whenever it can."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        pass

    def choose(self, view: View) -> Action:
        return view.legal[0]

    def respond(self, view: View) -> Action | None:
        THINKS.set()
        GO_ON.wait(10)
        return reactions(view)[0]


class Hangs(Catcher):
    """Never answers while the test runs."""

    made = 0

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        Hangs.made += 1

    def choose(self, view: View) -> Action:
        GO_ON.wait(60)
        return view.legal[0]
