"""The tactician's weights: for a way of scoring, and for two players or more.

Tuned by `benchmarks/tune.py`; those for leagues of many were then tried one by one, which it does not do.

The order is that of `ai.heuristic`; what is left out at the end is 0. A user's own rulebook gets the
weights of its way of scoring.
"""

from __future__ import annotations

from typing import Final

from ..ai.heuristic import WEIGHTS as MOST
from ..rulebooks import Rulebook

_ROUNDS: Final = (-32, 64, 275, 93, 34, -1, 51, 70, 61, -30, 42, 3, -73, -33, 20, 0, -110, 4, -4, -66, -261)
_MANY: Final = (-16, 0, 404, 0, 0, 0, 5, 180, 0, 0, 171, 9, -216, 53, 20, 0, -190, 89, -14, -237, -338)
_CLASSIC: Final = (-31, 49, 254, 98, 36, 2, 46, 80, 63, -24, 46, -1, -70, -41, 21, 0, -120, 16, 1, -65, -304)
_LEAGUE: Final = (-36, 45, 289, 102, 23, 1, 38, 81, 54, -27, 51, -2, -69, -28, 0, 0, -163, 0, -3, -80, -298)
_LEAGUES: Final = (
    *(-17, 0, 440, 0, 0, 1, 8, 200, 0, 0, 150, 6, -185, 40, 35, -500, -205, 40, -10, -220, -318),
    *(6, 70, 8),
)
_FOOL: Final = (-55, 31, 286, 99, 13, 3, -27, 89, 61, -105, 29, 2, -79, -36, 49, 0, -110, 0, 0, -70, -326)
_FOOLS: Final = (-14, 0, 406, 0, 0, 12, 8, 180, 0, 0, 162, 11, -208, 50, 0, 0, -172, 0, -10, -278, -324)

WEIGHTS: Final[dict[tuple[str, bool], tuple[int, ...]]] = {  # way of scoring, two players
    ("wins", True): _ROUNDS,
    ("wins", False): _MANY,
    ("winner_takes", True): _CLASSIC,
    ("winner_takes", False): _MANY,
    ("ranked", True): _LEAGUE,
    ("ranked", False): _LEAGUES,
    ("penalties", True): _FOOL,
    ("penalties", False): _FOOLS,
}


def weights_for(rulebook: Rulebook, players: int) -> tuple[int, ...]:
    """The weights for a rulebook, filled up with zeros to the length that all have."""
    weights = WEIGHTS[rulebook.scoring, players == 2]
    return weights + (0,) * (MOST - len(weights))
