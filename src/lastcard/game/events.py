"""What happened in a round, as people and programs read it: made from what the engine emits.

Each kind of event is a struct of its own, with the tag that JSON carries as `type`. What is not for everybody
is a field of the event from the line where it is made, declared as `hidden`: `seen_by` leaves it out for
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, Self

from msgspec import UNSET, Struct, UnsetType, field, structs, to_builtins

from ..engine import codes as c
from ..engine.state import State
from .notation import Notation

Reason = Literal["won", "blocked", "capped"]
Why = Literal["choice", "forced", "penalty", "challenge"]

REASONS: tuple[Reason | None, ...] = (None, "won", "blocked", "capped")
WHY: tuple[Why, ...] = ("choice", "forced", "penalty", "challenge")


class Event(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, tag_field="type"):
    """One thing that happened at the table; `player` is None where nobody in particular did it."""

    hidden: ClassVar[tuple[str, ...]] = ()  # fields that not everybody may see
    hidden_from_all: ClassVar[bool] = False  # not even by the player, while the round is in play

    player: str | None

    @property
    def type(self) -> str:
        """The tag of this kind of event, as it stands in JSON."""
        return str(self.__struct_config__.tag)

    def seen_by(self, player: str | None) -> Self:
        """The event as one player sees it; None is a spectator."""
        own = player is not None and player == self.player and not self.hidden_from_all
        return self if own or not self.hidden else structs.replace(self, **dict.fromkeys(self.hidden, UNSET))

    def data(self) -> dict[str, Any]:
        """The event as plain data, as JSON would carry it."""
        data: dict[str, Any] = to_builtins(self)
        return data


class DealerCardDrawn(Event, frozen=True, tag="dealer_card"):
    """Somebody's card in the draw for dealer is shown (C1); action and wild cards have no number there."""

    card: str
    number: int | None = None


class DealersTied(Event, frozen=True, tag="dealer_tie"):
    """These have the same highest number and draw again, or all because nobody has one (C1)."""

    players: list[str]
    number: int | None = None


class DealerChosen(Event, frozen=True, tag="dealer"):
    """The draw for dealer is decided: `player` deals, and `first` starts (C1)."""

    first: str


class CardTurnedUp(Event, frozen=True, tag="turn_up"):
    """The card that is to start the discard pile (C2, L2)."""

    card: str


class CardPutBack(Event, frozen=True, tag="put_back"):
    """It may not start the pile and goes back into the deck; where it lies now is nobody's to know."""

    hidden: ClassVar[tuple[str, ...]] = ("above",)
    hidden_from_all: ClassVar[bool] = True

    card: str
    above: int | UnsetType = UNSET


class RoundOpened(Event, frozen=True, tag="open"):
    """The starter's first card, picked at random from the hand (F2)."""

    card: str


class CardPlayed(Event, frozen=True, tag="play"):
    """A card is played; `colour` is what a wild names, `partner` with whom a seven swaps hands (H3)."""

    card: str
    colour: str | None = None
    partner: str | None = field(default=None, name="with")


class JumpedIn(Event, frozen=True, tag="jump"):
    """A card is played out of turn (H2)."""

    card: str
    colour: str | None = None
    partner: str | None = field(default=None, name="with")


class CardsDrawn(Event, frozen=True, tag="draw"):
    """Cards are drawn, perhaps none; which ones only the player sees."""

    hidden: ClassVar[tuple[str, ...]] = ("cards",)

    count: int
    why: Why
    cards: list[str] | UnsetType = UNSET


class TurnPassed(Event, frozen=True, tag="pass"):
    """A player passes after drawing (U6)."""


class ColourNamed(Event, frozen=True, tag="name"):
    """The colour or suit of a first card that is wild (C3, F2)."""

    colour: str


class TurnSkipped(Event, frozen=True, tag="skip"):
    """A player loses the turn."""


class DirectionReversed(Event, frozen=True, tag="reverse"):
    """Play goes the other way."""

    direction: int


class DrawOwed(Event, frozen=True, tag="owes"):
    """A draw card waits for its victim's answer (H1, H5)."""

    count: int


class HandsSwapped(Event, frozen=True, tag="swap"):
    """Two players swap hands (H3)."""

    partner: str = field(name="with")


class HandsPassed(Event, frozen=True, tag="hands_passed"):
    """All hands move on by one seat (H3)."""

    direction: int


class PileReshuffled(Event, frozen=True, tag="reshuffle"):
    """The discards under the top card become the new draw pile (U7)."""

    count: int


class PointsCharged(Event, frozen=True, tag="charge"):
    """A player pays for replenishing the draw pile (F7)."""

    points: int


class LastCardCalled(Event, frozen=True, tag="call"):
    """A player calls the last card (C6, F6)."""


class FalseCall(Event, frozen=True, tag="false_call"):
    """A call that was not true, and is punished (C8)."""


class PlayerCaught(Event, frozen=True, tag="catch"):
    """A player who had not called is caught (C7)."""

    caught: str


class FalseCatch(Event, frozen=True, tag="false_catch"):
    """A catch of somebody who could not be caught, which is punished (C8)."""

    accused: str


class NoEffect(Event, frozen=True, tag="no_effect"):
    """A call or catch that comes too late and changes nothing (C8)."""


class Challenged(Event, frozen=True, tag="challenge"):
    """A Wild Draw Four is challenged; the challenger alone sees the hand (H5)."""

    hidden: ClassVar[tuple[str, ...]] = ("hand",)

    against: str
    guilty: bool
    hand: list[str] | UnsetType = UNSET


