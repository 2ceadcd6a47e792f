"""The bots of one table: made when they are first asked, and shown what their seat saw."""

from __future__ import annotations

import asyncio
import secrets

from ...bots import Bot, registry
from ...bots.loop import notify, reactions
from ...bots.searcher import ROLLOUTS
from ...game import Match
from ..tables.table import Table
from .operator_bots import OperatorBots, SeatedBots

SLOW = tuple(ROLLOUTS)  # they think in a thread of their own


class TableBots:
    """Who thinks for the seats that bots play."""

    def __init__(self, own: SeatedBots | None = None) -> None:
        self._own = SeatedBots(OperatorBots(), 0) if own is None else own
        self._match: Match | None = None
        self._names: list[str] = []
        self._bots: dict[tuple[int, str], Bot] = {}
        self._seen: dict[tuple[int, str], tuple[int, list[int]]] = {}

    async def choose(self, table: Table, seat: int) -> str:
        """The action of a seat in turn; any legal one if its bot fails."""
        if self._own.plays(table, seat) and (text := await self._own.choose(table, seat)) is not None:
            return text
        match, player, kind, bot = self._get(table, seat)
        self._tell(match, player, kind, bot)
        view = match.round.view(player)
        try:
            if kind in SLOW:
                action = await asyncio.to_thread(bot.choose, view)
            else:
                action = bot.choose(view)
        except Exception:  # a bot with no idea plays a legal action all the same
            action = view.legal[0]
        return str(action if action in view.legal else view.legal[0])

    def respond(self, table: Table, seat: int, verb: str) -> str | None:
        """A call, catch or jump-in of a seat, as it is asked for, if it could make one and wants to."""
        if self._own.plays(table, seat):
            text = self._own.reaction(table, seat)
            return text if text is not None and text.partition(" ")[0] == verb else None
        match, player, kind, bot = self._get(table, seat)
        view = match.round.view(player)
        possible = [action for action in reactions(view) if action.verb == verb]
        if not possible:
            return None
        self._tell(match, player, kind, bot)
        try:
            action = bot.respond(view)
        except Exception:
            return None
        return str(action) if action in possible else None

    def _get(self, table: Table, seat: int) -> tuple[Match, int, str, Bot]:
        match, player = table.match, table.player_of(seat)
        assert match is not None
        assert player is not None
        if match is not self._match or match.players != self._names:
            self._match, self._names, self._bots, self._seen = match, list(match.players), {}, {}
        kind = self._own.built_in(table, seat)
        bot = self._bots.get((player, kind))
        if bot is None:
            chance = secrets.randbits(32)
            bot = registry.create(kind, match.rulebook, match.players, chance)
            self._bots[player, kind] = bot
        return match, player, kind, bot

    def _tell(self, match: Match, player: int, kind: str, bot: Bot) -> None:
        number = len(match.rounds)
        known = self._seen.get((player, kind))
        if known is None or known[0] != number:
            known = self._seen[player, kind] = (number, [0] * len(match.players))
        notify(match, player, bot, known[1])
