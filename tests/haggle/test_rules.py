"""The rules one by one, and together against a scorer that was written apart from them (G2, G4, G6)."""

from __future__ import annotations

from random import Random

import pytest

from lastcard.haggle import HaggleError, Scores, parse_hand, score
from lastcard.haggle.rules import ORDER
from support.haggle.brute import brute_scores
from support.haggle.tables import random_table


def points(**hands: str) -> list[int | None]:
    """The scores in the order given."""
    return in_order(hands, score(hands, seed=1))


def in_order(hands: dict[str, str], scores: Scores) -> list[int | None]:
    return [scores[name].score for name in hands]


def explained(name: str, **hands: str) -> list[str]:
    return [str(change) for change in score(hands, seed=1)[name].changes]


def test_G1_the_example() -> None:
    scores = score({"Taylor": "YYR", "Tyler": "OWB", "OtherTaylor": "WBRO", "Dummy": "WWWWWWW"})
    assert scores.lines() == ["OtherTaylor: 14", "Tyler: 11", "Taylor: 9", "Dummy: ELIMINATED"]


def test_G1_ties_and_eliminated_players_in_the_order_given() -> None:
    scores = score({"Out2": "O" * 7, "B": "BB", "Out1": "W" * 9, "A": "BB", "C": "W"})
    assert [player.name for player in scores] == ["C", "B", "A", "Out2", "Out1"]


def test_G2_order_is_one_list_with_every_rule_once() -> None:
    numbers = [int(rule.__name__.split("_")[1]) for rule in ORDER if rule.__name__ != "basic_values"]
    assert numbers == [6, 12, 1, 2, 10, 11, 9, 7, 5, 3, 4, 8]


def test_G2_basic_values() -> None:
    # two players with the same hand tie for yellow and red
    for hand, value in (("Y", 1), ("B", 2), ("R", 3), ("W", 5), ("OB", 6)):
        assert points(A=hand, B=hand) == [value, value]


def test_G2_rule_1_white_is_worth_nothing_from_four_on() -> None:
    assert points(A="WWW") == [15]
    assert points(A="WWWW") == [0]


def test_G2_rule_2_orange_needs_blue() -> None:
    assert points(A="OOO") == [0]
    assert points(A="OOOB") == [2 + 4]
    assert points(A="OBB") == [4 + 4]


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("YYW", 2 + 10 + 4),
        ("YYWW", 2 + 15 + 4),
        ("YYYYW", 4 + 10 + 16),  # only as many as there are white cards
        ("YYYW", 3 + 10 + 9),  # a third yellow makes no second set
        ("YYYYWWWW", 4 + 0 + 16),  # rule 1 first: twice nothing is nothing
    ],
)
def test_G2_rule_10_yellow_doubles_white(hand: str, value: int) -> None:
    assert points(A=hand) == [value]


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("BBBO", 6 + 16),
        ("BBBOO", 6 + 16 + 4),
        ("BBBBBBO", 12 + 16),  # only as many as there are orange cards
        ("BBBBBBOO", 12 + 32),
        ("BBBOOOOO", 6 + 16 + 8),  # and only those that rule 2 lets score
    ],
)
def test_G2_rule_11_blue_quadruples_orange(hand: str, value: int) -> None:
    assert points(A=hand) == [value]


def test_G2_rule_7_sets_of_five_colours() -> None:
    assert points(A="YBROW", B="YR") == [1 + 2 + 3 + 4 + 5 + 10, 4]
    assert points(A="YYBBRROOWW", B="YYRR") == [30 + 5 + 20, 2 + 6]  # one white doubled


@pytest.mark.parametrize("hand", ["YYYYBBBRRO", "OOOOYYYWWB", "WWWRRYBBBB"])
def test_G2_rule_8_pyramid_doubles_the_hand_with_its_bonuses(hand: str) -> None:
    (single,) = points(A=hand)
    plain = sum(change.points for change in score({"A": hand})["A"].changes if change.rule != 8)
    assert single == 2 * plain