class RoundEnded(Event, frozen=True, tag="round_over"):
    """The round is over; `player` has won it. The hands are shown."""

    reason: Reason
    scores: dict[str, int]
    hands: dict[str, list[str]]


AnyEvent = (
    DealerCardDrawn
    | DealersTied
    | DealerChosen
    | CardTurnedUp
    | CardPutBack
    | RoundOpened
    | CardPlayed
    | JumpedIn
    | CardsDrawn
    | TurnPassed
    | ColourNamed
    | TurnSkipped
    | DirectionReversed
    | DrawOwed
    | HandsSwapped
    | HandsPassed
    | PileReshuffled
    | PointsCharged
    | LastCardCalled
    | FalseCall
    | PlayerCaught
    | FalseCatch
    | NoEffect
    | Challenged
    | RoundEnded
)


class EventBuilder:
    """Turns what the engine emitted during one action into events."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.players = notation.players
        self.cards = notation.cards.texts
        self.suits = notation.cards.suits

    def events(
        self, emitted: Iterable[tuple[int, int, int, int]], before: State, after: State
    ) -> list[Event]:
        """The events of one action; cards drawn one after the other for one reason are one event."""
        out: list[Event] = []
        for what, seat, a, b in emitted:
            last = out[-1] if out else None
            if what == c.EV_DREW and isinstance(last, CardsDrawn) and self._goes_on(last, seat, b):
                out[-1] = self._one_more(last, a)
            else:
                out.append(self._event(what, seat, a, b, before, after))
        return out

    def _goes_on(self, drawn: CardsDrawn, seat: int, why: int) -> bool:
        return drawn.player == self.players[seat] and drawn.why == WHY[why] and drawn.count > 0

    def _one_more(self, drawn: CardsDrawn, kind: int) -> CardsDrawn:
        cards = [] if drawn.cards is UNSET else drawn.cards
        return structs.replace(drawn, count=drawn.count + 1, cards=[*cards, self.cards[kind]])

    def _event(self, what: int, seat: int, a: int, b: int, before: State, after: State) -> Event:
        who = self.players[seat] if seat >= 0 else None
        if what in (c.EV_PLAYED, c.EV_JUMPED):
            kind = CardPlayed if what == c.EV_PLAYED else JumpedIn
            return kind(player=who, card=self.cards[a], **self._named(a, b))
        if what in (c.EV_DREW, c.EV_DREW_NOTHING):
            cards = [self.cards[a]] if what == c.EV_DREW else []
            return CardsDrawn(player=who, count=len(cards), why=WHY[b], cards=cards)
        if what == c.EV_CHALLENGED:
            hand = self.hand(before, a)
            return Challenged(player=who, against=self.players[a], guilty=b == 1, hand=hand)
        if what == c.EV_ENDED:
            return self._ended(who, a, after)
        if what == c.EV_PUT_BACK:
            return CardPutBack(player=who, card=self.cards[a], above=b)
        return self._plain(what, who, a)

    def _plain(self, what: int, who: str | None, a: int) -> Event:
        """Events with at most one part, which everybody sees."""
        if what in _WITH_CARD:
            return _WITH_CARD[what](player=who, card=self.cards[a])
        if what in _WITH_PLAYER:
            kind, name = _WITH_PLAYER[what]
            return kind(player=who, **{name: self.players[a]})
        if what in _WITH_NUMBER:
            kind, name = _WITH_NUMBER[what]
            return kind(player=who, **{name: a})
        if what == c.EV_NAMED:
            return ColourNamed(player=who, colour=self.suits[a])
        return _BARE[what](player=who)

    def _named(self, kind: int, arg: int) -> dict[str, str]:
        """What goes with a played card: the partner of a swap, or a wild's colour."""
        if arg < 0:
            return {}
        swaps = self.notation.rulebook.tables.swapping >> kind & 1
        return {"partner": self.players[arg]} if swaps else {"colour": self.suits[arg]}

    def _ended(self, who: str | None, reason: int, s: State) -> RoundEnded:
        scores = dict(zip(self.players, s.points, strict=True))
        hands = {name: self.hand(s, seat) for seat, name in enumerate(self.players)}
        why = REASONS[reason]
        assert why is not None
        return RoundEnded(player=who, reason=why, scores=scores, hands=hands)

    def hand(self, s: State, seat: int) -> list[str]:
        """A hand in the order of the kinds: by colour, then by face."""
        return [self.cards[kind] for kind, n in enumerate(s.hands[seat]) for _ in range(n)]


_WITH_CARD: dict[int, Callable[..., Event]] = {
    c.EV_TURNED_UP: CardTurnedUp,
    c.EV_OPENED: RoundOpened,
}
_WITH_PLAYER: dict[int, tuple[Callable[..., Event], str]] = {
    c.EV_SWAPPED: (HandsSwapped, "partner"),
    c.EV_CAUGHT: (PlayerCaught, "caught"),
    c.EV_FALSE_CATCH: (FalseCatch, "accused"),
}
_WITH_NUMBER: dict[int, tuple[Callable[..., Event], str]] = {
    c.EV_REVERSED: (DirectionReversed, "direction"),
    c.EV_OWES: (DrawOwed, "count"),
    c.EV_HANDS_MOVED: (HandsPassed, "direction"),
    c.EV_RESHUFFLED: (PileReshuffled, "count"),
    c.EV_CHARGED: (PointsCharged, "points"),
}
_BARE: dict[int, type[Event]] = {
    c.EV_PASSED: TurnPassed,
    c.EV_SKIPPED: TurnSkipped,
    c.EV_CALLED: LastCardCalled,
    c.EV_FALSE_CALL: FalseCall,
    c.EV_NO_EFFECT: NoEffect,
}
