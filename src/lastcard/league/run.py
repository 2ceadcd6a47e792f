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

from msgspec import Struct, structs

from ..bots.forfeits import Limits
from ..parallel import Enough, Span, each_chunk, processes, spans
from .errors import LeagueError
from .plan import Plan, check, check_starts, correction
from .play import FixtureJob, PlayedFixture
from .promise import Secret, SecretFolder, draw, private_memory, store_files
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
    revealed: tuple[Secret, ...] = ()  # secrets whose deals are all played now


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
    promised: Callable[[Secret], None] = lambda secret: None,
) -> Ending:
    """Play a league up to `deals` deals, or go on with it; `progress` sees the standings as they change.

    Every bot is first started once, unless the caller says that it has done so (`started`). `promised` gets
    the secret that the deals come from, without its value, before the first of them.
    """
    check(plan)
    if deals < 1:
        raise LeagueError("rounds: expected at least 1")
    limits = structs.replace(limits, hidden=(*limits.hidden, *store_files(store.path)))
    if not started:
        check_starts(plan, limits)
    settle(store, name, plan)
    store.count(name)  # complains about a store with gaps
    recorder = LeagueRecorder(store, name, plan, until_decided, deals)
    asked = deals * recorder.games_a_deal
    complete = True
    if recorder.next < asked and recorder.decided_after is None:
        todo = spans(asked, CHUNK, recorder.next)
        if plan.seed is None:
            plan = with_secrets(store, name, plan, recorder.next // recorder.games_a_deal)
            promised(structs.replace(plan.secrets[-1], value=None))
        with processes(workers, cluster) as (pool, at_once), private_memory():
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
    whole = complete and not recorder.next % recorder.games_a_deal
    revealed = reveal(store, name) if whole else ()
    return Ending(recorder.next, asked, recorder.decided_after, not complete, revealed)


def with_secrets(store: LeagueStore, name: str, plan: Plan, deal: int) -> Plan:
    """The plan with the secret for the next deals: the promised one, or a new one with its promise."""
    stored, folder = store.plan(name), SecretFolder(store.path)
    known = stored.secrets if stored else ()
    if known and known[-1].value is None:
        last = folder.find(known[-1])
        return structs.replace(plan, secrets=(*known[:-1], last))
    fresh = draw(deal)
    folder.keep(fresh)
    store.promise(name, fresh)
    return structs.replace(plan, secrets=(*known, fresh))


def reveal(store: LeagueStore, name: str) -> tuple[Secret, ...]:
    """Write the secrets of a finished league into its store; those that were not there yet."""
    stored, folder, fresh = store.plan(name), SecretFolder(store.path), []
    for secret in stored.secrets if stored else ():
        if secret.value is None:
            fresh.append(folder.find(secret))
            store.reveal(name, fresh[-1])
        folder.forget(secret)
    return tuple(fresh)


def settle(store: LeagueStore, name: str, plan: Plan) -> None:
    """Begin a new league, or make sure that the stored one is the same, if it has any games.

    Another command for a bot of the same name is a correction: the league goes on with it.
    """
    stored = store.plan(name)
    if stored is not None and not _same(stored, plan) and not store.count(name):
        for secret in stored.secrets:
            SecretFolder(store.path).forget(secret)
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
        own = "none: its deals come from a secret" if stored.seed is None else stored.seed
        differ.append(f"seed ({own})")
    if differ:
        differences = " and ".join(differ)
        raise LeagueError(
            f"{store.path}: the league {name!r} has other {differences}: choose another --db or --name"
        )
    if stored.entrants != plan.entrants:  # a command was corrected
        store.correct_commands(name, plan)


def _same(stored: Plan, plan: Plan) -> bool:
    return structs.replace(stored, secrets=()) == structs.replace(plan, secrets=())


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
