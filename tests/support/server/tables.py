"""Tables without a server: the sum of their log."""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.server.common.person import Person
from lastcard.server.protocol import messages as m
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, create
from lastcard.server.tables.table import Table


def table(
    rules: str, players: int, seed: bytes | None = None, changes: dict[str, Any] | None = None
) -> Table:
    """A table in play with people in every seat; its seed is random, or the given one."""
    who = [Person(f"id{i}", name) for i, name in enumerate(("Ann", "Bob", "Cid", "Dan")[:players])]
    command = m.Create(id="c", rules=rules, seats=players, set=changes or {})
    made = create(who[0], command, Context())
    if seed is not None:
        made[0] = msgspec.structs.replace(made[0], seed=seed)
    made += [e.SeatTaken(seat=i, person=one.id, name=one.name) for i, one in enumerate(who) if i]
    made.append(e.RoundDealt(seed=b"\7" * 32, game="g"))
    one = Table("ABCDE")
    for n, event in enumerate(made, 1):
        one.apply(e.NumberedEvent(n, 1000 + n, event))
    return one
