"""Which pages there are. The client starts on all of them; the status says whether anything is there."""

from __future__ import annotations

from typing import Any, Final

from ..common.refusal import CommandRefused
from ..storage import history
from .answers import STATUS
from .parts import Parts, address_of

PAGES: Final = ("replays", "replay", "leaderboard", "scores", "haggle", "rules")


async def page_status(parts: Parts, request: Any) -> int:
    """The status of the page at this path: 200, 404, or 429 for somebody who guesses codes of tables."""
    words = [word for word in request.url.path.split("/") if word]
    try:
        return 200 if await _is_there(parts, request, words) else 404
    except CommandRefused as refused:
        return STATUS.get(refused.kind, 404)


async def _is_there(parts: Parts, request: Any, words: list[str]) -> bool:
    """Whether a page is there; CommandRefused is a no as well."""
    match words:
        case []:
            return True
        case [page]:
            return page in PAGES
        case ["rules" | "scores", rules]:
            parts.hub.rulebooks.fields(rules)
            return True
        case ["replay", game]:
            return await parts.store.read(history.has_record, parts.store, game)
        case ["t", code] | ["t", code, "tv"]:
            parts.hub.find(code, await parts.person(request), address_of(request))
            return True
    return False
