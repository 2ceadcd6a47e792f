"""A bot in a process of its own, in any language: it reads questions and writes answers, a line each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ..game import View
from ..rulebooks import Rulebook
from .forfeits import BotError, Failure, Limits
from .loop import reactions
from .process import GRACE, BotProcess
from .protocol import PROTOCOL, Hello, Request, line, read_answer, read_ready, with_texts


class ProcessBot:
    """Started before the first question; it lives until it fails or is closed, and can be started again."""

    untimed = True

    def __init__(self, command: Sequence[str], rulebook: Rulebook, players: Sequence[str]) -> None:
        self.command = list(command)
        self._rulebook = rulebook
        self._players = list(players)
        self._limits = Limits()
        self._child: BotProcess | None = None
        self._id = 0
        self._greeted = False
        self._events: list[dict[str, Any]] = []
        self.stderr = ""

    def notice(self, events: list[dict[str, Any]]) -> None:
        """To be sent along with the next question."""
        self._events += events

    def start(self, limits: Limits) -> None:
        """Start the process and send the hello, without waiting for it."""
        if self._child is not None:
            return
        self._limits, self._id, self._greeted, self.stderr = limits, 0, False, ""
        try:
            self._child = BotProcess(self.command, limits)
        except OSError as error:  # no more processes or files: not the bot's fault
            raise BotError(f"{self.command[0]}: can't start a process: {error.strerror}") from None
        hello = Hello(
            id=0,
            ask="hello",
            protocol=PROTOCOL,
            rules=msgspec.to_builtins(self._rulebook),
            players=self._players,
            start_ms=_ms(limits.start),
            move_ms=_ms(limits.move),
        )
        self._child.send(line(hello))

    def ready(self) -> None:
        """Wait for the answer to the hello, or raise a Failure."""
        if self._child is None:
            self.start(self._limits)
        child = self._child
        assert child
        if self._greeted:
            return
        try:
            data = child.receive(child.began + self._limits.start - time.monotonic())
            if data is None:
                raise Failure("start", f"no answer to the hello after {self._limits.start:g} s")
            read_ready(data, 0)
        except Failure as failure:
            self.abort()
            raise Failure("forks" if failure.reason == "forks" else "start", failure.detail) from None
        self._greeted = True

    def choose(self, view: View) -> str:
        """The bot's action in turn; raises Failure for null, a wrong line or no answer in time."""
        action = self._ask("choose", view, [str(action) for action in view.legal])
        if action is None:
            self.abort()
            raise Failure("illegal", "null, though it is in turn")
        return action

    def respond(self, view: View) -> str | None:
        """The bot's reaction out of turn, or None; raises Failure as `choose` does."""
        return self._ask("respond", view, [str(action) for action in reactions(view)])

    def close(self) -> None:
        """Close the bot's standard input, and end it if it does not end by itself at once."""
        self._end(GRACE)

    def abort(self) -> None:
        """End a bot that has failed, at once; its last words are kept."""
        self._end(0.0)

    def interrupt(self) -> None:
        """Have the process ended, from another thread than the one that may wait for it."""
        child = self._child
        if child is not None:
            child.interrupt()

    def _ask(self, ask: Literal["choose", "respond"], view: View, legal: list[str]) -> str | None:
        self.ready()
        assert self._child
        try:
            return self._exchange(self._child, ask, view, legal)
        except Failure:
            self.abort()
            raise

    def _exchange(
        self, child: BotProcess, ask: Literal["choose", "respond"], view: View, legal: list[str]
    ) -> str | None:
        self._refuse_more(child)
        self._id += 1
        limit = self._limits.move
        began = time.monotonic()
        events, self._events = self._events, []
        request = Request(
            id=self._id,
            ask=ask,
            legal=legal,
            time_left_ms=_ms(limit),
            view=with_texts(view),
            events=events,
        )
        child.send(line(request))
        data = child.receive(limit)
        if data is None:  # whether it is slow or stuck, a second helping of time will show
            if child.receive(limit) is None:
                raise Failure("silent", f"no answer after {2 * limit:g} s, the limit is {limit:g} s")
            took = time.monotonic() - began
            raise Failure("slow", f"answered after {took:.2f} s, the limit is {limit:g} s")
        action = read_answer(data, self._id)
        self._refuse_more(child)
        return action

    def _refuse_more(self, child: BotProcess) -> None:
        if child.has_more():
            raise Failure("extra", f"a second line after the answer to question {self._id}")

    def _end(self, grace: float) -> None:
        if self._child is not None:
            self._child.end(grace)
            self.stderr = self._child.stderr
            self._child = None


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
