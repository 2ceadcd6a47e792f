"""What is worth telling of a match afterwards: a few moments of its record, each with the step to look at.

Steps are those of a replay: 0 is the deal of a round, then one for each action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ..messages.message import Message
from .events import CardsDrawn, Challenged, DrawOwed, Event, PlayerCaught, RoundEnded
from .record import Record
from .replay import begin, follow
from .round import Round

MOST: Final = 3
LEAST_TAKEN: Final = 4  # cards at once
LEAST_HELD: Final = 10  # by somebody who then wins the round
CLOSE: Final = 2  # cards that each of the others still holds, at most


class Moment(Struct, frozen=True, kw_only=True):
    """Something remarkable that a player did or suffered, in words, and where to see it."""

    text: Message
    player: str
    round: int
    step: int


class _Found(Struct, frozen=True):
    """A moment and how remarkable it is; of each kind the most remarkable one is told."""

    weight: int
    moment: Moment

    @property
    def kind(self) -> str:
        return self.moment.text.code


def moments(record: Record, most: int = MOST) -> list[Moment]:
    """The most remarkable moments of a record, at most so many, in the order in which they happened."""
    best: dict[str, _Found] = {}
    for found in _all(record):
        if found.kind not in best or found.weight > best[found.kind].weight:
            best[found.kind] = found
    chosen = sorted(best.values(), key=lambda one: -one.weight)[:most]
    return sorted((one.moment for one in chosen), key=lambda one: (one.round, one.step))


def _all(record: Record) -> Iterator[_Found]:
    match = begin(record)
    step = owed = 0
    watched = _Hands()
    for number, line, events in follow(match, record):
        step = 0 if line is None else step + 1
        if line is None:
            watched, owed = _Hands(), 0
        watched.look(match.round, step)
        for event in events:
            owed = owed + 1 if isinstance(event, DrawOwed) else owed
            yield from _of_event(event, number, step, owed)
            owed = 0 if isinstance(event, CardsDrawn) else owed
            if isinstance(event, RoundEnded) and event.player is not None:
                yield from _of_round(match.round, event.player, number, step, watched)


def _found(weight: int, text: Message, number: int, step: int) -> _Found:
    return _Found(weight, Moment(text=text, player=text.params["player"], round=number, step=step))


def _of_event(event: Event, number: int, step: int, owed: int) -> Iterator[_Found]:
    """`owed` counts the draw cards that wait for an answer on top of each other."""
    who = event.player
    if who is None:
        return
    match event:
        case CardsDrawn(count=count, why=why) if why != "choice" and count >= LEAST_TAKEN:
            text = Message("moment.penalty", {"player": who, "count": count})
            if owed > 1:
                text = Message("moment.stack", {"player": who, "count": count, "cards": owed})
            yield _found(count + 4 * (owed > 1), text, number, step)
        case Challenged(guilty=True, against=against):
            yield _found(7, Message("moment.challenge", {"player": who, "against": against}), number, step)
        case PlayerCaught(caught=caught):
            yield _found(6, Message("moment.catch", {"player": who, "caught": caught}), number, step)


def _of_round(round: Round, winner: str, number: int, step: int, watched: _Hands) -> Iterator[_Found]:
    """How it was won: from many cards, or just in time."""
    most, when = watched.most.get(winner, (0, 0))
    if most >= LEAST_HELD:
        yield _found(most, Message("moment.comeback", {"player": winner, "count": most}), number, when)
    left = [len(hand) for name, hand in round.hands.items() if name != winner]
    if max(left) <= CLOSE:
        text = Message("moment.close", {"player": winner, "count": max(left)})
        yield _found(5 + len(left), text, number, step)


class _Hands:
    """The most cards that each player has held in a round, and the step at which it was so first."""

    def __init__(self) -> None:
        self.most: dict[str, tuple[int, int]] = {}

    def look(self, round: Round, step: int) -> None:
        for name, count in zip(round.players, round.state.count, strict=True):
            if count > self.most.get(name, (0, 0))[0]:
                self.most[name] = (count, step)
