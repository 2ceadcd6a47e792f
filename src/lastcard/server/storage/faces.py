"""People's faces: stored with the person, and kept at hand for the tables where they are shown.

Tables are shown on the event loop, where nobody waits for a database. So a face is loaded when its person
comes, or when their table is restored; one that is not at hand is fetched, and until then shown as it
follows from the id.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import sqlalchemy as sa

from ..common.faces import Face, face_of
from ..common.refusal import CommandRefused
from .schema import people
from .store import Store, executes

MOST_CACHED: Final = 100_000  # more than sit at all tables that a server may have
AT_ONCE: Final = 500  # in one question


class Faces:
    """One for each server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Face] = OrderedDict()  # by person
        self._fetching: dict[str, asyncio.Task[None]] = {}

    def of(self, person: str) -> Face:
        """The face of a person, also of one who is forgotten."""
        found = self._known.get(person)
        if found is not None:
            self._known.move_to_end(person)
            return found
        if person not in self._fetching:
            task = self._fetching[person] = asyncio.get_running_loop().create_task(self.load(person))
            task.add_done_callback(lambda _: self._fetching.pop(person, None))
        return face_of(person, None)

    async def load(self, person: str) -> None:
        """Have a face at hand, as soon as the store can be asked."""
        if person not in self._known:
            with suppress(CommandRefused):
                found = await self._store.read(self._stored, (person,))
                if person not in self._known:  # they may have chosen another meanwhile
                    self._keep(person, found[person])

    def load_all(self, persons: Collection[str]) -> None:
        """The same for all who have seats, when the server starts."""
        wanted = sorted(persons)
        for start in range(0, len(wanted), AT_ONCE):
            for person, face in self._stored(wanted[start : start + AT_ONCE]).items():
                self._keep(person, face)

    def _stored(self, persons: Collection[str]) -> dict[str, Face]:
        with self._store.reading() as connection:
            query = sa.select(people.c.id, people.c.face).where(people.c.id.in_(persons))
            found = {row.id: row.face for row in connection.execute(query)}
        return {person: face_of(person, found.get(person)) for person in persons}

    async def choose(self, person: str, face: Face) -> None:
        """Somebody has chosen another face."""
        await self._store.run(executes(people.update().where(people.c.id == person).values(face=face)))
        self._keep(person, face)

    def _keep(self, person: str, face: Face) -> None:
        self._known[person] = face
        if len(self._known) > MOST_CACHED:
            self._known.popitem(last=False)
