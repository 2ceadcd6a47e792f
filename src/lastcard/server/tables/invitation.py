"""A table as its link shows it to somebody who does not sit there: before they join, and without joining."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from ..common.faces import Face
from ..common.refusal import CommandRefused
from ..protocol.http_models import Invitation
from .table import UNDER_WAY, Table


def invitation(
    table: Table, person: str | None, online: Collection[str], faces: Callable[[str], Face]
) -> Invitation:
    """Who is there, what is played, and what sitting down would mean; refused for those who were removed."""
    if person is not None and person in table.banned:
        raise CommandRefused("denied", "removed")
    host = None if table.host is None else table.seats[table.host].name
    return Invitation(
        code=table.code,
        rules=table.rules,
        title=table.rulebook.title,
        about=table.rulebook.about,
        set=table.set,
        host=host,
        people=[occupant.name for _, occupant in table.people()],
        faces=[faces(one.person) for _, one in table.people() if one.person],
        bots=sum(occupant.kind == "bot" for occupant in table.seats),
        seats=len(table.seats),
        phase=table.phase,
        quick=table.quick,
        seat=_seat(table, person, online),
    )


def _seat(
    table: Table, person: str | None, online: Collection[str]
) -> Literal["yours", "deal", "round", "match", "none"]:
    if person is not None and (
        table.seat_of(person) is not None or table.former_seat(person) is not None or person in table.queue
    ):
        return "yours"
    opening = sum(table.opens(seat) for seat in table.players) if table.phase in UNDER_WAY else 0
    if opening > len(table.reserved(online)):
        return "round"
    free = [seat for seat in range(len(table.seats)) if table.free(seat)]
    if not free:
        return "none"
    if table.phase in ("waiting", "over"):
        return "deal"
    return "round" if any(table.in_match(seat) for seat in free) else "match"
