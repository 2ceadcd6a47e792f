"""Somebody else's bot at a table where people wait: it thinks in a thread of its own, under a referee.

A question is answered by a future, so nobody has to wait for longer than they like; questions are answered
one after the other. A program is held to its limits by the clock. A Python class can't be stopped: one that
never answers keeps its thread, which does not keep the process from ending.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Literal

from ..game import Action, Match, View
from . import registry
from .base import Bot
from .forfeits import BotError, Limits, Reason
from .referee import RefereedBot, close

Work = Callable[[RefereedBot], Any]


class ThreadedBot:
    """One seat in one match. A bot that has failed answers None from then on; `failed` says why."""

    def __init__(self, match: Match, seat: int, spec: str, limits: Limits) -> None:
        self.failed: Reason | None = None
        self.closed = False
        self._match, self._seat, self._spec, self._limits = match, seat, spec, limits
        self._bot: Bot | None = None
        self._busy = False  # it is being asked
        self._noticed = (0, 0)  # the number of a round, and how many of its events the bot knows
        self._work: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="a bot", daemon=True)
        self._thread.start()

    @property
    def patience(self) -> float:
        """Seconds after which no answer will come any more: a program has failed before that."""
        return self._limits.start + 3 * self._limits.move

    @property
    def running(self) -> bool:
        """Whether anything of the bot may still be there."""
        return self._thread.is_alive()

    def ask(self, what: Literal["choose", "respond"], view: View) -> Future[Action | None]:
        """A legal action or reaction; None for no reaction, or from a bot that has failed."""
        seen = self._news()
        self._put(lambda guard: guard.notice(seen))
        return self._put(lambda guard: getattr(guard, what)(view))

    def close(self) -> None:
        """End the bot, without waiting for it; a class that is at a question ends when it has answered."""
        if not self.closed:
            self.closed = True
            self._work.put(None)
            if self._busy:
                getattr(self._bot, "interrupt", lambda: None)()

    def join(self, until: float) -> None:
        """Wait until nothing of the bot is there any more, or until a time of `time.monotonic`."""
        self._thread.join(max(0.0, until - time.monotonic()))

    def _put(self, work: Work) -> Future[Any]:
        done: Future[Any] = Future()
        self._work.put((work, done))
        return done

    def _news(self) -> list[dict[str, Any]]:
        """What the seat has seen since the last question, or since the round began."""
        number, events = len(self._match.rounds), self._match.round.events
        known = self._noticed[1] if self._noticed[0] == number else 0
        self._noticed = number, len(events)
        name = self._match.players[self._seat]
        return [event.seen_by(name).data() for event in events[known:]]

    # ---- In the thread ----

    def _run(self) -> None:
        match = self._match
        try:
            bot = self._bot = registry.create(self._spec, match.rulebook, match.players, secrets.randbits(32))
        except Exception:  # it is gone, or its module has changed
            self.failed = "start"
            bot = registry.create("random", match.rulebook, match.players, 0)  # which is never asked
        guard = RefereedBot(match, self._seat, bot, self._limits, lambda forfeit: None)
        try:
            self._done(guard, RefereedBot.start)
            self._done(guard, RefereedBot.ready)
            while (asked := self._work.get()) is not None:
                work, answer = asked
                if answer.set_running_or_notify_cancel():
                    answer.set_result(self._done(guard, work))
        finally:
            close([bot])

    def _done(self, guard: RefereedBot, work: Work) -> Any:
        """What the bot does, or None if it is closed or has failed, now or before."""
        if self.failed is not None or self.closed:
            return None
        self._busy = True
        try:
            result = work(guard)
        except BotError:  # no more processes or files
            self.failed = "start"
            return None
        finally:
            self._busy = False
        if guard.forfeit is not None:
            self.failed = guard.forfeit.reason
        return result if self.failed is None else None
