"""Links as others see them: what is told of a page in its head, and which picture is shown with it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from ..common.refusal import CommandRefused
from ..pictures import facts
from ..pictures.facts import Facts
from ..pictures.tags import tags
from ..storage import history
from ..storage.store import Store
from ..tables.projection import lobby_table
from .parts import Parts, address_of
from .static_files import File, made_file

ICON: Final = "/icon-512.png"
PLACE: Final = re.compile(r"/picture/(?:(lobby)|(table|replay)/([0-9A-Za-z]{1,40}))\.png")


def picture_path(words: list[str]) -> str:
    """The path of the picture of a page, given by the words of its own path."""
    match words:
        case ["t", code, *_]:
            return f"/picture/table/{code}.png"
        case ["replay", game]:
            return f"/picture/replay/{game}.png"
    return "/picture/lobby.png"


def page_of_picture(path: str) -> list[str] | None:
    """The words of the path of the page that a picture is of; None if there is no such picture."""
    found = PLACE.fullmatch(path)
    if found is None:
        return None
    return [] if found[1] else [{"table": "t"}.get(found[2], found[2]), found[3]]


async def facts_of(parts: Parts, request: Any, words: list[str]) -> Facts:
    """What the link of a page tells; CommandRefused where nothing is."""
    match words:
        case ["t", code, *_]:
            room = parts.hub.find(code, await parts.person(request), address_of(request))
            async with room.locked():
                return facts.of_table(lobby_table(room.table, 0), room.table.rulebook)
        case ["replay", game]:
            return await parts.store.read(_match_facts, parts.store, game)
    return facts.of_lobby()


def _match_facts(store: Store, game: str) -> Facts:
    played = history.game(store, game)
    if played is not None:
        return facts.of_match(played)
    if not history.has_record(store, game):
        raise CommandRefused("gone", "no_match")
    return facts.of_record()


async def picture_of(parts: Parts, request: Any, words: list[str]) -> bytes:
    """The picture of a page; CommandRefused where nothing is, or for somebody who wants too many."""
    shown = await facts_of(parts, request, words)

    def whole() -> Facts:
        record = history.record(parts.store, words[1]) if words[:1] == ["replay"] else None
        return shown if record is None else facts.with_last_card(shown, record)

    key = (*words, shown) if words[:1] == ["replay"] else (shown,)
    return await parts.pictures.png(key, whole, address_of(request))


async def page_with_tags(parts: Parts, request: Any, start: File) -> File:
    """The page that starts the client, with the tags of its link in the head; there must be such a page."""
    words = [word for word in request.url.path.split("/") if word]
    shown = await facts_of(parts, request, words)
    origin = parts.addresses.origin(request.headers.get("host", ""), request.url.scheme)
    image = origin + picture_path(words) if parts.pictures.made else None
    path = "/" + "/".join(words[:2])
    return _tagged(start.body, tags(shown, origin + path, image, origin + ICON))


@lru_cache(maxsize=200)
def _tagged(body: bytes, head: str) -> File:
    return made_file(body.replace(b"</head>", head.encode() + b"</head>", 1), "/index.html")
