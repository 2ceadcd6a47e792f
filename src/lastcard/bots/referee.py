"""A round in which bots may fail: a bot that does forfeits it, and `random` plays the seat on to the end.

Programs in other processes are held to the clock while they think. A Python bot in our own process can't be
stopped: its time is looked at when it has answered.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

from ..game import Action, Match, Round, View
from ..game.notation import Notation, NotationError
from ..game.shuffler import seeded
from ..plain_text import escaped
from . import loop
from .base import Bot
from .forfeits import REASONS, BotError, Failure, Forfeit, Limits, Reason, cut, worded
from .loop import Watch, reactions
from .simple import SimpleBot

__all__ = [
    "REASONS",
    "Forfeit",
    "Limits",
    "Reason",
    "RefereedBot",
    "RefereedSeat",
    "close",
    "play_round",
    "seated",
]

OnForfeit = Callable[[Forfeit], None]
T = TypeVar("T")
NOTHING: Final = "nothing"  # no reaction (N3)


def play_round(
    match: Match,
    bots: Sequence[Bot],
    limits: Limits = Limits(),  # noqa: B008  # a value, never changed
    watch: Watch = lambda events: None,
    on_forfeit: OnForfeit = lambda forfeit: None,
) -> list[Forfeit]:
    """Play the current round of a match to its end; the forfeits, in the order in which they came.

    `on_forfeit` is called when a forfeit happens. The bots stay alive for the next round: `close` ends them.
    """
    forfeits: list[Forfeit] = []

    def heard(forfeit: Forfeit) -> None:
        forfeits.append(forfeit)
        on_forfeit(forfeit)

    loop.play_round(match, seated(match, bots, limits, heard), watch)
    return forfeits


def seated(
    match: Match, bots: Sequence[Bot], limits: Limits, on_forfeit: OnForfeit = lambda forfeit: None
) -> list[RefereedBot]:
    """The bots in their seats, started and ready for the current round; the processes start side by side."""
    guards = [RefereedBot(match, seat, bot, limits, on_forfeit) for seat, bot in enumerate(bots)]
    for guard in guards:
        guard.start()
    for guard in guards:
        guard.ready()
    return guards


def close(bots: Sequence[Bot]) -> None:
    """End every process of these bots, and all that came from them."""
    for bot in bots:
        getattr(bot, "close", lambda: None)()


class RefereedBot:
    """A bot in its seat: passes on what it answers while that is right, and plays `random` when it is not."""

    def __init__(self, match: Match, seat: int, bot: Bot, limits: Limits, on_forfeit: OnForfeit) -> None:
        self.bot = bot
        self.seat = seat
        self.forfeit: Forfeit | None = None
        self.slowest = 0.0  # seconds for an answer
        self._game = match.round
        self._limits = limits
        self._on_forfeit = on_forfeit
        self._notation = Notation(match.rulebook, match.players)
        self._keeps_time = getattr(bot, "untimed", False)

    @cached_property
    def _substitute(self) -> SimpleBot:
        """The deal is the same when the game is played again, and so is the substitute."""
        seed = seeded(f"{self._game.deal.deck} forfeited by {self.seat}").randbelow(1 << 32)
        return SimpleBot(self._game.rulebook, self._game.players, "random", seed)

    def notice(self, events: list[dict[str, Any]]) -> None:
        """Pass on what the seat saw; a bot without a `notice` is not interested."""
        hear = getattr(self.bot, "notice", None)
        if hear is not None:
            self._try(lambda: hear(events))

    def start(self) -> None:
        """Begin to start a bot that has to be started."""
        self._try(lambda: getattr(self.bot, "start", lambda limits: None)(self._limits))

    def ready(self) -> None:
        """Wait until the bot can be asked; one that does not get ready in time forfeits."""
        self._try(lambda: getattr(self.bot, "ready", lambda: None)())

    def choose(self, view: View) -> Action:
        """A legal action: the bot's own, or from its forfeit on that of `random`."""
        action = self._try(lambda: self._chosen(view))
        return self._substitute.choose(view) if action is None else action

    def respond(self, view: View) -> Action | None:
        """A legal reaction or None: the bot's own, or from its forfeit on that of `random`."""
        answer = self._try(lambda: self._response(view))
        if answer is None:
            return self._substitute.respond(view)
        return None if isinstance(answer, str) else answer

    def _chosen(self, view: View) -> Action:
        answer = self._timed(self.bot.choose, view)
        if answer is None:
            raise Failure("illegal", "no action, though it is in turn")
        return self._checked(answer, view.legal, "")

    def _response(self, view: View) -> Action | str:
        """A reaction, or `nothing`."""
        answer = self._timed(self.bot.respond, view)
        if answer is None or str(answer).strip().lower() == NOTHING:
            return NOTHING
        return self._checked(answer, reactions(view), f", {NOTHING}")

    def _timed(self, ask: Callable[[View], Any], view: View) -> Any:
        """The answer, by the clock."""
        began = time.perf_counter()
        answer = ask(view)
        took = time.perf_counter() - began
        self.slowest = max(self.slowest, took)
        if took > self._limits.move and not self._keeps_time:
            raise Failure("slow", f"answered after {took:.2f} s, the limit is {self._limits.move:g} s")
        return answer

    def _checked(self, answer: Any, legal: list[Action], more: str) -> Action:
        """The answer as it stands among the legal ones, or a Failure; `more` is what else was possible."""
        if not isinstance(answer, str | Action):
            raise Failure("nonsense", f"{answer!r:.60} is not an action or the text of one")
        if type(answer) is Action and answer in legal:
            return answer
        try:
            action = self._notation.parse(str(answer)[:200])  # NumPy has texts of its own
        except (NotationError, TypeError) as error:  # the fields of an Action can be anything
            raise Failure("nonsense", escaped(str(error))) from None
        if action not in legal:
            possible = ", ".join(map(str, legal)) + more
            raise Failure("illegal", cut(f"{action} is not one of: {possible}", 300))
        return action

    def _try(self, act: Callable[[], T]) -> T | None:
        """What a bot does, or None if it has forfeited, now or before."""
        if self.forfeit is not None:
            return None
        try:
            return act()
        except (BotError, KeyboardInterrupt):
            raise
        except Failure as failure:
            self._lose(failure.reason, failure.detail)
        except BaseException as error:  # SystemExit and the like end a bot, not us
            self._lose("crashed", worded(error), traceback.format_exc(limit=-8))
        return None

    def _lose(self, reason: Reason, detail: str, stderr: str = "") -> None:
        """The bot is ended at once; what it wrote to standard error is kept."""
        getattr(self.bot, "abort", lambda: close([self.bot]))()
        stderr = stderr or getattr(self.bot, "stderr", "")
        step = len(self._game.actions)
        self.forfeit = Forfeit(seat=self.seat, reason=reason, detail=detail, step=step, stderr=stderr)
        self._on_forfeit(self.forfeit)


