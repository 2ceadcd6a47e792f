"""The schedule is fair: every combination, every seat, every neighbour."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.league import LeagueError, Schedule, seatings


@pytest.mark.parametrize("players", [2, 3])
def test_small_tables_sit_in_every_order(players: int) -> None:
    assert sorted(seatings(players)) == sorted(permutations(range(players)))


@pytest.mark.parametrize("players", range(2, 21))
def test_everybody_sits_everywhere_and_after_everybody_equally_often(players: int) -> None:
    rows = seatings(players)
    seats = Counter((seat, bot) for row in rows for seat, bot in enumerate(row))
    neighbours = Counter(pair for row in rows for pair in pairwise(row))
    assert len(seats) == players * players
    assert len(neighbours) == players * (players - 1)
    assert len(set(seats.values())) == len(set(neighbours.values())) == 1
    assert len(set(rows)) == len(rows)


@given(st.integers(2, 7), st.sets(st.integers(2, 5), min_size=1, max_size=2), st.integers(0, 500))
def test_a_deal_is_played_by_every_combination_in_the_same_seatings(
    bots: int, sizes: set[int], number: int
) -> None:
    table_sizes = tuple(size for size in sorted(sizes) if size <= bots) or (2,)
    schedule = Schedule(bots, table_sizes)
    deal = number // schedule.games_a_deal
    first = deal * schedule.games_a_deal
    fixtures = [schedule.fixture(first + n) for n in range(schedule.games_a_deal)]
    assert {one.deal for one in fixtures} == {deal}
    met = Counter(tuple(sorted(one.seats)) for one in fixtures)
    for size in table_sizes:
        assert all(met[chosen] == len(seatings(size)) for chosen in combinations(range(bots), size))
    assert sum(met.values()) == len({one.seats for one in fixtures}) == len(fixtures)
    assert len(set(Counter(bot for one in fixtures for bot in one.seats).values())) == 1


def test_a_schedule_that_nobody_meant_is_refused() -> None:
    with pytest.raises(LeagueError, match="30 bots at tables of 10 make 300,450,150 games on every deal"):
        Schedule(30, (10,))
