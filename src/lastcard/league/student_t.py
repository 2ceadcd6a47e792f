"""Student's t: how many standard errors an interval reaches, when the error itself is an estimate."""

from __future__ import annotations

import math
from functools import lru_cache

MOST_FREEDOM = 1000  # from here on the value no longer changes to speak of


def confidence(t: float, freedom: int) -> float:
    """How much of the distribution lies between -t and t: the finite series for whole degrees of freedom."""
    angle = math.atan(t / math.sqrt(freedom))
    cos2 = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for n in range(1 + odd, freedom, 2):
        total += term
        term *= cos2 * n / (n + 1)
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


@lru_cache(maxsize=1024)
def quantile(freedom: int, alpha: float = 0.05) -> float:
    """The t that leaves `alpha` outside, both sides together."""
    freedom = min(freedom, MOST_FREEDOM)
    low, high = 0.0, 1.0
    while confidence(high, freedom) < 1 - alpha:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if confidence(middle, freedom) < 1 - alpha:
            low = middle
        else:
            high = middle
    return high