@pytest.mark.parametrize("hand", ["YYYYBBBRROW", "YYYYBBBRR", "YYYYBBBRROO", "YYYBBBRROO", "YYYYYBBBRRO"])
def test_G2_rule_8_anything_else_is_no_pyramid(hand: str) -> None:
    assert not any(change.rule == 8 for change in score({"A": hand})["A"].changes)


def test_G2_pyramid_under_attack_doubles_last() -> None:
    # A: 4 + 6 + 6 + 4 face, yellow squared 16, one orange times four 12, reds doubled 6
    value = 20 + 16 + 12 + 6
    assert points(A="YYYYBBBRRO", B="BBBBB") == [2 * (value - 10), 10]


def test_G2_without_double_last_the_deductions_are_not_doubled() -> None:
    hands = {"A": "YYYYBBBRRO", "B": "BBBBB"}
    value = 20 + 16 + 12 + 6
    assert in_order(hands, score(hands, double_last=False)) == [2 * value - 10, 10]


def test_G2_a_pyramid_doubles_a_negative_score_too() -> None:
    # A: 4 + 6 + 6 + 4 face, one orange times four; others have more yellow and red. No red set wards off.
    attacked = {"B": "BBBBBYYYYYRRR", "C": "BBBBBRRR", "D": "BBBBB", "E": "BBBBB"}
    assert points(A="YYYYBBBRRO", **attacked)[0] == 2 * (20 + 12 - 40)
    assert "rule 8: pyramid of 4, 3, 2 and 1: -8" in explained("A", A="YYYYBBBRRO", **attacked)


def test_G2_pyramid_with_red_wards_off_under_attack() -> None:
    # A: three red ward off one of two attacks
    value = score({"A": "YYYYRRRBBO"})["A"].points
    hands = {"A": "YYYYRRRBBO", "B": "BBBBB", "C": "BBBBBB"}
    assert score(hands)["A"].points == value - 20
    assert score(hands, double_last=False)["A"].points == value - 10


def test_G2_scores_may_be_negative() -> None:
    assert points(A="Y", B="BBBBBY", C="BBBBBY") == [1 - 20, 11 - 10, 11 - 10]
    assert score({"A": "", "B": "BBBBB"}).lines() == ["B: 10", "A: -10"]


def test_G2_elimination_is_judged_on_the_cards_handed_in() -> None:
    hand = "W" * 7 + "YYBBRROO"
    for seed in range(40):
        assert score({"A": hand}, seed=seed)["A"].eliminated


def test_G2_six_of_a_colour_are_not_eliminated() -> None:
    assert points(A="YYYYYY", B="BBBBBBB") == [6 + 36 - 10, None]


def test_G4_several_blue_attackers() -> None:
    assert points(A="BBBBB", B="BBBBBB", C="BBBBB", D="W") == [10 - 20, 12 - 20, 10 - 20, 5 - 30]


def test_G4_attacker_is_not_hit_by_itself() -> None:
    assert points(A="BBBBB") == [10]


def test_G4_several_red_sets() -> None:
    attackers = {"B": "BBBBB", "C": "BBBBB", "D": "BBBBB"}
    for red, hits in ((2, 3), (3, 2), (5, 2), (6, 1)):
        assert points(A="R" * red, **attackers)[0] == red * 3 * 2 - 10 * hits


def test_G4_warding_reds_still_score_and_spare_ones_do_nothing() -> None:
    assert points(A="RRRRRR", B="BBBBB") == [36, 10]
    assert points(A="RRR", B="RRR") == [9, 9]


def test_G4_most_yellow() -> None:
    assert points(A="YYY", B="YY", C="Y") == [3 + 9, 2, 1]


def test_G4_cascade_passes_a_tie_to_the_next_number() -> None:
    assert points(A="YYY", B="YYY", C="YY", D="Y") == [3, 3, 2 + 4, 1]


