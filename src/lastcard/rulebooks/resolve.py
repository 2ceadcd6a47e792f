"""Rules as people and programs give them: a name, a file, an object or a Rulebook, with house rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from .loader import load
from .schema import Rulebook

Rules = str | Path | Mapping[str, Any] | Rulebook


def resolve(rules: Rules, changes: Mapping[str, Any] | None = None) -> Rulebook:
    """The rulebook that is meant, with some of its options changed."""
    if not isinstance(rules, Rulebook):
        return load(rules, changes)
    return load(msgspec.to_builtins(rules), changes) if changes else rules
