"""perft: the number of action sequences from fixed small deals, ours and the reference's, both pinned.

A sequence is any legal action of any seat, reactions included, four deep; a round that ends early counts as
one sequence. The numbers change only when the rules do.
"""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.engine import codes as c
from lastcard.engine.legal import legal
from lastcard.engine.react import react
from lastcard.engine.state import Rules, State
from lastcard.engine.step import step
from support.reference import Reference
from support.scenes import dealt

DEPTH = 4

# name: rulebook, players, deck (top first), opening, changes, sequences to depth 1, 2, 3, 4
UNO = (
    "W W+4 W R6 R5 B6 R6 B8 B5 R3 W G8 R1 Y3 G7 B+2 RR R4 B1 G7 "
    "G5 Y6 B2 Y9 G2 Y4 G3 G3 W+4 R9 Y7 GR R2 Y2 Y4 YS G9 G+2 Y7 BS"
)
SHORT = "R+2 W R2 G+2 G2 YS R+2 W B3 Y2 BS GS B8 BS BR R8 Y3 G0 R4 G9"
LEAGUE = (
    "W+4 R7 YR Y7 W+4 B+2 G7 R4 YS W RS W G4 R5 RS G7 Y8 G2 B5 R0 "
    "B0 B2 G9 G+2 Y+2 B5 BR G1 RR Y9 Y7 G+2 W+4 GS G8 Y3 Y1 BR R6 GS"
)
FOOL = (
    "6S 6D JD QC 7D QH KC QS 10S 7C QD JS 6H 10H 8S AS 8C 7S JC 6C 7H 9H 10C KS "
    "8D 10D AH 8H 9C KH 9S JH 9D AC AD KD"
)
EVERYTHING = {"stacking": "any", "jump_in": True, "seven_zero": True, "challenge": True, "must_play": False}
DEALS: dict[str, tuple[str, str, str, str | None, dict[str, Any], tuple[int, ...]]] = {
    "classic": ("classic", "Ann Bob Cid", UNO, None, {"hand": 5}, (5, 27, 135, 318)),
    "classic, two cards": ("classic", "Ann Bob", SHORT, None, {"hand": 2}, (2, 18, 48, 72)),
    "league": ("league", "Ann Bob Cid", LEAGUE, None, {"hand": 5}, (12, 67, 388, 2041)),
    "rounds": ("rounds", "Ann Bob Cid", UNO, None, {"hand": 5}, (5, 27, 135, 318)),
    "fool108": ("fool108", "Ann Bob Cid", FOOL, "6S", {"hand": 5}, (8, 47, 396, 2078)),
    "all house rules": (
        "classic",
        "Ann Bob Cid",
        LEAGUE,
        None,
        {"hand": 5, **EVERYTHING},
        (14, 93, 377, 2012),
    ),
    "all house rules, two cards": (
        "classic",
        "Ann Bob Cid",
        UNO,
        None,
        {"hand": 2, **EVERYTHING},
        (11, 114, 535, 1971),
    ),
}


def ours(s: State, r: Rules, depth: int) -> int:
    if depth == 0 or s.phase == c.OVER:
        return 1
    total, out = 0, [0] * 3000
    for seat in range(s.players):
        for action in out[: legal(s, r, seat, out)]:
            new = s.copy()
            if c.verb_of(action) >= c.REACTIONS:
                react(new, r, seat, action)
            else:
                step(new, r, action)
            assert not new.starved
            total += ours(new, r, depth - 1)
    return total


def theirs(other: Reference, names: list[str], depth: int) -> int:
    if depth == 0 or other.state()["over"]:
        return 1
    total = 0
    for name in names:
        for text in other.legal(name):
            new = other.copy()
            new.apply(name, text)
            total += theirs(new, names, depth - 1)
    return total


@pytest.mark.parametrize("name", DEALS)
def test_perft(name: str) -> None:
    rules, players, deck, opening, changes, counts = DEALS[name]
    at = dealt(rules, players, deck, opening=opening, **changes)
    assert tuple(ours(at.s, at.round.rulebook.tables, depth) for depth in range(1, DEPTH + 1)) == counts


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALS)
def test_perft_of_the_reference(name: str) -> None:
    rules, players, deck, opening, changes, counts = DEALS[name]
    names = players.split()
    hand = changes["hand"]
    options = {key: value for key, value in changes.items() if key != "hand"}
    other = Reference(rules, options, names, deck.split(), names[0], [], opening, hand=hand)
    assert tuple(theirs(other, names, depth) for depth in range(1, DEPTH + 1)) == counts
