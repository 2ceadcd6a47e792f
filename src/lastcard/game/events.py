"""What happened, as people and programs read it: made from the kernel's notes, never derived again.

An event has a public part and, for some seats, a private one; both are written in the same line here, so
that nothing is hidden afterwards that should never have been there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from ..engine import codes as c
from ..engine.state import State
from .notation import Notation

REASONS = (None, "won", "blocked", "capped")
WHY = ("choice", "forced", "penalty", "challenge")


class Event(Struct, frozen=True):
    """One thing that happened at the table."""

    type: str
    player: str | None
    public: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)
    private_to: str | None = None  # whose eyes it is for; None: nobody's while the round is in play

    def seen_by(self, player: str | None) -> dict[str, Any]:
        """The event as one player sees it; None is a spectator."""
        told = {"type": self.type, "player": self.player, **self.public}
        return told | self.private if player is not None and player == self.private_to else told

    def in_the_open(self) -> dict[str, Any]:
        """The event with everything in it: for replays, never for a table in play."""
        return {"type": self.type, "player": self.player, **self.public, **self.private}


class EventBuilder:
    """Turns the notes of one action into events."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.players = notation.players
        self.cards = notation.cards.texts
        self.suits = notation.cards.suits

    def events(self, notes: Iterable[tuple[int, int, int, int]], before: State, after: State) -> list[Event]:
        out: list[Event] = []
        for what, seat, a, b in notes:
            if what == c.EV_DREW and out and self._same_draw(out[-1], seat, b):
                out[-1] = self._one_more(out[-1], a)
            else:
                out.append(self._event(what, seat, a, b, before, after))
        return out

    def _same_draw(self, event: Event, seat: int, why: int) -> bool:
        same = event.type == "draw" and event.player == self.players[seat]
        return same and event.public["why"] == WHY[why] and event.public["count"] > 0

    def _one_more(self, event: Event, kind: int) -> Event:
        public = event.public | {"count": event.public["count"] + 1}
        private = {"cards": [*event.private["cards"], self.cards[kind]]}
        return Event(event.type, event.player, public, private, event.private_to)

    def _event(self, what: int, seat: int, a: int, b: int, before: State, after: State) -> Event:
        who = self.players[seat] if seat >= 0 else None
        if what in (c.EV_PLAYED, c.EV_JUMPED):
            return Event("play" if what == c.EV_PLAYED else "jump", who, self._play(a, b))
        if what == c.EV_DREW:
            return Event("draw", who, {"count": 1, "why": WHY[b]}, {"cards": [self.cards[a]]}, who)
        if what == c.EV_DREW_NOTHING:
            return Event("draw", who, {"count": 0, "why": WHY[b]}, {"cards": []}, who)
        if what == c.EV_CHALLENGED:
            hand = self.hand(before, a)
            return Event(
                "challenge", who, {"against": self.players[a], "guilty": b == 1}, {"hand": hand}, who
            )
        if what == c.EV_ENDED:
            return Event("round_over", who, self._ending(a, after))
        if what == c.EV_PUT_BACK:  # where it lies now is nobody's to know
            return Event("put_back", who, {"card": self.cards[a]}, {"above": b}, None)
        kind, public = self._plain(what, a)
        return Event(kind, who, public)

    def _plain(self, what: int, a: int) -> tuple[str, dict[str, Any]]:
        """Events without secrets: their type and what they tell."""
        if what in _CARD_EVENTS:
            return _CARD_EVENTS[what], {"card": self.cards[a]}
        if what in _SEAT_EVENTS:
            kind, key = _SEAT_EVENTS[what]
            return kind, {key: self.players[a]}
        if what in _COUNT_EVENTS:
            kind, key = _COUNT_EVENTS[what]
            return kind, {key: a}
        if what == c.EV_NAMED:
            return "name", {"colour": self.suits[a]}
        return _BARE_EVENTS[what], {}

    def _play(self, kind: int, arg: int) -> dict[str, Any]:
        told: dict[str, Any] = {"card": self.cards[kind]}
        if arg >= 0 and self.notation.book.tables.swapping >> kind & 1:
            told["with"] = self.players[arg]
        elif arg >= 0:
            told["colour"] = self.suits[arg]
        return told

    def _ending(self, reason: int, s: State) -> dict[str, Any]:
        hands = {name: self.hand(s, seat) for seat, name in enumerate(self.players)}
        return {
            "reason": REASONS[reason],
            "scores": dict(zip(self.players, s.points, strict=True)),
            "hands": hands,
        }

    def hand(self, s: State, seat: int) -> list[str]:
        """A hand in the order of the kinds: by colour, then by face."""
        return [self.cards[kind] for kind, n in enumerate(s.hands[seat]) for _ in range(n)]


_CARD_EVENTS = {
    c.EV_DEALER_CARD: "dealer_card",
    c.EV_TURNED_UP: "turn_up",
    c.EV_OPENED: "open",
}
_SEAT_EVENTS = {
    c.EV_SWAPPED: ("swap", "with"),
    c.EV_CAUGHT: ("catch", "caught"),
    c.EV_FALSE_CATCH: ("false_catch", "accused"),
}
_COUNT_EVENTS = {
    c.EV_REVERSED: ("reverse", "direction"),
    c.EV_OWES: ("owes", "count"),
    c.EV_HANDS_MOVED: ("hands_passed", "direction"),
    c.EV_RESHUFFLED: ("reshuffle", "count"),
    c.EV_CHARGED: ("charge", "points"),
}
_BARE_EVENTS = {
    c.EV_PASSED: "pass",
    c.EV_SKIPPED: "skip",
    c.EV_CALLED: "call",
    c.EV_FALSE_CALL: "false_call",
    c.EV_NO_EFFECT: "no_effect",
}
