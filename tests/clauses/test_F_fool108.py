"""F: 108 Fool, with classic cards."""

from __future__ import annotations

import pytest

from lastcard.engine.deal import deal
from lastcard.engine.rng import seed
from lastcard.engine.state import State
from lastcard.game import DealError, Match, seeded
from lastcard.game.standing import standing
from lastcard.rulebooks import load
from support.scenes import dealt, scene

DRAW = "8C 10C JC KC 8D JD"


def played_out(match: Match) -> Match:
    """Until the match is over, by whatever is legal last."""
    while not match.over:
        game = match.deal()
        while not game.over:
            match.play(game.state.turn, game.legal(game.state.turn)[-1])
    return match


def test_F1_36_cards_two_to_six_players_five_cards_each() -> None:
    rulebook = load("fool108")
    assert len(rulebook.deck) == 36
    assert (rulebook.min_players, rulebook.most_players, rulebook.default_players, rulebook.hand) == (
        2,
        6,
        3,
        5,
    )
    for number in (1, 7):
        with pytest.raises(DealError, match="2 to 6"):
            Match(rulebook, [f"P{i}" for i in range(number)])


def test_F2_the_first_card_is_picked_from_the_starters_hand() -> None:
    at = dealt("fool108", "Ann Bob Cid", f"8H KH JH 10H KS JS {DRAW}", hand=2, opening="10H")
    assert (at.top, at.hand("Ann"), at.turn) == ("10H", ["8H"], "Bob")


def test_F2_any_card_of_the_hand_is_picked() -> None:
    picked = set()
    for number in range(60):
        game = Match(load("fool108"), ["Ann", "Bob"], seeded(number)).deal()
        hand = game.deal.deck[:10:2]
        picked.add(hand.index(game.deal.opening or 0))
    assert picked == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("rules", ["fool108", "league", "rounds"])
def test_F2_the_next_match_at_once_goes_on_with_the_next_starter(rules: str) -> None:
    match = played_out(Match(load(rules, {"rounds": 2}), ["Ann", "Bob", "Cid"], seeded(5)))
    assert [game.deal.first for game in match.rounds] == [0, 1]
    following = played_out(match.next_match())
    assert [game.deal.first for game in following.rounds] == [2, 0]
    assert following.next_match().deal().turn is not None


def test_F2_a_rematch_with_a_dealer_draws_for_one_again() -> None:
    """Otherwise the seat left of the last starter would begin each time."""
    ahead = set()
    for number in range(8):
        match = played_out(Match(load("classic", {"rounds": 1}), ["Ann", "Bob", "Cid"], seeded(number)))
        following = match.next_match()
        ahead.add((following.deal().deal.first - match.round.deal.first) % 3)
        assert following.before
    assert len(ahead) > 1


@pytest.mark.parametrize(
    ("card", "turn", "direction", "bob"),
    [("6H", "Cid", 1, 4), ("7H", "Cid", 1, 3), ("9H", "Cid", -1, 2), ("AH", "Cid", 1, 2)],
)
def test_F2_its_effect_applies_to_the_next_player(card: str, turn: str, direction: int, bob: int) -> None:
    at = dealt("fool108", "Ann Bob Cid", f"{card} KH JH 10H KS JS {DRAW}", hand=2)
    assert (at.turn, at.direction, at.count("Bob")) == (turn, direction, bob)


def test_F2_a_queen_lets_the_starter_name_the_suit() -> None:
    at = dealt("fool108", "Ann Bob Cid", f"QH KH JH 10H KS JS {DRAW}", hand=2)
    assert (at.phase, at.turn, at.colour) == ("name", "Ann", None)
    at.do("Ann: name S")
    assert (at.phase, at.turn, at.colour) == ("play", "Bob", "S")
    assert {text.split()[1] for text in at.legal("Bob") if text.startswith("play")} == {"KS"}


def test_F2_the_starter_rotates_and_the_direction_is_reset() -> None:
    match = Match(load("fool108"), ["Ann", "Bob", "Cid"], seeded(9))
    firsts = []
    while not match.over:
        game = match.deal()
        firsts.append(game.deal.first)
        opened = game.rulebook.deck.texts[game.deal.opening or 0]
        assert game.state.direction == (-1 if opened.startswith("9") else 1)
        while not game.over:
            match.play(game.state.turn, game.legal(game.state.turn)[0])
    assert firsts == [i % 3 for i in range(len(firsts))]


