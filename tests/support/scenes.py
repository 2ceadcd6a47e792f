"""Scenes for tests: a table with just the cards that a clause is about."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lastcard.engine.state import State
from lastcard.game import Deal, DealError, Refusal, Round
from lastcard.game.replay import RecordedShuffler
from lastcard.rulebooks import Rulebook, load

FOUR = ("classic", "league", "rounds", "fool108")  # the rulebooks that the clauses are about


def kinds(rulebook: Rulebook, text: str) -> list[int]:
    return [rulebook.deck.kind(word) for word in text.split()]


class Scene:
    """A round in play, told in text: `do` lets players act, the rest reads how it stands."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.said: list[dict[str, Any]] = []

    @property
    def s(self) -> State:
        return self.round.state

    def do(self, *lines: str) -> Scene:
        self.said = []
        for line in lines:
            name, _, action = line.partition(": ")
            events = self.round.play(self.round.players.index(name), action)
            self.said += [event.data() for event in events]
        return self

    def refused(self, line: str) -> str:
        """The sentence with which an action is refused; the state must stay as it was."""
        before = self.s.key()
        try:
            self.do(line)
        except (Refusal, DealError) as error:
            assert self.s.key() == before
            return str(error)
        raise AssertionError(f"{line!r} was not refused")

    def legal(self, name: str) -> set[str]:
        return {str(action) for action in self.round.legal(self.round.players.index(name))}

    def hand(self, name: str) -> list[str]:
        return self.round.hand(self.round.players.index(name))

    def count(self, name: str) -> int:
        return len(self.hand(name))

    def score(self, name: str) -> int:
        return self.s.points[self.round.players.index(name)]

    def charged(self, name: str) -> int:
        return self.s.charges[self.round.players.index(name)]

    def types(self) -> list[str]:
        return [event["type"] for event in self.said]

    def __getattr__(self, name: str) -> Any:
        """phase, turn, top, colour, winner, ... as a spectator sees them."""
        return getattr(self.round.view(None), name)


def scene(
    rules: str,
    hands: dict[str, str],
    *,
    top: str,
    draw: str = "",
    under: str = "",
    turn: str | None = None,
    colour: str | None = None,
    reshuffles: tuple[str, ...] = (),
    **changes: Any,
) -> Scene:
    """A round in the middle: the hands as given, `top` on the discards `under` it (left is the bottom),
    the draw pile top card first (cards that lie elsewhere are left out of it), and `turn`, by default the
    first name, to play."""
    rulebook = load(rules, changes)
    left = Counter(rulebook.tables.deck) - Counter(kinds(rulebook, " ".join([*hands.values(), top, under])))
    drawn = " ".join(word for word in draw.split() if _take(left, rulebook.deck.kind(word)))
    round = Round.from_position(
        rulebook, hands, top=top, turn=turn, colour=colour, discards=under, draw_pile=drawn
    )
    round.shuffler = RecordedShuffler([kinds(rulebook, order) for order in reshuffles])
    return Scene(round)


def _take(left: Counter[int], kind: int) -> bool:
    """Take a card that is still left."""
    left[kind] -= 1
    return left[kind] >= 0


def dealt(
    rules: str,
    players: str,
    deck: str,
    *,
    first: str | None = None,
    back: tuple[int, ...] = (),
    opening: str | None = None,
    **changes: Any,
) -> Scene:
    """A round from its deal, as a record would tell it."""
    rulebook = load(rules, changes)
    names = players.split()
    deal = Deal(
        first=names.index(first) if first else 0,
        deck=kinds(rulebook, deck),
        back=list(back),
        opening=rulebook.deck.kind(opening)
        if opening
        else (kinds(rulebook, deck)[0] if rulebook.opening == "from_hand" else None),
    )
    return Scene(Round(rulebook, names, deal, RecordedShuffler([])))
