"""What people may try (C8, F6): what is announced for a call or an accusation is what comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from lastcard.game import Match, Refusal, Round, seeded
from lastcard.game.calling import CallOutcome, calling
from lastcard.rulebooks import names
from support.rule_mixes import random_changes
from support.scenes import scene

DRAW = "B1 B2 B3 B4 B5 B6 B7 B8"


def played(rules: str, rng: random.Random, rounds: int) -> Iterator[Round]:
    """Positions of rounds under random house rules; people often forget to call."""
    for number in range(rounds):
        changes = random_changes(rng, rules) | {"max_turns": 60}
        match = Match(rules, ["Ann", "Bob", "Cid"], seeded(f"{rules} {number}"), **changes)
        match.deal()
        while not match.round.over:
            yield match.round
            seat = rng.choice([s for s in range(3) if match.round.legal(s)])
            legal = match.round.legal(seat)
            plays = [action for action in legal if action.verb in ("play", "jump")]
            match.play(seat, rng.choice(plays if plays and rng.random() < 0.9 else legal))


def outcome(round: Round, seat: int, action: str) -> CallOutcome:
    """What really comes of a call."""
    trial = round.copy()
    try:
        types = [event.type for event in trial.play(seat, action)]
    except Refusal:
        return "refused"
    if "false_call" in types:
        return "false"
    return "right" if "call" in types else "ignored"


@pytest.mark.parametrize("rules", names())
def test_C8_what_is_said_of_a_call_is_what_comes_of_it(rules: str) -> None:
    rng = random.Random(f"calls {rules}")
    seen = set()
    for round in played(rules, rng, 12):
        for seat in range(3):
            said = calling(round, seat)
            assert (said is None) == (round.rulebook.call == "off")
            if said is None:
                continue
            assert outcome(round, seat, "call") == said.call
            legal = round.legal(seat)
            seen.add(said.call)
            for action in [one for one in legal if one.verb == "play" and not one.call]:
                called = f"{action} call"
                if not any(str(one) == called for one in legal):
                    assert outcome(round, seat, called) == said.with_play
    assert rules != "classic" or seen == {"right", "false", "ignored"}
    assert rules != "fool108" or seen >= {"right", "refused", "ignored"}


@pytest.mark.parametrize("rules", names())
def test_C8_every_opponent_with_one_card_can_be_accused_whether_called_or_not(rules: str) -> None:
    rng = random.Random(f"accused {rules}")
    for round in played(rules, rng, 6):
        for seat, name in enumerate(round.players):
            said = calling(round, seat)
            if said is None or round.rulebook.call != "catch":
                assert said is None or said.accusable == []
                continue
            view = round.view(seat)
            ones = {one for one in view.players if one != name and view.counts[one] == 1}
            assert (set(said.accusable), len(said.accusable)) == (ones if view.hand else set(), len(ones))
            assert set(said.accusable) >= {one.player for one in view.legal if one.verb == "catch"}
            for one in said.accusable:
                round.verify(seat, f"catch {one}")


def test_C8_who_came_down_to_one_card_last_is_accused_first() -> None:
    hands = {"Ann": "R1 R2", "Bob": "R3 R4", "Cid": "R5 R6", "Dot": "R8 R9"}
    at = scene("classic", hands, top="R7", draw=DRAW)

    def accusable() -> list[str]:
        said = calling(at.round, "Dot")
        assert said is not None
        return said.accusable

    assert accusable() == []
    at.do("Ann: play R1 call")
    assert accusable() == ["Ann"]
    at.do("Bob: play R3")
    assert accusable() == ["Bob", "Ann"]
    at.do("Cid: play R5 call")
    assert accusable() == ["Cid", "Bob", "Ann"]
    at.do("Dot: catch Ann")  # she had called: the catch was false
    assert (accusable(), at.count("Dot")) == (["Cid", "Bob", "Ann"], 4)


def test_C8_the_penalties_are_those_of_the_rulebook() -> None:
    at = scene("classic", {"Ann": "R1 R2 R3", "Bob": "R4 R5"}, top="R7", draw=DRAW, false_call_penalty=3)
    said = calling(at.round, "Ann")
    assert said is not None
    assert (said.catch_penalty, said.false_call_penalty, said.false_catch_penalty) == (2, 3, 2)


def test_F6_with_more_than_two_cards_a_call_is_refused_and_nobody_is_accused() -> None:
    at = scene("fool108", {"Ann": "7C 8C 10C", "Bob": "JC"}, top="6C", draw="KC")
    said = calling(at.round, "Ann")
    assert said is not None
    assert (said.call, said.with_play, said.accusable) == ("refused", "refused", [])
    assert (said.false_call_penalty, said.false_catch_penalty) == (0, 0)


def test_L2_without_calls_there_is_nothing_to_try() -> None:
    assert calling(scene("league", {"Ann": "R1", "Bob": "R2"}, top="R7", draw=DRAW).round, "Ann") is None