def test_G4_cascade_goes_on_through_several_ties() -> None:
    assert points(A="YYYY", B="YYYY", C="YYY", D="YYY", E="YY", F="YY", G="Y") == [4, 4, 3, 3, 2, 2, 1 + 1]


def test_G4_cascade_never_reaches_no_yellow() -> None:
    assert points(A="YY", B="YY", C="") == [2, 2, 0]


def test_G4_cascade_is_named_in_the_explanation() -> None:
    assert "rule 5: most yellow after a tie (2): +4" in explained("C", A="YYY", B="YYY", C="YY")


def test_G4_most_red_doubles() -> None:
    assert points(A="RRR", B="RR") == [18, 6]


def test_G4_tie_for_most_red_doubles_nobody() -> None:
    assert points(A="RRR", B="RRR", C="RR") == [9, 9, 6]


def test_G4_the_cards_of_eliminated_players_count_in_rules_3_5_and_9() -> None:
    assert points(A="YRR", X="BBBBBBBYYRRR") == [1 + 6 - 10, None]


@pytest.mark.parametrize(
    ("hands", "counted", "ignored"),
    [
        ({"A": "Y", "X": "B" * 7}, [1 + 1 - 10, None], [1 + 1, None]),  # rule 3
        ({"A": "RRR", "X": "B" * 7}, [9 + 9, None], [9 + 9, None]),  # rule 4 wards it off
        ({"A": "YY", "X": "Y" * 7}, [2, None], [2 + 4, None]),  # rule 5: the most are held by one who is out
        ({"A": "RR", "X": "R" * 7}, [6, None], [6 + 6, None]),  # rule 9
    ],
)
def test_G4_each_rule_by_itself(
    hands: dict[str, str], counted: list[int | None], ignored: list[int | None]
) -> None:
    assert in_order(hands, score(hands)) == counted
    assert in_order(hands, score(hands, count_eliminated=False)) == ignored


def test_G4_ignored_eliminated_players_are_out_of_rules_3_5_and_9() -> None:
    hands = {"A": "YRR", "X": "BBBBBBBYYRRR"}
    assert in_order(hands, score(hands, count_eliminated=False)) == [1 + 6 + 1 + 6, None]


def test_G4_a_tie_with_an_eliminated_player_is_a_tie() -> None:
    hands = {"A": "YYRR", "B": "YR", "X": "W" * 7 + "YYRR"}
    assert in_order(hands, score(hands)) == [2 + 6, 1 + 3 + 1, None]
    assert in_order(hands, score(hands, count_eliminated=False)) == [2 + 6 + 4 + 6, 1 + 3, None]


def test_G5_empty_hand_scores_nothing() -> None:
    assert points(A="") == [0]


@pytest.mark.parametrize("hand", ["X", "YYG", "Y Y", "1", "Y=", "\u0178", "\uff39"])
def test_G5_unknown_letters(hand: str) -> None:
    with pytest.raises(HaggleError, match="is not a colour"):
        parse_hand(hand)


def test_G5_letters_in_either_case() -> None:
    assert parse_hand("yBrOw") == (1, 1, 1, 1, 1)


@pytest.mark.parametrize("counts", [[1, 2, 3], [1, 2, 3, 4, -1], []])
def test_G5_counts_are_five_and_not_negative(counts: list[int]) -> None:
    with pytest.raises(HaggleError, match="five counts"):
        score({"A": counts})


@pytest.mark.parametrize("name", ["", " ", "\t"])
def test_G5_names_are_not_empty(name: str) -> None:
    with pytest.raises(HaggleError, match="name is empty"):
        score({name: "Y"})


