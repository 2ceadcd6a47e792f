"""Ratings and the shares of luck and skill find what was put into synthetic results."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from lastcard.league import Outcome, Schedule
from lastcard.league.head_to_head import head_to_head, lopsided
from lastcard.league.rating import ranks, rate
from lastcard.league.variance import luck

STRENGTHS = (0.0, 0.4, 0.8, 1.2, 1.6, 2.0)


def plackett_luce(deals: int, seed: int, low_is_good: bool = False) -> Iterator[Outcome]:
    """Games of bots of known strength: the order of Gumbel variables around them is Plackett-Luce's."""
    rng = random.Random(seed)
    schedule = Schedule(len(STRENGTHS), (3,))
    for number in range(deals * schedule.games_a_deal):
        one = schedule.fixture(number)
        form = [STRENGTHS[bot] - math.log(-math.log(rng.random())) for bot in one.seats]
        place = [sum(other > own for other in form) for own in form]
        points = [5 * own for own in place] if low_is_good else [100 - 33 * own for own in place]
        yield Outcome(number, one.deal, one.seats, tuple(points), place.index(0))


def correlation(a: list[float], b: list[float]) -> float:
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return both / math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))


@pytest.mark.slow
@pytest.mark.parametrize("low_is_good", [False, True])
def test_ratings_recover_known_strengths(low_is_good: bool) -> None:
    found = rate(plackett_luce(20, 4, low_is_good), len(STRENGTHS), low_is_good)
    ratings = [one.mu for one in found.final]
    assert all(a < b for a, b in pairwise(ratings))
    assert correlation(ratings, list(STRENGTHS)) > 0.98
    assert all(one.sigma < 1.5 for one in found.final)
    assert len(found.history) == 20
    assert found.history[-1] == ratings


def test_equal_points_share_a_place() -> None:
    assert ranks([5, 9, 5, 1], low_is_good=False) == [1, 0, 1, 3]
    assert ranks([5, 9, 5, 1], low_is_good=True) == [1, 3, 1, 0]


def drawn_from(parts: dict[str, float], deals: int, seed: int) -> Iterator[Outcome]:
    """Points that are sums of a bot's, a hand's, a seat's and a game's own part, of known deviations."""
    rng = random.Random(seed)
    schedule = Schedule(4, (3,))
    bots = [parts["bot"] * 1000 * x for x in (-1.0, 1.0, 1.0, -1.0)]  # deviation 1
    seats = [parts["seat"] * 1000 * x for x in (-math.sqrt(1.5), 0.0, math.sqrt(1.5))]  # deviation 1
    for deal in range(deals):
        hands = [rng.gauss(0, parts["deal"] * 1000) for _ in range(3)]
        for n in range(schedule.games_a_deal):
            one = schedule.fixture(deal * schedule.games_a_deal + n)
            points = [
                round(bots[bot] + seats[seat] + hands[seat] + rng.gauss(0, parts["rest"] * 1000))
                for seat, bot in enumerate(one.seats)
            ]
            yield Outcome(one.number, deal, one.seats, tuple(points), None)


def test_luck_and_skill_are_told_apart() -> None:
    deviations = {"bot": 2.0, "deal": 3.0, "seat": 1.0, "rest": 4.0}
    total = sum(one * one for one in deviations.values())
    found = luck(drawn_from(deviations, 150, 1), 24)
    assert found is not None
    for key, deviation in deviations.items():
        assert getattr(found, key) == pytest.approx(deviation**2 / total, abs=0.03)


def test_pure_chance_is_not_called_skill_or_cards() -> None:
    found = luck(drawn_from({"bot": 0.0, "deal": 0.0, "seat": 0.0, "rest": 1.0}, 40, 2), 24)
    assert found is not None
    assert found.rest > 0.97


def test_luck_needs_two_whole_deals() -> None:
    parts = {"bot": 1.0, "deal": 1.0, "seat": 1.0, "rest": 1.0}
    games = list(drawn_from(parts, 2, 3))
    assert luck(games[:-1], 24) is None
    assert luck(games, 24) is not None


def test_head_to_head_counts_both_ways() -> None:
    pairs = head_to_head([Outcome(0, 0, (2, 0, 1), (10, 30, 10), 1)])
    assert (pairs[0, 2].share, pairs[2, 0].share, pairs[1, 2].share) == (1.0, 0.0, 0.5)
    assert (pairs[0, 2].mean, pairs[2, 0].mean) == (20, -20)
    assert head_to_head([Outcome(0, 0, (0, 1), (3, 1), 1)], low_is_good=True)[1, 0].share == 1.0


def test_the_most_lopsided_game_is_the_one_with_the_widest_gap() -> None:
    near = Outcome(0, 0, (0, 1), (100, 90), 0, (0, 1), (None, None))
    wide = Outcome(1, 0, (1, 0), (100, 5), 0, (0, 9), (None, None))
    wider = Outcome(2, 0, (1, 0), (100, 5), 0, (0, 12), (None, None))
    forfeited = Outcome(3, 0, (1, 0), (100, 1), 0, (0, 20), (None, "slow"))
    assert lopsided([near, wide, wider, forfeited], most=2) == [wider, wide]
    assert lopsided([near, wide], low_is_good=True)[0] == wide
