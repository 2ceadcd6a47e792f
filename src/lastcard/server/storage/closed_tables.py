"""Commands that made tables which are closed: who repeats one gets the stored answer, and no second table."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final

import sqlalchemy as sa

from ..common import clock
from ..common.redact import redacted
from ..protocol import messages as m
from ..tables.table import replayed
from .outcomes import can_be_asked_again
from .schema import log, rooms
from .store import Store

logger = logging.getLogger(__name__)
MOST_KEPT: Final = 10_000
DAY: Final = 24 * 3600 * 1000  # nobody asks again later than that
Command = tuple[str, str]  # a person, and the id that they gave it


class ClosedTables:
    """Those of the last day; after a restart too."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: OrderedDict[Command, int] = OrderedDict()  # the number of the table
        try:
            for command, room in _made_lately(store, clock.now_ms() - DAY):
                self.keep(command, room)
        except Exception as error:  # a bad page: who asks again makes another table
            if can_be_asked_again(error):
                raise
            logger.error("commands of closed tables can't be read: %s", redacted(error))

    def keep(self, command: Command, room: int) -> None:
        """The table with this number, made by this command, is closed."""
        self._made[command] = room
        if len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)

    async def answer(self, person: str, command: str) -> m.Ack | None:
        """What was answered to the command that made one of them."""
        room = self._made.get((person, command))
        return None if room is None else await self._store.read(self._answer, room, (person, command))

    def _answer(self, room: int, command: Command) -> m.Ack | None:
        with self._store.reading() as connection:
            code = connection.scalar(sa.select(rooms.c.code).where(rooms.c.id == room))
        entries = self._store.load_log(room)
        last = next((n for n, one in enumerate(entries) if (one.person, one.command) == command), None)
        if code is None or last is None:
            return None
        n, version = replayed(code, entries[: last + 1]).answered[command]
        return m.Ack(id=command[1], n=n, version=version, code=code)


def _made_lately(store: Store, since: int) -> list[tuple[Command, int]]:
    """The first command of each table that is closed: it made the table."""
    lately = sa.and_(log.c.room == rooms.c.id, rooms.c.closed.is_not(None), rooms.c.created > since)
    first = (
        sa.select(log.c.room, sa.func.min(log.c.n).label("n"))
        .join(rooms, lately)
        .where(log.c.wish.is_not(None))
        .group_by(log.c.room)
        .order_by(log.c.room.desc())
        .limit(MOST_KEPT)
        .subquery()
    )
    query = sa.select(log.c.person, log.c.wish, log.c.room).join(
        first, sa.and_(log.c.room == first.c.room, log.c.n == first.c.n)
    )
    with store.reading() as connection:
        found = connection.execute(query.order_by(log.c.room)).all()
    return [((row.person, row.wish), row.room) for row in found if row.person is not None]
