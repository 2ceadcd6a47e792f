"""openskill ratings (Plackett-Luce), game after game in the order of the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from .standings import Outcome

START = 25.0  # everybody's rating before the first game


class Rating(Struct, frozen=True):
    """How strong a bot is believed to be, and how unsure that is."""

    mu: float
    sigma: float


class Ratings(Struct, frozen=True):
    """By bot: at the end, and `mu` after every deal."""

    final: list[Rating]
    history: list[list[float]]


def rate(outcomes: Iterable[Outcome], bots: int, low_is_good: bool = False) -> Ratings:
    """Rate bots by their places in every game. Bots don't change between games, so `tau` is 0."""
    model = PlackettLuce(mu=START, tau=0.0)
    now = [model.rating() for _ in range(bots)]
    history: list[list[float]] = []
    deal = 0
    for one in outcomes:
        if one.deal != deal:
            history.append([rating.mu for rating in now])
            deal = one.deal
        teams = [[now[bot]] for bot in one.bots]
        for bot, team in zip(one.bots, model.rate(teams, ranks=ranks(one.points, low_is_good)), strict=True):
            now[bot] = team[0]
    history.append([rating.mu for rating in now])
    return Ratings([Rating(rating.mu, rating.sigma) for rating in now], history)


def ranks(points: Sequence[int], low_is_good: bool) -> list[float]:
    """Places by points, 0 for the best; equal points share a place."""
    signed = [own if low_is_good else -own for own in points]
    return [float(sum(other < own for other in signed)) for own in signed]
