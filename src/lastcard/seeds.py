"""Seeds of simulations, environments and leagues: whole numbers that fit a signed 64-bit integer."""

from __future__ import annotations

import secrets
from typing import Final

from .errors import LastcardError

LARGEST_SEED: Final = 2**63 - 1


class SeedError(LastcardError):
    """A number that can't be a seed."""


def check_seed(seed: int) -> int:
    """The seed itself, or a SeedError that says what was expected."""
    if not 0 <= seed <= LARGEST_SEED:
        raise SeedError(f"seed: expected 0 to {LARGEST_SEED}")
    return seed


def seed_or_random(seed: int | None) -> int:
    """A seed that was given, checked, or one by chance."""
    return secrets.randbits(63) if seed is None else check_seed(seed)
