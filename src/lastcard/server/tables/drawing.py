"""The draw for dealer at a table (C1): the game's own, by the seats of the table, and who is in a hurry."""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Event, Match, Seed
from ...game.dealer_draw import DealerDraw, DrawError, Drawn


class TableDraw:
    """From the moment the cards lie there to the deal. Seats are those of the table."""

    def __init__(self, match: Match, players: list[int], seed: Seed, at: int) -> None:
        self.draw: DealerDraw = match.draw_from(seed)
        self.seed = seed  # of the round that is dealt afterwards
        self.since = at  # when this draw was laid out, or its cards were shown
        self.hurried: set[int] = set()  # who has skipped the ceremony: the table picks for them
        self._players = players

    def seats(self, players: Iterable[int]) -> list[int]:
        """The seats of players of the match."""
        return [self._players[player] for player in players]

    def seat(self, player: int | None) -> int | None:
        """The seat of one of them, if there is one yet."""
        return None if player is None else self._players[player]

    @property
    def waiting(self) -> list[int]:
        """Who has yet to pick."""
        return self.seats(self.draw.waiting)

    @property
    def picked(self) -> list[tuple[int, int]]:
        """Seat and place of every card that is picked, in their order."""
        return [(self._players[player], place) for player, place in self.draw.picked.items()]

    @property
    def drawn(self) -> dict[int, Drawn]:
        """The cards by seat, once they are shown."""
        return {self._players[one.seat]: one for one in self.draw.drawn}

    def check(self, seat: int, place: int) -> None:
        """Whether a seat can pick a card there, or DrawError."""
        self.draw.check(self._player(seat), place)

    def in_front_of(self, seats: Iterable[int]) -> list[tuple[int, int]]:
        """What these seats get who don't pick themselves, one after the other: seat and place."""
        taken: list[int] = []
        for seat in seats:
            taken.append(self.draw.in_front_of(self._player(seat), taken))
        return list(zip(seats, taken, strict=True))

    def pick(self, seat: int, place: int, at: int) -> list[Event]:
        """A seat picks a card; what is shown, if it was the last."""
        events = self.draw.pick(self._player(seat), place)
        if self.draw.shown:
            self.since = at
        return events

    def again(self, at: int) -> None:
        """The tied draw again."""
        self.draw.again()
        self.since = at

    def _player(self, seat: int) -> int:
        if seat not in self._players:
            raise DrawError("not_drawing")
        return self._players.index(seat)
