"""Scenes for tests: a table with just the cards that a clause is about."""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.engine import codes as c
from lastcard.engine.pile import discard, give
from lastcard.engine.state import State
from lastcard.game import Deal, DealError, Refusal, Round
from lastcard.game.replay import RecordedShuffler
from lastcard.rulebooks import Rulebook, load

FOUR = ("classic", "league", "rounds", "fool108")  # the rulebooks that the clauses are about


def kinds(book: Rulebook, text: str) -> list[int]:
    return [book.deck.kind(word) for word in text.split()]


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
            events = self.round.apply(self.round.players.index(name), action)
            self.said += [event.in_the_open() for event in events]
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
    the draw pile top card first, and `turn` (by default the first name) to play."""
    book = load(rules, changes)
    players = list(hands)
    # Dealt with one card each, then the hands are put in place.
    dealt = msgspec.structs.replace(book, hand=1, opening="turned", opening_reverse="first")
    filler = _plain(book)
    deal = Deal(first=0, deck=[filler] * len(players) + [filler], back=[])
    roomy = msgspec.structs.replace(dealt, decks=4)
    game = Round(roomy if len(deal.deck) <= len(roomy.deck) else dealt, players, deal, None)
    game.book, game.notation.book = book, book
    game.shuffler = RecordedShuffler([kinds(book, order) for order in reshuffles])
    s = game.state
    s.deck, s.pile, s.feed = [0] * 500, [0] * 500, [0] * 500
    for seat, cards in enumerate(hands.values()):
        discard(s, seat, filler)
        for kind in kinds(book, cards):
            give(s, seat, kind)
    s.deck_n = len(kinds(book, draw))
    s.deck[: s.deck_n] = kinds(book, draw)[::-1]
    s.pile_n = len(kinds(book, under)) + 1
    s.pile[: s.pile_n] = kinds(book, f"{under} {top}")
    suit = book.deck.kinds[s.pile[s.pile_n - 1]].suit
    s.colour = book.deck.suit(colour) if colour else suit
    s.turn = 0 if turn is None else players.index(turn)
    s.phase, s.turns, s.reason, s.winner = c.ASK_PLAY, 1, c.GOING_ON, c.NOTHING
    return Scene(game)


def _plain(book: Rulebook) -> int:
    """A card that does nothing, for the throw-away deal."""
    for number, kind in enumerate(book.deck.kinds):
        if not kind.face.acts and not kind.face.swaps and not kind.face.passes and kind.face.copies:
            return number
    raise AssertionError("no plain card")


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
    book = load(rules, changes)
    names = players.split()
    deal = Deal(
        first=names.index(first) if first else 0,
        deck=kinds(book, deck),
        back=list(back),
        opening=book.deck.kind(opening)
        if opening
        else (kinds(book, deck)[0] if book.opening == "from_hand" else None),
    )
    return Scene(Round(book, names, deal, RecordedShuffler([])))
