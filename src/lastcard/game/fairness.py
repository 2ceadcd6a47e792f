"""Deals that can be checked afterwards: a seed, and the promise of it (docs/fairness.md).

Before a deal everybody sees the SHA-256 of 32 random bytes; then the players may add words of their own. The
key of the round's stream is made of both, so neither side can choose the cards. Later the bytes are shown.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping

from msgspec import Struct, field


class Seed(Struct, frozen=True):
    """What a round is dealt from: 32 secret bytes, and what the players added, by name."""

    secret: bytes
    additions: Mapping[str, str] = field(default_factory=dict)

    @property
    def commitment(self) -> str:
        """What is published before the deal: the SHA-256 of the secret, in hexadecimal."""
        return commitment(self.secret)

    @property
    def key(self) -> bytes:
        """The stream's key: SHA-256 of the secret and of the additions, sorted by name, as plain JSON."""
        added = json.dumps(sorted(self.additions.items()), separators=(",", ":"))
        return hashlib.sha256(self.secret + added.encode()).digest()


def fresh() -> bytes:
    """A new secret: 32 bytes from the system's random source."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()
