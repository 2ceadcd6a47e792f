"""The layouts: masks are the legal actions, observations hold what a seat may know, and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest

from lastcard.engine import codes as c
from lastcard.envs.episode import Episode
from lastcard.envs.layout import action_at, blocks, index_of, lay_out
from lastcard.game import Round
from lastcard.game.deal import Deal
from lastcard.game.view import View
from lastcard.rulebooks import load, names
from support.rule_mixes import accepted, random_rulebook

REACTIONS = ("call", "catch", "jump")


def random_round(rng: random.Random) -> Episode:
    rulebook = random_rulebook(rng, max_turns=150)
    most = rulebook.most_players if rng.random() < 0.2 else min(rulebook.most_players, 4)
    at = Episode(rulebook, rng.randrange(rulebook.min_players, most + 1))
    at.deal(rng.getrandbits(63), rng.randrange(10))
    return at


def as_game(at: Episode) -> Round:
    """A table with that round's state, as people would hold it."""
    deck = [kind for kind, n in enumerate(at.rulebook.deck.copies) for _ in range(n)]
    if at.rulebook.opening != "from_hand":
        deck.sort(key=lambda kind: at.rulebook.tables.never_first >> kind & 1)
    game = Round(at.rulebook, [str(seat) for seat in range(at.players)], Deal(first=0, deck=deck))
    game.state = at.state
    return game


@pytest.mark.parametrize("rules", names())
def test_every_index_is_one_action(rules: str) -> None:
    rulebook = load(rules, {"call": "catch"} | accepted(rules, "seven_zero", "jump_in"))
    for players in range(rulebook.min_players, rulebook.most_players + 1):
        lay = lay_out(rulebook, players)
        for seat in (0, players - 1):
            codes = [action_at(lay, seat, index) for index in range(lay.actions)]
            assert len(set(codes)) == lay.actions
            assert [index for index, code in enumerate(codes) if code == c.NOTHING] == [lay.nothing]
            for index, code in enumerate(codes):
                assert code == c.NOTHING or index_of(lay, seat, code) == index


@pytest.mark.parametrize("rounds", [20, pytest.param(160, marks=pytest.mark.slow)])
def test_masks_are_the_legal_actions(rounds: int) -> None:
    """Over random house rules: the texts of `Game.legal`, only reactions (and `nothing`) in a poll."""
    rng = random.Random("masks")
    reactions = 0
    for _ in range(rounds):
        at = random_round(rng)
        game = as_game(at)
        while not at.over:
            texts = {str(action) for action in game.legal(at.seat)}
            if at.cursor.reacting:
                texts = {text for text in texts if text.split()[0] in REACTIONS} | {"nothing"}
                reactions += 1
            else:
                assert at.seat == at.state.turn
            assert {at.text(index, at.seat) for index in at.right()} == texts
            assert at.mask(at.seat).sum() == len(texts)
            assert not at.mask((at.seat + 1) % at.players).any()
            at.answer(rng.choice(at.right()))
            game.state = at.state
    assert reactions > 3 * rounds


@pytest.mark.parametrize("rounds", [20, pytest.param(80, marks=pytest.mark.slow)])
def test_who_could_react_is_asked_before_the_turn(rounds: int) -> None:
    """Whenever a seat is asked in turn, everybody with a reaction has been asked since the last action."""
    rng = random.Random("asked")
    for _ in range(rounds):
        at = random_round(rng)
        game, answered = as_game(at), set[int]()
        while not at.over:
            if not at.cursor.reacting:
                waiting = {
                    seat
                    for seat in range(at.players)
                    if any(str(action).split()[0] in REACTIONS for action in game.legal(seat))
                }
                assert waiting <= answered
            answered.add(at.seat)
            index = rng.choice(at.right())
            word = at.text(index, at.seat).split()[0]
            at.answer(index)
            game.state = at.state
            if word not in ("call", "catch", "nothing"):
                answered.clear()


