"""C: classic, to 500."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lastcard.engine import codes as c
from lastcard.engine.deal import clear, draw_for_dealer
from lastcard.engine.state import State
from lastcard.game import Match, seeded
from lastcard.rulebooks import load
from support.scenes import Scene, dealt, kinds, scene

DRAW = "B1 B2 B3 B4 B5 B6 B8 B9"


def dealer_after(cards: str, players: int) -> int:
    rulebook = load("classic")
    s = State(rulebook.tables.kinds, 108, players)
    clear(s, rulebook.tables, 0)
    deck = kinds(rulebook, cards)
    s.ordered, s.deck_n = 1, len(deck)
    s.deck[: len(deck)] = deck[::-1]
    return draw_for_dealer(s, rulebook.tables)


def test_C1_the_highest_number_deals() -> None:
    assert dealer_after("R3 G7 B5", 3) == 1


def test_C1_action_and_wild_cards_do_not_count() -> None:
    assert dealer_after("R+2 W G0 BS", 4) == 2


def test_C1_only_the_tied_draw_again() -> None:
    assert dealer_after("R7 G7 B5 Y1 Y2", 3) == 1
    assert dealer_after("R7 G7 B5 Y1 B1 G4 G3", 3) == 0


def test_C1_nobody_has_a_number_all_draw_again() -> None:
    assert dealer_after("RS W B+2 Y1 Y2 Y3", 3) == 2


def test_C1_an_exhausted_deck_is_no_decision() -> None:
    assert dealer_after("R7 G7", 2) == c.NOTHING


def test_C1_left_of_the_dealer_starts_and_the_deal_passes_on() -> None:
    match = Match(load("classic"), ["Ann", "Bob", "Cid"], seeded(11))
    game = match.deal()
    best: dict[str, int] = {}
    for event in match.before:
        if event.type != "dealer_card":
            continue
        face = event.data()["card"][1:]
        best[event.player or ""] = int(face) if face.isdigit() else -1  # the last draw of each counts
    dealer = (game.deal.first - 1) % 3
    assert best[match.players[dealer]] == max(best.values())
    assert match.record().rounds[0].dealer == match.players[dealer]
    while not game.over:
        seat = game.state.turn
        match.play(seat, game.legal(seat)[0])
    assert match.deal().deal.first == (game.deal.first + 1) % 3


def test_C2_seven_cards_and_the_top_card_starts_the_pile() -> None:
    deck = "R1 G1 R2 G2 R3 G3 R4 G4 R5 G5 R6 G6 R7 G7 Y9 B1"
    at = dealt("classic", "Ann Bob", deck)
    assert at.hand("Ann") == ["R1", "R2", "R3", "R4", "R5", "R6", "R7"]
    assert (at.top, at.turn, at.draw_pile) == ("Y9", "Ann", 1)


def opening(card: str, players: str = "Ann Bob Cid", **more: Any) -> Scene:
    return dealt(
        "classic",
        players,
        f"R1 R2 R3 G1 G2 G3 {card} {DRAW}",
        hand=2 if players.count(" ") == 2 else 3,
        **more,
    )


def test_C3_first_card_reverse() -> None:
    at = opening("RR")  # Ann is first, so Cid dealt
    assert (at.turn, at.direction) == ("Cid", -1)
    at.do("Cid: play R3")
    assert at.turn == "Bob"


def test_C3_first_card_reverse_with_two() -> None:
    at = opening("RR", "Ann Bob")
    assert (at.turn, at.direction) == ("Bob", -1)


def test_C3_first_card_draw_two() -> None:
    at = opening("R+2")
    assert at.count("Ann") == 4
    assert (at.turn, at.direction) == ("Bob", 1)


def test_C3_first_card_skip() -> None:
    assert opening("RS").turn == "Bob"


def test_C3_first_card_wild() -> None:
    at = opening("W")
    assert (at.turn, at.phase, at.colour) == ("Ann", "name", None)
    assert at.legal("Ann") == {"name R", "name Y", "name G", "name B"}
    assert at.refused("Ann: play R1") == "Ann must name a colour first, such as name R"
    at.do("Ann: name G")
    assert (at.turn, at.phase, at.colour) == ("Ann", "play", "G")
    assert at.do("Ann: play G1").turn == "Bob"


def test_C3_first_card_wild_draw_four_goes_back() -> None:
    at = opening("W+4")
    assert (at.top, at.draw_pile) == ("B1", 8)
    assert at.round.state.deck[0] == load("classic").deck.kind("W+4")  # without a place: the bottom
    at = opening("W+4", back=(2,))
    below_top = [at.round.rulebook.deck.texts[kind] for kind in at.s.deck[: at.s.deck_n][::-1]]
    assert (at.top, below_top[:3]) == ("B1", ["B2", "W+4", "B3"])


def test_C3_put_back_is_at_random_when_dealt() -> None:
    rulebook = load("classic")
    places = set()
    for seed in range(400):
        match = Match(rulebook, ["Ann", "Bob"], seeded(seed))
        places |= set(match.deal().deal.back or ())
    assert len(places) > 8


def test_C4_wild_draw_four_only_without_another_playable_card() -> None:
    hands = {"Ann": "W+4 R1 Y2", "Bob": "R1 R2"}
    at = scene("classic", hands, top="R7", draw=DRAW)
    assert not any("W+4" in text for text in at.legal("Ann"))
    assert at.refused("Ann: play W+4 G") == "W+4 is only for a player who can play nothing else"


@pytest.mark.parametrize("other", ["W", "G7"])
def test_C4_a_wild_or_a_number_match_blocks_it_too(other: str) -> None:
    at = scene("classic", {"Ann": f"W+4 {other} Y2", "Bob": "R1 R2"}, top="R7", draw=DRAW)
    assert "nothing else" in at.refused("Ann: play W+4 G")


def test_C4_another_wild_draw_four_does_not() -> None:
    at = scene("classic", {"Ann": "W+4 W+4 Y2", "Bob": "R1 R2"}, top="R7", draw=DRAW)
    assert at.legal("Ann") == {f"play W+4 {colour}" for colour in "RYGB"}


def test_C4_the_whole_hand_counts_after_drawing_too() -> None:
    # Under league's "may draw" with C4's card: the drawn W+4 is blocked by a card that was held all along.
    at = scene("rounds", {"Ann": "R1 Y2", "Bob": "R1 R2"}, top="R7", draw=f"W+4 {DRAW}", must_play=False)
    at.do("Ann: draw")
    assert at.legal("Ann") == {"pass"}
    at = scene("classic", {"Ann": "Y1 Y2", "Bob": "R1 R2"}, top="R7", draw=f"W+4 {DRAW}")
    at.do("Ann: draw")
    assert "play W+4 B" in at.legal("Ann")


def test_C5_a_player_draws_only_when_no_card_can_be_played() -> None:
    at = scene("classic", {"Ann": "R1 Y2", "Bob": "R1 R2"}, top="R7", draw=DRAW)
    assert "draw" not in at.legal("Ann")
    assert at.refused("Ann: draw") == "Ann holds a card that fits and must play"
    at = scene("classic", {"Ann": "Y1 Y2", "Bob": "R1 R2"}, top="R7", draw=DRAW)
    assert at.legal("Ann") == {"draw"}


def two_cards(**more: Any) -> Scene:
    """Ann is about to go down to one card."""
    return scene(
        "classic", {"Ann": "R1 R2", "Bob": "R3 R4 R5", "Cid": "R6 R8 R9"}, top="R7", draw=DRAW, **more
    )


def test_C6_call_with_the_play() -> None:
    at = two_cards()
    assert {"play R1", "play R1 call"} <= at.legal("Ann")
    at.do("Ann: play R1 call")
    assert (at.called, at.catchable) == (["Ann"], [])


def test_C6_call_afterwards_until_the_window_closes() -> None:
    at = two_cards().do("Ann: play R1")
    assert at.catchable == ["Ann"]
    assert "call" in at.legal("Ann")
    at.do("Ann: call")
    assert (at.called, at.catchable) == (["Ann"], [])


@pytest.mark.parametrize("closing", ["play R3"])
def test_C6_the_next_play_closes_the_window(closing: str) -> None:
    at = two_cards().do("Ann: play R1", f"Bob: {closing}")
    assert at.catchable == []
    assert "call" not in at.legal("Ann")
    assert "catch Ann" not in at.legal("Cid")


def test_C6_the_next_draw_closes_the_window() -> None:
    at = scene("classic", {"Ann": "R1 R2", "Bob": "Y3 Y4", "Cid": "R6"}, top="R7", draw=DRAW)
    at.do("Ann: play R1", "Bob: draw")
    assert at.catchable == []


def test_C6_a_draw_of_nothing_closes_it_too() -> None:
    hands = {"Ann": "R1 R2", "Bob": "Y3 Y4", "Cid": "R6 R8"}
    at = scene("classic", hands, top="R7", draw="", reshuffles=())
    at.do("Ann: play R1")
    at.s.pile[0], at.s.pile_n = at.s.pile[1], 1  # nothing is left to draw
    assert at.catchable == ["Ann"]
    at.do("Bob: draw")
    assert (at.catchable, at.turn) == ([], "Cid")


def test_C6_the_same_player_closes_it_with_a_two_player_skip() -> None:
    at = scene("classic", {"Ann": "RS R2", "Bob": "R3 R4"}, top="R7", draw=DRAW)
    at.do("Ann: play RS")
    assert (at.turn, at.catchable) == ("Ann", ["Ann"])
    assert "catch Ann" in at.legal("Bob")
    assert at.do("Ann: play R2").winner == "Ann"


def test_C6_forced_and_penalty_draws_do_not_close_it() -> None:
    at = scene("classic", {"Ann": "R+2 R2", "Bob": "R3 R4", "Cid": "R5 R6"}, top="R7", draw=DRAW)
    at.do("Ann: play R+2")  # Bob draws two by force
    assert at.catchable == ["Ann"]
    at.do("Cid: catch Bob")  # a false catch: Cid draws two as a penalty
    assert at.count("Cid") == 4
    assert at.catchable == ["Ann"]


def test_C6_the_call_rides_with_a_wild() -> None:
    at = scene("classic", {"Ann": "W R2", "Bob": "R3 R4"}, top="R7", draw=DRAW)
    assert "play W G call" in at.legal("Ann")
    at.do("Ann: play W G call")
    assert (at.called, at.catchable, at.colour) == (["Ann"], [], "G")


def test_C6_any_draw_clears_the_called_mark() -> None:
    at = scene("classic", {"Ann": "R1 R2", "Bob": "R+2 R4 R5", "Cid": "R6 R8 RR"}, top="R7", draw=DRAW)
    at.do("Ann: play R1 call", "Bob: play R4", "Cid: play RR", "Bob: play R+2")
    assert at.count("Ann") == 3
    assert at.called == []


def test_C6_down_to_one_again_needs_a_new_call() -> None:
    at = scene("classic", {"Ann": "R1 R2", "Bob": "Y3 Y4", "Cid": "R6 R8"}, top="R7", draw="B1 R3 B2 B3 B4")
    at.do("Ann: play R1 call", "Bob: draw", "Bob: pass", "Cid: play R6 call", "Ann: play R2")
    assert at.winner == "Ann"
    at = scene("classic", {"Ann": "R1 Y2", "Bob": "Y3 Y4", "Cid": "R6 R8"}, top="R7", draw="B1 R3 B2 B3 B4")
    at.do("Ann: play R1 call", "Bob: draw", "Bob: pass", "Cid: play R6 call", "Ann: draw", "Ann: play R3")
    assert at.count("Ann") == 1
    assert at.catchable == ["Ann"]


def test_C6_a_call_with_the_last_card_is_ignored() -> None:
    at = scene("classic", {"Ann": "R1", "Bob": "R3 R4"}, top="R7", draw=DRAW)
    assert at.legal("Ann") == {"play R1"}
    at.do("Ann: play R1 call")
    assert at.winner == "Ann"
    assert "false_call" not in at.types()


def test_C7_catch() -> None:
    at = two_cards().do("Ann: play R1")
    assert "catch Ann" in at.legal("Bob") & at.legal("Cid")
    assert "catch Ann" not in at.legal("Ann")
    at.do("Cid: catch Ann")
    assert at.hand("Ann") == ["R2", "B1", "B2"]
    assert at.turn == "Bob"
    assert at.refused("Ann: catch Ann") == "Ann can't catch Ann"


def test_C7_several_windows_and_the_order_of_asking() -> None:
    from lastcard.engine.legal import asked

    hands = {"Ann": "R7 R2", "Bob": "G1", "Cid": "R6 R8", "Dot": "B1 B3"}
    at = scene("classic", hands, top="R5", draw=DRAW, seven_zero=True)
    at.do("Ann: play R7 with Bob")  # both hold one card now, and nobody has called it
    assert at.catchable == ["Ann", "Bob"]
    order = [at.round.players[asked(at.s, i)] for i in range(4)]
    assert order == ["Bob", "Ann", "Cid", "Dot"]  # owners first, each group in turn order from Bob
    at.do("Dot: catch Bob", "Ann: call")
    assert (at.count("Bob"), at.called, at.catchable) == (3, ["Ann"], [])


def test_C8_false_call_with_a_play() -> None:
    at = scene("classic", {"Ann": "R1 R2 R3", "Bob": "R4 R5"}, top="R7", draw=DRAW)
    assert "play R1 call" not in at.legal("Ann")
    at.do("Ann: play R1 call")
    assert at.hand("Ann") == ["R2", "R3", "B1", "B2"]
    assert at.turn == "Bob"


def test_C8_false_call_on_its_own() -> None:
    at = scene("classic", {"Ann": "R1 R2 R3", "Bob": "R4 R5"}, top="R7", draw=DRAW)
    at.do("Bob: call")
    assert at.count("Bob") == 4
    assert at.turn == "Ann"


def test_C8_false_catch_of_one_who_called_or_holds_more() -> None:
    at = two_cards().do("Ann: play R1 call", "Bob: catch Ann")
    assert at.count("Bob") == 5
    assert at.count("Ann") == 1
    at = two_cards().do("Bob: catch Ann")
    assert at.count("Bob") == 5


def test_C8_a_catch_after_a_call_is_false_however_close() -> None:
    at = two_cards().do("Ann: play R1", "Ann: call", "Cid: catch Ann")
    assert (at.count("Ann"), at.count("Cid")) == (1, 5)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (["Ann: play R1", "Bob: catch Ann"], "Cid: catch Ann"),
        (["Ann: play R1", "Bob: catch Ann"], "Ann: call"),
        (["Ann: play R1", "Bob: play R3"], "Cid: catch Ann"),
        (["Ann: play R1", "Bob: play R3"], "Ann: call"),
        (["Ann: play R1 call"], "Ann: call"),
    ],
)
def test_C8_no_ops_are_free_of_charge(before: list[str], line: str) -> None:
    at = two_cards().do(*before)
    counts = at.counts
    assert line.partition(": ")[2] not in at.legal(line.partition(": ")[0])
    at.do(line)
    assert at.counts == counts
    assert at.types() == ["no_effect"]


def test_C8_after_the_window_a_caught_player_can_be_accused_falsely_again() -> None:
    at = two_cards().do("Ann: play R1", "Bob: catch Ann", "Bob: play R3", "Cid: catch Ann")
    assert at.count("Cid") == 5


def test_C9_the_winner_takes_the_cards_of_the_others() -> None:
    hands = {"Ann": "R1", "Bob": "R9 BS W+4", "Cid": "G0 W"}
    at = scene("classic", hands, top="R7", draw=DRAW).do("Ann: play R1")
    assert at.scores == {"Ann": 9 + 20 + 50 + 0 + 50, "Bob": 0, "Cid": 0}


@pytest.mark.parametrize(("target", "over"), [(129, True), (130, False)])
def test_C9_first_to_reach_the_target_wins(target: int, over: bool) -> None:
    match = Match(load("classic", {"target": target}), ["Ann", "Bob", "Cid"], seeded(1))
    match.deal()
    hands = {"Ann": "R1", "Bob": "R9 BS W+4", "Cid": "G0 W"}
    match.rounds[0] = scene("classic", hands, top="R7", draw=DRAW, target=target).round
    match.play(0, "play R1")
    assert match.totals == [129, 0, 0]
    assert match.over is over
    assert match.standing.winners == (["Ann"] if over else [])


def test_C9_target_of_500_and_cap_of_200_rounds() -> None:
    rulebook = load("classic")
    assert (rulebook.target, rulebook.rounds) == (500, 200)
    short = msgspec.structs.replace(rulebook, rounds=1)
    match = Match(short, ["Ann", "Bob"], seeded(5))
    game = match.deal()
    while not game.over:
        match.play(game.state.turn, game.legal(game.state.turn)[0])
    assert match.over  # capped: the best total wins
    best = max(match.totals)
    assert match.standing.winners == [n for n, t in match.standing.totals.items() if t == best]
