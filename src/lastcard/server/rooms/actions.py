"""Actions of the game at one table: whose seat may do what now, and what has to wait for a moment.

While somebody holds one uncalled card that has only just landed, actions in turn are held back, unanswered
and unshown, so that the call and the catch are not a matter of the faster line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...game import Refusal
from ...game.notation import NotationError
from ..common import clock
from ..protocol import messages as m
from ..tables import events as e
from ..tables.commands import Denied, Person
from ..tables.table import Table
from .connection import Wire

if TYPE_CHECKING:
    from .room import Room

REACTIONS = ("call", "catch")


class Held(NamedTuple):
    """An action that waits until an uncalled card has lain long enough."""

    wire: Wire
    person: Person
    wish: m.Act


class Play:
    """What people do in the game of one room. Everything here is done under the room's lock."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.held: list[Held] = []
        self._landed = (-1, 0)  # the version of an uncalled card, and when it could be seen

    def landed_at(self) -> int:
        """When the others could see the last uncalled card land: it was kept and sent by then.

        Asked first when everybody is told. After a restart that is when somebody is back to see it.
        """
        if self.room.unkept:
            return clock.now_ms()  # not yet
        version = self.room.table.exposed_version
        if self._landed[0] != version:
            self._landed = (version, clock.now_ms())
        return self._landed[1]

    async def act(self, wire: Wire, person: Person, wish: m.Act) -> None:
        """An action of the sender's own seat: done, held back for a moment, or refused."""
        seat = judged(self.room.table, person, wish)
        if self._must_wait(wish.action):
            self._hold(Held(wire, person, wish), seat)
        else:
            await self._act(wire, person, wish)

    async def release(self) -> None:
        """Do what was held back, in the order in which it came. Timers may be early: the clock decides."""
        while self.held and not self._must_wait(self.held[0].wish.action):
            one = self.held.pop(0)
            try:
                await self._act(one.wire, one.person, one.wish)
            except Denied as denied:
                self.room.deny(one.wire, one.wish.id, denied)

    def release_at(self) -> int:
        """When what is held back can be done."""
        if not self.room.table.exposed:
            return 0
        return self.landed_at() + round(1000 * self.room.hub.settings.window)

    def is_held(self, person: Person, wish: str) -> bool:
        """Ids are each person's own."""
        return any(one.person.id == person.id and one.wish.id == wish for one in self.held)

    def forget(self, wire: Wire) -> None:
        """What waits for this socket is not done any more."""
        self.held = [one for one in self.held if one.wire is not wire]

    def _must_wait(self, action: str) -> bool:
        """A turn action while somebody holds one uncalled card that has only just landed."""
        if action.strip().partition(" ")[0].lower() in REACTIONS or not self.room.table.exposed:
            return False
        return clock.now_ms() < self.release_at()

    def _hold(self, one: Held, seat: int) -> None:
        """Keep back what could be done now; what the rules refuse is refused at once."""
        if any(other.person.id == one.person.id for other in self.held):
            raise Denied("busy", "your action before this one still waits")
        table = self.room.table
        player = table.player_of(seat)
        assert player is not None
        assert table.match is not None
        try:
            table.match.round.verify(player, one.wish.action)
        except Refusal as error:
            raise Denied("rules", str(error)) from None
        self.held.append(one)

    async def _act(self, wire: Wire, person: Person, wish: m.Act) -> None:
        seat = judged(self.room.table, person, wish)
        try:
            await self.room.keep([e.Did(seat=seat, action=wish.action)], person, wish.id)
        except Refusal as error:
            raise Denied("rules", str(error)) from None
        self.room.tell_all()
        self.room.acknowledge(wire, wish.id)


def judged(table: Table, person: Person, wish: m.Act) -> int:
    """The seat, or Denied. What was chosen at an older version is done if it is still the question."""
    seat = table.seat_of(person.id)
    player = table.player_of(seat)
    if seat is None or player is None or table.match is None:
        raise Denied("denied", "you don't play in this round")
    if table.phase != "playing":
        raise Denied("stale", "no round is in play")
    if table.chairs[seat].away:
        raise Denied("denied", "a bot plays for you: come back first")
    if wish.version > table.version:
        raise Denied("invalid", "there is no such version")
    if wish.version == table.version:
        return seat
    game = table.match.round
    try:
        text = str(game.notation.parse(wish.action))
    except NotationError as error:
        raise Denied("rules", str(error)) from None
    verb = text.split()[0]
    still = text in {str(action) for action in game.legal(player)}
    if verb == "catch" and not still:
        raise Denied("dropped", "too late: no harm done")
    if not still or (verb not in REACTIONS and wish.version < table.turn_version):
        raise Denied("stale", "the table has moved on")
    return seat
