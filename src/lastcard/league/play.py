"""Plays games of a league. A game depends on the plan and its own number, not on what was played before."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from ..bots import referee, registry
from ..bots.forfeits import Limits
from ..engine.score import LEAGUE_LEAST
from ..game import HmacShuffler, Match, seeded
from ..plain_text import escaped
from ..rulebooks import Rulebook
from .plan import Plan
from .promise import keep_memory_private
from .schedule import Fixture, Schedule


class Place(Struct, frozen=True):
    """What became of one seat."""

    bot: int  # the entrant's number
    points: int  # as the league counts them
    scored: int  # as the rulebook counts them: different only after a forfeit
    cards: int  # left in hand
    forfeit: str | None = None  # the reason
    detail: str | None = None
    step: int | None = None  # how many actions had been done
    stderr: str | None = None  # the end of what the bot said about it, or its traceback


class PlayedFixture(Struct, frozen=True):
    """A finished game, small enough to travel; `round` is the record's round as JSON."""

    number: int
    deal: int
    places: tuple[Place, ...]
    winner: int | None  # a seat
    reason: str
    turns: int
    steps: int
    round: str


@dataclass(frozen=True)
class FixtureJob:
    """All that a chunk needs to know, wherever it is played."""

    plan: Plan
    limits: Limits = Limits()  # noqa: RUF009  # a value, never changed

    def run(self, start: int, count: int) -> list[PlayedFixture]:
        """Play the games `start` to `start + count`."""
        plan = self.plan
        if plan.seed is None:
            keep_memory_private()
        schedule = Schedule(len(plan.entrants), plan.sizes)
        fixtures = map(schedule.fixture, range(start, start + count))
        return [play(plan, fixture, self.limits) for fixture in fixtures]


def play(
    plan: Plan,
    fixture: Fixture,
    limits: Limits = Limits(),  # noqa: B008  # a value, never changed
) -> PlayedFixture:
    """One round of the rulebook. The cards depend on the seed and the deal, not on who sits where.

    >>> from lastcard.league import Entrant
    >>> from lastcard.rulebooks import load
    >>> plan = Plan(load("rounds"), (Entrant("a", "random"), Entrant("b", "greedy")), sizes=(2,), seed=0)
    >>> played = play(plan, Schedule(2, (2,)).fixture(0))
    >>> sum(place.points for place in played.places)
    1
    """
    players = [plan.entrants[bot].name for bot in fixture.seats]
    match = Match(plan.rulebook, players, shuffler(plan, fixture.deal))
    match.deal()
    bots = []
    try:
        for seat, bot in enumerate(fixture.seats):
            seed = bot_seed(plan, fixture, seat)
            bots.append(registry.create(plan.entrants[bot].spec, plan.rulebook, players, seed))
        forfeits = referee.play_round(match, bots, limits)
    finally:
        referee.close(bots)
    return _played(plan, fixture, match, forfeits)


def shuffler(plan: Plan, deal: int) -> HmacShuffler:
    """Where everything that chance decides on a deal comes from: the seed, or the secret (docs/league.md)."""
    if plan.seed is not None:
        return seeded(f"league {plan.seed} deal {deal}")
    message = f"lastcard league deal {deal}".encode()
    return HmacShuffler(hmac.digest(plan.secret(deal), message, hashlib.sha256))


def bot_seed(plan: Plan, fixture: Fixture, seat: int) -> int:
    """The seed that a bot is given for one game."""
    if plan.seed is not None:
        text = f"lastcard league {plan.seed} game {fixture.number} seat {seat}"
        digest = hashlib.sha256(text.encode()).digest()
    else:
        text = f"lastcard league game {fixture.number} seat {seat}"
        digest = hmac.digest(plan.secret(fixture.deal), text.encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big") >> 1


def counted(rulebook: Rulebook, points: Sequence[int], forfeited: Sequence[bool]) -> list[int]:
    """The points as a league counts them: all keep their own, but a forfeit costs the worst there is.

    The worst of this table alone would not do: `random` may play the hand better than the bot would have, and
    then a bad bot gained by forfeiting.
    """
    if rulebook.scoring == "penalties":
        worst = max(rulebook.limit, *points)
    else:
        worst = min(LEAGUE_LEAST if rulebook.scoring == "ranked" else 0, *points)
    return [worst if gone else own for own, gone in zip(points, forfeited, strict=True)]


def plain(text: str) -> str:
    """Somebody else's words, fit for any file and terminal: lines stay, what can't be printed is escaped."""
    return escaped(text, keep="\n")


def _played(plan: Plan, fixture: Fixture, match: Match, forfeits: Sequence[referee.Forfeit]) -> PlayedFixture:
    end = match.round.view(None)
    scores, winner = end.scores or {}, match.round.winner
    first = {one.seat: one for one in reversed(forfeits)}
    seats = range(len(fixture.seats))
    scored = list(scores.values())
    points = counted(plan.rulebook, scored, [seat in first for seat in seats])
    places = []
    for seat, bot in enumerate(fixture.seats):
        why = first.get(seat)
        forfeit = (why.reason, plain(why.detail), why.step, plain(why.stderr)) if why else ()
        places.append(Place(bot, points[seat], scored[seat], end.counts[match.players[seat]], *forfeit))
    return PlayedFixture(
        number=fixture.number,
        deal=fixture.deal,
        places=tuple(places),
        winner=None if winner is None or match.round.seat(winner) in first else match.round.seat(winner),
        reason=end.reason or "",
        turns=end.turns,
        steps=len(match.round.actions),
        round=msgspec.json.encode(match.record().rounds[0]).decode(),
    )
