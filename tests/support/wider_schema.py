"""The schema as it would be after somebody has added a house rule, and nothing but that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated

import pytest

from lastcard.rulebooks import Rulebook, loader, options
from lastcard.rulebooks.schema import option

NEW = "flying_cards"


class Wider(Rulebook, frozen=True, kw_only=True, dict=True):
    """One option more, off by default."""

    flying_cards: Annotated[bool, option("Cards fly.")] = False


@contextmanager
def wider_schema() -> Iterator[None]:
    """Rulebooks are read by the wider schema, and nothing of that is kept."""
    caches = (loader._shipped, options)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("loader", "options", "sheet"):
            patch.setattr(import_module(f"lastcard.rulebooks.{module}"), "Rulebook", Wider)
        for one in caches:
            one.cache_clear()
        try:
            yield
        finally:
            for one in caches:
                one.cache_clear()
