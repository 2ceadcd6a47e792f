"""People's faces: stored with the person, and kept at hand for the tables where they are shown."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import sqlalchemy as sa

from ..common.faces import Face, face_of
from .schema import people
from .store import Store, executes

MOST_CACHED: Final = 20_000


class Faces:
    """One for each server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Face] = OrderedDict()  # by person

    def of(self, person: str) -> Face:
        """The face of a person, also of one who is forgotten."""
        found = self._known.get(person)
        if found is None:
            with self._store.reading() as connection:
                stored = connection.scalar(sa.select(people.c.face).where(people.c.id == person))
            found = self._keep(person, face_of(person, stored))
        return found

    async def choose(self, person: str, face: Face) -> None:
        """Somebody has chosen another face."""
        await self._store.run(executes(people.update().where(people.c.id == person).values(face=face)))
        self._keep(person, face)

    def _keep(self, person: str, face: Face) -> Face:
        self._known[person] = face
        if len(self._known) > MOST_CACHED:
            self._known.popitem(last=False)
        return face
