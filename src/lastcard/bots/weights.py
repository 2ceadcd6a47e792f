"""The tactician's weights, tuned by `benchmarks/tune.py`: for a way of scoring, and for two players or more.

The order is that of `kernel.tactics`. A rulebook of somebody's own gets the weights of its way of scoring.
"""

from __future__ import annotations

from typing import Final

from ..rulebooks import Rulebook

_TWO: Final = (-11, 83, 116, 87, 28, -4, 42, 60, 61, -27, 25, 25, -3, -20, 29, 0)
_MORE: Final = (-19, 65, 143, 20, 17, -8, 68, 102, 65, -22, 117, 89, -12, -11, 61, 0)

WEIGHTS: Final[dict[tuple[str, bool], tuple[int, ...]]] = {
    ("wins", True): _TWO,
    ("wins", False): _MORE,
    ("ranked", True): _TWO,
    ("ranked", False): _MORE,
    ("winner_takes", True): _TWO,
    ("winner_takes", False): _MORE,
    ("penalties", True): _TWO,
    ("penalties", False): _MORE,
}


def weights_for(book: Rulebook, players: int) -> tuple[int, ...]:
    return WEIGHTS[book.scoring, players == 2]
