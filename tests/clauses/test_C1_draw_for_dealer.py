"""C1: the draw for dealer as people see it: face-down cards, picks, numbers, ties, who deals, who starts."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from lastcard.engine import codes as c
from lastcard.engine import deal as engine_deal
from lastcard.engine.state import State
from lastcard.game import Match, Record, RecordError, Seed, replay, seeded
from lastcard.game.dealer_draw import DealerDraw, DrawError
from lastcard.game.events import DealerCardDrawn, DealerChosen, DealersTied
from lastcard.game.narrate import narrate
from lastcard.game.record import decode, encode
from lastcard.game.replay import RecordedShuffler, begin
from lastcard.game.verify import check
from lastcard.messages.message import Message
from lastcard.rulebooks import Rulebook, load
from support.scenes import kinds

PLAYERS = ["Ann", "Bob", "Cid"]


def pile(top: str, rulebook: Rulebook | None = None) -> list[int]:
    """All cards, these on top."""
    rulebook = load("classic") if rulebook is None else rulebook
    cards = kinds(rulebook, top)
    rest = list(rulebook.tables.deck)
    for kind in cards:
        rest.remove(kind)
    return [*cards, *rest]


def draw_of(top: str, players: list[str] | None = None) -> DealerDraw:
    return DealerDraw(load("classic"), players or PLAYERS, RecordedShuffler([pile(top)]))


def test_C1_all_cards_of_a_draw_are_shown_at_once() -> None:
    draw = draw_of("R3 G7 B5 Y9 Y8 RS W B1 B2")
    assert (draw.size, draw.number, draw.waiting) == (9, 1, [0, 1, 2])
    assert draw.pick(2, 4) == []
    assert draw.pick(0, 8) == []
    assert (draw.shown, draw.drawn, draw.dealer, draw.waiting) == (False, [], None, [1])
    told = draw.pick(1, 2)
    assert [event.data() for event in told] == [
        {"type": "dealer_card", "player": "Ann", "card": "B1", "number": 1},
        {"type": "dealer_card", "player": "Bob", "card": "G7", "number": 7},
        {"type": "dealer_card", "player": "Cid", "card": "Y9", "number": 9},
        {"type": "dealer", "player": "Cid", "first": "Ann"},
    ]
    assert (draw.dealer, draw.first, draw.tied) == (2, 0, [])


def test_C1_a_pick_is_real_whoever_picks_the_same_place_gets_the_same_card() -> None:
    for place in range(1, 10):
        draw = draw_of("R0 R1 R2 R3 R4 R5 R6 R7 R8 R9")
        draw.pick(1, place)
        for seat in draw.waiting:
            draw.pick(seat)
        assert draw.drawn[1].kind == kinds(load("classic"), f"R{place - 1}")[0]


def test_C1_only_the_tied_pick_again_and_from_what_is_left() -> None:
    draw = draw_of("R7 G7 B5 Y1 Y2 B3 B4 RS W")
    draw.pick(0, 1)
    draw.pick(1, 2)
    told = draw.pick(2, 3)
    assert told[-1] == DealersTied(player=None, players=["Ann", "Bob"], number=7)
    assert (draw.dealer, draw.tied) == (None, [0, 1])
    draw.again()
    assert (draw.number, draw.drawing, draw.picked, draw.size) == (2, [0, 1], {}, 9)
    with pytest.raises(DrawError, match="this time"):
        draw.pick(2, 3)
    draw.pick(1, 1)  # Y1: what lay on top is gone
    assert draw.pick(0, 2)[-1] == DealerChosen(player="Ann", first="Bob")


def test_C1_action_and_wild_cards_have_no_number_and_nobody_with_one_means_all_again() -> None:
    draw = draw_of("RS W B+2 Y1 Y2 Y3")
    for seat in (0, 1):
        draw.pick(seat)
    told = draw.pick(2)
    assert told[1] == DealerCardDrawn(player="Bob", card="W")
    assert told[-1] == DealersTied(player=None, players=PLAYERS)
    draw.again()
    assert draw.drawing == [0, 1, 2]
    assert draw.finish() == 2


def test_C1_what_can_t_be_picked_is_refused_and_changes_nothing() -> None:
    draw = draw_of("R1 R2 R3")
    draw.pick(0, 2)
    for seat, place, why in ((0, 3, "already"), (1, 2, "somebody else"), (1, 0, "1 to 9"), (1, 10, "1 to 9")):
        with pytest.raises(DrawError, match=why):
            draw.pick(seat, place)
    with pytest.raises(DrawError, match="face down"):
        draw.again()
    assert (draw.picked, draw.free()) == ({0: 2}, [1, 3, 4, 5, 6, 7, 8, 9])


@pytest.mark.parametrize("players", range(2, 11))
def test_C1_there_are_enough_cards_for_everybody_and_each_has_one_in_front(players: int) -> None:
    draw = draw_of("R1", [f"P{seat}" for seat in range(players)])
    assert draw.size == max(9, players + 5)
    fronts = [draw.in_front_of(seat) for seat in range(players)]
    assert fronts == sorted(set(fronts))  # everybody another one, from left to right
    draw.pick(0, fronts[1])
    assert draw.in_front_of(1) in draw.free()


def engines_draw(rulebook: Rulebook, players: int, seed: int) -> tuple[int, list[tuple[int, int]]]:
    """The dealer by the engine's own draw, from the top down the seats, and the cards that were shown."""
    r, shuffler = rulebook.tables, seeded(seed)
    s = State(r.kinds, len(rulebook.deck), players)
    s.events = []
    dealer = c.NOTHING
    while dealer == c.NOTHING:
        engine_deal.gather(s, r, 0)
        s.deck[:] = shuffler.order(s.deck)[::-1]
        s.ordered = 1
        dealer = engine_deal.draw_for_dealer(s, r)
    return dealer, [(seat, kind) for _, seat, kind, _ in s.events]


