"""T: Uno played in rounds."""

from __future__ import annotations

from lastcard.game import Match, seeded
from lastcard.game.standing import standing
from lastcard.rulebooks import load
from support.scenes import dealt, scene

DRAW = "B1 B2 B3 B4 B5"


def test_T1_must_play_and_last_resort() -> None:
    at = scene("rounds", {"Ann": "R1 W+4", "Bob": "R3"}, top="R7", draw=DRAW)
    assert at.legal("Ann") == {"play R1"}


def test_T1_first_card_as_in_league() -> None:
    at = dealt("rounds", "Ann Bob Cid", f"R1 R2 R3 W R5 {DRAW}", hand=1)
    assert at.top == "R5"
    at = dealt("rounds", "Ann Bob Cid", f"R1 R2 R3 RR {DRAW}", hand=1)
    assert (at.turn, at.direction) == ("Ann", -1)


def test_T1_a_drawn_playable_card_may_be_played() -> None:
    at = scene("rounds", {"Ann": "Y1 Y2", "Bob": "R3"}, top="R7", draw="R1 B1").do("Ann: draw")
    assert at.legal("Ann") == {"play R1", "pass"}
    assert load("rounds").drawn == "may"


def test_T1_the_first_player_rotates_in_order_of_joining() -> None:
    match = Match(load("rounds"), ["Ann", "Bob"], seeded(3))
    assert match.deal().deal.first == 0
    assert match.next_first() == 1


def test_T2_a_round_counts_one_and_a_match_has_one_for_each_player() -> None:
    at = scene("rounds", {"Ann": "R1", "Bob": "R3 W+4"}, top="R7", draw=DRAW).do("Ann: play R1")
    assert at.scores == {"Ann": 1, "Bob": 0}
    rulebook = load("rounds")
    assert not standing(rulebook, {"Ann": 2, "Bob": 0, "Cid": 0}, 2).over
    after = standing(rulebook, {"Ann": 1, "Bob": 1, "Cid": 1}, 3)
    assert after.over
    assert after.winners == ["Ann", "Bob", "Cid"]


def test_T2_ties_share_ranks() -> None:
    places = standing(load("rounds"), {"Ann": 1, "Bob": 2, "Cid": 0, "Dot": 1}, 4).places
    assert places == {"Ann": 2, "Bob": 1, "Cid": 4, "Dot": 2}


def test_T2_the_number_of_rounds_is_an_option() -> None:
    assert standing(load("rounds", {"rounds": 5}), {"Ann": 3, "Bob": 1}, 4).over is False
    assert standing(load("rounds", {"rounds": 5}), {"Ann": 3, "Bob": 2}, 5).over is True
