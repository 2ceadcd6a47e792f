"""U: the deck and the turn of the Uno family; U6-U10 hold in all four rulebooks."""

from __future__ import annotations

from collections import Counter

import pytest

from lastcard.game import DealError, Match, seeded
from lastcard.rulebooks import load
from support.scenes import dealt, scene

FAMILY = ("classic", "league", "rounds")
ALL = (*FAMILY, "fool108")


@pytest.mark.parametrize("rules", FAMILY)
def test_U1_deck_of_108_cards(rules: str) -> None:
    deck = load(rules).deck
    assert len(deck) == 108
    count = dict(zip(deck.texts, deck.copies, strict=True))
    for colour in "RYGB":
        assert count[f"{colour}0"] == 1
        for face in (*"123456789", "S", "R", "+2"):
            assert count[colour + face] == 2
    assert count["W"] == count["W+4"] == 4


@pytest.mark.parametrize("rules", FAMILY)
@pytest.mark.parametrize("number", [1, 11])
def test_U2_one_or_eleven_players_are_refused(rules: str, number: int) -> None:
    with pytest.raises(DealError, match=f"2 to 10 players, not {number}"):
        Match(load(rules), [f"P{i}" for i in range(number)])


@pytest.mark.parametrize("rules", FAMILY)
@pytest.mark.parametrize("number", [2, 10])
def test_U2_seven_cards_each(rules: str, number: int) -> None:
    match = Match(load(rules), [f"P{i}" for i in range(number)], seeded(number))
    game = match.deal()
    dealt_cards = Counter(len(game.hand(seat)) for seat in range(number))
    assert dealt_cards[7] >= number - 1  # an opening Draw Two gives one player nine
    assert sum(game.state.count) + game.state.deck_n + game.state.pile_n == 108


@pytest.mark.parametrize("rules", FAMILY)
def test_U3_colour_or_face_or_wild(rules: str) -> None:
    at = scene(rules, {"Ann": "R1 G7 GS B2 W", "Bob": "R1"}, top="R7", draw="R2")
    plays = {text for text in at.legal("Ann") if text.startswith("play")}
    assert plays == {"play R1", "play G7", "play W R", "play W Y", "play W G", "play W B"}
    assert at.refused("Ann: play GS") == "GS does not fit on R7 (red)"


@pytest.mark.parametrize("rules", FAMILY)
def test_U3_symbol_on_symbol(rules: str) -> None:
    at = scene(rules, {"Ann": "GS B+2 YR", "Bob": "R1"}, top="RS", draw="R2")
    assert "play GS" in at.legal("Ann")
    assert not {"play B+2", "play YR"} & at.legal("Ann")


def test_U3_colour_belongs_to_the_table_and_a_wild_fits_on_a_wild() -> None:
    at = scene("rounds", {"Ann": "W R1", "Bob": "W G3 R5", "Cid": "B1 B2"}, top="R7", draw="R2")
    at.do("Ann: play W G")
    assert (at.top, at.colour) == ("W", "G")
    assert at.legal("Bob") == {"play G3", "play W R", "play W Y", "play W G", "play W B"}
    at.do("Bob: play W B")
    assert at.colour == "B"


def test_U3_a_reshuffled_wild_is_colourless_again() -> None:
    at = scene("rounds", {"Ann": "Y2 Y3", "Bob": "B1 B2"}, top="R7", under="W", colour="R", reshuffles=("W",))
    at.do("Ann: draw")
    assert "W" in at.hand("Ann")
    assert at.legal("Ann") == {"play W R", "play W Y", "play W G", "play W B", "pass"}


@pytest.mark.parametrize("rules", FAMILY)
def test_U4_draw_two(rules: str) -> None:
    at = scene(rules, {"Ann": "R+2 R1 R3", "Bob": "R1", "Cid": "R2"}, top="R7", draw="B1 B2 B3")
    at.do("Ann: play R+2")
    assert at.hand("Bob") == ["R1", "B1", "B2"]
    assert at.turn == "Cid"


