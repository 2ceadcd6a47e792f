"""Actions of the game at one table: which seat may do what now, and what has to wait for a moment.

While somebody's last card has only just landed, actions in turn are held back, unanswered and unshown, so
that the call and the catch are not a matter of the faster connection. So is a pass after a draw, until the
table would have passed by itself: nobody can tell which of the two it was (U6).
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from ...game import Action, Refusal
from ...game.notation import NotationError
from ..common import clock
from ..common.person import Person
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from ..storage.outcomes import UnknownOutcome
from ..tables import events as e
from ..tables.renaming import as_played
from ..tables.table import AutoPass, Table
from .audience import Audience
from .connection import CLOSING, Connection
from .live_table import Commit, LiveTable
from .pace import Pace

REACTIONS = ("call", "catch")


class Held(NamedTuple):
    """An action that waits until a last card has lain long enough, or for the time of the pass."""

    connection: Connection
    person: Person
    command: m.Act


class Actions:
    """What people do in the game of one room. Everything here is done under the room's lock."""

    def __init__(
        self, live: LiveTable, audience: Audience, commit: Commit, window: float, pace: Pace
    ) -> None:
        self._live = live
        self._audience = audience
        self._commit = commit
        self._window = window
        self._pace = pace
        self.held: list[Held] = []

    async def act(self, connection: Connection, person: Person, command: m.Act) -> None:
        """An action of the sender's own seat: done, held back for a moment, or refused."""
        table = self._live.table
        command = structs.replace(command, action=as_played(table.match, table.shown_names, command.action))
        done = _passed_already(table, person, command)
        if done is not None:
            answer = e.CommandAnswered(n=done.n, version=done.version)
            await self._commit([answer], person, command.id)
            self._audience.acknowledge(connection, command.id)
            return
        seat = judged(table, person, command)
        if self._must_wait(seat, command.action):
            self._hold(Held(connection, person, command), seat)
        else:
            await self._act(connection, person, command)

    async def release(self) -> None:
        """Do what was held back, in the order in which it came. Timers may be early: the clock decides."""
        for one in list(self.held):
            if self._must_wait(self._seat(one), one.command.action):
                continue
            self.held.remove(one)
            try:
                await self._act(one.connection, one.person, one.command)
            except CommandRefused as refusal:
                self._audience.refuse(one.connection, one.command.id, refusal)
                if self._live.dirty:  # the others wait until it is known what is stored
                    return
            except UnknownOutcome:
                one.connection.close(CLOSING)
                raise

    def release_at(self) -> int:
        """When the next of what is held back can be done."""
        return min(self._free_at(self._seat(one), one.command.action) for one in self.held)

    def pass_at(self) -> int | None:
        """When a turn is passed, by itself or by choice; None if it can't be. Its clock may be sooner."""
        at, running = self._pace.pass_at(self._live.table), self._audience.running_clock()
        return at if at is None or running is None else min(at, running.deadline)

    def _free_at(self, seat: int | None, action: Action | str) -> int:
        """When an action can be done: 0 if nothing holds it back."""
        table, verb = self._live.table, _verb(action)
        if verb in REACTIONS:
            return 0
        wait = self.pass_at() or 0 if verb == "pass" else 0
        if table.last_card_landed(but=table.player_of(seat)):  # not one's own if it is called
            wait = max(wait, self._audience.landed_since() + round(1000 * self._window))
        return wait

    def is_held(self, person: Person, command: str) -> bool:
        """Ids are unique for each person only."""
        return any(one.person.id == person.id and one.command.id == command for one in self.held)

    def forget(self, connection: Connection) -> None:
        """What waits for this connection is not done any more."""
        self.held = [one for one in self.held if one.connection is not connection]

    def _seat(self, one: Held) -> int | None:
        return self._live.table.seat_of(one.person.id)

    def _must_wait(self, seat: int | None, action: Action | str) -> bool:
        """A turn action while somebody's last card has only just landed, or a pass before its time."""
        return clock.now_ms() < self._free_at(seat, action)

    def _hold(self, one: Held, seat: int) -> None:
        """Keep back what could be done now; what the rules refuse is refused at once."""
        if any(other.person.id == one.person.id for other in self.held):
            raise CommandRefused("busy", "action_waiting")
        table = self._live.table
        player = table.player_of(seat)
        assert player is not None
        assert table.match is not None
        try:
            table.match.round.verify(player, one.command.action)
        except Refusal as error:
            raise CommandRefused.because("rules", error) from None
        self.held.append(one)

    async def _act(self, connection: Connection, person: Person, command: m.Act) -> None:
        seat = judged(self._live.table, person, command)
        text = _text(self._live.table, command.action)
        try:
            await self._commit([e.ActionPlayed(seat=seat, action=text)], person, command.id)
        except Refusal as error:
            raise CommandRefused.because("rules", error) from None
        self._audience.broadcast()
        self._audience.acknowledge(connection, command.id)


def _verb(action: Action | str) -> str:
    return str(action).strip().partition(" ")[0].lower()


def _passed_already(table: Table, person: Person, command: m.Act) -> AutoPass | None:
    """A pass that came when the table had just passed by itself: it is what was wanted."""
    seat = table.seat_of(person.id)
    done = None if seat is None else table.auto_passed.get(seat)
    if done is None or _verb(command.action) != "pass" or not done.asked <= command.version < done.version:
        return None
    return done


def judged(table: Table, person: Person, command: m.Act) -> int:
    """The seat, or a refusal. What was chosen at an older version is done if it is still the question."""
    seat = table.seat_of(person.id)
    player = table.player_of(seat)
    if seat is None or player is None or table.match is None:
        raise CommandRefused("denied", "not_in_round")
    if table.phase != "playing":
        raise CommandRefused("stale", "no_round")
    if table.seats[seat].away:
        raise CommandRefused("denied", "stand_in_plays")
    if command.version > table.version:
        raise CommandRefused("invalid", "no_version")
    if command.version < table.version:
        _check_still_possible(table, player, command)
    return seat


def _check_still_possible(table: Table, player: int, command: m.Act) -> None:
    """An action that was chosen at an older version."""
    assert table.match is not None
    game = table.match.round
    try:
        action = game.notation.read(command.action)
    except NotationError as error:
        raise CommandRefused.because("rules", error) from None
    verb = action.verb
    still = action in game.legal(player)
    if verb == "catch" and not still:
        raise CommandRefused("dropped", "too_late")
    if not still or (verb not in REACTIONS and command.version < table.turn_version):
        raise CommandRefused("stale", "moved_on")


def _text(table: Table, action: Action | str) -> str:
    """The action as the log keeps it; what was sent as text is kept as it came."""
    if isinstance(action, str):
        return action
    assert table.match is not None
    try:
        return str(table.match.round.notation.read(action))
    except NotationError as error:
        raise CommandRefused.because("rules", error) from None
