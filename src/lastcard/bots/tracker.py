"""From the events that a seat saw to what follows from them (`ai.inference`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..ai.inference import Inference, forget_hands, observe_action, start_round, sync_hand_sizes
from ..engine import codes as c
from ..engine.state import State
from .position import Position

Seen = dict[str, Any]  # an event, as `Event.seen_by` tells it


class Tracker:
    """Follows what lies open in a round: the top card, the colour, the counts. It fills `inference`."""

    def __init__(self, position: Position, soft: bool = True) -> None:
        self._notation = position.notation
        self._rules = position.rules
        self._open = State(self._rules.kinds, 1, position.state.players)
        self._drew = c.NOTHING  # the seat that has drawn and may still play
        self.inference = Inference()
        self.inference.soft = int(soft)
        self._handlers: dict[str, Callable[[Seen, int], None]] = {
            "turn_up": self._turned_up,
            "open": self._opened,
            "play": self._played,
            "jump": self._played,
            "draw": self._drawn,
            "pass": self._passed,
            "name": self._named,
        }

    def notice(self, events: Sequence[Seen]) -> None:
        """Update the inference from events, in their order; those that say nothing are skipped."""
        for event in events:
            handler = self._handlers.get(event["type"])
            if handler is not None:
                handler(event, self._notation.seats.get(event["player"], c.NOTHING))

    def sync_counts(self, s: State) -> None:
        """Where the counts differ from those followed, as when hands moved, nothing is known any more."""
        if self._open.count != s.count:
            forget_hands(self.inference, s.players)
            self._open.count[:] = s.count
        sync_hand_sizes(self.inference, self._open)

    def _turned_up(self, event: Seen, seat: int) -> None:
        self._begin(event["card"])

    def _opened(self, event: Seen, seat: int) -> None:
        self._begin(event["card"])
        self._open.count[seat] -= 1
        sync_hand_sizes(self.inference, self._open)

    def _begin(self, card: str) -> None:
        s = self._open
        for seat in range(s.players):
            s.count[seat] = self._rules.hand_cards
        s.pile_n, s.phase, self._drew = 1, c.ASK_PLAY, c.NOTHING
        self._lay(card, None)
        start_round(self.inference, s)

    def _played(self, event: Seen, seat: int) -> None:
        kind = self._notation.cards.kind(event["card"])
        verb = c.JUMP if event["type"] == "jump" else c.PLAY
        named = event.get("colour")
        self._conclude(
            seat, c.pack(verb, kind, c.NOTHING if named is None else self._notation.cards.suit(named))
        )
        self._lay(event["card"], event.get("colour"))
        self._open.count[seat] -= 1
        self._drew = c.NOTHING
        sync_hand_sizes(self.inference, self._open)

    def _drawn(self, event: Seen, seat: int) -> None:
        chosen = event["why"] == "choice"
        if chosen and self._drew != seat:
            self._conclude(seat, c.pack(c.DRAW))
        self._open.count[seat] += event["count"]
        sync_hand_sizes(self.inference, self._open)
        if chosen:
            self._drew = seat if event["count"] else c.NOTHING

    def _passed(self, event: Seen, seat: int) -> None:
        self._conclude(seat, c.pack(c.PASS))
        self._drew = c.NOTHING

    def _named(self, event: Seen, seat: int) -> None:
        self._open.colour = self._notation.cards.suit(event["colour"])

    def _conclude(self, seat: int, action: int) -> None:
        self._open.phase = c.ASK_DRAWN if self._drew == seat else c.ASK_PLAY
        observe_action(self.inference, self._open, self._rules, seat, action)

    def _lay(self, card: str, colour: str | None) -> None:
        kind = self._notation.cards.kind(card)
        self._open.pile[0] = kind
        self._open.colour = self._rules.suit[kind] if colour is None else self._notation.cards.suit(colour)
