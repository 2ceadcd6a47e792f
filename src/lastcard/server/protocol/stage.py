"""How long a page takes to show what happened: the client animates by these times, and bots wait for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

# Milliseconds by type of event. `draw` is for each card; what is not listed takes no time of its own.
STAGE_MS: Final[dict[str, int]] = {
    "deal": 1100,
    "dealer_card": 500,
    "turn_up": 400,
    "put_back": 500,
    "open": 400,
    "play": 360,
    "jump": 420,
    "draw": 200,
    "skip": 600,
    "reverse": 450,
    "owes": 400,
    "swap": 800,
    "hands_passed": 900,
    "reshuffle": 500,
    "charge": 600,
    "call": 450,
    "false_call": 700,
    "catch": 900,
    "false_catch": 900,
    "challenge": 1500,
}
MOST_CARDS: Final = 6  # drawn cards that are shown one by one; the rest come with the last


def event_ms(event: Struct) -> int:
    """How long one event takes on the page, of the game or of the table."""
    tag = str(event.__struct_config__.tag)
    count = min(MOST_CARDS, getattr(event, "count", 1)) if tag == "draw" else 1
    return STAGE_MS.get(tag, 0) * count


def stage_ms(events: Iterable[Struct]) -> int:
    """How long these events take on the page."""
    return sum(map(event_ms, events))
