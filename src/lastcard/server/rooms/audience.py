"""What the people at one table are sent: the table as each of them may see it, answers and refusals."""

from __future__ import annotations

from collections.abc import Callable

from ..common import clock
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..settings import Settings
from ..storage.faces import Faces
from ..tables.projection import Around, SharedPart, deck_of, events_since, project, shared_part
from ..tables.strangers import starts_at
from .connection import Connection
from .draw_clock import DrawClock
from .live_table import LiveTable
from .presence import Presence
from .turn_clock import TurnClock


class Audience:
    """Sends what is stored, never what is not: everything here is done under the room's lock."""

    def __init__(
        self,
        live: LiveTable,
        presence: Presence,
        turn_clock: TurnClock,
        draw_clock: DrawClock,
        settings: Settings,
        playing: Callable[[str], str],
        faces: Faces,
    ) -> None:
        self._live = live
        self._playing = playing  # the level that plays for one that may not be available
        self._presence = presence
        self._faces = faces
        self._turn_clock = turn_clock
        self._draw_clock = draw_clock
        self._settings = settings
        self._landed = (-1, 0)  # the version of a last card, and when it could be seen

    def broadcast(self, but: Connection | None = None) -> None:
        """Show the table to everybody who is there."""
        shared = self._shared_part()
        for connection in self._presence.connections:
            if connection is not but:
                self._send(connection, connection.last_event, shared)
        if self._live.table.last_card_landed():
            self.landed_since()

    def welcome(self, connection: Connection, since: int) -> None:
        """Show the table to somebody who has just come and knows the events up to `since`."""
        self._send(connection, since, self._shared_part(), resync=True)

    def acknowledge(self, connection: Connection, command: str) -> None:
        """Answer a command that was accepted: with what is stored for its id, else with the table of now."""
        table = self._live.table
        who = "" if connection.person is None else connection.person.id
        n, version = table.answered.get((who, command), (table.n, table.version))
        connection.send(m.Ack(id=command, n=n, version=version, code=table.code))

    def refuse(self, connection: Connection, command: str | None, refusal: CommandRefused) -> None:
        """Refuse a command; anyone who acted on an old table is shown the current one."""
        if refusal.kind == "stale" and connection in self._presence.connections:
            self._send(connection, connection.last_event, self._shared_part())
        connection.refuse(command, refusal)

    def running_clock(self) -> m.Clock | None:
        """The clock of the turn, in step with who is there."""
        table = self._live.table
        return self._turn_clock.shown(table, self._presence.somebody(table))

    def starts_at(self) -> int | None:
        """When a table of strangers deals by itself: while somebody is there."""
        table, settings = self._live.table, self._settings
        if not self._presence.somebody(table):
            return None
        return starts_at(table, settings.quick_wait, settings.quick_next)

    def draw_since(self) -> int | None:
        """Since when this draw for dealer has gone on, for those who are there."""
        table = self._live.table
        return self._draw_clock.since(table, self._presence.somebody(table))

    def landed_since(self) -> int:
        """When the others could see the last card of a hand land: it was stored and sent by then.

        Asked first when the table is broadcast. After a restart that is when somebody is back to see it.
        """
        if self._live.dirty:
            return clock.now_ms()  # not yet
        version = self._live.table.last_cards.version
        if self._landed[0] != version:
            self._landed = (version, clock.now_ms())
        return self._landed[1]

    def _shared_part(self) -> SharedPart:
        table, presence = self._live.table, self._presence
        watching = presence.watchers(table)
        names = [one.person.name for one in watching if one.person is not None]
        around = Around(
            now=clock.now_ms(),
            online=presence.by_person,
            idle=presence.idle(self._settings.host_idle),
            watchers=names,
            nameless=len(watching) - len(names),
            clock=self.running_clock(),
            starts=self.starts_at(),
            draw_deadline=self._draw_clock.deadline(table, presence.somebody(table)),
            playing=self._playing,
            faces=self._faces.of,
        )
        return shared_part(table, around)

    def _send(self, connection: Connection, since: int, shared: SharedPart, resync: bool = False) -> None:
        table = self._live.table
        who = None if connection.person is None else connection.person.id
        shown, events = project(table, who, shared), events_since(table, who, since)
        new_deck = resync or any(isinstance(event, m.SettingsEvent) for event in events)
        deck = deck_of(table.rulebook) if new_deck else None
        connection.send(m.TableNow(table=shown, events=events, resync=resync, deck=deck))
        connection.last_event = table.n
