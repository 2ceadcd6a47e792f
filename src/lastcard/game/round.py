"""A round at the table: what people and programs hold.

An action is applied to a copy of the state, which takes its place only when all went well: so a refusal, or a
reshuffle that a record has no order for, changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, structs

from ..engine import codes as c
from ..engine import deal as engine_deal
from ..engine.legal import legal, verify
from ..engine.react import react
from ..engine.state import State
from ..engine.step import step
from ..errors import LastcardError
from ..rulebooks import Rulebook
from .events import Event, EventBuilder
from .notation import Action, Notation, NotationError, check_names
from .shuffler import HmacShuffler, Shuffler
from .view import View, view


class Refusal(LastcardError):
    """An action that the rules refuse; the message is a sentence for the player."""


class DealError(LastcardError):
    """Cards that can't be dealt; the message says what is wrong with them."""


class Deal(Struct, frozen=True, kw_only=True):
    """All that chance decides before the first turn. Cards are kinds, the deck's top card first.

    Where `back` or `opening` is None, the source decides; the game's own deal then tells what it decided.
    """

    first: int
    deck: list[int]
    back: list[int] | None = None  # for each card that may not start the pile: the cards above it
    opening: int | None = None  # the starter's first card (F2)


def check_players(book: Rulebook, players: Sequence[str]) -> None:
    """U2, F1, H9 and N1, or a DealError."""
    if not book.min_players <= len(players) <= book.most_players:
        raise DealError(
            f"{book.name} is for {book.min_players} to {book.most_players} players, not {len(players)}"
        )
    try:
        check_names(players)
    except NotationError as error:
        raise DealError(str(error)) from None


