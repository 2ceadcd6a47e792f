"""The operator's own bots at the tables: programs and classes of somebody else, which no table waits for.

They think in threads (`bots.threaded`) under the limits of `lastcard bot play`. One that fails, is slow or
cheats is not asked again in the match: the usual level plays on for its seat, and the log has a line on it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Literal

from ...bots.forfeits import REASONS
from ...bots.levels import DEFAULT
from ...bots.loop import reactions
from ...bots.registry import BUILT_IN, is_command
from ...bots.threaded import ThreadedBot
from ...game import Match, View
from ..tables.offered_bots import OfferedBots
from ..tables.table import Table

logger = logging.getLogger(__name__)


class OperatorBots:
    """All of one server."""

    def __init__(self, offered: OfferedBots | None = None, most: int = 0) -> None:
        self.offered = OfferedBots() if offered is None else offered
        self._most = most  # at once: each may be a process
        self._seated: dict[ThreadedBot, SeatedBots] = {}
        self._stuck: set[str] = set()  # names of classes that never answered: each has cost us a thread

    def external(self, name: str) -> bool:
        """Whether a program or class of somebody else plays under this name, and not one of our bots."""
        return name in self.offered and self.offered.spec(name) not in BUILT_IN

    def seat(self, match: Match, player: int, name: str, table: SeatedBots) -> ThreadedBot | None:
        """A bot for a match; None if there are too many, or if this one hangs."""
        self._seated = {bot: where for bot, where in self._seated.items() if bot.running}
        if name in self._stuck or (len(self._seated) >= self._most and not self._make_room()):
            return None
        bot = ThreadedBot(match, player, self.offered.spec(name), self.offered.limits)
        self._seated[bot] = table
        return bot

    def _make_room(self) -> bool:
        """End a bot at a table that nobody is at; it is started again when somebody is back."""
        for bot, table in self._seated.items():
            if not table.attended and not bot.closed:
                bot.close()
                return True
        return False

    def hangs(self, name: str) -> None:
        """A bot has not answered at all. Its class would hang again, and what hangs can't be ended."""
        if not is_command(self.offered.spec(name)):
            self._stuck.add(name)

    def wait_for_their_end(self, seconds: float) -> None:
        """Wait until all of them are gone: their tables have closed them."""
        until = time.monotonic() + seconds
        seated, self._seated = list(self._seated), {}
        for bot in seated:
            bot.join(until)


class SeatedBots:
    """Those of one table."""

    def __init__(self, bots: OperatorBots, table_id: int) -> None:
        self.attended = True  # somebody is at the table
        self._bots = bots
        self._table_id = table_id
        self._match: Match | None = None
        self._names: list[str] = []
        self._seated: dict[tuple[int, str], ThreadedBot] = {}  # by player and name
        self._failed: set[tuple[int, str]] = set()
        self._answers: dict[int, tuple[int, str | None]] = {}  # by seat: the version, and the reaction

    def plays(self, table: Table, seat: int) -> bool:
        """Whether a program or class of the operator's plays for a seat, and has not failed in this match."""
        self._follow(table)
        name = self._name(table, seat)
        return self._bots.external(name) and (table.player_of(seat), name) not in self._failed

    def built_in(self, table: Table, seat: int) -> str:
        """The bot of ours that plays for a seat where none of the operator's does: a name of the registry."""
        name = self._name(table, seat)
        return self._bots.offered.spec(DEFAULT if self._bots.external(name) else name)

    def _name(self, table: Table, seat: int) -> str:
        return self._bots.offered.playing(table.seats[seat].level or DEFAULT)

    async def choose(self, table: Table, seat: int) -> str | None:
        """Its action in turn; None if it has failed."""
        return await self._ask(table, seat, "choose")

    async def think(self, table: Table, seats: Iterable[int]) -> None:
        """Ask those among these seats for their reactions, before the table is locked for them."""
        version = table.version
        asked = [seat for seat in seats if self.plays(table, seat) and reactions(_view(table, seat))]
        found = await asyncio.gather(*(self._ask(table, seat, "respond") for seat in asked))
        self._answers = {seat: (version, text) for seat, text in zip(asked, found, strict=True)}

    def reaction(self, table: Table, seat: int) -> str | None:
        """What the bot has answered to the table as it is."""
        version, text = self._answers.get(seat, (-1, None))
        return text if version == table.version else None

    def settle(self, table: Table, attended: bool) -> None:
        """End the bots whose match is over, or whose seat is somebody else's."""
        self.attended = attended
        self._follow(table)
        for player, name in list(self._seated):
            occupant = table.seats[table.players[player]] if player < len(table.players) else None
            if occupant is None or occupant.kind != "bot" or occupant.level != name:
                self._seated.pop((player, name)).close()

    def close(self) -> None:
        """End them all: the table is closed, or the server stops."""
        for bot in self._seated.values():
            bot.close()
        self._seated.clear()

    def _follow(self, table: Table) -> None:
        """A bot belongs to one match, and knows the others by their names."""
        match = table.match if table.phase in ("playing", "between") else None
        if match is not self._match:
            self._failed.clear()
        if match is not self._match or (match is not None and match.players != self._names):
            self.close()
            self._match, self._names = match, [] if match is None else list(match.players)

    async def _ask(self, table: Table, seat: int, what: Literal["choose", "respond"]) -> str | None:
        player, name = table.player_of(seat), self._name(table, seat)
        assert player is not None
        bot = self._bot(player, name)
        if bot is None:
            why = "can't play now: too many are playing, or it hangs"
        else:
            answer = asyncio.wrap_future(bot.ask(what, _view(table, seat)))
            try:
                action = await asyncio.wait_for(answer, bot.patience)
                if bot.failed is None:
                    return None if action is None else str(action)
                why = REASONS[bot.failed]
            except TimeoutError:
                self._bots.hangs(name)
                why = "does not answer at all"
        if bot is None or not bot.closed:  # else the match has gone on without it
            self._fail(player, name, why)
        return None

    def _bot(self, player: int, name: str) -> ThreadedBot | None:
        """The one in this seat; it is started with its first question."""
        bot = self._seated.get((player, name))
        if bot is None or bot.closed:
            assert self._match is not None
            bot = self._bots.seat(self._match, player, name, self)
            if bot is not None:
                self._seated[player, name] = bot
        return bot

    def _fail(self, player: int, name: str, why: str) -> None:
        """From now on the usual level plays for the seat; the log has no more than that."""
        self._failed.add((player, name))
        logger.warning(
            "table %s: the bot %s %s; %s plays on in this match", self._table_id, name, why, DEFAULT
        )
        bot = self._seated.pop((player, name), None)
        if bot is not None:
            bot.close()


def _view(table: Table, seat: int) -> View:
    match, player = table.match, table.player_of(seat)
    assert match is not None
    assert player is not None
    return match.round.view(player)
