"""People at a real table whose hands a test has chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.scenes import scene
from support.server.people import Guest, Running, opened


def staged(
    server: Running, guest: Callable[[str | None], Guest], hands: dict[str, str], **changes: Any
) -> list[Guest]:
    """People with these cards in their hands, the first in turn; red seven on the pile."""
    people = opened(guest, *hands, set=changes)
    people[0].must("start")
    room = server.server.hub.rooms[people[0].table["code"]]
    assert room.table.match is not None
    draw = "B1 B2 B3 B4 B5 B6"
    room.table.match.rounds[-1] = scene("classic", hands, top="R7", draw=draw, **changes).round
    got = people[0].must("say", phrase="luck")
    for one in people:
        one.shown(lambda t: t["n"] >= got["n"])
    return people
