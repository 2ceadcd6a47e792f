"""Playing a record again, exactly: the same code, with the record as the source of every order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from ..rulebooks import Rulebook, RulebookError, load, names
from .deal import Deal, DealError
from .dealer_draw import DrawError
from .events import Event
from .match import Match, MatchError
from .notation import Notation, NotationError
from .position import kinds
from .record import DrawRecord, Record, RecordError, RoundRecord
from .refusals import Refusal


class RecordedShuffler:
    """Gives the orders of a record, one reshuffle after the other."""

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = orders

    def randbelow(self, n: int) -> int:
        """A record leaves nothing to chance."""
        raise DealError("chance")

    def order(self, kinds: Sequence[int]) -> list[int]:
        """The next reshuffle of the record."""
        if not self.orders:
            raise DealError("no_reshuffle")
        return self.orders.pop(0)

    def __copy__(self) -> RecordedShuffler:
        return RecordedShuffler(self.orders[:])


def replay(record: Record) -> Match:
    """The match as it stands after the last action, or a RecordError that says where it goes wrong.

    It can be played on: from there a source of its own decides what chance decides.

    >>> match = Match("rounds", ["Ann", "Bob"], seed=0)
    >>> round = match.deal()
    >>> events = match.play("Ann", round.legal()[0])
    >>> again = replay(match.record())
    >>> again.round.hands == round.hands
    True
    """
    match = begin(record)
    for _ in follow(match, record):
        pass
    match.round.shuffler = match.shuffler
    return match


def begin(record: Record) -> Match:
    """The match of a record before its first round, with the draw for dealer as far as it is there."""
    try:
        match = Match(rulebook_of(record), record.players)
    except (RulebookError, DealError) as error:
        raise RecordError("wrong", why=error) from None
    if record.dealer_draw is not UNSET:
        try:
            _draw(match, record.dealer_draw)
        except (MatchError, DrawError, DealError, NotationError) as error:
            raise RecordError("dealer_draw", why=error) from None
    return match


def _draw(match: Match, one: DrawRecord) -> None:
    """The draw for dealer once more: the same piles, the same picks."""
    notation = Notation(match.rulebook, match.players)
    piles = [kinds(notation, "piles", pile) for pile in one.piles]
    if not piles or any(sorted(pile) != match.rulebook.tables.deck for pile in piles):
        raise DrawError("piles", rules=match.rulebook.name)
    script = RecordedShuffler(piles)
    draw = match.draw_for_dealer(script)
    for number, picks in enumerate(one.picks):
        if number:
            draw.again()
        for line in picks:
            name, _, place = line.partition(":")
            if not place.strip().isdecimal() or len(place) > 4:
                raise DrawError("line", line=line)
            draw.pick(_seat(notation, "picks", name), int(place))
    if script.orders:
        raise DrawError("piles_left")
    draw.shuffler = match.shuffler


def rulebook_of(record: Record) -> Rulebook:
    """The rulebook of a record: a name that comes with the package, or the whole of it as an object."""
    if isinstance(record.rules, str) and record.rules not in names():
        raise RecordError("rules", name=record.rules, names=list(names()))
    return load(record.rules, record.set, by="set")


def follow(match: Match, record: Record) -> Iterator[tuple[int, str | None, list[Event]]]:
    """Replay step by step: (round, action, events), beginning each round with its deal."""
    if not record.rounds:
        raise RecordError("no_rounds")
    if match.draw is not None and match.draw.dealer is None:
        raise RecordError("dealer_draw", why=DrawError("undecided"))
    before: RoundRecord | None = None
    for number, one in enumerate(record.rounds, 1):
        try:
            deal, script = _deal(match, one)
            _check_dealer(match.players, match.rulebook, one, before)
            round = match.deal(deal, script)
        except (MatchError, DealError, NotationError) as error:
            raise RecordError("round", round=number, why=error) from None
        yield number, None, round.events
        for count, line in enumerate(one.actions, 1):
            try:
                events = match.play(*_split(match, line))
            except (Refusal, DealError) as error:
                raise RecordError("action", round=number, action=count, line=line, why=error) from None
            yield number, line, events
        before = one


def _split(match: Match, line: str) -> tuple[int, str]:
    """`Ann: play R7` as a seat and an action."""
    name, sign, text = line.partition(":")
    if not sign:
        raise Refusal("bad_line")
    if name not in match.players:
        raise Refusal("unknown_player", name=name)
    return match.players.index(name), text


def _deal(match: Match, one: RoundRecord) -> tuple[Deal, RecordedShuffler]:
    notation = Notation(match.rulebook, match.players)
    first = _seat(notation, "first", one.first)
    due = match.next_first()
    if due is not None and first != due and not match.over:
        raise DealError("first", due=match.players[due], player=one.first)
    deck = kinds(notation, "deck", one.deck)
    opening = None
    if one.opening is not None:
        opening = _card(notation, "opening", one.opening)
    elif match.rulebook.opening == "from_hand" and deck:
        opening = deck[0]
    orders = [kinds(notation, "reshuffles", order) for order in one.reshuffles]
    return Deal(first=first, deck=deck, back=one.back, opening=opening), RecordedShuffler(orders)


def _check_dealer(
    players: list[str], rulebook: Rulebook, one: RoundRecord, before: RoundRecord | None
) -> None:
    """A dealer sits right of the first player where one is drawn for (C1), and moves on with every round."""
    if one.dealer is None:
        return
    if one.dealer not in players:
        raise DealError("unknown_player", field="dealer", name=one.dealer)
    right = players[players.index(one.first) - 1]
    if rulebook.first_player == "dealer_draw" and one.dealer != right:
        raise DealError("dealer_seat", first=one.first, right=right, player=one.dealer)
    if before is not None and before.dealer is not None:
        due = players[(players.index(before.dealer) + 1) % len(players)]
        if one.dealer != due:
            raise DealError("dealer_turn", due=due, player=one.dealer)


def _seat(notation: Notation, field: str, name: str) -> int:
    if name not in notation.seats:
        raise DealError("unknown_player", field=field, name=name)
    return notation.seats[name]


def _card(notation: Notation, field: str, text: str) -> int:
    cards = kinds(notation, field, text)
    if len(cards) != 1:
        raise DealError("one_card", field=field, text=text)
    return cards[0]