@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_C1_without_picks_it_is_the_engine_s_draw_card_by_card(players: int) -> None:
    """So what old seeds, logs and records gave, they give again."""
    rulebook = load("classic")
    ties = 0
    for seed in range(60):
        draw = DealerDraw(rulebook, [f"P{seat}" for seat in range(players)], seeded(seed))
        dealer = draw.finish()
        shown = [(one.seat, one.kind) for drawn in draw.draws for one in drawn]
        assert (dealer, shown) == engines_draw(rulebook, players, seed)
        ties += len(draw.draws) > 1
    assert ties > 0


def test_C1_cards_that_run_out_are_shuffled_again() -> None:
    rulebook = load("classic", {"hand": 1})
    equal = sorted(rulebook.tables.deck, key=lambda kind: rulebook.tables.number[kind])
    zeros = [kind for kind in equal if rulebook.tables.number[kind] == 0]
    first = [kind for kind in equal if kind not in zeros] + zeros
    draw = DealerDraw(rulebook, ["Ann", "Bob"], RecordedShuffler([first, pile("R1 R2")]))
    while len(draw.piles) == 1:  # two and two are equal, to the last card
        assert draw.dealer is None
        for seat in draw.drawing:
            draw.pick(seat)
        draw.again()
    assert (len(draw.draws), draw.drawing, draw.size) == (54, [0, 1], 9)
    assert draw.finish() == 1
    lived = Match(rulebook, ["Ann", "Bob"])
    lived.draw = draw
    draw.shuffler = seeded(1)
    lived.deal()
    assert replay(decode(encode(lived.record()))).before == draw.events


def held(seed: int = 3, players: list[str] | None = None) -> Match:
    """A match whose dealer was drawn for by picks, and whose first round is over."""
    match = Match("classic", players or PLAYERS)
    promised = Seed(bytes([seed]) * 32, {"Bob": "ünter"})
    draw, chance = match.draw_from(promised), random.Random(seed)
    while draw.dealer is None:
        if draw.shown:
            draw.again()
        for seat in chance.sample(draw.waiting, len(draw.waiting)):
            draw.pick(seat, chance.choice(draw.free()))
    match.deal_from(promised)
    while not match.round.over:
        seat = match.round.state.turn
        match.play(seat, match.round.legal(seat)[0])
    return match