@pytest.mark.parametrize("rules", FAMILY)
def test_U4_skip_reverse_wild(rules: str) -> None:
    hands = {"Ann": "RS RR W R1 R3", "Bob": "R1", "Cid": "R2"}
    assert scene(rules, hands, top="R7", draw="B1").do("Ann: play RS").turn == "Cid"
    at = scene(rules, hands, top="R7", draw="B1").do("Ann: play RR")
    assert (at.turn, at.direction) == ("Cid", -1)
    at = scene(rules, hands, top="R7", draw="B1").do("Ann: play W R")
    assert (at.turn, at.colour) == ("Bob", "R")  # the current colour may be named too


@pytest.mark.parametrize("rules", FAMILY)
def test_U4_wild_draw_four(rules: str) -> None:
    at = scene(rules, {"Ann": "W+4 Y1 Y3", "Bob": "R1", "Cid": "R2"}, top="R7", draw="B1 B2 B3 B4 B5")
    at.do("Ann: play W+4 G")
    assert at.hand("Bob") == ["R1", "B1", "B2", "B3", "B4"]
    assert (at.turn, at.colour) == ("Cid", "G")


@pytest.mark.parametrize("rules", FAMILY)
def test_U4_no_stacking_by_default(rules: str) -> None:
    at = scene(rules, {"Ann": "R+2 R1 R3", "Bob": "G+2 R1", "Cid": "R2"}, top="R7", draw="B1 B2 B3")
    at.do("Ann: play R+2")
    assert at.count("Bob") == 4
    assert at.turn == "Cid"


@pytest.mark.parametrize("rules", FAMILY)
def test_U5_reverse_skips_with_two(rules: str) -> None:
    at = scene(rules, {"Ann": "RR R1 R3", "Bob": "R1 R2"}, top="R7", draw="B1")
    at.do("Ann: play RR")
    assert (at.turn, at.direction) == ("Ann", -1)


def test_U5_option_off() -> None:
    at = scene("rounds", {"Ann": "RR R1 R3", "Bob": "R1"}, top="R7", draw="B1", reverse_skips_with_two=False)
    assert at.do("Ann: play RR").turn == "Bob"


@pytest.mark.parametrize("rules", FAMILY)
def test_U6_only_the_drawn_card_may_be_played(rules: str) -> None:
    at = scene(rules, {"Ann": "Y1 Y3", "Bob": "R1"}, top="R7", draw="R2 R3 B1")
    at.do("Ann: draw")
    assert (at.phase, at.turn) == ("drawn", "Ann")
    assert at.legal("Ann") == {"play R2", "pass"}
    assert at.refused("Ann: draw") == "Ann has drawn already: play or pass"
    assert at.do("Ann: pass").turn == "Bob"


def test_U6_the_drawn_card_only_even_if_another_would_fit() -> None:
    at = scene("league", {"Ann": "R1 R3", "Bob": "R1"}, top="R7", draw="R2 R4 B1")
    at.do("Ann: draw")
    assert at.legal("Ann") == {"play R2", "pass"}
    assert at.refused("Ann: play R1") == "only the card just drawn may be played"


@pytest.mark.parametrize("rules", ALL)
def test_U6_a_player_who_drew_an_unplayable_card_still_passes(rules: str) -> None:
    fool = rules == "fool108"
    at = scene(
        rules,
        {"Ann": "8C 10C" if fool else "Y1 Y3", "Bob": "JC JD" if fool else "R1 B2"},
        top="KH" if fool else "R7",
        draw="10D 8D" if fool else "B2 B3",
    )
    at.do("Ann: draw")
    assert at.legal("Ann") == {"pass"}


@pytest.mark.parametrize("rules", ALL)
def test_U6_a_draw_of_nothing_passes_by_itself(rules: str) -> None:
    fool = rules == "fool108"
    at = scene(
        rules,
        {"Ann": "8C 10C" if fool else "Y1 Y3", "Bob": "JH JD" if fool else "R1 B2"},
        top="KH" if fool else "R7",
    )
    at.do("Ann: draw")
    assert at.turn == "Bob"
    assert at.count("Ann") == 2
    assert at.refused("Ann: pass") == "it is Bob's turn"


def test_U6_pass_needs_a_draw_first() -> None:
    at = scene("league", {"Ann": "Y1", "Bob": "R1"}, top="R7", draw="B1")
    assert at.refused("Ann: pass") == "Ann must draw before passing"