def test_F3_match_suit_or_value() -> None:
    at = scene("fool108", {"Ann": "10H JD QC KS", "Bob": "8S"}, top="10D", draw=DRAW)
    plays = {text for text in at.legal("Ann") if text.startswith("play")}
    assert plays == {"play 10H", "play JD", "play QC C", "play QC D", "play QC H", "play QC S"}


def test_F3_after_a_queen_only_that_suit_or_another_queen() -> None:
    at = scene("fool108", {"Ann": "QC KC 8C", "Bob": "KS QD JC 8H", "Cid": "8S 8D"}, top="10D", draw=DRAW)
    at.do("Ann: play QC S")
    plays = {text.split()[1] for text in at.legal("Bob") if text.startswith("play")}
    assert plays == {"KS", "QD"}


@pytest.mark.parametrize(
    ("card", "turn", "drawn", "direction"),
    [("6D", "Cid", 2, 1), ("7D", "Cid", 1, 1), ("9D", "Cid", 0, -1), ("AD", "Cid", 0, 1)]
    + [(f"{face}D", "Bob", 0, 1) for face in ("8", "10", "J", "K")],
)
def test_F4_effects(card: str, turn: str, drawn: int, direction: int) -> None:
    at = scene("fool108", {"Ann": f"{card} KC 8C", "Bob": "KS", "Cid": "8S"}, top="QD", draw=DRAW)
    at.do(f"Ann: play {card}")
    assert (at.turn, at.count("Bob"), at.direction) == (turn, 1 + drawn, direction)


def test_F4_with_two_players_a_nine_just_passes_the_turn_on() -> None:
    at = scene("fool108", {"Ann": "9D KC 8C", "Bob": "KS 8S"}, top="QD", draw=DRAW).do("Ann: play 9D")
    assert (at.turn, at.direction) == ("Bob", -1)


def test_F5_a_player_may_always_draw_once_and_then_play_any_matching_card() -> None:
    at = scene("fool108", {"Ann": "KD 8S 10S", "Bob": "KS 8H"}, top="QD", draw="JD 8C 10C")
    assert {"draw", "play KD"} <= at.legal("Ann")
    at.do("Ann: draw")
    assert at.legal("Ann") == {"play KD", "play JD", "pass"}
    assert "has drawn already" in at.refused("Ann: draw")


def test_F6_call_with_two_cards_on_turn() -> None:
    at = scene("fool108", {"Ann": "KD 8D", "Bob": "KS 8H"}, top="10D", draw=DRAW)
    assert {"call", "play KD", "play KD call"} <= at.legal("Ann")
    at.do("Ann: call")
    assert at.called == ["Ann"]
    assert at.refused("Bob: call") == "Bob can call with two cards on turn, or with one"
    at.do("Ann: play KD", "Bob: play KS", "Ann: draw")
    assert at.called == []  # drawing cancels it


def test_F6_call_goes_with_the_play() -> None:
    at = scene("fool108", {"Ann": "KD 8D", "Bob": "KS 10H"}, top="10D", draw=DRAW)
    at.do("Ann: play KD call", "Bob: draw", "Bob: pass", "Ann: play 8D")
    assert at.items["Ann"] == {"cards": 0, "queen": 0, "uncalled": 0, "replenished": 0}
    assert at.score("Ann") == 0


def test_F6_call_with_one_card_until_it_is_played() -> None:
    at = scene("fool108", {"Ann": "KD 8D", "Bob": "KS 10H"}, top="10D", draw=DRAW).do("Ann: play KD")
    assert "call" in at.legal("Ann")
    at.do("Ann: call", "Bob: draw", "Bob: pass", "Ann: play 8D")
    assert at.score("Ann") == 0
    at = scene("fool108", {"Ann": "8D", "Bob": "KS 10H"}, top="10D", draw=DRAW).do("Ann: play 8D call")
    assert at.score("Ann") == 0


