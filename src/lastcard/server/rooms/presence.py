"""Who is at a table just now: connections, the people behind them, and when they last did something."""

from __future__ import annotations

import time

from ..tables.table import Table
from .connection import Connection


class Presence:
    """The connections to one table. A person has one of them; people without a name may watch."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.connections: set[Connection] = set()
        self.by_person: dict[str, Connection] = {}
        self.active: dict[str, float] = {}  # when each person last did something
        self.quiet_since = time.monotonic()  # nobody has been here since
        self.revision = 0  # counts who came and went

    @property
    def online(self) -> set[str]:
        """The ids of the people who are connected to the table."""
        return set(self.by_person)

    def idle(self, seconds: float) -> set[str]:
        """Who is here and has done nothing for so long."""
        late = time.monotonic() - seconds
        return {person for person in self.by_person if self.active.get(person, 0) < late}

    def watchers(self, table: Table) -> list[Connection]:
        """The connections without a seat at the table."""
        return [one for one in self.connections if self.seated(one, table) is None]

    def somebody(self, table: Table) -> bool:
        """A person with a seat is connected."""
        return any(occupant.person in self.by_person for _, occupant in table.people())

    def seated(self, connection: Connection, table: Table) -> int | None:
        """The seat of the person at the other end."""
        return None if connection.person is None else table.seat_of(connection.person.id)

    def other(self, connection: Connection) -> Connection | None:
        """Another connection of the same person."""
        found = None if connection.person is None else self.by_person.get(connection.person.id)
        return None if found is connection else found

    def add(self, connection: Connection) -> None:
        """Take in a connection; it becomes the one that stands for its person."""
        self.connections.add(connection)
        connection.table = self.code
        self.revision += 1
        if connection.person is not None:
            self.by_person[connection.person.id] = connection
            self.did_something(connection.person.id)

    def did_something(self, person: str) -> None:
        """Note that a person is active now."""
        self.active[person] = time.monotonic()

    def remove(self, connection: Connection) -> None:
        """Drop a connection; its person is offline unless another one stands for them."""
        self.connections.discard(connection)
        connection.table = None
        self.revision += 1
        if connection.person is not None and self.by_person.get(connection.person.id) is connection:
            del self.by_person[connection.person.id]
        if not self.connections:
            self.quiet_since = time.monotonic()
