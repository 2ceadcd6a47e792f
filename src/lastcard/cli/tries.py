"""What a person at the terminal may try: calls and catches, false ones too. Nothing tells who forgot (C8)."""

from __future__ import annotations

from collections.abc import Iterable

from ..bots.loop import reactions
from ..game import Action, Match, View
from ..game.calling import Calling, calling
from ..game.events import CardPlayed, HandsPassed, JumpedIn


class Tries:
    """The moves that are offered to one person, and what is asked before a false one."""

    def __init__(self, match: Match, you: str) -> None:
        self.match = match
        self.you = you
        self._known = (0, 0)  # the round, and how many of its events the person was asked after
        self._warned: set[str] = set()  # what they know the cost of

    def moves(self, view: View) -> list[str]:
        """What is offered on turn: the right moves, a call, and a catch of everybody who holds one card."""
        self._asked()
        said = self._calling()
        false_call = ["call"] if said is not None and said.call == "false" else []
        return [*_without_catches(view.legal), *self._catches(said), *false_call]

    def news(self) -> bool:
        """Whether somebody has come down to one card since the person was last asked, called or not."""
        said = self._calling()
        moved: set[str | None] = set()
        number, known = self._known
        for event in self.match.round.events[known if number == len(self.match.rounds) else 0 :]:
            if isinstance(event, CardPlayed | JumpedIn):
                moved |= {event.player, event.partner}
            elif isinstance(event, HandsPassed):
                moved |= set(self.match.players)
        return said is not None and not moved.isdisjoint(said.accusable)

    def reactions(self, view: View) -> list[str]:
        """What is offered out of turn; nothing if there is no reason to ask."""
        right = _without_catches(reactions(view))
        if self.match.rulebook.call == "points":  # F6: there is time until the last card is played
            right = [text for text in right if text != "call"]
        asks = bool(right) or self.news()
        self._asked()
        return [*right, *self._catches(self._calling())] if asks else []

    def question(self, move: str, view: View) -> str | None:
        """What to ask once in a match before a false call, and before a catch, whether it is false or not."""
        said, action = self._calling(), self.match.round.notation.parse(move)
        if said is None:
            return None
        if action.verb == "catch":
            return self._once("catch", said.false_catch_penalty, f"Accuse {action.player}?")
        outcome = said.call if action.verb == "call" else said.with_play if action.call else "right"
        if outcome != "false" or action in view.legal:
            return None
        return self._once("call", said.false_call_penalty, "Call all the same?")

    def _once(self, what: str, cost: int, question: str) -> str | None:
        if cost == 0 or what in self._warned:
            return None
        self._warned.add(what)
        return f"A false {what} costs {cost} card{'' if cost == 1 else 's'}. {question}"

    def _asked(self) -> None:
        self._known = (len(self.match.rounds), len(self.match.round.events))

    def _calling(self) -> Calling | None:
        return calling(self.match.round, self.you)

    def _catches(self, said: Calling | None) -> list[str]:
        return [] if said is None else [f"catch {name}" for name in said.accusable]


def _without_catches(actions: Iterable[Action]) -> list[str]:
    return [str(action) for action in actions if action.verb != "catch"]