class RefereedSeat:
    """A bot in its seat for a whole match: each round has its own referee, so a forfeit costs one round."""

    def __init__(self, match: Match, seat: int, bot: Bot, limits: Limits, on_forfeit: OnForfeit) -> None:
        self.bot = bot
        self._match = match
        self._seat = seat
        self._limits = limits
        self._on_forfeit = on_forfeit
        self._guard: RefereedBot | None = None
        self._guarded: Round | None = None

    def notice(self, events: list[dict[str, Any]]) -> None:
        """Pass on what the seat saw in the current round."""
        self._now().notice(events)

    def choose(self, view: View) -> Action:
        """A legal action in the current round, from the bot or its substitute."""
        return self._now().choose(view)

    def respond(self, view: View) -> Action | None:
        """A legal reaction in the current round, or None."""
        return self._now().respond(view)

    def close(self) -> None:
        """End the bot's process, if it has one."""
        close([self.bot])

    def _now(self) -> RefereedBot:
        """The referee of the current round; a bot that has been ended is started again for it."""
        if self._guard is None or self._guarded is not self._match.round:
            self._guarded = self._match.round
            self._guard = RefereedBot(self._match, self._seat, self.bot, self._limits, self._on_forfeit)
            self._guard.start()
            self._guard.ready()
        return self._guard