def test_C1_the_record_keeps_the_pile_and_the_picks_and_plays_them_again() -> None:
    for seed in range(8):
        match = held(seed)
        record = decode(encode(match.record()))
        again = replay(record)
        assert again.before == match.before
        assert again.round.deal == match.round.deal
        assert again.record().dealer_draw == record.dealer_draw
        assert [one.fair for one in check(record)] == [True]


def test_C1_a_draw_without_picks_leaves_no_trace_in_the_record() -> None:
    match = Match("classic", PLAYERS, seed=5)
    match.deal()
    assert "dealer_draw" not in json.loads(encode(match.record()))
    assert match.before[-1].type == "dealer"


def test_C1_the_seed_tells_whether_another_pile_was_laid_out() -> None:
    record = held().record()
    assert isinstance(record.dealer_draw, msgspec.Struct)
    cards = record.dealer_draw.piles[0].split()
    other = next(at for at in range(80, 107) if cards[at] != cards[-1])
    cards[other], cards[-1] = cards[-1], cards[other]  # two that nobody picked
    record.dealer_draw.piles[0] = " ".join(cards)
    (one,) = check(record)
    assert (one.fair, one.why) == (False, Message("fairness.other_draw"))


def test_C1_a_draw_that_is_not_decided_is_kept_and_goes_on() -> None:
    match = Match("classic", PLAYERS)
    draw = match.draw_for_dealer()
    draw.pick(1, 5)
    again = begin(decode(encode(match.record()))).draw
    assert again is not None
    assert (again.picked, again.piles, again.waiting) == ({1: 5}, draw.piles, [0, 2])
    with pytest.raises(RecordError, match="rounds"):
        replay(match.record())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"piles": []}, "all cards of classic"),
        ({"piles": ["R1 R2"]}, "all cards of classic"),
        ({"picks": [["Ann: 1", "Bob: 1", "Cid: 3"]]}, "somebody else has picked card 1"),
        ({"picks": [["Ann: 1", "Bob: 2", "Eve: 3"]]}, "there is no player 'Eve'"),
        ({"picks": [["Ann: 1", "Bob: 2", "Cid: 99"]]}, "from 1 to 9"),
        ({"picks": [["Ann: one"]]}, "expected NAME: PLACE"),
        ({"picks": [["Ann: 1"]]}, "no dealer yet"),
        ({"picks": [["Ann: 2", "Bob: 1", "Cid: 3"]]}, "it is Bob's turn to be first, not Cid's"),
        ({"picks": [["Ann: 1", "Bob: 2", "Cid: 3"], []]}, "nobody draws again"),
    ],
)
def test_C1_a_record_whose_draw_can_t_be_is_refused(change: dict[str, object], why: str) -> None:
    match = Match("classic", PLAYERS)
    draw = match.draw_for_dealer(RecordedShuffler([pile("R1 R7 R3")]))
    draw.shuffler = seeded(1)
    for seat in range(3):
        draw.pick(seat)
    match.deal()
    data = msgspec.to_builtins(match.record())
    assert replay(msgspec.convert(data, Record)).round.players[0] == "Ann"
    data["dealer_draw"] |= change
    with pytest.raises(RecordError, match=why):
        replay(msgspec.convert(data, Record))


def test_C1_a_rulebook_without_a_draw_takes_none(tmp_path: Path) -> None:
    assert not Match("rounds", PLAYERS).draws_for_dealer
    with pytest.raises(ValueError, match="no draw for dealer"):
        Match("rounds", PLAYERS).draw_for_dealer()


def test_C1_it_is_told_in_words_to_each() -> None:
    rulebook = load("classic")
    tie = DealersTied(player=None, players=["Ann", "Bob"], number=7)
    none = DealersTied(player=None, players=PLAYERS)
    end = DealerChosen(player="Ann", first="Bob")
    assert narrate(tie, rulebook) == "A tie at 7 (Ann, Bob): one more draw."
    assert narrate(tie, rulebook, "Bob") == "A tie at 7 (Ann, you): one more draw."
    assert narrate(none, rulebook) == "Nobody has a number: everybody draws again."
    told = [narrate(end, rulebook, you) for you in (None, "Ann", "Bob")]
    assert told == ["Ann deals, Bob starts.", "You deal, Bob starts.", "Ann deals, you start."]
