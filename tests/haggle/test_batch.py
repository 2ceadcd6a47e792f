"""The batch API against the plain rules, and its own removal (G2-G4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from lastcard.haggle import HaggleError, rules, score
from lastcard.haggle.batch import TABLES_AT_ONCE, BatchScores, score_batch
from lastcard.haggle.hands import LARGEST_COUNT

Counts = npt.NDArray[np.int64]


def random_counts(tables: int, players: int, seed: int) -> Counts:
    """Uneven hands of 0 to 20 cards; every tenth is a pyramid."""
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet([2.0] * 5, size=(tables, players))
    counts = rng.multinomial(rng.integers(0, 21, size=(tables, players)), weights)
    pyramids = rng.random((tables, players)) < 0.1
    counts[pyramids] = rng.permuted(np.tile([0, 1, 2, 3, 4], (int(pyramids.sum()), 1)), axis=1)
    return counts


def compare(counts: Counts, batch: BatchScores, count_eliminated: bool, double_last: bool) -> None:
    """Each table through the plain rules, told which cards the batch kept."""
    points, eliminated = batch.points.tolist(), batch.eliminated.tolist()
    for table, hands in enumerate(counts.tolist()):
        scores = score(
            {str(seat): hand for seat, hand in enumerate(hands)},
            seed=table,
            count_eliminated=count_eliminated,
            double_last=double_last,
        )
        plain = [(scores[str(seat)].points, scores[str(seat)].eliminated) for seat in range(len(hands))]
        assert plain == list(zip(points[table], eliminated[table], strict=True)), hands


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "tables", "count_eliminated", "double_last"),
    [(4, 60_000, False, False), (2, 25_000, False, True), (3, 15_000, True, False), (7, 2_000, True, True)],
)
def test_G2_batch_like_the_plain_rules_on_102_000_tables(
    players: int, tables: int, count_eliminated: bool, double_last: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = random_counts(tables, players, seed=players)
    batch = score_batch(counts, seed=1, count_eliminated=count_eliminated, double_last=double_last)
    assert batch.points.shape == batch.eliminated.shape == (tables, players)
    kept = batch.cards.tolist()
    # the removal itself is random on both sides: let the plain rules keep the cards that the batch kept
    monkeypatch.setattr(
        "lastcard.haggle.draws.keep", lambda table, seat, cards, limit: kept[table][int(seat)]
    )
    compare(counts, batch, count_eliminated, double_last)


def test_G3_batch_keeps_thirteen_cards_that_were_there() -> None:
    counts = random_counts(5000, 4, seed=9)
    totals = counts.sum(axis=2)
    limited = np.minimum(totals, rules.HAND_LIMIT)
    batch, ignoring = score_batch(counts, seed=2), score_batch(counts, seed=2, count_eliminated=False)
    for one in (batch, ignoring):
        assert ((one.cards >= 0) & (one.cards <= counts)).all()
    assert (batch.cards.sum(axis=2) == limited).all()
    assert (ignoring.cards.sum(axis=2) == np.where(ignoring.eliminated, totals, limited)).all()


def test_G3_batch_removal_is_uniform_over_cards() -> None:
    hand = np.array([6, 4, 2, 1, 1])
    tables = 20_000
    batch = score_batch(np.tile(hand, (tables, 1, 1)), seed=3)
    removed = (hand - batch.cards[:, 0]).sum(axis=0)
    expected = tables * hand / 14
    assert ((removed - expected) ** 2 / expected).sum() < 18.5  # 4 degrees of freedom, one in a thousand


def test_G3_batch_repeats_with_its_seed() -> None:
    counts = random_counts(TABLES_AT_ONCE + 10, 3, seed=4)
    first, again, other = (score_batch(counts, seed=seed) for seed in (1, 1, 2))
    assert (first.cards == again.cards).all()
    assert (first.cards != other.cards).any()


def test_empty_hands_fill_up_a_table() -> None:
    two = random_counts(3000, 2, seed=5)
    two[two.sum(axis=2) > rules.HAND_LIMIT] = [2, 2, 2, 2, 2]  # nothing to remove, so nothing is random
    filled = np.concatenate([two, np.zeros((3000, 3, 5), np.int64)], axis=1)
    assert (score_batch(filled).points[:, :2] == score_batch(two).points).all()


def test_batch_leaves_its_input_alone() -> None:
    counts = random_counts(100, 4, seed=6)
    before = counts.copy()
    score_batch(counts)
    assert (counts == before).all()


@pytest.mark.parametrize("shape", [(0, 4, 5), (3, 0, 5)])
def test_batch_of_nothing(shape: tuple[int, ...]) -> None:
    assert score_batch(np.zeros(shape, np.int8)).points.shape == shape[:2]


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        (np.zeros((2, 5), np.int8), "shape"),
        (np.zeros((2, 2, 4), np.int8), "shape"),
        (np.zeros((2, 2, 5)), "whole counts, not float64"),
        (np.full((1, 1, 5), -1), "from 0 to 9999"),
        (np.full((1, 1, 5), LARGEST_COUNT + 1), "from 0 to 9999"),
    ],
)
def test_batch_refuses_what_is_no_hand(counts: Counts, says: str) -> None:
    with pytest.raises(HaggleError, match=says):
        score_batch(counts)
