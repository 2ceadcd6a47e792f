"""Playing a record again, exactly: the same code, with the record as the source of every order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..rulebooks import Rulebook, RulebookError, load, names
from .events import Event
from .match import Match, MatchError
from .notation import Notation, NotationError
from .record import Record, RecordError, RoundRecord
from .round import Deal, DealError, Refusal


class RecordedShuffler:
    """A source that gives the orders of a record, one reshuffle after the other."""

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = orders

    def randbelow(self, n: int) -> int:
        raise DealError("the record leaves something to chance")

    def order(self, kinds: Sequence[int]) -> list[int]:
        if not self.orders:
            raise DealError("the draw pile is empty and the record has no order for the reshuffle")
        return self.orders.pop(0)


def replay(record: Record) -> Match:
    """The match as it stands after the last action, or a RecordError that says where it goes wrong.

    It can be played on: from there a source of its own decides what chance decides.
    """
    match = begin(record)
    for _ in follow(match, record):
        pass
    match.round.shuffler = match.shuffler
    return match


def begin(record: Record) -> Match:
    """The match of a record before its first round."""
    try:
        return Match(rulebook(record), record.players)
    except (RulebookError, DealError) as error:
        raise RecordError(str(error)) from None


def rulebook(record: Record) -> Rulebook:
    """The rulebook of a record: a name that comes with the package, or the whole of it as an object."""
    if isinstance(record.rules, str) and record.rules not in names():
        known = ", ".join(names())
        raise RulebookError(
            f"rules: there is no rulebook {record.rules!r}: expected {known}, or a whole one as an object"
        )
    return load(record.rules, record.set, by="set")


def follow(match: Match, record: Record) -> Iterator[tuple[int, str | None, list[Event]]]:
    """Replay step by step: (round, action, events), beginning each round with its deal."""
    if not record.rounds:
        raise RecordError("rounds: there are none")
    before: RoundRecord | None = None
    for number, one in enumerate(record.rounds, 1):
        try:
            deal, script = _deal(match, one)
            _check_dealer(match.players, match.book, one, before)
            round = match.deal(deal, script)
        except (MatchError, DealError, NotationError) as error:
            raise RecordError(f"round {number}: {error}") from None
        yield number, None, round.events
        for count, line in enumerate(one.actions, 1):
            try:
                events = match.apply(*_split(match, line))
            except (Refusal, DealError) as error:
                raise RecordError(f"round {number}, action {count}: {line}: {error}") from None
            yield number, line, events
        before = one


def _split(match: Match, line: str) -> tuple[int, str]:
    """`Ann: play R7` as a seat and an action."""
    name, sign, text = line.partition(":")
    if not sign:
        raise Refusal("expected NAME: ACTION")
    if name not in match.players:
        raise Refusal(f"there is no player {name!r}")
    return match.players.index(name), text


def _deal(match: Match, one: RoundRecord) -> tuple[Deal, RecordedShuffler]:
    notation = Notation(match.book, match.players)
    first = _seat(notation, "first", one.first)
    due = match.next_first()
    if due is not None and first != due and not match.over:
        raise DealError(f"first: it is {match.players[due]}'s turn to be first, not {one.first}'s")
    deck = _pile(notation, "deck", one.deck)
    opening = None
    if one.opening is not None:
        opening = _card(notation, "opening", one.opening)
    elif match.book.opening == "from_hand" and deck:
        opening = deck[0]
    orders = [_pile(notation, "reshuffles", order) for order in one.reshuffles]
    return Deal(first=first, deck=deck, back=one.back, opening=opening), RecordedShuffler(orders)


def _check_dealer(players: list[str], book: Rulebook, one: RoundRecord, before: RoundRecord | None) -> None:
    """A dealer sits right of the first player where one is drawn for (C1), and moves on with every round."""
    if one.dealer is None:
        return
    if one.dealer not in players:
        raise DealError(f"dealer: there is no player {one.dealer!r}")
    right = players[players.index(one.first) - 1]
    if book.first_player == "dealer_draw" and one.dealer != right:
        raise DealError(f"dealer: {one.first} sits left of {right}, not of {one.dealer}")
    if before is not None and before.dealer is not None:
        due = players[(players.index(before.dealer) + 1) % len(players)]
        if one.dealer != due:
            raise DealError(f"dealer: it is {due}'s turn to deal, not {one.dealer}'s")


def _seat(notation: Notation, field: str, name: str) -> int:
    if name not in notation.seats:
        raise DealError(f"{field}: there is no player {name!r}")
    return notation.seats[name]


def _card(notation: Notation, field: str, text: str) -> int:
    cards = _pile(notation, field, text)
    if len(cards) != 1:
        raise DealError(f"{field}: expected one card, not {text!r}")
    return cards[0]


def _pile(notation: Notation, field: str, text: str) -> list[int]:
    try:
        return [notation.cards.kind(notation.card(word)) for word in text.split()]
    except NotationError as error:
        raise DealError(f"{field}: {error}") from None
