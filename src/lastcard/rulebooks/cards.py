"""A rulebook's cards: the kinds in their order, and each one as text (N2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .schema import CardPatch, Face, Rulebook


class Kind(NamedTuple):
    """One kind of card: numbered suit by suit, faces in the order of the file, suitless ones last."""

    text: str
    suit: int  # -1 without a suit
    symbol: str  # the key of its face
    face: Face
    patch: CardPatch

    def value(self, field: str) -> int:
        """Points, lone or out: the card's own if it has one, else its face's."""
        own: int | None = getattr(self.patch, field)
        return int(getattr(self.face, field)) if own is None else own


class Cards:
    """The deck of a rulebook as text and as kinds."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.suits = list(rulebook.suits)
        self.kinds = _kinds(rulebook)
        self.texts = [kind.text for kind in self.kinds]
        self.of_text = {text: number for number, text in enumerate(self.texts)}
        self.copies = [kind.face.copies * rulebook.decks for kind in self.kinds]

    def __len__(self) -> int:
        return sum(self.copies)

    def kind(self, text: str) -> int:
        """The kind of a card written as text, in either case; a KeyError says that there is none."""
        return self.of_text[text.upper()]

    def suit(self, letter: str) -> int:
        """The number of a suit by its letter, upper or lower case; ValueError if there is none."""
        return self.suits.index(letter.upper())

    def too_many(self, kinds: Iterable[int]) -> int | None:
        """A kind that stands in `kinds` more often than in the full deck, or None."""
        for kind, n in Counter(kinds).items():
            if n > self.copies[kind]:
                return kind
        return None


def _kinds(rulebook: Rulebook) -> list[Kind]:
    kinds = []
    for suit, letter in enumerate(rulebook.suits):
        for symbol, face in rulebook.faces.items():
            if face.suited:
                text = letter + symbol if rulebook.card_text == "suit_face" else symbol + letter
                kinds.append(_kind(rulebook, text, suit, symbol, face))
    for symbol, face in rulebook.faces.items():
        if not face.suited:
            kinds.append(_kind(rulebook, symbol, -1, symbol, face))
    return kinds


def _kind(rulebook: Rulebook, text: str, suit: int, symbol: str, face: Face) -> Kind:
    return Kind(text, suit, symbol, face, rulebook.cards.get(text, CardPatch()))
