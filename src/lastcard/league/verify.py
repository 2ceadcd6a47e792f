"""Was a league dealt as promised? Secrets are held against their hashes, and every game is dealt again."""

from __future__ import annotations

from collections.abc import Iterator

from ..bots.forfeits import Limits
from ..game import Match, RecordError, Refusal, replay
from .errors import LeagueError
from .plan import Plan
from .play import play, shuffler
from .schedule import Schedule
from .store import LeagueStore


def broken_promises(plan: Plan) -> list[int]:
    """The first deals of secrets that are not the promised ones; a LeagueError while one is not revealed."""
    if any(secret.value is None for secret in plan.secrets):
        raise LeagueError("this league is not finished: its secret is revealed when it ends")
    return [secret.first for secret in plan.secrets if not secret.kept]


def other_deals(store: LeagueStore, name: str, plan: Plan) -> Iterator[int]:
    """The games with cards, points or a place in the schedule that don't follow from seed or secret."""
    schedule = Schedule(len(plan.entrants), plan.sizes)
    for rows in store.by_game(name):
        number = rows[0]["number"]
        fixture = schedule.fixture(number)
        here = rows[0]["deal"] == fixture.deal and tuple(row["bot"] for row in rows) == fixture.seats
        if not here or not _same_cards(store, name, plan, number, [row["scored"] for row in rows]):
            yield number


def _same_cards(store: LeagueStore, name: str, plan: Plan, number: int, scored: list[int]) -> bool:
    record = store.record(name, number)
    assert record is not None
    deal = Schedule(len(plan.entrants), plan.sizes).fixture(number).deal
    try:
        played = replay(record)
        again = Match(plan.rulebook, record.players, shuffler(plan, deal))
        again.deal()
        for seat, action in played.round.actions:
            again.play(seat, action)
    except (RecordError, Refusal):  # with other cards the moves make no sense
        return False
    end = again.round.view(None)
    return again.record().rounds == record.rounds and list((end.scores or {}).values()) == scored


def other_games(store: LeagueStore, name: str, plan: Plan, limits: Limits) -> Iterator[int]:
    """The games that go another way when the same bots play them again."""
    schedule = Schedule(len(plan.entrants), plan.sizes)
    for number in range(store.count(name)):
        record = store.record(name, number)
        assert record is not None
        if play(plan, schedule.fixture(number), limits).round != store.round(name, number):
            yield number