@pytest.mark.parametrize("rules", ALL)
def test_U7_the_top_discard_stays_and_the_rest_is_drawn(rules: str) -> None:
    fool = rules == "fool108"
    under, order = ("8D JD AD", "JD AD 8D") if fool else ("G1 G2 G3", "G2 G3 G1")
    at = scene(
        rules,
        {"Ann": "8C 10C" if fool else "Y1 Y5", "Bob": "JC JH" if fool else "R1 B2"},
        top="KH" if fool else "R7",
        under=under,
        reshuffles=(order,),
    )
    at.do("Ann: draw")
    assert order.split()[0] in at.hand("Ann")
    assert at.draw_pile == 2
    assert at.discards == ["KH" if fool else "R7"]
    assert at.types()[0] == "reshuffle"


def test_U7_what_exists_is_drawn() -> None:
    at = scene("rounds", {"Ann": "Y1", "Bob": "R+2", "Cid": "G2"}, top="R7", turn="Bob", reshuffles=("R7",))
    at.do("Bob: play R+2")
    assert at.hand("Cid") == ["R7", "G2"]


def test_U7_what_exists_is_drawn_after_the_reshuffle() -> None:
    hands = {"Ann": "W+4 Y8", "Bob": "Y1", "Cid": "B2"}
    at = scene("rounds", hands, top="R7", under="G1", draw="B9", reshuffles=("R7 G1",))
    at.do("Ann: play W+4 B")
    assert at.hand("Bob") == ["R7", "Y1", "G1", "B9"]
    assert (at.draw_pile, at.discards, at.turn) == (0, ["W+4"], "Cid")


def test_U7_at_most_one_reshuffle_an_action() -> None:
    hands = {"Ann": "Y+2 R1 R3 Y8 Y9", "Bob": "Y1", "Cid": "B2"}
    at = scene("classic", hands, top="Y7", under="G1", reshuffles=("Y7 G1",))
    at.do("Ann: play Y+2 call")  # a false call too: nothing is left for its penalty
    assert at.count("Bob") == 3
    assert at.count("Ann") == 4
    assert at.types().count("reshuffle") == 1


def test_U8_blocked_when_nobody_can_play_and_nothing_can_be_drawn() -> None:
    at = scene("rounds", {"Ann": "R1 Y3", "Bob": "B2 B3"}, top="R7", draw="")
    at.do("Ann: play R1")  # R7 lies under it and can still be drawn
    assert at.phase == "play"
    at = scene("rounds", {"Ann": "Y1 Y3", "Bob": "B2 B3"}, top="R7", draw="B9")
    at.do("Ann: draw")
    assert (at.phase, at.reason, at.winner) == ("over", "blocked", None)


def test_U8_blocked_after_the_deal() -> None:
    at = dealt("rounds", "Ann Bob", "Y1 B2 Y3 B4 R7", hand=2)
    assert (at.phase, at.reason) == ("over", "blocked")
    at = dealt("classic", "Ann Bob", "Y1 B2 Y3 R4 R7", hand=2)
    assert at.phase == "play"  # Bob can play, so Ann draws nothing and passes
    assert at.do("Ann: draw").turn == "Bob"


def test_U8_blocked_when_all_have_passed_twice_with_nothing_drawn() -> None:
    at = scene("league", {"Ann": "R1 Y3", "Bob": "R2 B3"}, top="R7")
    at.do("Ann: draw", "Bob: draw", "Ann: draw")
    assert at.phase == "play"
    at.do("Bob: draw")
    assert (at.reason, at.winner) == ("blocked", None)


def test_U8_a_play_starts_the_counting_of_passes_anew() -> None:
    at = scene("league", {"Ann": "R1 R3 R5", "Bob": "R2 B3 B4"}, top="R7")
    at.do("Ann: draw", "Bob: draw", "Ann: draw", "Bob: play R2")
    assert at.phase == "play"


def test_U8_capped_after_the_last_turn() -> None:
    at = scene("rounds", {"Ann": "R1 R2 R3", "Bob": "R4 R5 R6"}, top="R7", draw="B1", max_turns=2)
    at.do("Ann: play R1")
    assert at.phase == "play"
    at.do("Bob: play R4")
    assert (at.reason, at.winner) == ("capped", None)


