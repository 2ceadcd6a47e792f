"""L: league points."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.game import Match, seeded
from lastcard.game.scoring import ReportedRound, made_of, score_round
from lastcard.rulebooks import load
from lastcard.rulebooks.sheet import as_text
from support.scenes import dealt, scene

DRAW = "B1 B2 B3 B4 B5"


def test_L1_wild_draw_four_acts_as_a_wild() -> None:
    at = scene("league", {"Ann": "W+4 R1 W", "Bob": "R2 R3", "Cid": "R4"}, top="R7", draw=DRAW)
    assert "play W+4 G" in at.legal("Ann")
    at.do("Ann: play W+4 G")
    assert (at.count("Bob"), at.turn, at.colour) == (6, "Cid", "G")


@pytest.mark.parametrize("wild", ["W", "W+4"])
def test_L2_a_wild_first_card_goes_back(wild: str) -> None:
    at = dealt("league", "Ann Bob", f"R1 R2 {wild} G1 G2", hand=1, back=(1,))
    assert (at.top, at.phase, at.turn) == ("G1", "play", "Ann")
    texts = [at.round.rulebook.deck.texts[kind] for kind in at.s.deck[: at.s.deck_n][::-1]]
    assert texts == [wild, "G2"]


@pytest.mark.parametrize(
    ("card", "turn", "direction"), [("RS", "Bob", 1), ("R+2", "Bob", 1), ("RR", "Ann", -1), ("R5", "Ann", 1)]
)
def test_L2_first_card_effects(card: str, turn: str, direction: int) -> None:
    at = dealt("league", "Ann Bob Cid", f"R1 R2 R3 {card} {DRAW}", hand=1)
    assert (at.turn, at.direction) == (turn, direction)
    assert at.count("Ann") == (3 if card == "R+2" else 1)


def test_L2_a_first_reverse_with_two_players_skips_the_first() -> None:
    at = dealt("league", "Ann Bob", f"R1 R2 RR {DRAW}", hand=1)
    assert (at.turn, at.direction) == ("Bob", -1)


def test_L2_the_first_player_rotates_and_there_is_no_call() -> None:
    match = Match(load("league"), ["Ann", "Bob", "Cid"], seeded(2))
    firsts = []
    while not match.over:
        game = match.deal()
        firsts.append(game.deal.first)
        while not game.over:
            match.play(game.state.turn, game.legal(game.state.turn)[0])
    assert firsts == [0, 1, 2]  # L5: one game for each player
    at = scene("league", {"Ann": "R1 R2", "Bob": "R3"}, top="R7", draw=DRAW)
    assert at.refused("Ann: play R1 call") == "the last card is not called in league"
    assert at.refused("Bob: catch Ann") == "the last card is not called in league"


def test_L3_a_player_may_draw_although_a_card_fits() -> None:
    at = scene("league", {"Ann": "R1 R2", "Bob": "R3"}, top="R7", draw=DRAW)
    assert at.legal("Ann") == {"play R1", "play R2", "draw"}


def league(**hands: str) -> dict[str, int]:
    return score_round(load("league"), ReportedRound(hands=hands)).scores


def test_L4_the_worked_example() -> None:
    # 300, 180 and 13 before the division by three players.
    assert league(Ann="R9,R9,R2", Bob="", Cid="W,W,W,W,W+4,W+4,B2") == {"Ann": 60, "Bob": 100, "Cid": 3}
    assert league(Ann="R9,R9,R2", Bob="", Cid="W,W,W,W,RS,R+2,R7") == {"Ann": 60, "Bob": 100, "Cid": 4}


def test_L4_values() -> None:
    rulebook = load("league")
    points = dict(zip(rulebook.deck.texts, rulebook.tables.points, strict=True))
    assert [points[card] for card in ("R0", "G9", "RS", "BR", "Y+2", "W", "W+4")] == [
        0,
        9,
        10,
        10,
        10,
        15,
        15,
    ]


def test_L4_at_most_100_is_lost_and_at_least_1_is_left() -> None:
    many = "W,W,W,W,W+4,W+4,W+4,W+4"
    assert league(Ann="", Bob=many) == {"Ann": 100, "Bob": 1}


def test_L4_halves_are_rounded_up() -> None:
    assert league(Ann="", Bob="R9") == {"Ann": 100, "Bob": 46}  # 91 / 2


def test_L4_equal_counts_share_the_base() -> None:
    assert league(Ann="", Bob="R0", Cid="G0") == {"Ann": 100, "Bob": 33, "Cid": 33}


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_L4_fewer_cards_never_score_below_more(sizes: list[int], rng: random.Random) -> None:
    rulebook = load("league")
    deck = [text for text, n in zip(rulebook.deck.texts, rulebook.deck.copies, strict=True) for _ in range(n)]
    rng.shuffle(deck)
    hands = {f"P{i}": ",".join(deck.pop() for _ in range(size)) for i, size in enumerate(sizes)}
    scores = league(Out="", **hands)
    assert scores["Out"] == 100
    for i, size in enumerate(sizes):
        for j, other in enumerate(sizes):
            if size < other:
                assert scores[f"P{i}"] >= scores[f"P{j}"]


def test_L4_the_items_tell_how_the_points_came_about() -> None:
    hands = {"Ann": "", "Bob": "RS YS", "Cid": "W W W W W+4 R9 R3"}
    counted = score_round(load("league"), ReportedRound(hands=hands))
    assert counted.scores == {"Ann": 100, "Bob": 60, "Cid": 4}
    assert counted.items == {
        "Ann": {"base": 300, "cards": 0, "lost": 0, "divisor": 3},
        "Bob": {"base": 200, "cards": 20, "lost": 20, "divisor": 3},
        "Cid": {"base": 100, "cards": 87, "lost": 87, "divisor": 3},
    }
    assert [made_of(items) for items in counted.items.values()] == [
        "300, divided by 3",
        "200 - 20, divided by 3",
        "100 - 87, divided by 3",
    ]


def test_L4_the_items_tell_that_cards_cost_at_most_100() -> None:
    hands = {"Ann": "", "Bob": "W W W W W+4 W+4 W+4 W+4", "Cid": "R1 R1 R2 R2 R3 R3 R4 R4 R5"}
    counted = score_round(load("league"), ReportedRound(hands=hands))
    assert counted.items["Bob"] == {"base": 200, "cards": 120, "lost": 100, "divisor": 3}
    assert made_of(counted.items["Bob"]) == "200 - 100, divided by 3 (of 120 points in hand, 100 count)"
    assert counted.scores["Bob"] == 33


@given(data=st.data(), players=st.integers(2, 6))
def test_L4_the_items_give_the_points(data: st.DataObject, players: int) -> None:
    cards = st.lists(st.sampled_from(["R3", "G9", "BS", "W"]), min_size=1, max_size=4, unique=True)
    hands = {"Ann": ""} | {f"P{i}": " ".join(data.draw(cards)) for i in range(1, players)}
    counted = score_round(load("league", {"decks": 4}), ReportedRound(hands=hands))
    for name, items in counted.items.items():
        exact = Fraction(items["base"] - items["lost"], items["divisor"])
        assert counted.scores[name] == max(1, floor(exact + Fraction(1, 2)))


def test_L5_the_rule_sheet_says_why_mixed_player_counts_matter() -> None:
    assert "always play with the same number of players" in " ".join(as_text(load("league")).split())
    assert "same number of players" not in as_text(load("rounds"))


def test_L5_places_are_shared_1_2_2_4() -> None:
    from lastcard.game.standing import standing

    places = standing(load("league"), {"Ann": 90, "Bob": 70, "Cid": 70, "Dot": 5}, 4).places
    assert places == {"Ann": 1, "Bob": 2, "Cid": 2, "Dot": 4}
