"""The rules as cards that people hold: twelve modifiers and five basic values, in our words."""

from __future__ import annotations

from typing import NamedTuple

from .hands import COLOURS
from .rules import VALUES as POINTS


class RuleCard(NamedTuple):
    """A rule that a player can hold, show or trade away."""

    code: str
    """`rule 5` or `value yellow`."""
    title: str
    text: str


def _value(colour: str, points: int) -> RuleCard:
    worth = "1 point" if points == 1 else f"{points} points"
    return RuleCard(
        f"value {colour}", f"{colour.capitalize()} is worth {points}", f"Each {colour} card is worth {worth}."
    )


VALUES = tuple(_value(colour, points) for colour, points in zip(COLOURS, POINTS, strict=True))

MODIFIERS = tuple(
    RuleCard(f"rule {number}", title, text)
    for number, (title, text) in enumerate(
        (
            ("Too many moons", "With more than 3 white cards, your white cards are worth nothing."),
            ("Oranges need water", "You score only as many orange cards as you have blue cards."),
            ("High tide", "If you have 5 or more blue cards, every other player loses 10 points."),
            ("Poppy shield", "Each 3 red cards protect you from one other player's 5 blue cards."),
            (
                "Sun king",
                "The most yellow cards earn that number squared. If several players tie, the next lower"
                " number that one player holds alone earns its square instead.",
            ),
            ("One-track mind", "Hand in 7 or more cards of one colour and you are eliminated."),
            ("Full bouquet", "Each set of all 5 colours earns a bonus of 10 points."),
            (
                "The pyramid",
                "If you hand in exactly 4 cards of one colour, 3 of a second, 2 of a third and 1 of a fourth,"
                " and no other card, your hand is worth double.",
            ),
            ("Poppy field", "The most red cards count double. If several players tie, nobody's do."),
            ("Sun on the moon", "Each 2 yellow cards double the value of 1 white card."),
            ("Watered grove", "Each 3 blue cards make 1 orange card worth four times as much."),
            ("Thirteen is plenty", "Only 13 cards count. Of a larger hand, the excess is removed at random."),
        ),
        1,
    )
)
