"""The league table of L5, with intervals that know about duplicate deals. Nothing is read or written here.

A deal with all its seatings and combinations is one observation: games on the same cards are not independent
of each other. An interval of a mean, or of the difference of two, comes from how it varies from deal to deal.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from .student_t import quantile

ALPHA = 0.05  # what may be left outside an interval
LEAST_DEALS = 8  # before an order can be called decided
LOOK_GROWTH = 1.25  # the next look comes when there are so many times as many deals


class Outcome(NamedTuple):
    """A finished game as far as standings care: by seat, bots by number."""

    number: int
    deal: int
    bots: tuple[int, ...]
    points: tuple[int, ...]
    winner: int | None  # a seat
    cards: tuple[int, ...] = ()  # left in hand
    forfeits: tuple[str | None, ...] = ()


class Lead(Struct, frozen=True):
    """How far a bot is ahead of another, by points a game, and the 95% interval from deal to deal."""

    difference: float
    low: float | None
    high: float | None


class StandingRow(Struct, frozen=True, kw_only=True):
    """A line of the table."""

    rank: int  # shared: 1, 2, 2, 4
    bot: int
    name: str
    games: int
    wins: int
    total: int
    mean: float
    low: float | None  # of the mean, 95%; None with fewer than two deals
    high: float | None
    forfeits: dict[str, int]  # games by reason
    lead: Lead | None  # over the next line


class Tally:
    """Running sums over the games of a league.

    >>> tally = Tally(["careful", "random"])
    >>> tally.add(Outcome(number=0, deal=0, bots=(0, 1), points=(1, 0), winner=0))
    >>> [(row.rank, row.name, row.mean) for row in tally.table()]
    [(1, 'careful', 1.0), (2, 'random', 0.0)]
    """

    def __init__(self, names: Sequence[str], low_is_good: bool = False) -> None:
        self.names = list(names)
        self.low_is_good = low_is_good
        bots = len(self.names)
        self.games, self.wins, self.total = ([0] * bots for _ in range(3))
        self.forfeits: list[Counter[str]] = [Counter() for _ in range(bots)]  # by reason
        self.sizes: set[int] = set()
        self.played = 0
        self._sums: list[list[int]] = []  # by deal, by bot
        self._counts: list[list[int]] = []

    def add(self, outcome: Outcome) -> None:
        """Count a finished game."""
        while len(self._sums) <= outcome.deal:
            self._sums.append([0] * len(self.names))
            self._counts.append([0] * len(self.names))
        sums, counts = self._sums[outcome.deal], self._counts[outcome.deal]
        for seat, (bot, points) in enumerate(zip(outcome.bots, outcome.points, strict=True)):
            self.games[bot] += 1
            self.total[bot] += points
            self.wins[bot] += seat == outcome.winner
            sums[bot] += points
            counts[bot] += 1
        for bot, reason in zip(outcome.bots, outcome.forfeits, strict=False):
            if reason is not None:
                self.forfeits[bot][reason] += 1
        self.sizes.add(len(outcome.bots))
        self.played += 1

    def add_all(self, outcomes: Iterable[Outcome]) -> Tally:
        """Count finished games; returns itself."""
        for one in outcomes:
            self.add(one)
        return self

    @property
    def deals(self) -> int:
        """Deals that have been played, the one in play included."""
        return len(self._sums)

    @property
    def mixed(self) -> bool:
        """L5: tables of different sizes in one league."""
        return len(self.sizes) > 1

    def mean(self, bot: int) -> float:
        """A bot's points a game, 0 before its first one."""
        return self.total[bot] / self.games[bot] if self.games[bot] else 0.0

    def order(self) -> list[int]:
        """The bots from first to last; equal ones in the order in which they were listed."""
        return sorted(range(len(self.names)), key=self._key)

    def table(self) -> list[StandingRow]:
        """The lines of the table from first to last; bots that are equal share their rank."""
        order = self.order()
        keys = [self._key(bot) for bot in order]
        rows = []
        for place, bot in enumerate(order):
            low, high = self.interval(bot)
            rows.append(
                StandingRow(
                    rank=1 + keys.index(keys[place]),
                    bot=bot,
                    name=self.names[bot],
                    games=self.games[bot],
                    wins=self.wins[bot],
                    total=self.total[bot],
                    mean=self.mean(bot),
                    low=low,
                    high=high,
                    forfeits=dict(self.forfeits[bot]),
                    lead=self.lead(bot, order[place + 1]) if place + 1 < len(order) else None,
                )
            )
        return rows

    def interval(self, bot: int, alpha: float = ALPHA) -> tuple[float | None, float | None]:
        """Of a bot's mean."""
        half = self._half(self._residuals(bot), alpha)
        return (None, None) if half is None else (self.mean(bot) - half, self.mean(bot) + half)

    def lead(self, bot: int, other: int, alpha: float = ALPHA) -> Lead:
        """How far one bot is ahead of another, paired by deal."""
        sign = -1 if self.low_is_good else 1
        difference = sign * (self.mean(bot) - self.mean(other))
        pairs = zip(self._residuals(bot), self._residuals(other), strict=True)
        half = self._half([mine - yours for mine, yours in pairs], alpha)
        return (
            Lead(difference, None, None)
            if half is None
            else Lead(difference, difference - half, difference + half)
        )

    def _key(self, bot: int) -> tuple[Fraction, int]:
        """L5: by mean, then by total."""
        sign = 1 if self.low_is_good else -1
        return sign * Fraction(self.total[bot], max(self.games[bot], 1)), sign * self.total[bot]

    def _residuals(self, bot: int) -> list[float]:
        """What each deal adds to the error of the mean."""
        mean, games = self.mean(bot), max(self.games[bot], 1)
        deals = zip(self._sums, self._counts, strict=True)
        return [(sums[bot] - mean * counts[bot]) / games for sums, counts in deals]

    def _half(self, residuals: list[float], alpha: float) -> float | None:
        deals = len(residuals)
        if deals < 2:
            return None
        variance = deals / (deals - 1) * sum(one * one for one in residuals)
        return quantile(deals - 1, alpha) * math.sqrt(variance)


def looks(deals: int) -> list[int]:
    """After which numbers of deals the order is looked at, up to `deals`."""
    found, due = [], float(LEAST_DEALS)
    while due <= deals:
        found.append(math.ceil(due))
        due = max(due * LOOK_GROWTH, found[-1] + 1)
    return found


def decided(tally: Tally) -> bool:
    """Whether every bot is surely ahead of the next, after a whole deal at which there is a look.

    Over all looks and all pairs together, a wrong order is called decided in at most 5% of leagues: look i
    spends 1 / (i * (i + 1)) of that, shared by the pairs (Bonferroni).
    """
    number = looks(tally.deals).index(tally.deals) + 1
    pairs = len(tally.names) * (len(tally.names) - 1) / 2
    alpha = ALPHA / (number * (number + 1)) / pairs
    order = tally.order()
    for bot, other in pairwise(order):
        low = tally.lead(bot, other, alpha).low
        if low is None or low <= 0:
            return False
    return True
