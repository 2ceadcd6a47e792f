"""Quick match: strangers who want the same rulebook find each other at a table that bots fill.

One search at a time, until its person has the seat: two who look at the same moment land at the same table.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ..common.person import Person
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from .connection import Connection
from .hub import Hub
from .room import Room

SOONEST: Final = ("waiting", "between", "over", "playing")  # where one plays first


class QuickMatch:
    """Finds tables of strangers, or opens one."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._searching = asyncio.Lock()

    async def seat(self, connection: Connection, person: Person, command: m.Quick) -> None:
        """Bring somebody to a table of strangers: into a seat, or into the queue for the next round."""
        if command.rules not in self._hub.rulebooks.names():
            raise CommandRefused(
                "invalid", "no_rulebook", name=command.rules, names=list(self._hub.rulebooks.names())
            )
        async with self._searching:
            gone = await self._hub.created_and_closed(person, command.id)
            if gone is not None:
                connection.send(gone)
                self._hub.to_lobby(connection, "closed")
                return
            room = self._before(person, command) or await self._found(person, command)
            await self._hub.enter_room(
                connection, room, m.Open(id=command.id, code=room.table.code, sit=True)
            )

    def _tables(self, rules: str) -> list[Room]:
        rooms = self._hub.rooms.values()
        return [room for room in rooms if room.table.quick and room.table.rules == rules]

    def _before(self, person: Person, command: m.Quick) -> Room | None:
        """Where this command, sent before, has brought them; else where they are."""
        for room in self._tables(command.rules):
            if (person.id, command.id) in room.table.answered:
                return room
        return self._own(person, command.rules)

    def _own(self, person: Person, rules: str) -> Room | None:
        """Where this person sits already, or waits: after a lost line, or a click too many."""
        for room in self._tables(rules):
            if room.table.seat_of(person.id) is not None or person.id in room.table.queue:
                return room
        return None

    async def _found(self, person: Person, command: m.Quick) -> Room:
        await self._leave_others(person, command.leave)
        self._hub.take_a_new_table(person)
        for room in sorted(self._tables(command.rules), key=_preference):
            if room.presence.somebody(room.table) and room.has_room_for(person):
                return room
        code = await self._hub.open_table(person, m.Create(id=command.id, rules=command.rules), quick=True)
        return self._hub.rooms[code]

    async def _leave_others(self, person: Person, leave: bool) -> None:
        """Strangers don't wait for somebody who plays elsewhere."""
        for room in self._hub.seated_at(person.id):
            if not leave:
                raise CommandRefused("denied", "seated_elsewhere", table=room.table.code)
            await room.give_up_seat(person)


def _preference(room: Room) -> tuple[int, int, str]:
    """Where one plays soonest, with the most people."""
    table = room.table
    return SOONEST.index(table.phase), -len(table.people()), table.code