def test_G6_every_rule_explains_itself() -> None:
    hands = {
        "Ada": "YYYYBBBRRO",
        "Ben": "BBBBBOOOOORRR",
        "Cleo": "WWWWYYBRO",
        "Dan": "WWWWWWW",
        "Eve": "YYWRRRRBO",
    }
    assert explained("Ada", **hands) == [
        "cards at face value (10): +20",
        "rule 11: 3 blue quadruple 1 orange: +12",
        "rule 5: most yellow (4): +16",
        "rule 3: 5 or more blue at Ben: -10",
        "rule 8: pyramid of 4, 3, 2 and 1: +38",
    ]
    assert explained("Ben", **hands) == [
        "cards at face value (13): +39",
        "rule 11: 3 blue quadruple 1 orange: +12",
    ]
    assert explained("Cleo", **hands) == [
        "cards at face value (9): +31",
        "rule 1: more than 3 white (4): -20",
        "rule 7: sets of five colours (1): +10",
        "rule 3: 5 or more blue at Ben: -10",
    ]
    assert explained("Dan", **hands) == ["rule 6: 7 white handed in: ELIMINATED"]
    assert explained("Eve", **hands) == [
        "cards at face value (9): +25",
        "rule 10: 2 yellow double 1 white: +5",
        "rule 9: most red (4): +12",
        "rule 7: sets of five colours (1): +10",
        "rule 3: 5 or more blue at Ben: -10",
        "rule 4: 3 red ward off 1 blue: +10",
    ]


def test_G6_orange_cap_and_hand_limit_explain_themselves() -> None:
    assert "rule 2: 1 of 3 orange scored, one for each blue: -8" in explained("A", A="OOOB")
    (limit,) = (text for text in explained("A", A="YYYYBBBBRRRRWW") if text.startswith("rule 12"))
    assert limit in {
        f"rule 12: 14 cards, {letter} removed at random: -{value}"
        for letter, value in zip("YBRW", (1, 2, 3, 5), strict=True)
    }


def test_G6_many_attackers_are_not_all_named() -> None:
    hands = {f"P{at}": "BBBBB" for at in range(8)}
    assert explained("P0", **hands)[-1] == "rule 3: 5 or more blue at P1, P2, P3, P4 and 3 more: -70"
    assert explained("P7", **hands)[-1] == "rule 3: 5 or more blue at P0, P1, P2, P3 and 3 more: -70"


def test_G6_results_for_programs() -> None:
    scores = score({"A": "YYR", "X": "W" * 7})
    assert scores.as_dict(explain=True) == {
        "scores": {"A": 12},
        "eliminated": ["X"],
        "removed": {"A": "", "X": ""},
        "seed": None,
        "changes": {
            "A": [
                {"rule": 0, "why": "cards at face value (3)", "points": 5},
                {"rule": 9, "why": "most red (1)", "points": 3},
                {"rule": 5, "why": "most yellow (2)", "points": 4},
            ],
            "X": [{"rule": 6, "why": "7 white handed in", "points": 0}],
        },
    }
    assert len(scores) == 2
    with pytest.raises(KeyError):
        scores["nobody"]


@pytest.mark.slow
def test_G2_to_G6_like_the_brute_force_scorer_on_50_000_tables() -> None:
    dice = Random(20_003)
    rules_seen: set[int] = set()
    for number in range(50_000):
        hands = random_table(dice)
        options = {"count_eliminated": number % 3 != 1, "double_last": number % 5 != 1}
        scores = score(hands, seed=number, **options)
        kept = {}
        for player in scores:
            cards = list(hands[player.name])
            for letter in player.removed:
                cards.remove(letter)  # fails unless the removed cards were there
            kept[player.name] = "".join(cards)
            if not player.eliminated:
                assert len(cards) == min(13, len(hands[player.name]))
                assert player.points == sum(change.points for change in player.changes)
            rules_seen.update(change.rule for change in player.changes)
        expected = brute_scores(hands, kept, **options)
        assert {player.name: player.score for player in scores} == expected, hands
    assert rules_seen == set(range(13))
