"""Limits of how often something may be done."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_BUCKETS = 20_000


class TokenBucket:
    """A token bucket: refill rate and burst size."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, limit: tuple[float, float]) -> None:
        self.rate, self.most = limit
        self.left = self.most
        self.at = time.monotonic()

    def empty(self) -> bool:
        """Refill for the time that has passed; True if there is not one whole token."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left < 1

    def take(self) -> bool:
        """Use one token; False if there is none, and then nothing is used."""
        if self.empty():
            return False
        self.left -= 1
        return True


class TokenBuckets:
    """One bucket for each of many; the longest unused are forgotten."""

    def __init__(self, limit: tuple[float, float]) -> None:
        self.limit = limit
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Use one token of somebody's bucket; of too many, the least recently used goes."""
        bucket = self._of.pop(who, None) or TokenBucket(self.limit)
        self._of[who] = bucket
        if len(self._of) > MOST_BUCKETS:
            self._of.popitem(last=False)
        return bucket.take()

    def empty(self, who: str) -> bool:
        """Nothing is left; asking costs nothing."""
        bucket = self._of.get(who)
        return bucket is not None and bucket.empty()
