"""Moments of a match: each is in the record where it says, and nothing is told that did not happen."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from lastcard.game import Match
from lastcard.game.events import CardsDrawn, Challenged, Event, PlayerCaught
from lastcard.game.moments import LEAST_HELD, MOST, Moment, moments
from lastcard.game.record import Record, decode
from lastcard.game.replay import begin, follow

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def steps(record: Record) -> dict[tuple[int, int], tuple[list[Event], dict[str, int]]]:
    """By round and step what happened, and how many cards everybody holds afterwards."""
    match, found, step = begin(record), {}, 0
    for number, line, events in follow(match, record):
        step = 0 if line is None else step + 1
        counts = {name: len(hand) for name, hand in match.round.hands.items()}
        found[number, step] = (events, counts)
    return found


def is_true(one: Moment, events: list[Event], counts: dict[str, int]) -> bool:
    """Whether what is told happened at this step."""
    params = one.text.params
    match one.text.code:
        case "moment.penalty" | "moment.stack":
            drawn = [e for e in events if isinstance(e, CardsDrawn) and e.why != "choice"]
            return any((e.player, e.count) == (one.player, params["count"]) for e in drawn)
        case "moment.challenge":
            return any(isinstance(e, Challenged) and e.guilty and e.player == one.player for e in events)
        case "moment.catch":
            return any(isinstance(e, PlayerCaught) and e.caught == params["caught"] for e in events)
        case "moment.comeback":
            held = counts[one.player]
            return held >= LEAST_HELD and held == params["count"]
        case "moment.close":
            others = [count for name, count in counts.items() if name != one.player]
            return counts[one.player] == 0 and max(others) == int(params["count"])
    return False


def check(record: Record) -> list[str]:
    found, known = moments(record), steps(record)
    assert len(found) <= MOST
    assert [(one.round, one.step) for one in found] == sorted((one.round, one.step) for one in found)
    assert len({one.text.code for one in found}) == len(found)  # three kinds
    for one in found:
        assert is_true(one, *known[one.round, one.step]), one
        assert str(one.text)
    return [one.text.code for one in found]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_moments_of_a_match_are_where_they_are_said_to_be(file: Path) -> None:
    check(decode(file.read_bytes()))


def played(rules: str, seed: int, **changes: Any) -> Record:
    """A round by players who do anything that is allowed, bluffs and catches too."""
    chance = random.Random(seed)
    match = Match(rules, ["Ann", "Bob", "Cid"], seed=seed, **changes)
    round = match.deal()
    while not round.over:
        seats = [seat for seat in range(3) if round.legal(seat)]
        seat = chance.choice(seats)
        wishes = round.legal(seat)
        plays = [one for one in wishes if one.verb in ("play", "challenge", "catch", "accept")]
        match.play(seat, chance.choice(plays or wishes))
    return match.record()


def test_every_kind_of_moment_is_found_and_true() -> None:
    kinds: set[str] = set()
    for seed in range(12):
        kinds.update(check(played("classic", seed, stacking="any")))
        kinds.update(check(played("classic", seed, challenge=True)))
    kinds.update(check(played("rounds", 1)))
    assert kinds >= {"moment.penalty", "moment.catch", "moment.challenge", "moment.stack", "moment.comeback"}


def test_of_a_quiet_round_nothing_is_told() -> None:
    match = Match("rounds", ["Ann", "Bob"], seed=0)
    match.deal()
    assert moments(match.record()) == []
