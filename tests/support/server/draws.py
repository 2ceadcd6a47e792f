"""Draws for dealer at a table: settings for a ceremony that people see, and seeds for what it leads to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from lastcard.game import Match, Seed
from lastcard.game.dealer_draw import DealerDraw
from lastcard.rulebooks import load
from support.server.people import QUICK

AGES = 600.0  # nothing that waits so long happens in a test
SLOW = {"slow": AGES, "normal": AGES, "fast": AGES}
# Nobody is picked for before the test wants it, and what is shown stays.
STANDING = msgspec.structs.replace(QUICK, draw_seconds=AGES, draw_shown=AGES, paces=SLOW)
# It goes by itself: bots pick at once, people have a moment, what is shown goes on.
GOING = msgspec.structs.replace(QUICK, draw_seconds=0.4, draw_shown=0.05)

Wanted = Callable[[DealerDraw], bool]


def tied(draw: DealerDraw) -> bool:
    return bool(draw.tied) and len(draw.tied) < len(draw.players)


def decided(draw: DealerDraw) -> bool:
    return draw.dealer is not None


@cache
def seed_where(wanted: Wanted, *places: int) -> bytes:
    """A seed with which these places, seat by seat, lead to such a draw."""
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        draw = Match(load("classic"), [f"P{seat}" for seat in range(len(places))]).draw_from(Seed(seed))
        for seat, place in enumerate(places):
            draw.pick(seat, place)
        if wanted(draw):
            return seed
    raise AssertionError("no such draw")
