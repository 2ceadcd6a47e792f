"""Cards and hands: five colours, a hand as five counts, and its text form."""

from __future__ import annotations

from .wording import HaggleError, HandError, cut, shown

TYPE_CHECKING = False  # instead of an import: `typing` would nearly double the time of the plain command
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Hand = str | Sequence[int]
    """Letters such as "YYR", or one count for each of COLOURS."""

COLOURS = ("yellow", "blue", "red", "orange", "white")
LETTERS = "YBROW"
YELLOW, BLUE, RED, ORANGE, WHITE = range(5)
LARGEST_COUNT = 9999  # cards of one colour, where they are given as a number

_COLOUR_OF = {letter: at % 5 for at, letter in enumerate(LETTERS + LETTERS.lower())}


def parse_hand(text: str) -> tuple[int, ...]:
    """The counts of a hand such as `YYR`, in either case (G1)."""
    cards = [0] * 5
    for letter in text:
        if letter not in _COLOUR_OF:
            raise HandError("not_a_colour", text=cut(letter))
        cards[_COLOUR_OF[letter]] += 1
    return tuple(cards)


def letters_of(cards: Iterable[int]) -> str:
    """A hand as sorted letters."""
    return "".join(sorted(letter * count for letter, count in zip(LETTERS, cards, strict=True)))


def seat(hands: dict[str, tuple[int, ...]], name: str, hand: Hand) -> None:
    """Add a player, or say what is wrong with the name or the hand (G5)."""
    if not name or name.isspace():
        raise HandError("name_empty")
    if name in hands:
        raise HandError("name_twice", name=cut(name))
    try:
        hands[name] = parse_hand(hand) if isinstance(hand, str) else _checked(hand)
    except HandError as error:
        raise HandError("hand", name=cut(name), why=error) from None


def seat_text(hands: dict[str, tuple[int, ...]], text: str) -> None:
    """Add the player of a `NAME=HAND` (G1, G5)."""
    name, equals, hand = text.partition("=")
    if not equals:
        raise HaggleError(f"{shown(text)} has no '=': expected NAME=HAND")
    seat(hands, name, hand)


def _checked(counts: Sequence[int]) -> tuple[int, ...]:
    if len(counts) != len(COLOURS) or min(counts) < 0:
        raise HandError("counts", colours=list(COLOURS))
    return tuple(counts)
