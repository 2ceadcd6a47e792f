"""Who is at a table just now: sockets, the people behind them, and when they last did something."""

from __future__ import annotations

import time

from ..tables.table import Table
from .connection import Wire


class Presence:
    """The sockets of one table. A person has one of them; whoever has no name may watch."""

    def __init__(self) -> None:
        self.wires: set[Wire] = set()
        self.by_person: dict[str, Wire] = {}
        self.active: dict[str, float] = {}  # when each person last did something
        self.quiet_since = time.monotonic()  # nobody has been here since

    @property
    def online(self) -> set[str]:
        return set(self.by_person)

    def idle(self, seconds: float) -> set[str]:
        """Who is here and has done nothing for so long."""
        late = time.monotonic() - seconds
        return {person for person in self.by_person if self.active.get(person, 0) < late}

    def watchers(self, table: Table) -> list[Wire]:
        return [w for w in self.wires if w.person is None or table.seat_of(w.person.id) is None]

    def somebody(self, table: Table) -> bool:
        """A person with a seat is connected."""
        return any(chair.person in self.by_person for _, chair in table.people())

    def seated(self, wire: Wire, table: Table) -> int | None:
        """The seat of whoever is at the other end."""
        return None if wire.person is None else table.seat_of(wire.person.id)

    def before(self, wire: Wire) -> Wire | None:
        """Another socket of the same person."""
        found = None if wire.person is None else self.by_person.get(wire.person.id)
        return None if found is wire else found

    def add(self, wire: Wire) -> None:
        self.wires.add(wire)
        if wire.person is not None:
            self.by_person[wire.person.id] = wire
            self.did_something(wire.person.id)

    def did_something(self, person: str) -> None:
        self.active[person] = time.monotonic()

    def remove(self, wire: Wire) -> None:
        self.wires.discard(wire)
        wire.room = None
        if wire.person is not None and self.by_person.get(wire.person.id) is wire:
            del self.by_person[wire.person.id]
        if not self.wires:
            self.quiet_since = time.monotonic()
