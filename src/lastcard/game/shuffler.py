"""Where the orders of a table's cards come from: a keyed stream for people, the record for replays.

The keyed stream is HMAC-SHA256 over a counter, so that anybody who learns the key after the round can deal it
again. Numbers are drawn by rejection, so every order is exactly as likely as any other. What a round takes
from the stream, in this order: the dealer draw's deck (C1, first round only), the deck, the place of each
card that goes back, the opening card, each reshuffle. Every shuffle starts from kind order.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Protocol


class Shuffler(Protocol):
    """What decides all that chance decides in a round."""

    def randbelow(self, n: int) -> int:
        """A number from 0 to n - 1."""

    def order(self, kinds: Sequence[int]) -> list[int]:
        """The kinds as a shuffled pile, top card first."""


class HmacShuffler:
    """The stream of one table. Without a key it takes 32 bytes from `secrets`."""

    def __init__(self, key: bytes | None = None) -> None:
        self.key = secrets.token_bytes(32) if key is None else key
        self._counter = 0
        self._block = b""

    def _word(self) -> int:
        if not self._block:
            message = self._counter.to_bytes(8, "big")
            self._block = hmac.digest(self.key, message, hashlib.sha256)
            self._counter += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big")

    def randbelow(self, n: int) -> int:
        """A number from 0 to n - 1, by rejection."""
        span = (1 << 32) // n * n
        while (word := self._word()) >= span:
            pass
        return word % n

    def order(self, kinds: Sequence[int]) -> list[int]:
        """A Fisher-Yates shuffle that starts from kind order."""
        cards = sorted(kinds)
        for i in range(len(cards) - 1, 0, -1):
            j = self.randbelow(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def seeded(seed: int | str) -> HmacShuffler:
    """A stream that anybody can repeat: for tests, demonstrations and `--seed`, not for play for keeps."""
    return HmacShuffler(hashlib.sha256(f"lastcard seed {seed}".encode()).digest())
