"""How a match stands after so many rounds: totals, places, winners, losers, the next game's limit."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ..engine import match as engine_match
from ..rulebooks import Rulebook
from .html import standing_html


class Standing(Struct, frozen=True, kw_only=True):
    """By name, in the order of the seats."""

    totals: dict[str, int]
    places: dict[str, int]  # shared ranks 1, 2, 2, 4
    over: bool
    winners: list[str]  # empty until the match is over
    losers: list[str]  # everyone at the limit (F10)
    next_limit: int | None  # of the next game, if it is played at once (F10)

    def _repr_html_(self) -> str:
        return standing_html(self)


def standing(rulebook: Rulebook, totals: Mapping[str, int], rounds: int) -> Standing:
    """The standing after `rounds` finished rounds."""
    r = rulebook.tables
    points, players = list(totals.values()), len(totals)
    out = [0] * players
    engine_match.places(r, points, players, out)
    places = dict(zip(totals, out, strict=True))
    over = rounds > 0 and engine_match.match_over(r, points, players, rounds)
    return Standing(
        totals=dict(totals),
        places=places,
        over=over,
        winners=[name for name, place in places.items() if over and place == 1],
        losers=[name for name, total in totals.items() if over and engine_match.loses(r, total)],
        next_limit=engine_match.next_limit(r, points, players) if over and rulebook.limit else None,
    )
