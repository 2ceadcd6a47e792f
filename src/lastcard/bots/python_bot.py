"""A bot of a third party in our own process: a class that is called as Class(rulebook, players, seed)."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ..game import View
from ..rulebooks import Rulebook
from .forfeits import Failure, Limits, worded


class PythonBot:
    """Makes the bot when it is started, so that an error in its making is a forfeit like any other."""

    def __init__(
        self, make: Callable[..., Any], rulebook: Rulebook, players: Sequence[str], seed: int
    ) -> None:
        self._make = make
        self._table = (rulebook, list(players), seed)
        self._bot: Any = None
        self._limits = Limits()
        self.stderr = ""

    def start(self, limits: Limits) -> None:
        """Only remember the limits: the class is called in `ready`."""
        self._limits = limits

    def ready(self) -> None:
        """Make the bot, or raise a Failure."""
        if self._bot is not None:
            return
        began = time.perf_counter()
        try:
            bot = self._make(*self._table)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.stderr = traceback.format_exc(limit=-8)
            raise Failure("start", worded(error)) from None
        took = time.perf_counter() - began
        if took > self._limits.start:
            raise Failure("start", f"took {took:.2f} s to start, the limit is {self._limits.start:g} s")
        for method in ("choose", "respond"):
            if not callable(getattr(bot, method, None)):
                raise Failure("start", f"has no method {method}(view)")
        self._bot = bot

    def notice(self, events: list[dict[str, Any]]) -> None:
        """For a class that wants to know what its seat saw; it gets a list of its own."""
        self.ready()
        hear = getattr(self._bot, "notice", None)
        if hear is not None:
            hear(msgspec.json.decode(msgspec.json.encode(events)))

    def choose(self, view: View) -> Any:
        """What the class answers in turn, unchecked: `referee` judges it."""
        self.ready()
        return self._bot.choose(_own(view))

    def respond(self, view: View) -> Any:
        """What the class answers out of turn, unchecked; None stands for no reaction."""
        self.ready()
        return self._bot.respond(_own(view))

    def close(self) -> None:
        """A class that wants to know of its end has a `close` of its own."""
        bot, self._bot = self._bot, None
        if bot is not None and callable(getattr(bot, "close", None)):
            with suppress(Exception, SystemExit):
                bot.close()


def _own(view: View) -> View:
    """A view that shares nothing with the table: a bot may do with it what it likes."""
    return msgspec.json.decode(msgspec.json.encode(view), type=View)
