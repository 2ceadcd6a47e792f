"""What chance decides before the first turn of a round, and whether it can be dealt at all."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..errors import CodedError
from ..rulebooks import PlayerCountError, Rulebook
from .notation import NotationError, check_names


class DealError(CodedError):
    """Cards that can't be dealt; `str()` says what is wrong with them."""

    namespace = "deal"


class Deal(Struct, frozen=True, kw_only=True):
    """All that chance decides before the first turn. Cards are kinds, the deck's top card first.

    Where `back` or `opening` is None, the shuffler decides; the round's own deal then says what it decided.
    """

    first: int
    deck: list[int]
    back: list[int] | None = None  # for each card that may not start the pile: the cards above it
    opening: int | None = None  # the starter's first card (F2)


def check_players(rulebook: Rulebook, players: Sequence[str]) -> None:
    """U2, F1, H9 and N1, or a DealError."""
    try:
        rulebook.check_players(len(players))
    except PlayerCountError as error:
        raise DealError(error.code, **error.params) from None
    try:
        check_names(players)
    except NotationError as error:
        raise DealError("names", why=error) from None


def check_deck(rulebook: Rulebook, players: int, deal: Deal) -> None:
    """Whether a deck is large enough and has no card too often, or a DealError."""
    needed = players * rulebook.hand + (0 if rulebook.opening == "from_hand" else 1)
    if len(deal.deck) < needed:
        raise DealError("deck_small", players=players, needed=needed, cards=len(deal.deck))
    kind = rulebook.deck.too_many(deal.deck)
    if kind is not None:
        copies = rulebook.deck.copies[kind]
        raise DealError("deck_copies", card=rulebook.deck.texts[kind], copies=copies, rules=rulebook.name)
