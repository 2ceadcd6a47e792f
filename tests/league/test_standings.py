"""L4 and L5 on results made by hand, and intervals that hold what they promise."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.game.scoring import ReportedRound, score_round
from lastcard.league import Outcome, Tally, wording
from lastcard.league.play import counted
from lastcard.league.standings import LEAST_DEALS, Lead, decided, looks
from lastcard.league.student_t import quantile
from lastcard.rulebooks import load
from support.league.leagues import plan


def game(number: int, deal: int, points: dict[int, int], winner: int | None = None) -> Outcome:
    """Bots in the order of their seats."""
    return Outcome(number, deal, tuple(points), tuple(points.values()), winner)


def test_L4_points_of_games_made_by_hand_add_up_to_the_table_of_L5() -> None:
    """Three players, so base 100, 200 or 300 less cards, a third of it, halves up."""
    rulebook, names = load("league"), ["Ann", "Bob", "Cid"]
    evenings = [
        {"Ann": "", "Bob": "R9 RS R1", "Cid": "W W+4 R9 R8 G7"},  # 100, (200-20)/3, (100-54)/3
        {"Ann": "R5", "Bob": "", "Cid": "G5"},  # equal counts share the base: (200-5)/3... see L4
        {"Ann": "W W W W W+4 W+4 W+4 W+4", "Bob": "B1 B2", "Cid": ""},  # all 100 lost: at least 1
    ]
    league = Tally(names)
    for number, hands in enumerate(evenings):
        told = score_round(rulebook, ReportedRound(hands=hands))
        assert told.winner is not None
        scores = {names.index(name): points for name, points in told.scores.items()}
        league.add(game(number, number, scores, names.index(told.winner)))
    assert [(row.name, row.wins, row.total) for row in league.table()] == [
        ("Bob", 1, 60 + 100 + 66),
        ("Cid", 1, 15 + 32 + 100),
        ("Ann", 1, 100 + 32 + 1),
    ]
    assert [row.rank for row in league.table()] == [1, 2, 3]
    assert league.table()[0].mean == pytest.approx(226 / 3)


def test_L5_ranks_are_shared_and_go_by_mean_then_total() -> None:
    league = Tally(["a", "b", "c", "d", "e"])
    league.add(game(0, 0, {0: 10, 1: 50, 2: 50, 3: 90}))
    league.add(game(1, 0, {4: 50, 0: 10, 3: 90}))
    league.add(game(2, 1, {1: 50, 0: 10}))
    rows = league.table()
    assert [(row.rank, row.name) for row in rows] == [(1, "d"), (2, "b"), (3, "c"), (3, "e"), (5, "a")]


def test_where_points_are_penalties_the_lowest_mean_is_first() -> None:
    league = Tally(["a", "b"], low_is_good=True)
    league.add(game(0, 0, {0: 40, 1: -20}))
    league.add(game(1, 1, {0: 30, 1: 5}))
    first, last = league.table()
    assert (first.name, last.name) == ("b", "a")
    assert first.lead is not None
    assert first.lead.difference == pytest.approx(42.5)
    assert "lower is better" in "".join(wording.notes(plan("fool108"), league))


def test_L5_a_league_of_mixed_table_sizes_says_so_and_why_it_matters() -> None:
    league = Tally(["a", "b", "c"])
    league.add(game(0, 0, {0: 1, 1: 0}))
    assert not league.mixed
    assert "mixes" not in wording.as_text(plan(), league)
    league.add(game(1, 0, {0: 1, 1: 0, 2: 0}))
    assert league.mixed
    assert "mixes tables of 2 and 3 players: points and wins" in wording.as_text(plan(), league)


@given(
    st.sampled_from(["classic", "league", "rounds", "fool108"]),
    st.lists(st.tuples(st.integers(-200, 300), st.booleans()), min_size=2, max_size=10),
)
def test_a_forfeit_gets_the_worst_and_changes_nobody_else(rules: str, seats: list[tuple[int, bool]]) -> None:
    rulebook = load(rules)
    least = {"classic": 0, "league": 1, "rounds": 0, "fool108": 108}[rules]
    points, gone = [own for own, _ in seats], [away for _, away in seats]
    for now, own, away in zip(counted(rulebook, points, gone), points, gone, strict=True):
        if not away:
            assert now == own
        elif rules == "fool108":
            assert now == max(least, *points)
        else:
            assert now == min(least, *points)


@pytest.mark.parametrize(
    ("freedom", "alpha", "table"),
    [(1, 0.05, 12.706), (2, 0.05, 4.303), (9, 0.05, 2.262), (30, 0.05, 2.042), (30, 0.001, 3.646)],
)
def test_students_t_as_in_the_printed_tables(freedom: int, alpha: float, table: float) -> None:
    assert quantile(freedom, alpha) == pytest.approx(table, abs=5e-4)


TRUE_MEANS = (50.0, 52.0, 40.0)


def synthetic(rng: random.Random, deals: int, luck_of_deal: float = 20.0) -> Iterator[Outcome]:
    """Three bots of known strength; games on the same deal share its luck, and each bot its taste for it."""
    number = 0
    for deal in range(deals):
        common = rng.gauss(0, luck_of_deal)
        taste = [rng.gauss(0, 3) for _ in TRUE_MEANS]
        for _ in range(6):
            own = [round(mean + common + taste[bot] + rng.gauss(0, 6)) for bot, mean in enumerate(TRUE_MEANS)]
            yield Outcome(number, deal, (0, 1, 2), tuple(own), None)
            number += 1


def ends(lead: Lead) -> tuple[float, float]:
    assert lead.low is not None
    assert lead.high is not None
    return lead.low, lead.high


def mean_ends(league: Tally, bot: int) -> tuple[float, float]:
    low, high = league.interval(bot)
    return ends(Lead(0.0, low, high))


@pytest.mark.slow
def test_95_percent_intervals_hold_the_truth_in_95_of_100_leagues() -> None:
    rng = random.Random(5)
    means = leads = 0
    leagues = 600
    for _ in range(leagues):
        league = Tally(["a", "b", "c"]).add_all(synthetic(rng, deals=10))
        low, high = mean_ends(league, 0)
        means += low <= TRUE_MEANS[0] <= high
        low, high = ends(league.lead(1, 0))
        leads += low <= 2.0 <= high
    assert 0.925 < means / leagues < 0.975
    assert 0.925 < leads / leagues < 0.975


def test_pairing_by_deal_takes_the_luck_of_the_deal_out_of_a_lead() -> None:
    league = Tally(["a", "b", "c"]).add_all(synthetic(random.Random(2), deals=40, luck_of_deal=60.0))
    lead_low, lead_high = ends(league.lead(0, 2))
    low, high = mean_ends(league, 0)
    assert lead_high - lead_low < (high - low) / 5
    assert lead_low > 0


def test_one_deal_gives_no_interval() -> None:
    league = Tally(["a", "b", "c"]).add_all(synthetic(random.Random(1), deals=1))
    assert all(row.low is None for row in league.table())
    assert "One deal is not enough" in wording.as_text(plan(), league)


def test_looks_begin_after_the_least_number_of_deals_and_grow_apart() -> None:
    found = looks(1000)
    assert found[0] == LEAST_DEALS
    assert found == sorted(set(found))
    assert len(found) < 30
    assert looks(LEAST_DEALS - 1) == []


def stops_early(rng: random.Random, deals: int) -> bool:
    """Whether a league of two equal bots is ever called decided."""
    league, due = Tally(["a", "b"]), set(looks(deals))
    for deal in range(deals):
        a, b = (round(rng.gauss(500, 100)) for _ in range(2))
        league.add(Outcome(deal, deal, (0, 1), (a, b), None))
        if league.deals in due and decided(league):
            return True
    return False


@pytest.mark.slow
def test_equal_bots_are_called_decided_in_at_most_5_of_100_leagues() -> None:
    rng = random.Random(11)
    assert sum(stops_early(rng, deals=100) for _ in range(200)) <= 10


def test_clear_differences_are_decided_at_the_first_look() -> None:
    league = Tally(["a", "b", "c"])
    for one in synthetic(random.Random(3), LEAST_DEALS, luck_of_deal=5.0):
        league.add(one._replace(points=(one.points[0], one.points[1] + 60, one.points[2] - 60)))
    assert decided(league)