def test_U8_two_thousand_turns_by_default() -> None:
    for rules in ALL:
        assert load(rules).max_turns == 2000


def test_U8_lost_turns_do_not_count() -> None:
    at = scene("rounds", {"Ann": "RS R2 R3", "Bob": "R4", "Cid": "R5 R6"}, top="R7", draw="B1", max_turns=2)
    at.do("Ann: play RS")
    assert (at.turns, at.turn) == (2, "Cid")


def test_U8_without_a_winner() -> None:
    hands = {"Ann": "Y1 Y3", "Bob": "B2 B3 W"}
    league = scene("league", {"Ann": "R1 R2", "Bob": "R4 R9 W"}, top="R7", draw="B1", max_turns=1)
    league.do("Ann: draw", "Ann: pass")
    assert league.reason == "capped"
    assert (league.score("Ann"), league.score("Bob")) == (48, 36)  # ranked by count: nobody gets 100
    classic = scene("classic", hands, top="R7", draw="B1", max_turns=1).do("Ann: draw", "Ann: pass")
    assert classic.scores == {"Ann": 0, "Bob": 0}
    rounds = scene("rounds", hands, top="R7", draw="B1", max_turns=1).do("Ann: draw", "Ann: pass")
    assert rounds.scores == {"Ann": 0, "Bob": 0}


def test_U8_fool108_counts_every_hand_and_a_lone_queen_at_3() -> None:
    at = scene("fool108", {"Ann": "8C", "Bob": "QS", "Cid": "AH KD"}, top="KH", draw="10C", max_turns=1)
    at.do("Ann: draw", "Ann: pass")
    assert at.scores == {"Ann": 18, "Bob": 3, "Cid": 15}


@pytest.mark.parametrize(("rules", "points"), [("classic", 20 + 1 + 2), ("league", 100), ("rounds", 1)])
def test_U9_the_last_card_still_hits(rules: str, points: int) -> None:
    at = scene(rules, {"Ann": "R+2", "Bob": "RS", "Cid": "R0"}, top="R7", draw="B1 B2 B3")
    at.do("Ann: play R+2")
    assert at.count("Bob") == 3
    assert (at.winner, at.score("Ann")) == ("Ann", points)


def test_U9_option_off() -> None:
    at = scene(
        "classic", {"Ann": "R+2", "Bob": "RS", "Cid": "R0"}, top="R7", draw="B1 B2", last_card_hits=False
    )
    at.do("Ann: play R+2")
    assert (at.count("Bob"), at.score("Ann")) == (1, 20)


@pytest.mark.parametrize(
    ("rules", "card", "line"), [("rounds", "W", "play W G"), ("fool108", "QD", "play QD S")]
)
def test_U9_a_final_wild_names_no_colour(rules: str, card: str, line: str) -> None:
    other = "KH 8H" if rules == "fool108" else "R1 R2"
    top = "10C" if rules == "fool108" else "R7"
    colour = "C" if rules == "fool108" else "R"
    at = scene(rules, {"Ann": card, "Bob": other}, top=top, draw=other)
    assert f"play {card}" in at.legal("Ann")
    assert line not in at.legal("Ann")
    assert at.do(f"Ann: play {card}").winner == "Ann"
    at = scene(rules, {"Ann": card, "Bob": other}, top=top, draw=other).do(f"Ann: {line}")
    assert (at.winner, at.colour) == ("Ann", colour)  # one given is ignored


@pytest.mark.parametrize(("rules", "card"), [("classic", "W"), ("league", "W+4"), ("fool108", "QD")])
def test_U10_a_wild_names_its_colour_in_the_same_action(rules: str, card: str) -> None:
    fool = rules == "fool108"
    at = scene(
        rules,
        {"Ann": f"{card} {'8D' if fool else 'Y1'}", "Bob": "KH" if fool else "R1"},
        top="10C" if fool else "R7",
        draw="8H" if fool else "R2",
    )
    said = at.refused(f"Ann: play {card}")
    assert said.startswith(f"{card} needs a {'suit' if fool else 'colour'}, such as play {card} ")
