"""The drawings of cards, from a file that the client's build writes: page and pictures share them."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from ...rulebooks import Rulebook
from ...rulebooks.cards import Kind

FAN: Final = ("colour B 1", "colour Y 3", "wild 0", "colour G skip", "colour R 7")  # as in the lobby
FRENCH_FAN: Final = ("french C 6", "french D J", "french S Q", "french C 9", "french H A")
BACKS: Final = ("back",) * 5
COLOURS: Final = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
SUITS: Final = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}


class Art(Struct, frozen=True):
    """Drawings by what they show (client/pictures.ts), box 100 x 142; none without a built client."""

    paints: str = ""
    cards: dict[str, str] = {}

    def card(self, name: str) -> str:
        """A drawing, or that of a card's back."""
        return self.cards.get(name) or self.cards.get("back", "")


def read(text: bytes | None) -> Art:
    """The drawings in the file of the built client."""
    return Art() if text is None else msgspec.json.decode(text, type=Art)


def name_of(rulebook: Rulebook, card: str, colour: str | None = None) -> str:
    """The name of a card's drawing, "back" if it has none; `colour` is the letter that a wild has named."""
    kind = next((one for one in rulebook.deck.kinds if one.text == card), None)
    if kind is None:
        return "back"
    suits = list(rulebook.suits.values())
    coloured = all(name in COLOURS for name in suits)
    if kind.suit < 0:
        if not coloured:
            return "joker" if all(name in SUITS for name in suits) else "back"
        named = COLOURS.get(rulebook.suits.get(colour or "", ""))
        return f"wild {kind.face.draws}" + (f" {named}" if named else "")
    suit = suits[kind.suit]
    if suit in COLOURS:
        return f"colour {COLOURS[suit]} {_sign(kind)}"
    return f"french {SUITS[suit]} {kind.symbol}" if suit in SUITS else "back"


def fan_of(rulebook: Rulebook) -> tuple[str, ...]:
    """A few cards that look like those of a rulebook."""
    suits = rulebook.suits.values()
    if all(name in COLOURS for name in suits):
        return FAN
    return FRENCH_FAN if all(name in SUITS for name in suits) else BACKS


def _sign(kind: Kind) -> str:
    """What a coloured card shows: a number, or what it does."""
    face = kind.face
    if kind.symbol.isdecimal():
        return kind.symbol
    if face.draws:
        return f"+{face.draws}"
    if face.flips:
        return "reverse"
    return "skip" if face.skips else kind.symbol
