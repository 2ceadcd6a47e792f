"""Runs a league: plays what is missing, stores it in the order of the schedule, and stops on demand.

The store always holds the first so many games of the schedule, no matter which process
played them and how often the run was interrupted. Games that are finished early wait for those before them.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from ..bots.forfeits import Limits
from ..parallel import Enough, Span, each_chunk, processes, spans
from .errors import LeagueError
from .plan import Plan, check, check_starts, correction
from .play import FixtureJob, PlayedFixture
from .schedule import Schedule
from .standings import Outcome, Tally, decided, looks
from .store import LeagueStore

CHUNK = 8  # games: few enough for a lively table and a quick Ctrl-C

Progress = Callable[[Tally], None]


class Ending(Struct, frozen=True):
    """How a run ended."""

    games: int  # in the store
    asked: int  # that a complete run has
    decided_after: int | None  # deals
    interrupted: bool


class LeagueRecorder:
    """Takes games as they come, stores them in order, and says when the order is decided."""

    def __init__(self, store: LeagueStore, name: str, plan: Plan, until_decided: bool, deals: int) -> None:
        self.store, self.name = store, name
        self.tally = Tally(plan.names, plan.low_is_good)
        self.games_a_deal = Schedule(len(plan.entrants), plan.sizes).games_a_deal
        self.looks = set(looks(deals)) if until_decided else set()
        self.decided_after: int | None = None
        self._waiting: dict[int, list[PlayedFixture]] = {}
        for one in store.outcomes(name):
            self._count(one)
        self.next = self.tally.played

    def take(self, span: Span, played: list[PlayedFixture]) -> None:
        """A finished chunk; a chunk that is already stored is ignored."""
        if span[0] >= self.next:
            self._waiting[span[0]] = played
        while self.next in self._waiting:
            with undisturbed():
                self._store(self._waiting.pop(self.next))
            if self.decided_after is not None:
                raise Enough

    def _store(self, played: list[PlayedFixture]) -> None:
        kept = []
        for one in played:
            kept.append(one)
            self._count(outcome(one))
            if self.decided_after is not None:
                break
        self.store.add(self.name, kept)
        self.next += len(kept)

    def _count(self, one: Outcome) -> None:
        self.tally.add(one)
        deals, rest = divmod(self.tally.played, self.games_a_deal)
        if self.decided_after is None and not rest and deals in self.looks and decided(self.tally):
            self.decided_after = deals


def run(
    store: LeagueStore,
    name: str,
    plan: Plan,
    *,
    deals: int,
    until_decided: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda tally: None,
    limits: Limits = Limits(),  # noqa: B008  # a value, never changed
    started: bool = False,
) -> Ending:
    """Play a league up to `deals` deals, or go on with it; `progress` sees the standings as they change.

    Every bot is first started once, unless the caller says that it has done so (`started`).
    """
    check(plan)
    if deals < 1:
        raise LeagueError("rounds: expected at least 1")
    if not started:
        check_starts(plan, limits)
    settle(store, name, plan)
    store.count(name)  # complains about a store with gaps
    recorder = LeagueRecorder(store, name, plan, until_decided, deals)
    asked = deals * recorder.games_a_deal
    complete = True
    if recorder.next < asked and recorder.decided_after is None:
        todo = spans(asked, CHUNK, recorder.next)
        with processes(workers, cluster) as (pool, at_once):
            try:
                complete = each_chunk(
                    FixtureJob(plan, limits).run,
                    todo,
                    pool,
                    at_once,
                    recorder.take,
                    lambda _: progress(recorder.tally),
                )
            except BrokenProcessPool:
                raise LeagueError("a worker has died; what is done is stored, run again to go on") from None
    return Ending(recorder.next, asked, recorder.decided_after, not complete)


def settle(store: LeagueStore, name: str, plan: Plan) -> None:
    """Begin a new league, or make sure that the stored one is the same, if it has any games.

    Another command for a bot of the same name is a correction: the league goes on with it.
    """
    stored = store.plan(name)
    if stored is not None and stored != plan and not store.count(name):
        store.forget(name)
        stored = None
    if stored is None:
        store.begin(name, plan)
        return
    differ = []
    if stored.rulebook.fingerprint != plan.rulebook.fingerprint:
        differ.append(f"rules ({stored.rulebook.name} {stored.rulebook.fingerprint})")
    if not correction(stored.entrants, plan.entrants):
        differ.append(f"bots ({', '.join(stored.names)})")
    if stored.sizes != plan.sizes:
        differ.append(f"players ({','.join(map(str, stored.sizes))})")
    if stored.seed != plan.seed:
        differ.append(f"seed ({stored.seed})")
    if differ:
        differences = " and ".join(differ)
        raise LeagueError(
            f"{store.path}: the league {name!r} has other {differences}: choose another --db or --name"
        )
    if stored.entrants != plan.entrants:  # a command was corrected
        store.correct_commands(name, plan)


def outcome(one: PlayedFixture) -> Outcome:
    """What standings need to know of a game."""
    return Outcome(
        number=one.number,
        deal=one.deal,
        bots=tuple(place.bot for place in one.places),
        points=tuple(place.points for place in one.places),
        winner=one.winner,
        cards=tuple(place.cards for place in one.places),
        forfeits=tuple(place.forfeit for place in one.places),
    )


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, so that what is stored and what is counted stay the same."""
    pressed: list[Any] = []
    try:
        before = signal.signal(signal.SIGINT, lambda *press: pressed.append(press))
    except ValueError:  # not the main thread: Ctrl-C does not come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        signal.raise_signal(signal.SIGINT)
