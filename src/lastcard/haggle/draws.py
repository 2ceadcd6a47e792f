"""Randomness that anybody can repeat: a stream of numbers from a seed and from what they are for."""

from __future__ import annotations

from hashlib import sha256
from os import urandom

TYPE_CHECKING = False  # instead of the import, as in hands.py
if TYPE_CHECKING:
    from collections.abc import Sequence


def fresh_seed() -> int:
    """A seed nobody has seen before."""
    return int.from_bytes(urandom(8), "big")


class Stream:
    """Numbers from SHA-256 of seed, counter and purpose: another purpose is another, independent stream."""

    def __init__(self, seed: int, purpose: str) -> None:
        self.seed = seed
        self.purpose = purpose
        self.count = 0

    def randbelow(self, n: int) -> int:
        """The next number from 0 to n - 1; from 256 bits, the bias is beyond any measurement."""
        text = f"{self.seed}/{self.count}/{self.purpose}"
        self.count += 1
        digest = sha256(text.encode("utf-8", "surrogatepass")).digest()  # a name may hold any bytes (G5)
        return int.from_bytes(digest, "big") % n


def keep(seed: int, name: str, cards: Sequence[int], limit: int) -> list[int]:
    """The cards of a hand that stay, drawn uniformly; all others are removed (G3).

    Seed and name alone decide, and cards are numbered by colour: so neither the order of letters nor the
    other players matter.
    """
    stream = Stream(seed, f"hand limit/{name}")
    left, kept = list(cards), [0] * len(cards)
    for _ in range(limit):
        at, colour = stream.randbelow(sum(left)), 0
        while at >= left[colour]:
            at -= left[colour]
            colour += 1
        left[colour] -= 1
        kept[colour] += 1
    return kept
