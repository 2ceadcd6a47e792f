"""One game of a league: the same cards in every seating, exact replays, forfeits with their reasons."""

from __future__ import annotations

import msgspec
import pytest

from lastcard.errors import LastcardError
from lastcard.game import Match, Record, replay
from lastcard.game.record import FORMAT, RoundRecord
from lastcard.league import Entrant, Plan, PlayedFixture, Schedule, entrant, play
from lastcard.league.plan import check
from lastcard.league.play import FixtureJob
from lastcard.rulebooks import load
from support.league.leagues import plan


def record(league: Plan, one: PlayedFixture) -> Record:
    return Record(
        format=FORMAT,
        rules=msgspec.to_builtins(league.rulebook),
        players=[league.names[place.bot] for place in one.places],
        rounds=[msgspec.json.decode(one.round, type=RoundRecord)],
    )


def replayed(league: Plan, one: PlayedFixture) -> Match:
    return replay(record(league, one))


@pytest.mark.parametrize("rules", ["classic", "league", "rounds", "fool108"])
def test_a_game_replays_to_the_points_that_were_stored(rules: str) -> None:
    league = plan(rules, sizes=(3,))
    for one in FixtureJob(league).run(0, 6):
        match = replayed(league, one)
        state = match.round.state
        assert match.round.over
        assert [place.points for place in one.places] == state.points[:3]
        assert [place.cards for place in one.places] == state.count[:3]
        assert (one.winner, one.steps, one.turns) == (state.winner, len(match.round.actions), state.turns)


@pytest.mark.parametrize("rules", ["classic", "league", "rounds", "fool108"])
def test_the_cards_depend_on_the_deal_and_not_on_who_sits_where(rules: str) -> None:
    league = plan(rules, sizes=(3,))
    same, other = FixtureJob(league).run(0, 6), FixtureJob(league).run(6, 1)
    dealt = {
        (one.deck, *one.back, one.opening, match.round.players.index(one.first))
        for match in (replayed(league, game) for game in same)
        for one in [match.record().rounds[0]]
    }
    assert len(dealt) == 1
    assert replayed(league, other[0]).record().rounds[0].deck not in {one[0] for one in dealt}
    assert len({tuple(place.bot for place in game.places) for game in same}) == 6


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    league = plan()
    assert FixtureJob(league).run(3, 2) == [FixtureJob(league).run(3, 1)[0], FixtureJob(league).run(4, 1)[0]]
    assert FixtureJob(league).run(3, 1) != FixtureJob(plan(seed=2)).run(3, 1)


@pytest.mark.parametrize(
    ("spec", "reason", "detail"),
    [
        ("support.league.bad_bots:Cheat", "illegal", "take is not one of"),
        ("support.league.bad_bots:Crash", "crashed", "RuntimeError: a <b>bug</b>"),
        ("support.league.bad_bots:Garbage", "crashed", r"\ud800\x1b[2J"),
        ("support.league.bad_bots:Babble", "nonsense", "castle"),
        ("support.league.bad_bots:NeverBorn", "start", "ValueError: no"),
        pytest.param("support.league.bad_bots:Sleepy", "slow", "the limit is 1 s", marks=pytest.mark.slow),
        ("cmd:false", "start", ""),
    ],
)
def test_forfeits_have_the_right_reasons_and_the_worst_points(spec: str, reason: str, detail: str) -> None:
    league = Plan(load("league"), (Entrant("bad", spec), *map(entrant, ("random", "greedy"))), (3,), 1)
    one = play(league, Schedule(3, (3,)).fixture(2))
    (bad,) = [place for place in one.places if place.bot == 0]
    assert bad.forfeit == reason
    assert bad.detail is not None
    assert detail in bad.detail
    assert bad.points == 1  # L4 gives no less
    for place in one.places:
        if place is not bad:
            assert (place.forfeit, place.points) == (None, place.scored)
    assert one.reason == "won"
    assert one.winner is None or one.places[one.winner] is not bad
    assert replayed(league, one).round.over


def test_a_forfeit_says_after_how_many_actions_and_what_the_bot_said() -> None:
    league = Plan(
        load("rounds"), (Entrant("bad", "support.league.bad_bots:Crash"), entrant("random")), (2,), 1
    )
    (bad,) = [place for place in play(league, Schedule(2, (2,)).fixture(1)).places if place.bot == 0]
    assert bad.step is not None
    assert bad.step >= 1
    assert "raise RuntimeError" in (bad.stderr or "")


def test_a_bot_can_come_twice_under_another_name() -> None:
    assert entrant("again=random") == Entrant("again", "random")
    assert entrant("support.league.bad_bots:Plain") == Entrant("Plain", "support.league.bad_bots:Plain")
    assert entrant("./bot --level=3").spec == "./bot --level=3"
    check(plan(bots="random,again=random"))


@pytest.mark.parametrize(
    ("league", "says"),
    [
        (plan(bots="random,random"), "'random': two players have this name; NAME=SPEC"),
        (plan(sizes=(4,)), "tables of 4 need 4 bots, not 3"),
        (plan(sizes=(1,)), "rounds is for 2 to 10 players, not 1"),
        (plan(sizes=(2, 2)), "different numbers"),
        (plan(seed=-1), "seed: expected 0 to"),
    ],
)
def test_leagues_that_nobody_can_play(league: Plan, says: str) -> None:
    with pytest.raises(LastcardError, match=says):
        check(league)
