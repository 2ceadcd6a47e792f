"""Why a card can't be played, or nothing drawn: the true reason, for every card of a hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lastcard.game import Match, Refusal, Round, seeded
from lastcard.messages import sentence
from lastcard.rulebooks import names
from support.scenes import Scene, dealt, scene

DRAW = "B1 B2 B3 B4 B5 B6 B8 B9"


def why(at: Scene, name: str) -> dict[str, str]:
    """The sentence for each card that can't be played."""
    found = at.round.reasons(name)
    assert found is not None
    return {
        card: sentence(one.why.code, {**one.why.params, "card": card})
        for one in found.cards
        for card in one.cards
    }


def no_draw(at: Scene, name: str) -> str | None:
    found = at.round.reasons(name)
    assert found is not None
    return None if found.draw is None else str(found.draw)


def test_C4_a_wild_draw_four_beside_a_card_that_fits() -> None:
    at = scene("classic", {"Ann": "R3 G5 W+4", "Bob": "B1 B2"}, top="R5", draw=DRAW)
    assert why(at, "Ann") == {"W+4": "W+4 is only for a player who can play nothing else"}
    at = scene("classic", {"Ann": "R3 B6 W+4", "Bob": "B1 B2"}, top="R5", draw=DRAW)
    assert why(at, "Ann")["B6"] == "B6 does not fit on R5 (red)"


def test_C5_L3_drawing_although_a_card_fits() -> None:
    at = scene("classic", {"Ann": "R3 G6", "Bob": "B1 B2"}, top="R5", draw=DRAW)
    assert no_draw(at, "Ann") == "Ann holds a card that fits and must play"
    assert no_draw(scene("league", {"Ann": "R3 G6", "Bob": "B1"}, top="R5", draw=DRAW), "Ann") is None
    assert no_draw(scene("classic", {"Ann": "B3 G6", "Bob": "B1"}, top="R5", draw=DRAW), "Ann") is None


def test_U6_after_drawing_only_the_drawn_card() -> None:
    at = scene("league", {"Ann": "R1 W+4 B3", "Bob": "R1"}, top="R7", draw="R2 R4 B1").do("Ann: draw")
    only = "only the card just drawn may be played"
    assert why(at, "Ann") == {"R1": only, "W+4": only, "B3": "B3 does not fit on R7 (red)"}
    assert no_draw(at, "Ann") is None  # the turn can be passed


def test_C4_a_drawn_wild_draw_four_beside_a_card_that_fits() -> None:
    at = scene("classic", {"Ann": "R1 B3", "Bob": "R1"}, top="R7", draw="W+4 R4 B1", must_play=False)
    at.do("Ann: draw")
    assert why(at, "Ann")["W+4"] == "W+4 is only for a player who can play nothing else"
    assert why(at, "Ann")["R1"] == "only the card just drawn may be played"


def test_H6_a_drawn_card_that_must_be_played() -> None:
    at = scene(
        "fool108", {"Ann": "KD 8C", "Bob": "JC"}, top="9D", draw="10D 8D", drawn="must", must_play=False
    )
    at.do("Ann: draw")
    must = "the card just drawn fits and must be played"
    assert (why(at, "Ann")["KD"], no_draw(at, "Ann")) == (must, must)


def test_U2_it_is_somebody_else_s_turn() -> None:
    at = scene("classic", {"Ann": "R3 G6", "Bob": "B1 R2"}, top="R5", draw=DRAW)
    assert why(at, "Bob") == dict.fromkeys(("B1", "R2"), "it is Ann's turn")
    assert no_draw(at, "Bob") == "it is Ann's turn"


def test_H1_a_draw_card_is_answered_or_taken() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "G+2 R3 W+4 W", "Cid": "R5 R6"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="same").do("Ann: play R+2")
    assert why(at, "Bob") == {
        card: f"{card} does not answer R+2: take 2 cards" for card in ("R3", "W", "W+4")
    }
    assert no_draw(at, "Bob") is None  # the cards can be taken


def test_H1_C4_a_wild_draw_four_that_answers_beside_another_answer() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "G+2 R3 W+4", "Cid": "R5 R6"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="any").do("Ann: play R+2")
    assert why(at, "Bob")["W+4"] == "W+4 is only for a player who can play nothing else"