class Round:
    """One round of a rulebook. Seats are numbers from 0; names are for people."""

    def __init__(
        self, book: Rulebook, players: Sequence[str], deal: Deal, shuffler: Shuffler | None = None
    ) -> None:
        check_players(book, players)
        self.book = book
        self.players = list(players)
        self.notation = Notation(book, players)
        self.shuffler = HmacShuffler() if shuffler is None else shuffler
        self.actions: list[tuple[int, Action]] = []
        self.reshuffles: list[list[int]] = []
        self.events: list[Event] = []
        self._builder = EventBuilder(self.notation)
        self._out = [0] * (book.tables.kinds * max(len(players), 8) * 2 + len(players) + 8)
        self.state, self.deal = self._dealt(deal)

    @classmethod
    def start(cls, book: Rulebook, players: Sequence[str], first: int, shuffler: Shuffler) -> Round:
        """A round from a shuffled deck; the source decides all that chance decides."""
        every = [kind for kind, n in enumerate(book.deck.copies) for _ in range(n)]
        return cls(book, players, Deal(first=first, deck=shuffler.order(every)), shuffler)

    @property
    def over(self) -> bool:
        return self.state.phase == c.OVER

    def legal(self, seat: int) -> list[Action]:
        """Every action that is right for a seat to do now, reactions included."""
        n = legal(self.state, self.book.tables, seat, self._out)
        return [self.notation.decode(code) for code in self._out[:n]]

    def verify(self, seat: int, action: Action | str) -> int:
        """The action as the kernel takes it, or a Refusal. Lets through what is punished or ignored (C8)."""
        try:
            parsed = self.notation.parse(action) if isinstance(action, str) else action
            code = self.notation.encode(parsed)
        except NotationError as error:
            raise Refusal(str(error)) from None
        refused = verify(self.state, self.book.tables, seat, code)
        if refused:
            from .refusals import sentence

            raise Refusal(sentence(refused, self.notation, self.state, seat, parsed))
        return code

    def apply(self, seat: int, action: Action | str) -> list[Event]:
        """Do an action; return what happened. A refused one raises and changes nothing."""
        code = self.verify(seat, action)
        new = self._applied(seat, code, [])
        if new.starved:
            discards = new.pile[: new.pile_n - 1]
            order = self.shuffler.order(sorted(discards))
            if Counter(order) != Counter(discards):
                raise DealError("a reshuffle must be exactly the discards under the top card")
            new = self._applied(seat, code, order)
            self.reshuffles.append(order)
        return self._take_over(new, (seat, self.notation.decode(code)))

    def _applied(self, seat: int, code: int, order: list[int]) -> State:
        new = self.state.copy()
        new.events = []
        new.feed[: len(order)] = order[::-1]
        new.feed_n = len(order)
        if c.verb_of(code) >= c.REACTIONS:
            react(new, self.book.tables, seat, code)
        else:
            step(new, self.book.tables, code)
        return new

    def _take_over(self, new: State, done: tuple[int, Action]) -> list[Event]:
        events = self._builder.events(new.events or (), self.state, new)
        new.events = None
        self.state = new
        self.actions.append(done)
        self.events += events
        return events

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        texts = [] if seat is None else [str(action) for action in self.legal(seat)]
        return view(self.notation, self.state, seat, texts)

    def rename(self, players: Sequence[str]) -> None:
        """Other names for the seats of a round that is over; what was told before stays as it was told."""
        before, self.notation = self.notation, Notation(self.book, players)
        self.players = list(players)
        self._builder = EventBuilder(self.notation)
        self.actions = [(seat, self.notation.decode(before.encode(done))) for seat, done in self.actions]

    def hand(self, seat: int) -> list[str]:
        return self._builder.hand(self.state, seat)

    def _dealt(self, deal: Deal) -> tuple[State, Deal]:
        """The state before the first turn, and the deal with everything decided."""
        _check_deck(self.book, len(self.players), deal)
        r = self.book.tables
        s = State(r.kinds, len(deal.deck), len(self.players))
        engine_deal.clear(s, r, deal.first)
        s.events = []
        s.ordered = 1
        s.deck[:] = deal.deck[::-1]
        s.deck_n = len(deal.deck)
        engine_deal.hand_out(s, r)
        deal = self._open(s, deal) if r.opening_from_hand else self._turn_up(s, deal)
        engine_deal.begin(s, r)
        self.events += self._builder.events(s.events, s, s)
        s.events = None
        return s, deal

    def _open(self, s: State, deal: Deal) -> Deal:
        """The starter's first card comes from the hand (F2)."""
        if deal.back:
            raise DealError(f"back: no card is turned up in {self.book.name}")
        hand = deal.deck[: len(self.players) * self.book.hand : len(self.players)]
        kind = hand[self.shuffler.randbelow(len(hand))] if deal.opening is None else deal.opening
        if not s.held[deal.first] >> kind & 1:
            name, card = self.players[deal.first], self.book.deck.texts[kind]
            raise DealError(f"opening: {name} does not hold {card}")
        engine_deal.open_from_hand(s, kind)
        return structs.replace(deal, back=[], opening=kind)

    def _turn_up(self, s: State, deal: Deal) -> Deal:
        """The first card is turned up; one that may not start the pile goes back (C3, L2)."""
        if deal.opening is not None:
            raise DealError(
                f"opening: the first card is turned up in {self.book.name}, not played from a hand"
            )
        never = self.book.tables.never_first
        if all(never >> kind & 1 for kind in s.deck[: s.deck_n]):
            raise DealError("deck: no card that is left may start the discard pile")
        places: list[int] = []
        while not engine_deal.turn_up(s, self.book.tables):
            places.append(self._place(s, deal.back, len(places)))
            engine_deal.put_back(s, places[-1])
        if deal.back and len(deal.back) > len(places):
            raise DealError("back: the turned-up card may start the pile and does not go back")
        return structs.replace(deal, back=places)

    def _place(self, s: State, back: list[int] | None, i: int) -> int:
        """How many cards lie above a card that goes back: as told, else none below it."""
        if back is None:
            return self.shuffler.randbelow(s.deck_n + 1)
        above = back[i] if i < len(back) else s.deck_n
        if not 0 <= above <= s.deck_n:
            raise DealError(f"back: {above} cards can't lie above it, there are {s.deck_n}")
        return above


def _check_deck(book: Rulebook, players: int, deal: Deal) -> None:
    needed = players * book.hand + (0 if book.opening == "from_hand" else 1)
    if len(deal.deck) < needed:
        raise DealError(f"deck: {players} players need at least {needed} cards, not {len(deal.deck)}")
    kind = book.deck.too_many(deal.deck)
    if kind is not None:
        raise DealError(
            f"deck: {book.deck.texts[kind]} stands in it more often than the {book.deck.copies[kind]} times "
            f"it has in {book.name}"
        )
