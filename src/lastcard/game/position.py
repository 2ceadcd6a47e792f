"""A position put on the table by hand: for `Round.from_position`."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine import codes as c
from ..engine.deal import clear
from ..engine.pile import give
from ..engine.state import State
from .deal import DealError
from .notation import Notation, NotationError
from .shuffler import Shuffler


def place(
    notation: Notation,
    shuffler: Shuffler,
    hands: Mapping[str, str],
    top: str,
    discards: str,
    draw_pile: str | None,
) -> State:
    """A state with these cards, before anybody has the turn."""
    rulebook = notation.rulebook
    held = {name: kinds(notation, "hands", text) for name, text in hands.items()}
    pile = [*kinds(notation, "discards", discards), *kinds(notation, "top", top)]
    used = [*pile, *(kind for hand in held.values() for kind in hand)]
    drawn = kinds(notation, "draw_pile", draw_pile) if draw_pile is not None else None
    _check_copies(notation, [*used, *(drawn or [])])
    if drawn is None:
        drawn = shuffler.order(_rest(rulebook.tables.deck, used))
    s = State(rulebook.tables.kinds, len(used) + len(drawn), len(held))
    clear(s, rulebook.tables, 0)
    s.ordered = s.turns = 1
    for seat, hand in enumerate(held.values()):
        for kind in hand:
            give(s, seat, kind)
    s.deck[: len(drawn)], s.deck_n = drawn[::-1], len(drawn)
    s.pile[: len(pile)], s.pile_n = pile, len(pile)
    s.phase = c.ASK_PLAY
    return s


def kinds(notation: Notation, field: str, text: str) -> list[int]:
    """Cards as text, with commas or spaces, as kinds; a DealError names the field."""
    try:
        return [notation.cards.kind(notation.card(word)) for word in text.replace(",", " ").split()]
    except NotationError as error:
        raise DealError("at", field=field, why=error) from None


def _rest(deck: list[int], used: list[int]) -> list[int]:
    left = list(deck)
    for kind in used:
        left.remove(kind)
    return left


def _check_copies(notation: Notation, cards: list[int]) -> None:
    kind = notation.cards.too_many(cards)
    if kind is not None:
        copies = notation.cards.copies[kind]
        raise DealError("copies", card=notation.cards.texts[kind], copies=copies)
