"""Pictures on demand: drawn in a thread, one at a time, kept, and only so many for one address."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..pictures import card_art, painter
from ..pictures.drawing import picture
from ..pictures.facts import Facts
from .static_files import StaticFiles

MOST_KEPT: Final = 100  # pictures, of some 60 KB each
MOST_WAITING: Final = 8  # to be drawn; others are refused


class PictureDesk:
    """The pictures of one server; `made` says whether it makes any."""

    def __init__(self, files: StaticFiles, limit: tuple[float, float]) -> None:
        art = files.files.get("/art.json")
        self.art = card_art.read(None if art is None else art.body)
        self.made = bool(self.art.cards) and painter.available()
        self._limit = TokenBuckets(limit)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()
        self._waiting = 0

    async def png(self, key: Hashable, facts: Callable[[], Awaitable[Facts]], who: str) -> bytes:
        """The picture with this key, drawn from these facts unless it is kept; CommandRefused (`rate`)."""
        if key not in self._kept:
            if self._waiting >= MOST_WAITING or not self._limit.take(who):
                raise CommandRefused("rate", "requests_too_fast")
            self._waiting += 1
            try:
                async with self._drawing:
                    if key not in self._kept:
                        self._kept[key] = await asyncio.to_thread(self._draw, await facts())
            finally:
                self._waiting -= 1
        drawn = self._kept[key]
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn

    def _draw(self, facts: Facts) -> bytes:
        return painter.png(picture(facts, self.art, painter.has_font()))
