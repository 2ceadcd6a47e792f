"""The bots that can be seated at a server's tables: our levels, and those that its operator has named."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...bots import levels
from ...bots.forfeits import BotError, Limits
from ...bots.levels import DEFAULT, LEVELS

NAME = re.compile(r"[A-Za-z0-9_-]{1,20}")


class OfferedBots:
    """By name. What stands behind a name of the operator's is never sent, and never comes from a client."""

    def __init__(
        self,
        own: Iterable[tuple[str, str]] = (),
        limits: Limits = Limits(),  # noqa: B008  # a value, never changed
    ) -> None:
        self.limits = limits
        self._own: dict[str, str] = {}
        taken = {name.casefold() for name in LEVELS}
        for name, spec in own:
            if NAME.fullmatch(name) is None:
                raise BotError(f"{name!r} is not a name for a bot: expected 1 to 20 letters, digits, - or _")
            if name.casefold() in taken:
                raise BotError(f"{name}: a level or another bot has this name")
            taken.add(name.casefold())
            self._own[name] = LEVELS[spec].bot if spec in LEVELS else spec

    def __contains__(self, name: str) -> bool:
        """Whether this is one of the operator's."""
        return name in self._own

    @property
    def own(self) -> dict[str, str]:
        """The operator's, each with what makes it (`bots.registry`)."""
        return dict(self._own)

    def playing(self, name: str) -> str:
        """What plays under this name here; the usual level for a bot that is no longer offered."""
        if name in self._own:
            return name
        return levels.playing(name) if name in LEVELS else DEFAULT

    def spec(self, name: str) -> str:
        """What makes the bot that plays under this name."""
        playing = self.playing(name)
        return self._own[playing] if playing in self._own else LEVELS[playing].bot
