"""Tables without a server: the sum of their log."""

from __future__ import annotations

from typing import Any

import msgspec

from lastcard.server import entries as e
from lastcard.server import protocol as p
from lastcard.server.table import Table
from lastcard.server.wishes import Company, Person, created


def table(
    rules: str, players: int, seed: bytes | None = None, changes: dict[str, Any] | None = None
) -> Table:
    """A table in play with people in every seat; its seed is random, or as told."""
    who = [Person(f"id{i}", name) for i, name in enumerate(("Ann", "Bob", "Cid", "Dan")[:players])]
    wish = p.Create(id="c", rules=rules, seats=players, set=changes or {})
    made = created(who[0], wish, Company())
    if seed is not None:
        made[0] = msgspec.structs.replace(made[0], seed=seed)
    made += [e.Sat(seat=i, person=one.id, name=one.name) for i, one in enumerate(who) if i]
    made.append(e.Deal(seed=b"\7" * 32, game="g"))
    one = Table("ABCDE")
    for n, entry in enumerate(made, 1):
        one.apply(e.Line(n, 1000 + n, entry))
    return one
