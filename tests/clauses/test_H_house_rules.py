"""H: house rules, each one field of a rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.game import DealError, Match, seeded
from lastcard.rulebooks import RulebookError, load
from support.scenes import FOUR, Scene, dealt, scene

DRAW = "B1 B2 B3 B4 B5 B6 B8 B9 G1 G2 G3 G4 G5"


def test_H_off_by_default() -> None:
    for name in FOUR:
        rulebook = load(name)
        assert (rulebook.stacking, rulebook.drawn, rulebook.decks) == ("off", "may", 1)
        switches = ("jump_in", "seven_zero", "draw_until_playable", "challenge", "no_action_finish")
        assert not any(getattr(rulebook, switch) for switch in switches)


# H1


def test_H1_the_victim_answers_with_the_same_kind_or_takes_the_sum() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "G+2 R3 R4 W+4", "Cid": "R5 R6", "Dot": "R8"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="same").do("Ann: play R+2")
    assert (at.phase, at.turn, at.owed) == ("stack", "Bob", 2)
    assert at.legal("Bob") == {"play G+2", "take"}
    assert at.refused("Bob: play R3") == "R3 does not answer R+2: take 2 cards"
    assert at.refused("Bob: draw") == "Bob owes 2 cards: answer with a draw card or take"
    at.do("Bob: play G+2")
    assert (at.turn, at.owed) == ("Cid", 4)
    assert at.legal("Cid") == {"take"}  # asked even without an answer
    at.do("Cid: take")
    assert (at.count("Cid"), at.turn, at.owed) == (6, "Dot", 0)


def test_H1_any_draw_card_and_the_named_colour() -> None:
    hands = {"Ann": "W+4 G1 G2", "Bob": "Y+2 G+2 R3", "Cid": "W+4 R6", "Dot": "R8"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="any").do("Ann: play W+4 Y")
    assert at.legal("Bob") == {"play Y+2", "take"}  # a Draw Two on it needs the named colour
    at.do("Bob: play Y+2")
    assert "play W+4 B" in at.legal("Cid")
    at.do("Cid: play W+4 B")
    assert (at.turn, at.owed) == ("Dot", 10)


def test_H1_a_wild_draw_four_is_answered_by_its_own_kind() -> None:
    hands = {"Ann": "W+4 G1 G2", "Bob": "Y+2 W+4 R3", "Cid": "R6"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="same").do("Ann: play W+4 Y")
    assert at.legal("Bob") == {"take", *(f"play W+4 {colour}" for colour in "RYGB")}


def test_H1_a_first_card_draw_two_may_be_stacked() -> None:
    at = dealt("rounds", "Ann Bob Cid", f"G+2 R2 R3 R1 R4 R5 R+2 {DRAW}", hand=2, stacking="same")
    assert (at.phase, at.turn, at.owed) == ("stack", "Ann", 2)
    at.do("Ann: play G+2")
    assert (at.turn, at.owed) == ("Bob", 4)


def test_H1_a_wild_that_stacks_names_its_colour() -> None:
    hands = {"Ann": "W+4 R1 R2", "Bob": "W+4 R3 R4", "Cid": "R5 R6"}
    at = scene("rounds", hands, top="G7", draw=DRAW, stacking="same", challenge=True)
    at.do("Ann: play W+4 B")
    assert at.refused("Bob: play W+4")
    at.do("Bob: play W+4 Y", "Cid: take")
    assert (at.colour, at.count("Cid"), at.turn) == ("Y", 2 + 8, "Ann")


def test_H1_nothing_is_stacked_on_a_last_card() -> None:
    at = scene("rounds", {"Ann": "R+2", "Bob": "G+2 R3"}, top="R7", draw=DRAW, stacking="any")
    at.do("Ann: play R+2")
    assert (at.winner, at.count("Bob")) == ("Ann", 4)


def test_H1_a_last_card_that_answers_passes_on_the_whole_sum() -> None:
    hands = {"Ann": "R+2 R1", "Bob": "G+2", "Cid": "B+2 R3"}
    at = scene("rounds", hands, top="R7", draw=DRAW, stacking="same").do("Ann: play R+2", "Bob: play G+2")
    assert (at.winner, at.count("Cid")) == ("Bob", 6)


def test_H1_fool108_six_on_six_and_seven_on_seven() -> None:
    hands = {"Ann": "6D KC 8C", "Bob": "6H 7D KS", "Cid": "8S"}
    at = scene("fool108", hands, top="QD", draw="8D 10C JC KD JD", stacking="same").do("Ann: play 6D")
    assert at.legal("Bob") == {"play 6H", "take"}
    at.do("Bob: play 6H")
    assert (at.turn, at.owed) == ("Cid", 4)


def test_H1_taking_does_not_close_the_call_window() -> None:
    at = scene(
        "classic", {"Ann": "R+2 R1", "Bob": "R3 R4", "Cid": "R5"}, top="R7", draw=DRAW, stacking="same"
    )
    at.do("Ann: play R+2", "Bob: take")
    assert at.catchable == ["Ann"]


# H2


def test_H2_jump_in_with_the_very_same_card() -> None:
    hands = {"Ann": "R7 R1 R2", "Bob": "R3 R4", "Cid": "R7 G7 R5", "Dot": "R8 R9"}
    at = scene("rounds", hands, top="R7", draw=DRAW, jump_in=True, decks=2)
    assert at.legal("Cid") == {"jump R7"}
    assert "jump R7" not in at.legal("Ann")  # the seat to act plays
    assert at.refused("Ann: jump R7") == "it is Ann's own turn: play the card"
    assert at.refused("Cid: jump G7") == "jumping in needs R7, the same card as on top"
    at.do("Cid: jump R7")
    assert at.turn == "Dot"  # play goes on from the jumper


def test_H2_not_with_wilds_and_only_between_turns() -> None:
    at = scene("rounds", {"Ann": "W R1", "Bob": "W R4"}, top="W", colour="R", draw=DRAW, jump_in=True)
    assert at.legal("Bob") == set()
    at = scene("rounds", {"Ann": "Y1 Y2", "Bob": "R7 R4"}, top="R7", draw=DRAW, jump_in=True).do("Ann: draw")
    assert at.refused("Bob: jump R7") == "jumping in is possible only between turns"


def test_H2_never_while_a_draw_is_owed() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "R3 R4", "Cid": "R+2 R5"}
    at = scene("rounds", hands, top="R7", draw=DRAW, jump_in=True, stacking="same").do("Ann: play R+2")
    assert at.legal("Cid") == set()


def test_H2_a_jumped_card_has_its_effect_and_can_win() -> None:
    hands = {"Ann": "R1 R2", "Bob": "R3 R4", "Cid": "RS R5", "Dot": "R8 R9"}
    at = scene("rounds", hands, top="RS", draw=DRAW, jump_in=True).do("Cid: jump RS")
    assert at.turn == "Ann"  # Dot is skipped
    at = scene("rounds", {"Ann": "R1 R2", "Bob": "R7"}, top="R7", draw=DRAW, jump_in=True).do("Bob: jump R7")
    assert (at.phase, at.winner) == ("over", "Bob")


def test_H2_a_jump_in_closes_and_opens_windows() -> None:
    hands = {"Ann": "R1 R2", "Bob": "R3 R4", "Cid": "R1 R5"}
    at = scene("classic", hands, top="R7", draw=DRAW, jump_in=True).do("Ann: play R1")
    assert at.catchable == ["Ann"]
    at.do("Cid: jump R1")
    assert at.catchable == ["Cid"]


def test_H2_refused_where_all_cards_are_different() -> None:
    with pytest.raises(RulebookError, match="jump_in: all cards of this deck are different"):
        load("fool108", {"jump_in": True})


# H3


def test_H3_a_seven_swaps_hands() -> None:
    at = scene("rounds", {"Ann": "R7 R1 R2", "Bob": "G1", "Cid": "R5"}, top="R3", draw=DRAW, seven_zero=True)
    assert {"play R7 with Bob", "play R7 with Cid"} <= at.legal("Ann")
    assert at.refused("Ann: play R7") == "R7 swaps hands: say with whom, such as play R7 with Bob"
    assert at.refused("Ann: play R7 with Ann") == "Ann can't swap hands with Ann"
    assert at.refused("Ann: play R1 with Bob") == "R1 does not swap hands here"
    at.do("Ann: play R7 with Bob")
    assert (at.hand("Ann"), at.hand("Bob"), at.turn) == (["G1"], ["R1", "R2"], "Bob")


def test_H3_a_zero_passes_all_hands_on_in_the_direction_of_play() -> None:
    hands = {"Ann": "R0 R1 R2", "Bob": "G1", "Cid": "R5 R6 R8"}
    at = scene("rounds", hands, top="R3", draw=DRAW, seven_zero=True).do("Ann: play R0")
    assert (at.hand("Bob"), at.hand("Cid"), at.hand("Ann")) == (["R1", "R2"], ["G1"], ["R5", "R6", "R8"])
    at = scene("rounds", hands, top="R3", draw=DRAW, seven_zero=True)
    at.s.direction = -1
    at.do("Ann: play R0")
    assert (at.hand("Cid"), at.hand("Bob"), at.hand("Ann")) == (["R1", "R2"], ["R5", "R6", "R8"], ["G1"])


def test_H3_not_on_a_last_or_first_card() -> None:
    at = scene("rounds", {"Ann": "R7", "Bob": "G1 G2"}, top="R3", draw=DRAW, seven_zero=True)
    assert at.legal("Ann") == {"play R7"}
    assert at.do("Ann: play R7").winner == "Ann"
    at = dealt("rounds", "Ann Bob", f"R1 R2 R0 {DRAW}", hand=1, seven_zero=True)
    assert (at.hand("Ann"), at.hand("Bob")) == (["R1"], ["R2"])


def test_H3_calls_are_worked_out_again() -> None:
    hands = {"Ann": "R7 R1 R2", "Bob": "G1", "Cid": "R5 R6"}
    at = scene("classic", hands, top="R3", draw=DRAW, seven_zero=True)
    at.s.called = 0b010
    assert {"play R7 with Bob", "play R7 with Bob call"} <= at.legal("Ann")
    assert "play R7 with Cid call" not in at.legal("Ann")
    at.do("Ann: play R7 with Bob")
    assert (at.called, at.catchable) == ([], ["Ann"])


def test_H3_refused_in_fool108() -> None:
    with pytest.raises(RulebookError, match="seven_zero: no card of this deck swaps"):
        load("fool108", {"seven_zero": True})


def test_H2_H3_a_jumped_seven_swaps_too() -> None:
    hands = {"Ann": "R1 R2", "Bob": "R7 R4 R5", "Cid": "G1 G2"}
    at = scene("rounds", hands, top="R7", draw=DRAW, seven_zero=True, jump_in=True)
    assert at.legal("Bob") == {"jump R7 with Ann", "jump R7 with Cid"}
    at.do("Bob: jump R7 with Cid")
    assert (at.hand("Bob"), at.hand("Cid"), at.turn) == (["G1", "G2"], ["R4", "R5"], "Cid")


# H4, H6


def test_H4_draw_until_playable() -> None:
    hands = {"Ann": "Y1 Y2", "Bob": "R3"}
    at = scene("rounds", hands, top="R7", draw="B1 B2 R4 R5", draw_until_playable=True).do("Ann: draw")
    assert at.count("Ann") == 5
    assert at.legal("Ann") == {"play R4", "pass"}
    at = scene("rounds", hands, top="R7", draw="B1 B2 B3", draw_until_playable=True).do("Ann: draw")
    assert (at.count("Ann"), at.legal("Ann")) == (5, {"pass"})


def test_H4_where_any_card_may_be_played_it_stops_as_soon_as_one_fits() -> None:
    at = scene(
        "fool108", {"Ann": "KD 8C 8S", "Bob": "KS"}, top="JD", draw="KC JS 10S", draw_until_playable=True
    )
    at.do("Ann: draw")
    assert at.hand("Ann") == ["8C", "KC", "KD", "8S"]
    assert at.legal("Ann") == {"play KD", "pass"}


def test_H6_a_drawn_playable_card_must_be_played() -> None:
    hands = {"Ann": "Y1 Y2", "Bob": "R3"}
    at = scene("rounds", hands, top="R7", draw="R4 R5", drawn="must").do("Ann: draw")
    assert at.legal("Ann") == {"play R4"}
    assert at.refused("Ann: pass") == "the card just drawn fits and must be played"
    at = scene("rounds", hands, top="R7", draw="W R5", drawn="must").do("Ann: draw")
    assert at.legal("Ann") == {f"play W {colour}" for colour in "RYGB"}  # a wild still names its colour
    at = scene("rounds", hands, top="R7", draw="B1 R5", drawn="must").do("Ann: draw")
    assert at.legal("Ann") == {"pass"}


def test_H6_in_fool108_the_drawn_card_itself() -> None:
    at = scene("fool108", {"Ann": "KD 8S JS", "Bob": "KS"}, top="10D", draw="JD 8C", drawn="must").do(
        "Ann: draw"
    )
    assert at.legal("Ann") == {"play JD"}
    assert at.refused("Ann: play KD") == "the card just drawn fits and must be played"


# H5


def bluff(hand: str, **more: Any) -> Scene:
    hands = {"Ann": hand, "Bob": "R3 R4", "Cid": "R5"}
    return scene("rounds", hands, top="R7", draw=DRAW, challenge=True, **more)


def test_H5_c4_is_not_enforced_and_only_the_next_player_is_asked() -> None:
    at = bluff("W+4 R1 G2").do("Ann: play W+4 G")
    assert (at.phase, at.turn, at.owed) == ("challenge", "Bob", 4)
    assert at.legal("Bob") == {"challenge", "take"}
    assert at.legal("Cid") == set()
    at.do("Bob: take")
    assert (at.count("Bob"), at.turn) == (6, "Cid")


def test_H5_guilty() -> None:
    at = bluff("W+4 R1 G2").do("Ann: play W+4 G", "Bob: challenge")
    assert (at.count("Ann"), at.count("Bob")) == (6, 2)
    assert (at.phase, at.turn, at.colour, at.owed) == ("play", "Bob", "G", 0)  # the challenger plays on


def test_H5_innocent() -> None:
    at = bluff("W+4 G7 G2").do("Ann: play W+4 G", "Bob: challenge")  # a number match is no guilt
    assert (at.count("Ann"), at.count("Bob"), at.turn) == (2, 8, "Cid")


def test_H5_a_last_card_can_be_challenged() -> None:
    at = bluff("W+4").do("Ann: play W+4")
    assert (at.phase, at.turn) == ("challenge", "Bob")
    assert at.refused("Ann: play W+4 G") == "it is Bob's turn"
    at.do("Bob: challenge")
    assert (at.winner, at.count("Bob")) == ("Ann", 8)
    at = bluff("W+4").do("Ann: play W+4", "Bob: take")
    assert (at.winner, at.count("Bob")) == ("Ann", 6)


def test_H5_a_round_that_is_as_good_as_won_is_not_capped() -> None:
    at = bluff("W+4", max_turns=1).do("Ann: play W+4")
    assert at.phase == "challenge"
    assert at.do("Bob: take").winner == "Ann"


def test_H5_the_hand_is_shown_to_the_challenger_alone() -> None:
    at = bluff("W+4 R1 G2").do("Ann: play W+4 G")
    events = at.round.play(1, "challenge")
    shown = next(event for event in events if event.type == "challenge")
    assert shown.seen_by("Bob").data()["hand"] == ["R1", "G2"]
    for other in ("Ann", "Cid", None):
        assert "hand" not in shown.seen_by(other).data()


def test_H5_with_stacking_the_sum_is_settled_by_the_challenge() -> None:
    hands = {"Ann": "R+2 R1 R2", "Bob": "W+4 R3 R4", "Cid": "R5 R6", "Dot": "R8"}
    at = scene("rounds", hands, top="R7", draw=DRAW, challenge=True, stacking="any")
    at.do("Ann: play R+2", "Bob: play W+4 G", "Cid: challenge")
    assert (at.count("Bob"), at.count("Cid"), at.turn) == (2 + 6, 2, "Cid")


@pytest.mark.parametrize("rules", ["league", "fool108"])
def test_H5_refused_where_there_is_no_last_resort(rules: str) -> None:
    with pytest.raises(RulebookError, match="nothing to challenge"):
        load(rules, {"challenge": True})


# H7, H8, H9


@pytest.mark.parametrize("card", ["RS", "RR", "R+2", "W", "W+4"])
def test_H7_no_going_out_on_an_action_or_wild_card(card: str) -> None:
    at = scene("rounds", {"Ann": card, "Bob": "R3 R4"}, top="R7", draw=DRAW, no_action_finish=True)
    assert at.legal("Ann") == {"draw"}
    assert at.refused(f"Ann: play {card}") == f"{card} is an action or wild card and can't be the last one"
    at = scene("rounds", {"Ann": "R1", "Bob": "R3 R4"}, top="R7", draw=DRAW, no_action_finish=True)
    assert at.do("Ann: play R1").winner == "Ann"


def test_H7_holds_for_jump_ins_too() -> None:
    at = scene("rounds", {"Ann": "R1", "Bob": "RS"}, top="RS", draw=DRAW, no_action_finish=True, jump_in=True)
    assert at.legal("Bob") == set()


def test_H8_calls_off_in_classic_and_on_in_league() -> None:
    at = scene("classic", {"Ann": "R1 R2", "Bob": "R3"}, top="R7", draw=DRAW, call="off").do("Ann: play R1")
    assert at.catchable == []
    at = scene("league", {"Ann": "R1 R2", "Bob": "R3"}, top="R7", draw=DRAW, call="catch").do("Ann: play R1")
    assert at.catchable == ["Ann"]


def test_H8_the_sizes_of_the_penalties() -> None:
    sizes: dict[str, Any] = {"catch_penalty": 3, "false_call_penalty": 1, "false_catch_penalty": 4}
    hands = {"Ann": "R1 R2", "Bob": "R3 R4 R5", "Cid": "R6 R8"}
    at = scene("classic", hands, top="R7", draw=DRAW, **sizes).do("Ann: play R1", "Bob: catch Ann")
    assert at.count("Ann") == 4
    at.do("Cid: call")
    assert at.count("Cid") == 3
    at.do("Cid: catch Bob")
    assert at.count("Cid") == 7


def test_H9_each_deck_seats_ten_and_twenty_in_all() -> None:
    assert [load("classic", {"decks": n}).most_players for n in (1, 2, 3, 4)] == [10, 20, 20, 20]
    assert len(load("classic", {"decks": 4}).deck) == 432
    names_ = [f"P{i}" for i in range(20)]
    match = Match(load("classic", {"decks": 2}), names_, seeded(1))
    assert sum(match.deal().state.count) >= 140
    with pytest.raises(DealError, match="2 to 10 players, not 20"):
        Match(load("classic"), names_)
    with pytest.raises(RulebookError, match="decks: expected 1 to 4"):
        load("classic", {"decks": 5})
