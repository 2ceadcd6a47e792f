"""Many tables at once: the twelve rules over NumPy arrays, for simulations and statistics.

The plain rules in `rules.py` are the truth; here they are written once more for whole arrays, in the same
order, and the tests compare the two. Needs NumPy: `pip install lastcard[sim]`.
"""

from __future__ import annotations

from typing import NamedTuple

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("lastcard.haggle.batch needs NumPy: pip install lastcard[sim]") from error

from . import rules
from .hands import BLUE, COLOURS, LARGEST_COUNT, ORANGE, RED, WHITE, YELLOW
from .wording import HaggleError

__all__ = ["BatchScores", "score_batch"]

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

TABLES_AT_ONCE = 8192  # so that all arrays of a step stay in the processor's cache


class BatchScores(NamedTuple):
    """What came of each table and player."""

    points: Ints
    """(tables, players); 0 where eliminated."""
    eliminated: Bools
    """(tables, players)."""
    cards: Ints
    """(tables, players, 5): the hands after rule 12."""


def score_batch(
    counts: npt.ArrayLike,
    *,
    seed: int | None = None,
    count_eliminated: bool = True,
    double_last: bool = True,
) -> BatchScores:
    """Score hands given as counts of shape (tables, players, 5), colours in the order of COLOURS.

    The options are those of `score`. Rule 12 removes uniformly, too, but draws from NumPy's generator: `seed`
    repeats a batch, not the removals of the command. Tables of different size go into one array when empty
    hands fill them up, as an empty hand changes nobody else's score.
    """
    handed_in = np.asarray(counts)
    if handed_in.ndim != 3 or handed_in.shape[2] != len(COLOURS):
        raise HaggleError(f"expected counts of shape (tables, players, 5), not {handed_in.shape}")
    if not np.issubdtype(handed_in.dtype, np.integer):
        raise HaggleError(f"expected whole counts, not {handed_in.dtype}")
    if handed_in.min(initial=0) < 0 or handed_in.max(initial=0) > LARGEST_COUNT:
        raise HaggleError(f"expected counts from 0 to {LARGEST_COUNT}")
    rng = np.random.default_rng(seed)
    tables, players, _ = handed_in.shape
    answer = BatchScores(
        np.empty((tables, players), np.int32),
        np.empty((tables, players), np.bool_),
        np.empty(handed_in.shape, np.int32),
    )
    for start in range(0, tables, TABLES_AT_ONCE):
        part = slice(start, start + TABLES_AT_ONCE)
        # Tables last: every step runs along them, and a step over the few players is a step over rows.
        hands = np.ascontiguousarray(handed_in[part].transpose(2, 1, 0), np.int32)
        points, eliminated, cards = _score(hands, rng, count_eliminated, double_last)
        answer.points[part] = points.T
        answer.eliminated[part] = eliminated.T
        answer.cards[part] = cards.transpose(2, 1, 0)
    return answer


def _score(
    handed_in: Ints, rng: np.random.Generator, count_eliminated: bool, double_last: bool
) -> tuple[Ints, Bools, Ints]:
    """The rules in the order of `rules.ORDER`, over hands of shape (5, players, tables)."""
    eliminated: Bools = handed_in.max(axis=0) >= rules.ELIMINATED_AT  # rule 6
    counted = np.ones_like(eliminated) if count_eliminated else ~eliminated
    cards = _limited(handed_in, counted, rng)  # rule 12
    points = _hand_values(cards)
    points += _most_red(cards[RED] * counted)
    points += cards.min(axis=0) * rules.FIVE_COLOURS_BONUS  # rule 7
    points += _most_yellow(cards[YELLOW] * counted)
    pyramid = (np.sort(cards, axis=0) == np.array(rules.PYRAMID)[:, None, None]).all(axis=0)  # rule 8
    deduction = _deduction(cards, counted)
    points = (points - deduction) << pyramid if double_last else (points << pyramid) - deduction
    points[eliminated] = 0
    return points, eliminated, cards


def _limited(handed_in: Ints, counted: Bools, rng: np.random.Generator) -> Ints:
    """Rule 12: of each hand that is too large, draw the cards that stay, colour by colour."""
    over = (handed_in.sum(axis=0) > rules.HAND_LIMIT) & counted
    if not over.any():
        return handed_in
    large = handed_in[:, over]
    others = large.sum(axis=0)
    stay = np.full(others.shape, rules.HAND_LIMIT)
    cards = handed_in.copy()
    for colour, held in enumerate(large):
        others = others - held
        kept = rng.hypergeometric(held, others, stay)
        stay -= kept
        cards[colour, over] = kept
    return cards


def _hand_values(cards: Ints) -> Ints:
    """Basic values and rules 1, 2, 10 and 11: what a hand is worth, no matter who else plays."""
    yellow, blue, red, orange, white = cards
    white_value, orange_value = rules.VALUES[WHITE], rules.VALUES[ORANGE]
    scored = np.minimum(orange, blue)  # rule 2
    doubled = np.minimum(yellow // rules.YELLOWS_TO_DOUBLE, white)  # rule 10
    quadrupled = np.minimum(blue // rules.BLUES_TO_QUADRUPLE, scored)  # rule 11
    points: Ints = yellow * rules.VALUES[YELLOW] + blue * rules.VALUES[BLUE] + red * rules.VALUES[RED]
    points += (scored + 3 * quadrupled) * orange_value
    points += (white + doubled) * (white <= rules.WHITE_LIMIT) * white_value  # rule 1
    return points


def _most_red(red: Ints) -> Ints:
    """Rule 9: what doubling adds for the one player who holds the most red cards."""
    most = red == red.max(axis=0, initial=0)
    added: Ints = red * (most & (most.sum(axis=0) == 1)) * rules.VALUES[RED]
    return added


def _most_yellow(yellow: Ints) -> Ints:
    """Rule 5: the square of the largest number of yellow cards that one player holds alone."""
    bonus = np.zeros_like(yellow)
    free = np.ones(yellow.shape[1:], np.bool_)  # tables whose bonus is not given yet
    for number in range(int(yellow.max(initial=0)), 0, -1):
        holds = yellow == number
        alone = free & (holds.sum(axis=0) == 1)
        bonus += (holds & alone) * (number * number)
        free &= ~alone
    return bonus


def _deduction(cards: Ints, counted: Bools) -> Ints:
    """Rules 3 and 4: ten points for each attack of others that the red cards don't ward off."""
    attacks = (cards[BLUE] >= rules.BLUE_SET) & counted
    hits = attacks.sum(axis=0, dtype=np.int32) - attacks
    deduction: Ints = np.maximum(hits - cards[RED] // rules.RED_SET, 0) * rules.BLUE_DEDUCTION
    return deduction
