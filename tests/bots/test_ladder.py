"""The ladder of bots: they play right in every rulebook, they are honest, and what they conclude is true."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from lastcard.ai.heuristic import choose_action
from lastcard.ai.inference import set_voids
from lastcard.ai.records import Search
from lastcard.ai.search import choose_by_search, play_rollout
from lastcard.bots import loop, referee, registry
from lastcard.bots.forfeits import BotError, Limits
from lastcard.bots.majority import Majority
from lastcard.bots.position import Position
from lastcard.bots.searcher import Searcher
from lastcard.bots.tactician import Tactician, heuristic_for
from lastcard.engine import codes as c
from lastcard.engine.deal import deal
from lastcard.engine.rng import seed as seed_rng
from lastcard.engine.state import State
from lastcard.engine.step import step
from lastcard.game import Action, Deal, Match, Round, View
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import Rulebook, load, names
from support.rule_mixes import random_rulebook
from support.tacticians import tacticians
from support.worlds import dealt_anew, fork, people

PATIENT = Limits(move=60)  # a busy machine is not their fault
MORE = [pytest.mark.slow, pytest.mark.each_rulebook]


def played(rulebook: Rulebook, bots: list[str], seed: int) -> Match:
    """A round between built-in bots; nobody may forfeit."""
    match = Match(rulebook, people(len(bots)), seeded(seed))
    match.deal()
    seats = [registry.create(name, rulebook, match.players, seed + i) for i, name in enumerate(bots)]
    assert referee.play_round(match, seats, PATIENT) == []
    return match


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("bot", ["majority", pytest.param("tactician", marks=MORE)])
def test_quick_bots_play_every_rulebook_right(rules: str, bot: str) -> None:
    rulebook = load(rules)
    for players in (2, 3, 5):
        for seed in range(3):
            assert played(rulebook, [bot] * players, seed).round.over


@pytest.mark.slow
def test_bots_play_right_under_random_house_rules() -> None:
    rng = random.Random("ladder")
    for _ in range(60):
        rulebook = random_rulebook(rng, max_turns=120)
        players = rng.randrange(2, 5)
        played(
            rulebook,
            [rng.choice(["majority", "tactician", "random"]) for _ in range(players)],
            rng.getrandbits(32),
        )


@pytest.mark.slow
@pytest.mark.parametrize("rules", names())
def test_the_searcher_plays_every_rulebook_right(rules: str) -> None:
    rulebook = load(rules)
    for players in (2, 4):
        match = Match(rulebook, people(players), seeded(players))
        match.deal()
        seats = [Searcher(rulebook, match.players, seat, rollouts=60) for seat in range(players)]
        assert referee.play_round(match, seats, PATIENT) == []


@pytest.mark.slow
def test_the_searcher_plays_right_under_random_house_rules() -> None:
    rng = random.Random("searchers")
    for _ in range(25):
        rulebook = random_rulebook(rng, max_turns=80)
        match = Match(rulebook, people(3), seeded(rng.getrandbits(32)))
        match.deal()
        seats = [Searcher(rulebook, match.players, seat, rollouts=40) for seat in range(3)]
        assert referee.play_round(match, seats, PATIENT) == []


class Twin:
    """A bot that is asked twice: here, and in a world that its seat can't tell from this one."""

    def __init__(self, make: type[Tactician] | type[Majority], game: Round, seat: int, seed: int) -> None:
        self.one, self.other = (make(game.rulebook, game.players, seed) for _ in range(2))
        self.game, self.seat, self.rng = game, seat, random.Random(seed)
        self.asked = 0

    def notice(self, events: list[dict[str, Any]]) -> None:
        if isinstance(self.one, Tactician) and isinstance(self.other, Tactician):
            self.one.notice(events)
            self.other.notice(events)

    def elsewhere(self) -> View:
        return fork(self.game, dealt_anew(self.game.state, self.seat, self.rng)).view(self.seat)

    def choose(self, view: View) -> Action | str:
        answer = self.one.choose(view)
        assert answer == self.other.choose(self.elsewhere())
        self.asked += 1
        return answer

    def respond(self, view: View) -> Action | str | None:
        answer = self.one.respond(view)
        assert answer == self.other.respond(self.elsewhere())
        return answer


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("make", [Majority, Tactician, pytest.param(Searcher, marks=pytest.mark.slow)])
def test_honest_hidden_cards_dealt_anew_never_change_a_choice(
    rules: str, make: type[Majority] | type[Tactician]
) -> None:
    asked = 0
    for seed in range(3):
        match = Match(load(rules), people(3), seeded(seed))
        game = match.deal()
        twins = [Twin(make, game, seat, seed) for seat in range(3)]
        loop.play_round(match, twins)
        asked += sum(twin.asked for twin in twins)
    assert asked > 30


