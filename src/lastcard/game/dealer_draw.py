"""The draw for dealer (C1): face-down cards, everybody picks one, the highest number deals.

The cards lie in their order before anybody picks, so every pick is a real one. All cards of a draw are shown
at once, when the last is picked: nobody can be guided by another's card. Tied players pick again, from
what has not been picked yet; where nobody has a number, all do. Cards that run out are all shuffled again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ..engine import codes as c
from ..engine.deal import judge_for_dealer
from ..engine.match import next_first
from ..errors import CodedError
from ..rulebooks import Rulebook
from .events import DealerCardDrawn, DealerChosen, DealersTied, Event
from .shuffler import Shuffler

FAN: Final = 9  # cards to pick from, for up to four who pick
SPARE: Final = 5  # how many are left over for more of them


class DrawError(CodedError):
    """A card that can't be picked."""

    namespace = "draw"


class Drawn(NamedTuple):
    """A card that was shown: whose, from which place of the fan, and what it is."""

    seat: int
    place: int
    kind: int


class DealerDraw:
    """One draw for dealer, from the first pick to the dealer.

    Places count from 1, from the top of the pile. When all have picked, `drawn` shows the cards; then there
    is a `dealer`, or the tied draw `again`.
    """

    def __init__(self, rulebook: Rulebook, players: list[str], shuffler: Shuffler) -> None:
        self.rulebook, self.players, self.shuffler = rulebook, players, shuffler
        self.draws: list[list[Drawn]] = []  # those that were shown, each by seat
        self.events: list[Event] = []  # of them
        self.drawing = list(range(len(players)))  # who picks in this draw
        self.picked: dict[int, int] = {}  # seat to place, in this draw
        self.dealer: int | None = None
        self.by_hand = False  # somebody picked; else all took the cards from the top, which needs no record
        self.piles: list[list[int]] = []  # as they were shuffled, the top first
        self.picks: list[dict[int, int]] = []  # seat to place, for each draw
        self._pile: list[int] = []  # what nobody has picked before this draw, the top first
        self._lay()

    # ---- What everybody may know ----

    @property
    def size(self) -> int:
        """How many cards lie there to pick from, the picked ones included."""
        return min(len(self._pile), max(FAN, len(self.drawing) + SPARE))

    @property
    def number(self) -> int:
        """Which draw it is, from 1."""
        return len(self.draws) if self.shown else len(self.draws) + 1

    @property
    def shown(self) -> bool:
        """All have picked: the cards of this draw lie open."""
        return len(self.picked) == len(self.drawing)

    @property
    def drawn(self) -> list[Drawn]:
        """The cards of this draw, once they are shown."""
        return self.draws[-1] if self.shown else []

    @property
    def waiting(self) -> list[int]:
        """Who has yet to pick."""
        return [seat for seat in self.drawing if seat not in self.picked]

    @property
    def tied(self) -> list[int]:
        """Who draws again, after a draw that was shown and decided nothing."""
        return self._best() if self.shown and self.dealer is None else []

    @property
    def first(self) -> int | None:
        """Who starts: left of the dealer."""
        return None if self.dealer is None else next_first(self.dealer, len(self.players))

    def free(self) -> list[int]:
        """The places that nobody has picked."""
        taken = self.picked.values()
        return [place for place in range(1, self.size + 1) if place not in taken]

    def in_front_of(self, seat: int, also_taken: Sequence[int] = ()) -> int:
        """The free place nearest to a seat, if those who draw sat along the fan from left to right.

        For bots, and for people who don't pick: everybody can see that it has nothing to do with the cards.
        """
        middle = (2 * self.drawing.index(seat) + 1) * self.size // (2 * len(self.drawing)) + 1
        free = (place for place in self.free() if place not in also_taken)
        return min(free, key=lambda place: (abs(place - middle), place))

    def check(self, seat: int, place: int) -> None:
        """Whether a seat can pick the card at a place, or a DrawError that says why not."""
        if seat not in self.drawing:
            raise DrawError("not_drawing")
        if seat in self.picked:
            raise DrawError("picked_already")
        if not 1 <= place <= self.size:
            raise DrawError("no_place", place=place, cards=self.size)
        if place in self.picked.values():
            raise DrawError("place_taken", place=place)

    # ---- What happens ----

    def pick(self, seat: int, place: int | None = None) -> list[Event]:
        """Pick a card, without a place the one on top; return what is shown after the last pick of a draw."""
        place = self.free()[0] if place is None else place
        self.check(seat, place)
        self.by_hand = True
        return self._take(seat, place)

    def again(self) -> None:
        """The tied draw again."""
        if not self.tied:
            raise DrawError("not_tied")
        self.drawing = self.tied
        taken = {drawn.place for drawn in self.draws[-1]}
        self._pile = [kind for place, kind in enumerate(self._pile, 1) if place not in taken]
        if len(self._pile) < len(self.drawing):
            self.drawing = list(range(len(self.players)))
            self._pile = []
        self._lay()

    def repeat(self, picks: Iterable[Mapping[int, int]]) -> None:
        """The same picks as in another draw, from its beginning."""
        for number, one in enumerate(picks):
            if number:
                self.again()
            for seat, place in one.items():
                self.pick(seat, place)

    def finish(self) -> int:
        """Who deals: everybody who has yet to pick takes the card on top, as often as it needs."""
        while self.dealer is None:
            if self.shown:
                self.again()
            for seat in self.waiting:
                self._take(seat, self.free()[0])
        return self.dealer

    def _lay(self) -> None:
        if not self._pile:
            self._pile = self.shuffler.order(self.rulebook.tables.deck)
            self.piles.append(self._pile)
        self.picked = {}
        self.picks.append(self.picked)

    def _take(self, seat: int, place: int) -> list[Event]:
        self.picked[seat] = place
        return self._show() if self.shown else []

    def _show(self) -> list[Event]:
        drawn = [Drawn(seat, self.picked[seat], self._pile[self.picked[seat] - 1]) for seat in self.drawing]
        self.draws.append(drawn)
        best = self._best()
        if len(best) == 1:
            self.dealer = best[0]
        events = told(self.rulebook, self.players, drawn, best)
        self.events += events
        return events

    def _best(self) -> list[int]:
        return best_of(self.rulebook, self.draws[-1])


def best_of(rulebook: Rulebook, drawn: Iterable[Drawn]) -> list[int]:
    """The seats with the highest number, or all if nobody has one."""
    shown = list(drawn)
    best, tied = c.NOTHING, sum(1 << one.seat for one in shown)
    for one in shown:
        best, tied = judge_for_dealer(rulebook.tables, best, tied, one.seat, one.kind)
    return [one.seat for one in shown if tied >> one.seat & 1]


def told(rulebook: Rulebook, players: list[str], drawn: list[Drawn], best: list[int]) -> list[Event]:
    """A draw as events: the cards, then who deals and starts, or who draws again."""
    numbers = rulebook.tables.number
    events: list[Event] = [
        DealerCardDrawn(
            player=players[one.seat],
            card=rulebook.deck.texts[one.kind],
            number=numbers[one.kind] if numbers[one.kind] >= 0 else None,
        )
        for one in drawn
    ]
    if len(best) == 1:
        first = players[next_first(best[0], len(players))]
        events.append(DealerChosen(player=players[best[0]], first=first))
    else:
        number = max(numbers[one.kind] for one in drawn)
        names = [players[seat] for seat in best]
        events.append(DealersTied(player=None, players=names, number=number if number >= 0 else None))
    return events
