"""`lastcard bot check`: a bot is asked in scripted positions, then plays whole games; here is what it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ..game import Match, seeded
from ..plain_text import escaped
from ..rulebooks import Rulebook, load, names
from . import loop
from .check_positions import PLAYERS, POSITIONS, CheckPosition, reached
from .forfeits import BotError, Forfeit, Limits, cut
from .referee import NOTHING, RefereedBot, close, seated
from .registry import check, create

# Whole games: every rulebook as it is, and one with the house rules that ask a bot for more.
HOUSE_RULES: dict[str, Any] = {"stacking": "any", "jump_in": True, "seven_zero": True, "challenge": True}


class Finding(Struct, frozen=True, kw_only=True):
    """What a bot did in one position or one game; `forfeit` says what was wrong with it."""

    title: str
    rules: str
    answer: str | None  # in a position
    slowest_ms: float
    forfeit: Forfeit | None
    stderr: str

    @property
    def ok(self) -> bool:
        """Whether the bot got through without a forfeit."""
        return self.forfeit is None


def check_start(
    spec: str, limits: Limits, rulebook: Rulebook | None = None, players: Sequence[str] = PLAYERS
) -> None:
    """Refuse with a BotError what can't be a bot, or does not answer the hello in time."""
    check(spec)
    rulebook = rulebook or load("classic")
    bot = create(spec, rulebook, players, seed=0)
    match = Match(rulebook, players, seeded("hello"))
    match.deal()
    try:
        guard, *_ = seated(match, [bot], limits)
    finally:
        close([bot])
    if guard.forfeit is not None:
        last = "".join(guard.forfeit.stderr.strip().splitlines()[-1:])
        words = f" ({cut(escaped(last), 200)})" if last and last not in guard.forfeit.detail else ""
        raise BotError(f"{spec}: does not start: {guard.forfeit.detail}{words}")


def examine(spec: str, limits: Limits) -> Iterator[Finding]:
    """One finding after the other; a bot that does not even start is not asked any further."""
    for position in POSITIONS:
        finding = in_position(spec, position, limits)
        yield finding
        if finding.forfeit is not None and finding.forfeit.reason == "start":
            return
    for name in names():
        yield in_game(spec, "a whole game", load(name), limits)
    yield in_game(spec, "a whole game with house rules", load("classic", HOUSE_RULES), limits)


def in_position(spec: str, position: CheckPosition, limits: Limits) -> Finding:
    """The bot's answer to one question."""
    match = reached(position)
    bot = create(spec, match.rulebook, match.players, seed=0)
    answer = None
    try:
        [guard] = seated(match, [bot], limits)
        view = match.round.view(0)
        if guard.forfeit is None:
            answer = str(guard.choose(view) if position.ask == "choose" else guard.respond(view) or NOTHING)
    finally:
        close([bot])
    return _finding(position.title, match.rulebook, guard, answer)


def in_game(spec: str, title: str, rulebook: Rulebook, limits: Limits) -> Finding:
    """One round against `random`."""
    match = Match(rulebook, PLAYERS, seeded(title))
    match.deal()
    bots = [create(one, rulebook, PLAYERS, seed) for seed, one in enumerate([spec, "random", "random"])]
    try:
        guards = seated(match, bots, limits)
        loop.play_round(match, guards)
    finally:
        close(bots)
    return _finding(title, rulebook, guards[0], None)


def _finding(title: str, rulebook: Rulebook, guard: RefereedBot, answer: str | None) -> Finding:
    forfeit = guard.forfeit
    return Finding(
        title=title,
        rules=rulebook.name,
        answer=None if forfeit else answer,
        slowest_ms=round(guard.slowest * 1000, 1),
        forfeit=forfeit,
        stderr=forfeit.stderr if forfeit else getattr(guard.bot, "stderr", ""),
    )