@pytest.mark.slow
def test_a_rollout_counts_the_pile_as_it_grows_and_comes_to_what_a_recount_does() -> None:
    """A count that went wrong would make the tacticians of a rollout differ from those at the table."""
    rng = random.Random("piles")
    refilled = 0
    for number in range(160):
        rulebook = random_rulebook(rng, max_turns=300)
        players, r = rng.randrange(2, 6), rulebook.tables
        mine, theirs = (
            (State(r.kinds, r.cards, players), heuristic_for(rulebook, players)) for _ in range(2)
        )
        for s, heuristic in (mine, theirs):
            seed_rng(s.rng, 7, number)
            seed_rng(heuristic.rng, 7, number)
            deal(s, r, 0)
        play_rollout(mine[0], r, mine[1])
        while theirs[0].phase != c.OVER:
            step(theirs[0], r, choose_action(theirs[0], r, theirs[1]))
        for name in State.names():
            assert getattr(mine[0], name) == getattr(theirs[0], name), name
        assert mine[1].rng == theirs[1].rng
        refilled += mine[0].refills > 0
    assert refilled > 2  # after a refill the count starts again


@pytest.mark.slow  # it waits for the compiler
@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("soft", [0, 1])
def test_search_plain_and_compiled_choose_alike(rules: str, soft: int) -> None:
    thinking = pytest.importorskip("lastcard.bots.compiled_search")
    rulebook, r, asked = load(rules), load(rules).tables, 0
    theirs, mine = thinking.CompiledSearch(rulebook, 3, heuristic_for(rulebook, 3), 99), Search()
    mine.heuristic = heuristic_for(rulebook, 3)
    seed_rng(mine.sampler.rng, 99, 1)
    for game, inference in tacticians(rules, 3, 11):
        inference.soft, mine.inference = soft, inference
        set_voids(mine.heuristic, inference, game.state, r)
        action = choose_by_search(game.state, r, mine, 30)
        assert action == theirs.choose(game.state, inference, 30)
        asked += inference.choices > inference.oldest_choice
    assert asked > 3


@pytest.mark.slow
def test_the_tactician_of_a_view_is_that_of_the_state() -> None:
    """One source: a choice from a View is the choice in a rollout."""
    rng = random.Random("tactics")
    for _ in range(40):
        rulebook = random_rulebook(rng, max_turns=60)
        match = Match(rulebook, people(3), seeded(rng.getrandbits(32)))
        game = match.deal()
        heuristic, mine, at = (
            heuristic_for(rulebook, 3),
            heuristic_for(rulebook, 3),
            Position(rulebook, match.players),
        )
        while not game.over:
            seat = game.state.turn
            assert choose_action(game.state, rulebook.tables, heuristic) == choose_action(
                at.look(game.view(seat)), rulebook.tables, mine
            )
            match.play(seat, rng.choice(game.legal(seat)))


@pytest.mark.slow  # it waits for the compiler
def test_a_searcher_with_the_same_seed_plays_the_same_game() -> None:
    rulebook = load("rounds")
    records = []
    for _ in range(2):
        match = Match(rulebook, people(2), seeded(3))
        match.deal()
        loop.play_round(match, [Searcher(rulebook, match.players, seat, rollouts=50) for seat in range(2)])
        records.append([str(action) for _, action in match.round.actions])
    assert records[0] == records[1]


@pytest.mark.slow  # it waits for the compiler
def test_a_searcher_by_the_clock_plays_too() -> None:
    rulebook = load("rounds")
    match = Match(rulebook, people(2), seeded(3))
    match.deal()
    loop.play_round(match, [Searcher(rulebook, match.players, s, milliseconds=0.2) for s in range(2)])
    assert match.round.over


def test_no_oracle_can_be_seated() -> None:
    """It cheats: it exists in the arena, for measuring, and nowhere else."""
    assert "oracle" not in registry.BUILT_IN
    with pytest.raises(BotError):
        registry.check("oracle")


def test_U6_observers_cannot_tell_a_kept_card_from_one_that_did_not_fit() -> None:
    """Two worlds that differ in the drawn card alone, which is then kept: the others see the same bytes."""
    rulebook, told = load("rounds"), []
    hand, other = ["G1", "G2", "G3", "G4", "G6", "G7", "G8"], ["B1", "B2", "B3", "B4", "B6", "B7", "B8"]
    for drawn in ("R5", "Y5"):  # fits on R9, or does not
        cards = [text for pair in zip(hand, other, strict=True) for text in pair]
        rest = [text for text in ("Y5", "R5") if text != drawn]
        deck = [rulebook.deck.kind(text) for text in (*cards, "R9", drawn, *rest, "Y1", "Y2")]
        game = Round(rulebook, people(2), Deal(first=0, deck=deck))
        game.play(0, "draw")
        assert ("play R5" in [str(action) for action in game.legal(0)]) == (drawn == "R5")
        game.play(0, "pass")
        name = game.players[1]
        told.append(msgspec.json.encode((game.view(1), [event.seen_by(name) for event in game.events])))
    assert told[0] == told[1]