def test_H1_H7_an_answer_that_would_be_the_last_card() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "G+2", "Cid": "R5 R6"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="same", no_action_finish=True)
    at.do("Ann: play R+2")
    assert why(at, "Bob") == {"G+2": "G+2 is an action or wild card and can't be the last one"}


def test_H2_jumping_in_needs_the_same_card() -> None:
    hands = {"Ann": "R1 R2", "Bob": "R7 G7", "Cid": "W B2"}
    at = scene("rounds", hands, top="R7", draw=DRAW, jump_in=True)
    assert why(at, "Bob") == {"G7": "jumping in needs R7, the same card as on top"}
    at = scene("rounds", hands, top="W", colour="R", draw=DRAW, jump_in=True)
    assert set(why(at, "Cid").values()) == {"it is Ann's turn"}  # nobody jumps in on a wild
    assert at.refused("Cid: jump W") == "nobody can jump in on a wild"


def test_H5_a_wild_draw_four_is_challenged_or_taken() -> None:
    hands = {"Ann": "W+4 R1 R2", "Bob": "R3 W+4", "Cid": "R5 R6"}
    at = scene("rounds", hands, top="R7", draw=DRAW, challenge=True).do("Ann: play W+4 G")
    challenge = "no card answers W+4 now: challenge it or take 4 cards"
    assert why(at, "Bob") == {"R3": challenge, "W+4": challenge}
    at = scene("rounds", hands, top="R7", draw=DRAW, challenge=True, stacking="same").do("Ann: play W+4 G")
    assert why(at, "Bob") == {"R3": "R3 does not answer W+4: take 4 cards"}


def test_H7_an_action_card_as_the_last_one() -> None:
    at = scene("rounds", {"Ann": "RS", "Bob": "B1 B2"}, top="R5", draw=DRAW, no_action_finish=True)
    assert why(at, "Ann") == {"RS": "RS is an action or wild card and can't be the last one"}
    assert no_draw(at, "Ann") is None


def test_C3_a_colour_is_named_first() -> None:
    at = dealt("classic", "Ann Bob", f"R1 R2 G3 G4 W {DRAW}", hand=2)
    assert at.phase == "name"
    first = "Ann must name a colour first, such as name R"
    assert (set(why(at, str(at.turn)).values()), no_draw(at, str(at.turn))) == ({first}, first)


def told(round: Round, seat: int) -> None:
    """Each card that is not offered has the reason with which it is refused, and no other has one."""
    found = round.reasons(seat)
    assert found is not None
    offered = {action.card for action in round.legal(seat) if action.verb in ("play", "jump")}
    stuck = [card for one in found.cards for card in one.cards]
    assert sorted(stuck) == sorted(set(round.hand(seat)) - offered)
    for one in found.cards:
        for card in one.cards:
            said = []
            for verb in ("play", "jump"):
                with pytest.raises(Refusal) as refused:
                    round.verify(seat, f"{verb} {card}")
                said.append(refused.value)
            sentences = [str(error) for error in said]
            assert sentence(one.why.code, {**one.why.params, "card": card}) in sentences
    ways_on = {action.verb for action in round.legal(seat)} & {"draw", "pass", "take"}
    assert (found.draw is None) == bool(ways_on)


MIXES: list[dict[str, Any]] = [
    {},
    {"stacking": "any", "drawn": "must", "no_action_finish": True},
    {"stacking": "same", "challenge": True, "jump_in": True, "seven_zero": True, "must_play": False},
]


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("mix", range(len(MIXES)))
def test_every_card_that_is_not_offered_has_its_true_reason(rules: str, mix: int) -> None:
    changes = {} if rules == "fool108" and mix == 2 else dict(MIXES[mix])
    if rules == "league":
        changes.pop("challenge", None)  # nothing to challenge there (H5)
    match = Match(rules, ["Ann", "Bob", "Cid"], seeded(mix), **changes)
    chance = random.Random(f"{rules} {mix}")
    match.deal()
    for _ in range(50):
        if match.round.over:
            assert match.round.reasons(0) is None
            break
        for seat in range(3):
            told(match.round, seat)
        seat = match.round.state.turn
        match.play(seat, chance.choice(match.round.legal(seat)))
