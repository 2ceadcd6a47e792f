"""The random removal of rule 12: uniform, repeatable, and nobody else's business (G3)."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from lastcard.haggle import LETTERS, score
from lastcard.haggle.draws import Stream

LARGE = "YYYYYBBBBBRRRROOO"


def removed(name: str, hand: str, seed: int, **others: str) -> str:
    return score({name: hand, **others}, seed=seed)[name].removed


def chi_squared(seen: Counter[str], chances: dict[str, float]) -> float:
    total = seen.total()
    assert seen.keys() <= chances.keys()
    return sum((seen[key] - total * chance) ** 2 / (total * chance) for key, chance in chances.items())


def test_G3_thirteen_cards_are_left_alone() -> None:
    assert removed("A", "YYYYBBBBRRRRO", 1) == ""


def test_G3_same_seed_same_cards() -> None:
    assert removed("A", LARGE, 7) == removed("A", LARGE, 7)
    assert len({removed("A", LARGE, seed) for seed in range(50)}) > 10


def test_G3_the_streams_are_pinned() -> None:
    # a seed that was written down must still mean the same after an update
    assert [removed("Ada", LARGE, seed) for seed in (0, 1, 7, 2**64 - 1)] == ["BORY", "BBRY", "BBBY", "BRYY"]


def test_G3_order_of_letters_and_case_do_not_matter() -> None:
    dice = Random(3)
    for seed in range(50):
        letters = [dice.choice((letter, letter.lower())) for letter in LARGE]
        dice.shuffle(letters)
        assert removed("A", "".join(letters), seed) == removed("A", LARGE, seed)


def test_G3_other_players_and_their_order_do_not_matter() -> None:
    for seed in range(50):
        alone = removed("A", LARGE, seed)
        assert removed("A", LARGE, seed, B=LARGE, C="Y") == alone
        scores = score({"C": "W" * 9, "B": LARGE, "A": LARGE}, seed=seed)
        assert scores["A"].removed == alone


def test_G3_players_with_equal_hands_lose_different_cards() -> None:
    scores = [score({"A": LARGE, "B": LARGE}, seed=seed) for seed in range(40)]
    assert sum(s["A"].removed != s["B"].removed for s in scores) > 20


def test_G3_a_fresh_seed_repeats_the_table() -> None:
    fresh = score({"A": LARGE, "B": LARGE})
    assert fresh.seed is not None
    assert score({"A": LARGE, "B": LARGE}, seed=fresh.seed).as_dict() == fresh.as_dict()
    assert score({"A": LARGE}).seed != fresh.seed


def test_G3_no_seed_is_drawn_when_nothing_is_removed() -> None:
    assert score({"A": "Y" * 6, "X": "W" * 13}).seed is None
    assert score({"A": "Y" * 6, "X": "W" * 20}, count_eliminated=False).seed is None


def test_G3_eliminated_hands_are_cut_only_when_they_count() -> None:
    assert removed("X", "W" * 20, 1) == "W" * 7
    assert score({"X": "W" * 20}, seed=1, count_eliminated=False)["X"].removed == ""


def test_G3_removed_letters_are_sorted() -> None:
    for seed in range(20):
        letters = removed("A", LARGE, seed)
        assert letters == "".join(sorted(letters))
        assert len(letters) == len(LARGE) - 13


@pytest.mark.parametrize("name", ["", "\udcff", chr(0xD800), "Jürgen", "\0", "a/b"])
def test_G3_any_name_has_a_stream(name: str) -> None:
    assert 0 <= Stream(1, name).randbelow(13) < 13


@pytest.mark.slow
def test_G3_removal_of_one_card_is_uniform_over_cards() -> None:
    hand = "YYYYYYBBBBRRWO"
    chances = {letter: hand.count(letter) / 14 for letter in LETTERS}
    seen = Counter(removed("A", hand, seed) for seed in range(6000))
    assert chi_squared(seen, chances) < 18.5  # 4 degrees of freedom, one in a thousand


@pytest.mark.slow
def test_G3_removal_of_two_cards_is_uniform_over_pairs() -> None:
    hand = "YYYBBBRRROOOWWW"
    chances = {
        "".join(sorted(a + b)): (comb(3, 2) if a == b else 9) / comb(15, 2) for a in LETTERS for b in LETTERS
    }
    seen = Counter(removed("A", hand, seed) for seed in range(8000))
    assert chi_squared(seen, chances) < 36.1  # 14 degrees of freedom, one in a thousand


@pytest.mark.slow
def test_G3_removal_is_uniform_over_names_too() -> None:
    hand = "YYYYYYBBBBRRWO"
    chances = {letter: hand.count(letter) / 14 for letter in LETTERS}
    scores = score({f"P{at}": hand for at in range(6000)}, seed=5)
    assert chi_squared(Counter(player.removed for player in scores), chances) < 18.5