def test_F6_a_call_with_two_cards_lapses_when_the_turn_ends_with_two() -> None:
    at = scene("fool108", {"Ann": "KS", "Bob": "KH JC 8H"}, top="10D", draw="QD 10C 7C 6C")
    at.do("Ann: draw", "Ann: call")
    assert at.called == ["Ann"]
    at.do("Ann: pass")
    assert at.called == []
    at.do("Bob: draw", "Bob: pass", "Ann: play QD S", "Bob: draw", "Bob: pass", "Ann: play KS")
    assert at.items["Ann"]["uncalled"] == 20


def test_F6_a_call_that_lapsed_can_be_made_again() -> None:
    at = scene("fool108", {"Ann": "KS", "Bob": "KH JC 8H"}, top="10D", draw="QD 10C 7C 6C")
    at.do("Ann: draw", "Ann: call", "Ann: pass", "Bob: draw", "Bob: pass")
    assert "call" in at.legal("Ann")
    at.do("Ann: play QD S call")
    assert at.called == ["Ann"]
    at.do("Bob: draw", "Bob: pass", "Ann: play KS")
    assert at.items["Ann"]["uncalled"] == 0


def test_F6_a_call_lapses_with_a_draw_of_nothing() -> None:
    at = scene("fool108", {"Ann": "KS 8S", "Bob": "KH JD 8H"}, top="10D", draw="")
    at.do("Ann: call", "Ann: draw")  # and passes by itself (U6)
    assert (at.turn, at.called) == ("Bob", [])


def test_F6_a_call_lapses_when_somebody_jumps_in() -> None:
    hands = {"Ann": "KS 8S", "Bob": "10D JC 8H"}
    at = scene("fool108", hands, top="10D", draw=DRAW, decks=2, jump_in=True)
    at.do("Ann: call", "Bob: jump 10D")
    assert at.called == []


def test_F6_a_call_with_one_card_does_not_lapse() -> None:
    at = scene("fool108", {"Ann": "KD 8D", "Bob": "KS 10H"}, top="10D", draw=DRAW)
    at.do("Ann: play KD call", "Bob: draw")
    assert at.called == ["Ann"]


def test_F6_without_call_lapses_a_call_stands_until_a_draw() -> None:
    at = scene(
        *("fool108", {"Ann": "KS", "Bob": "KH JC 8H"}), top="10D", draw="QD 10C 7C 6C", call_lapses=False
    )
    at.do("Ann: draw", "Ann: call", "Ann: pass", "Bob: draw", "Bob: pass", "Ann: play QD S")
    assert at.called == ["Ann"]


def test_F6_with_more_cards_it_is_refused_without_penalty() -> None:
    at = scene("fool108", {"Ann": "KD 8D JD", "Bob": "KS 10H"}, top="10D", draw=DRAW)
    assert at.refused("Ann: call") == "Ann can call with two cards on turn, or with one"
    assert at.refused("Ann: play KD call") == "Ann can call with two cards on turn, or with one"


def test_F6_going_out_uncalled_costs_20() -> None:
    at = scene("fool108", {"Ann": "8D", "Bob": "KS 10H"}, top="10D", draw=DRAW).do("Ann: play 8D")
    assert at.items["Ann"]["uncalled"] == 20
    assert at.scores == {"Ann": 20, "Bob": 14}


def test_F7_whoever_draws_from_an_empty_deck_is_charged_more_each_time() -> None:
    hands = {"Ann": "KC 8C JC", "Bob": "KS 10S 8S"}
    at = scene("fool108", hands, top="10D", under="8H", reshuffles=("8H", "10D"))
    at.do("Ann: draw")
    assert (at.charged("Ann"), at.charged("Bob"), at.refills) == (5, 0, 1)
    at.do("Ann: pass", "Bob: play 10S", "Ann: draw")
    assert (at.charged("Ann"), at.refills) == (15, 2)  # 5 for the first, 10 for the second


def test_F7_the_victim_of_a_six_is_charged_too() -> None:
    hands = {"Ann": "6D 8C JC", "Bob": "KS 10S"}
    at = scene("fool108", hands, top="10D", under="8H", draw="KC", reshuffles=("10D 8H",)).do("Ann: play 6D")
    assert (at.count("Bob"), at.charged("Bob")) == (4, 5)  # once a draw


def test_F7_only_if_a_card_was_really_replenished() -> None:
    at = scene("fool108", {"Ann": "KC 8C", "Bob": "KD 10S"}, top="10D").do("Ann: draw")
    assert at.charged("Ann") == 0


