"""Bot against bot, and the games that were most one-sided."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec import Struct

from .standings import Outcome


class Versus(Struct):
    """One bot's games against another."""

    games: int = 0
    ahead: float = 0.0  # games with more points than the other; equal points are half a game
    difference: int = 0  # points more than the other, summed

    @property
    def share(self) -> float:
        """The part of the games in which the bot was ahead, from 0 to 1."""
        return self.ahead / self.games

    @property
    def mean(self) -> float:
        """Points more than the other bot, a game."""
        return self.difference / self.games


def head_to_head(outcomes: Iterable[Outcome], low_is_good: bool = False) -> dict[tuple[int, int], Versus]:
    """By (bot, other); points count so that more is better."""
    sign = -1 if low_is_good else 1
    found: dict[tuple[int, int], Versus] = {}
    for one in outcomes:
        for (bot, own), (other, theirs) in combinations(zip(one.bots, one.points, strict=True), 2):
            gap = sign * (own - theirs)
            for pair, won in (((bot, other), gap), ((other, bot), -gap)):
                versus = found.setdefault(pair, Versus())
                versus.games += 1
                versus.ahead += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
                versus.difference += won
    return found


def lopsided(outcomes: Iterable[Outcome], low_is_good: bool = False, most: int = 10) -> list[Outcome]:
    """The games in which the best was furthest ahead of the rest; then by the cards that the others were left
    with. Games with a forfeit tell nothing about play and are left out."""
    sign = -1 if low_is_good else 1

    def gap(one: Outcome) -> tuple[float, int, int]:
        points = sorted(sign * own for own in one.points)
        rest = points[:-1]
        return points[-1] - sum(rest) / len(rest), sum(one.cards), -one.number

    whole = (one for one in outcomes if not any(one.forfeits))
    return sorted(whole, key=gap, reverse=True)[:most]
