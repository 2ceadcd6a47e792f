"""Random tables to compare scorers on: ties, pyramids and large hands come more often than by chance."""

from __future__ import annotations

from random import Random

LETTERS = "YBROW"


def random_hand(dice: Random) -> str:
    kind = dice.randrange(10)
    if kind == 0:
        cards = [letter for n, letter in enumerate(dice.sample(LETTERS, 4), 1) for _ in range(n)]
        dice.shuffle(cards)
        return "".join(cards)
    if kind <= 2:  # over the limit without being eliminated: at most six of each colour
        cards = [letter for letter in LETTERS for _ in range(6)]
        return "".join(dice.sample(cards, dice.randrange(12, 21)))
    if kind <= 5:  # few colours, so that sets, attacks and ties are common
        return "".join(dice.choices(dice.sample(LETTERS, 3), k=dice.randrange(0, 14)))
    return "".join(dice.choices(LETTERS, k=dice.randrange(0, 21)))


def random_table(dice: Random) -> dict[str, str]:
    """One to eight players."""
    return {f"P{seat}": random_hand(dice) for seat in range(dice.randrange(1, 9))}