def test_F7_the_count_starts_again_each_round() -> None:
    rulebook = load("fool108")
    s = State(rulebook.tables.kinds, 36, 2)
    seed(s.rng, 5)
    deal(s, rulebook.tables, 0)
    s.refills, s.charges[0] = 3, 30
    deal(s, rulebook.tables, 1)
    assert (s.refills, s.charges) == (0, [0, 0])


def test_F8_values() -> None:
    rulebook = load("fool108")
    points = {text: rulebook.tables.points[kind] for kind, text in enumerate(rulebook.deck.texts)}
    faces = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
    assert [points[f"{face}H"] for face in faces] == [6, 7, 8, 0, 10, 2, 3, 4, 11]


@pytest.mark.parametrize(("hand", "cost"), [("QH", 20), ("QS", 40), ("QH QS", 6), ("QS 9D", 3), ("KH", 4)])
def test_F8_a_lone_queen(hand: str, cost: int) -> None:
    at = scene("fool108", {"Ann": "8D", "Bob": hand}, top="10D", draw=DRAW).do("Ann: play 8D call")
    assert at.scores == {"Ann": 0, "Bob": cost}


@pytest.mark.parametrize(("queen", "points"), [("QD", -20), ("QS", -40)])
def test_F8_going_out_with_a_queen(queen: str, points: int) -> None:
    at = scene("fool108", {"Ann": queen, "Bob": "8H"}, top="10D", draw=DRAW).do(f"Ann: play {queen} call")
    assert at.scores == {"Ann": points, "Bob": 8}


def test_F9_the_last_six_is_drawn_before_counting() -> None:
    at = scene("fool108", {"Ann": "6D", "Bob": "QS"}, top="10D", draw="8C 10C").do("Ann: play 6D call")
    assert at.scores == {"Ann": 0, "Bob": 3 + 8 + 10}  # no lone queen any more


def test_F10_everyone_at_the_limit_loses() -> None:
    rulebook = load("fool108")
    assert rulebook.limit == 108
    after = standing(rulebook, {"Ann": 109, "Bob": 12, "Cid": 117, "Dot": 107}, 6)
    assert after.over
    assert after.losers == ["Ann", "Cid"]
    assert after.next_limit == 117
    assert after.places == {"Ann": 3, "Bob": 1, "Cid": 4, "Dot": 2}
    assert after.winners == ["Bob"]


def test_F10_exactly_108_loses_and_the_limit_stays() -> None:
    after = standing(load("fool108"), {"Ann": 108, "Bob": -4}, 6)
    assert (after.losers, after.next_limit) == (["Ann"], 108)
    assert not standing(load("fool108"), {"Ann": 107, "Bob": -4}, 6).over


def test_F10_the_next_game_starts_at_0_with_the_next_limit() -> None:
    match = played_out(Match(load("fool108", {"limit": 20}), ["Ann", "Bob"], seeded(4)))
    following = match.next_match()
    assert following.totals == [0, 0]
    assert following.rulebook.limit == match.standing.next_limit == max(20, *match.totals)


def test_F10_capped_at_100_rounds() -> None:
    assert standing(load("fool108"), {"Ann": 3, "Bob": 5}, 99).over is False
    after = standing(load("fool108"), {"Ann": 3, "Bob": 5}, 100)
    assert (after.over, after.losers, after.winners) == (True, [], ["Ann"])


def test_F11_the_score_is_itemised() -> None:
    hands = {"Ann": "QD", "Bob": "QS", "Cid": "AH 9C"}
    at = scene("fool108", hands, top="10D", draw=DRAW)
    at.s.charges[1] = 15
    at.do("Ann: play QD")
    assert at.items == {
        "Ann": {"cards": 0, "queen": -20, "uncalled": 20, "replenished": 0},
        "Bob": {"cards": 0, "queen": 40, "uncalled": 0, "replenished": 15},
        "Cid": {"cards": 11, "queen": 0, "uncalled": 0, "replenished": 0},
    }
    assert at.scores == {"Ann": 0, "Bob": 55, "Cid": 11}


def test_F10_without_a_limit_the_lowest_total_still_wins() -> None:
    after = standing(load("fool108", {"limit": 0, "rounds": 1}), {"Ann": 0, "Bob": 12}, 1)
    assert (after.winners, after.losers, after.next_limit) == (["Ann"], [], None)
