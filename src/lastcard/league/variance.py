"""Luck against skill: how much of the variance of points the bot, the cards and the seat explain.

On duplicate deals every bot gets every hand equally often, so these parts add up. Each is corrected for what
chance alone would give it (epsilon squared): a factor that explains nothing gets about nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from msgspec import Struct

from .standings import Outcome


class Luck(Struct, frozen=True):
    """Shares of the variance; they sum to 1."""

    bot: float  # who plays
    deal: float  # which hand of which deal one gets
    seat: float  # coming first, second, ...
    rest: float  # the course of play: opponents, draws, the bots' own dice


class _Sums:
    """Sums over the groups of one factor."""

    def __init__(self) -> None:
        self.sums: defaultdict[Hashable, float] = defaultdict(float)
        self.counts: defaultdict[Hashable, int] = defaultdict(int)

    def add(self, key: Hashable, value: float) -> None:
        self.sums[key] += value
        self.counts[key] += 1

    @property
    def squares(self) -> float:
        return sum(total * total / self.counts[key] for key, total in self.sums.items())

    @property
    def groups(self) -> int:
        return len(self.sums)


def luck(outcomes: Iterable[Outcome], games_a_deal: int) -> Luck | None:
    """Over the deals that are complete; None where fewer than two are, or all points are the same."""
    bots, seats, hands, everything = _Sums(), _Sums(), _Sums(), _Sums()
    squares, waiting = 0.0, []
    for one in outcomes:
        waiting.append(one)
        if len(waiting) < games_a_deal:
            continue
        for game in waiting:
            size = len(game.bots)
            for seat, (bot, points) in enumerate(zip(game.bots, game.points, strict=True)):
                bots.add(bot, points)
                seats.add((size, seat), points)
                hands.add((size, seat, game.deal), points)
                everything.add(None, points)
                squares += points * points
        waiting.clear()
    total = squares - everything.squares
    if hands.groups == seats.groups or total <= 0:
        return None
    return _shares(bots, seats, hands, everything, total)


def _shares(bots: _Sums, seats: _Sums, hands: _Sums, everything: _Sums, total: float) -> Luck:
    parts = {
        "bot": (bots.squares - everything.squares, bots.groups - 1),
        "seat": (seats.squares - everything.squares, seats.groups - 1),
        "deal": (hands.squares - seats.squares, hands.groups - seats.groups),
    }
    n = everything.counts[None]
    free = n - 1 - sum(freedom for _, freedom in parts.values())
    rest = max(total - sum(found for found, _ in parts.values()), 0.0)
    noise = rest / free if free > 0 else 0.0
    shares = {key: max(found - freedom * noise, 0.0) / total for key, (found, freedom) in parts.items()}
    explained = sum(shares.values())
    return Luck(**shares, rest=max(1 - explained, 0.0))
