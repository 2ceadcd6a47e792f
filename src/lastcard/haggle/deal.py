"""A trading round: ten colour cards and two rule cards for each player, from a seed that repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from .draws import Stream, fresh_seed
from .hands import LETTERS, seat
from .rulecards import MODIFIERS, VALUES, RuleCard
from .wording import HaggleError, shown

__all__ = ["Dealt", "HaggleDeal", "deal"]

FEWEST, MOST = 2, 1000
OF_EACH_COLOUR = 2  # in the deck, for every player

Card = TypeVar("Card")


class Dealt(NamedTuple):
    """What one player starts with."""

    name: str
    hand: str
    """Ten letters, by colour in the order of LETTERS."""
    rules: tuple[RuleCard, RuleCard]


class HaggleDeal(NamedTuple):
    """A dealt round; anyone who knows the seed knows it all."""

    seed: int
    players: tuple[Dealt, ...]

    @property
    def mark(self) -> str:
        """A short mark that the pages of a round share, and that other rounds hardly ever have."""
        return f"{Stream(self.seed, 'mark').randbelow(1 << 16):04X}"


def deal(players: int | Sequence[str], seed: int | None = None) -> HaggleDeal:
    """Deal to so many players, or to players of these names."""
    names = [f"Player {number}" for number in range(1, players + 1)] if isinstance(players, int) else players
    if not FEWEST <= len(names) <= MOST:
        raise HaggleError(f"a round needs {FEWEST} to {MOST} players, not {len(names)}")
    seated: dict[str, tuple[int, ...]] = {}
    for name in names:
        seat(seated, name, "")
        if "=" in name:
            raise HaggleError(f"{shown(name)} can't be scored as NAME=HAND: expected a name without '='")
    seed = fresh_seed() if seed is None else seed
    hands = deal_hands(len(names), Stream(seed, "colour cards"))
    rules = deal_rules(len(names), Stream(seed, "rule cards"))
    return HaggleDeal(seed, tuple(map(Dealt, names, hands, rules)))


def deal_hands(players: int, stream: Stream) -> list[str]:
    """Ten cards each from a deck with two of each colour for every player."""
    deck = shuffled(LETTERS * OF_EACH_COLOUR * players, stream)
    size = len(LETTERS) * OF_EACH_COLOUR
    return ["".join(sorted(deck[at : at + size], key=LETTERS.index)) for at in range(0, len(deck), size)]


def deal_rules(players: int, stream: Stream) -> list[tuple[RuleCard, RuleCard]]:
    """Two different rules each: the modifiers go round first, then the basic values, then all again."""
    supply: list[RuleCard] = []
    while len(supply) < 2 * players:
        supply += shuffled(MODIFIERS, stream) + shuffled(VALUES, stream)
    firsts = shuffled(supply[:players], stream)
    seconds = shuffled(supply[players : 2 * players], stream)
    for player, (first, second) in enumerate(zip(firsts, seconds, strict=True)):
        if first == second:
            # A rule is dealt at most once more often than any other, so that most players don't hold it.
            others = [at for at in range(players) if second not in (firsts[at], seconds[at])]
            other = others[stream.randbelow(len(others))]
            seconds[player], seconds[other] = seconds[other], seconds[player]
    return list(zip(firsts, seconds, strict=True))


def shuffled(cards: Sequence[Card], stream: Stream) -> list[Card]:
    """A fair shuffle (Fisher and Yates)."""
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        at = stream.randbelow(last + 1)
        pile[at], pile[last] = pile[last], pile[at]
    return pile
