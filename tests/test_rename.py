"""Somebody takes over a seat between rounds: the whole match is under the new name, and is the same match."""

from __future__ import annotations

import random

import pytest

from lastcard.game import Match, Seed
from lastcard.game.match import MatchError
from lastcard.game.replay import begin, follow
from lastcard.game.verify import check
from lastcard.rulebooks import load, names


def one_round(match: Match, seed: int) -> None:
    match.deal_from(Seed(bytes([seed]) * 32, {}))
    chance = random.Random(seed)
    while not match.round.over:
        seat = match.round.state.turn
        match.play(seat, chance.choice(match.round.legal(seat)))


@pytest.mark.parametrize("rules", names())
def test_a_renamed_match_is_recorded_and_replayed_under_the_new_name(rules: str) -> None:
    house = {"seven_zero": True} if rules == "classic" else {}
    match = Match(load(rules, house), ["Ann", "Mira", "Cid"])
    one_round(match, 1)
    totals = list(match.totals)
    match.rename(1, "Bob")
    assert match.standing.totals == dict(zip(("Ann", "Bob", "Cid"), totals, strict=True))
    if not match.over:
        one_round(match, 2)
    record = match.record()
    assert "Mira" not in str(record)
    again = begin(record)
    for _ in follow(again, record):
        pass
    assert again.totals == match.totals
    assert all(one.fair for one in check(record))


def test_no_name_changes_while_a_round_is_in_play() -> None:
    match = Match(load("rounds"), ["Ann", "Mira"])
    match.deal_from(Seed(bytes(32), {}))
    with pytest.raises(MatchError):
        match.rename(1, "Bob")
    assert match.players == ["Ann", "Mira"]