def expected(at: Episode, view: View, seat: int) -> dict[str, list[int]]:
    """The observation, spelled out from the View that a person at that seat gets."""
    cards, n = at.rulebook.deck, at.players
    around = [str((seat + i) % n) for i in range(n)]
    asked = seat == at.seat
    return {
        "hand": [view.hand.count(text) for text in cards.texts],
        "top": [int(text == view.top) for text in cards.texts],
        "drawn": [int(text == view.drawn) for text in cards.texts],
        "colour": [int(suit == view.colour) for suit in cards.suits],
        "phase": [int(p == view.phase) for p in ("play", "drawn", "name", "stack", "challenge", "over")],
        "counts": [view.counts[name] for name in around],
        "said": [int(name in view.called) for name in around],
        "catchable": [int(name in view.catchable) for name in around],
        "turn": [int(name == view.turn) for name in around],
        "attacker": [int(name == view.attacker) for name in around],
        "direction": [view.direction],
        "owed": [
            view.owed,
            min(127, view.draw_pile),
            view.refills,
            int(asked and not at.cursor.reacting),
            int(asked and at.cursor.reacting),
        ],
        "seen": [view.discards.count(text) for text in cards.texts],
    }


@pytest.mark.slow
def test_observations_are_what_the_view_shows() -> None:
    rng = random.Random("observations")
    for _ in range(60):
        at = random_round(rng)
        game = as_game(at)
        while True:
            seat = rng.randrange(at.players) if at.over or rng.random() < 0.3 else at.seat
            row, lay = at.observation(seat).tolist(), at.layout
            want = expected(at, game.view(seat), seat)
            assert [name for name, _ in blocks(lay)] == list(want)
            for name, length in blocks(lay):
                start = getattr(lay, name)
                assert row[start : start + length] == want[name], name
            assert len(row) == lay.width
            if at.over:
                break
            at.answer(rng.choice(at.right()))
            game.state = at.state


def deal_anew(at: Episode, seat: int, rng: random.Random) -> Episode:
    """The same round with everything dealt anew that the seat can't know: other hands and the draw pile."""
    new = at.copy()
    s = new.state
    others = [i for i in range(new.players) if i != seat]
    unknown = s.deck[: s.deck_n]
    for other in others:
        unknown += [kind for kind, n in enumerate(s.hands[other]) for _ in range(n)]
    rng.shuffle(unknown)
    for other in others:
        mine = [unknown.pop() for _ in range(s.count[other])]
        s.hands[other] = [mine.count(kind) for kind in range(new.rules.kinds)]
        s.held[other] = sum(1 << kind for kind in set(mine))
    s.deck[: s.deck_n] = unknown
    s.bluff ^= rng.randrange(2)
    if s.turn != seat and s.phase == c.ASK_DRAWN:
        s.drawn = rng.randrange(new.rules.kinds)
    return new


@pytest.mark.slow
def test_what_a_seat_cannot_know_changes_nothing() -> None:
    rng = random.Random("secrets")
    for _ in range(60):
        at = random_round(rng)
        while not at.over:
            for seat in {at.seat, rng.randrange(at.players)}:
                other = deal_anew(at, seat, rng)
                assert np.array_equal(at.observation(seat), other.observation(seat))
            seat = at.seat
            other = deal_anew(at, seat, rng)
            other._ask()
            assert np.array_equal(at.mask(seat), other.mask(seat))
            at.answer(rng.choice(at.right()))


@pytest.mark.parametrize("rules", names())
def test_an_illegal_answer_ends_the_round_and_is_not_replaced(rules: str) -> None:
    at = Episode(load(rules), 3)
    at.deal(5, 0)
    before, seat = at.state.key(), at.seat
    wrong = next(index for index in range(at.layout.actions) if index not in at.right())
    for index in (wrong, -1, at.layout.actions):
        at.deal(5, 0)
        at.answer(index)
        assert at.over
        assert at.illegal == seat
        assert at.rewards() == [-1.0 if i == seat else 0.0 for i in range(3)]
        assert at.state.key() == before


def test_rewards_are_the_share_of_a_match() -> None:
    rng = random.Random("rewards")
    for rules, worth in (("classic", 500), ("league", 100), ("rounds", 1), ("fool108", -108)):
        at = Episode(load(rules), 3)
        for game in range(8):
            at.deal(3, game)
            while not at.over:
                assert at.rewards() == [0.0] * 3
                at.answer(rng.choice(at.right()))
            wanted = [max(-1.0, min(1.0, points / worth)) for points in at.state.points]
            assert at.rewards() == pytest.approx(wanted)
