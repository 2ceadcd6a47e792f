"""The simplest policies at a table: what they know is filled from a View, so there is nothing to peek at."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ..ai import policies
from ..ai.knowledge import Knowledge
from ..engine import codes as c
from ..engine.rng import seed as seed_rng
from ..game import Action, View
from ..game.notation import Notation
from ..rulebooks import Rulebook


def names() -> tuple[str, ...]:
    """The names of the policies, by their number."""
    return policies.NAMES


class SimpleBot:
    """`random`, `lazy`, `hoarder` or `greedy`, with a generator of its own."""

    untimed = True  # our own are not on the clock: a machine that stalls changes no game

    def __init__(
        self, rulebook: Rulebook, players: Sequence[str], level: str, seed: int | None = None
    ) -> None:
        self.level = policies.NAMES.index(level)
        self._rules = rulebook.tables
        self._notation = Notation(rulebook, players)
        self._knowledge = Knowledge()
        seed_rng(self._knowledge.rng, secrets.randbits(64) if seed is None else seed)

    def choose(self, view: View) -> Action:
        """What the policy plays, knowing only what the view shows."""
        return self._notation.decode(policies.choose(self.level, self._know(view), self._rules))

    def respond(self, view: View) -> Action | None:
        """The policy's reaction, or None."""
        code = policies.respond(self.level, self._know(view), self._rules)
        return None if code == c.NOTHING else self._notation.decode(code)

    def _know(self, view: View) -> Knowledge:
        knowledge, seats = self._knowledge, self._notation.seats
        if view.you is None:
            raise ValueError("a spectator can't play from a view")
        knowledge.seat = seats[view.you]
        knowledge.players = len(view.players)
        knowledge.direction = view.direction
        for seat, count in enumerate(view.counts.values()):
            knowledge.count[seat] = count
        knowledge.called = sum(1 << seats[name] for name in view.called)
        knowledge.catchable = sum(1 << seats[name] for name in view.catchable)
        self._know_legal(knowledge, view.legal)
        return knowledge

    def _know_legal(self, knowledge: Knowledge, legal: list[Action]) -> None:
        knowledge.plays = knowledge.verbs = knowledge.caller = 0
        knowledge.jump = c.NOTHING
        for action in legal:
            code = self._notation.encode(action)
            verb = c.verb_of(code)
            if verb == c.PLAY:
                knowledge.plays |= 1 << c.kind_of(code)
            elif verb == c.JUMP:
                knowledge.jump = c.kind_of(code)
            elif verb == c.CALL:
                knowledge.caller = 1
            elif verb != c.CATCH:
                knowledge.verbs |= 1 << verb
