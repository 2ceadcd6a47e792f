"""The kernel's own bots at a table: what they know is filled from a View, so there is nothing to peek at."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ..ai import policies
from ..ai.knowledge import Knowledge
from ..engine import codes as c
from ..engine.rng import seed as seed_rng
from ..game import View
from ..game.notation import Notation
from ..rulebooks import Rulebook


def names() -> tuple[str, ...]:
    return policies.NAMES


class SimpleBot:
    """`random`, `lazy`, `hoarder` or `greedy`, with a generator of its own."""

    untimed = True  # our own are not on the clock: a machine that stalls changes no game

    def __init__(self, book: Rulebook, players: Sequence[str], level: str, seed: int | None = None) -> None:
        self.level = policies.NAMES.index(level)
        self._rules = book.tables
        self._notation = Notation(book, players)
        self._seat = Knowledge()
        seed_rng(self._seat.rng, secrets.randbits(64) if seed is None else seed)

    def choose(self, view: View) -> str:
        return self._text(policies.choose(self.level, self._know(view), self._rules))

    def respond(self, view: View) -> str | None:
        code = policies.respond(self.level, self._know(view), self._rules)
        return None if code == c.NOTHING else self._text(code)

    def _text(self, code: int) -> str:
        return str(self._notation.decode(code))

    def _know(self, view: View) -> Knowledge:
        v, seats = self._seat, self._notation.seats
        if view.you is None:
            raise ValueError("a spectator's view is nobody's to play from")
        v.seat = seats[view.you]
        v.players = len(view.players)
        v.direction = view.direction
        for seat, count in enumerate(view.counts.values()):
            v.count[seat] = count
        v.called = sum(1 << seats[name] for name in view.called)
        v.catchable = sum(1 << seats[name] for name in view.catchable)
        self._know_legal(v, view.legal)
        return v

    def _know_legal(self, v: Knowledge, legal: list[str]) -> None:
        v.plays = v.verbs = v.caller = 0
        v.jump = c.NOTHING
        for text in legal:
            code = self._notation.encode(self._notation.parse(text))
            verb = c.verb_of(code)
            if verb == c.PLAY:
                v.plays |= 1 << c.kind_of(code)
            elif verb == c.JUMP:
                v.jump = c.kind_of(code)
            elif verb == c.CALL:
                v.caller = 1
            elif verb != c.CATCH:
                v.verbs |= 1 << verb
