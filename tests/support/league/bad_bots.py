"""Bots that fail, each in its own way."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from lastcard.game import Action, View
from lastcard.rulebooks import Rulebook


class Plain:
    """Plays the first legal action."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        self.asked = 0

    def choose(self, view: View) -> Action | str:
        return view.legal[0]

    def respond(self, view: View) -> str | None:
        return None


class Cheat(Plain):
    def choose(self, view: View) -> Action | str:
        self.asked += 1
        return "take" if self.asked == 3 else super().choose(view)


class Crash(Plain):
    def choose(self, view: View) -> Action | str:
        raise RuntimeError("a <b>bug</b>")


class Garbage(Plain):
    def choose(self, view: View) -> Action | str:
        raise RuntimeError("\ud800\x1b[2J\0" * 5)


class Babble(Plain):
    def choose(self, view: View) -> Action | str:
        return "castle kingside"


class NeverBorn(Plain):
    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        raise ValueError("no")


class Sleepy(Plain):
    def choose(self, view: View) -> Action | str:
        self.asked += 1
        if self.asked == 1:
            time.sleep(1.05)
        return super().choose(view)


class Deadly(Plain):
    def choose(self, view: View) -> Action | str:
        os._exit(3)
