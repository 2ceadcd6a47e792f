"""What a searcher infers and samples: true where it is certain, likely where it is not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import chain, islice
from statistics import mean, stdev
from typing import Any

import pytest

from lastcard.ai import search as searching
from lastcard.ai.inference import (
    KEPT_PLAYS,
    Inference,
    excluded_in_slot,
    excluded_kinds,
    observe_action,
    set_voids,
    start_round,
    sync_hand_sizes,
)
from lastcard.ai.likelihood import NOW, judge_choices
from lastcard.ai.records import EXPLAINED, UNEXPLAINED, UNKNOWN, Sampler, Search
from lastcard.ai.sampler import (
    FIRST_MISFIT,
    PRIOR_AGREEMENT,
    accept,
    copy_arrivals,
    next_determinization,
    propose_order_swap,
    run_chain,
    start_chain,
)
from lastcard.bots.position import Position
from lastcard.bots.tactician import heuristic_for
from lastcard.bots.tracker import Tracker
from lastcard.engine import codes as c
from lastcard.engine.legal import matching
from lastcard.engine.pile import top_card
from lastcard.engine.rng import seed as seed_rng
from lastcard.engine.state import Rules, State, copy_position
from lastcard.game import Match, Round
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import load, names
from support.rule_mixes import random_rulebook
from support.tacticians import choice, dealt, follow, tacticians
from support.worlds import people

pytestmark = [pytest.mark.slow, pytest.mark.each_rulebook]  # many random rounds


def hidden_kinds(s: State, seat: int) -> list[int]:
    return [kind for kind, n in enumerate(s.hands[seat]) for _ in range(n)]


def test_what_a_witness_concludes_is_what_the_arena_does() -> None:
    """From events and from states: one inference."""
    rng, concluded = random.Random("witness"), 0
    for _ in range(40):
        rulebook = random_rulebook(rng, max_turns=100, seven_zero=False, draw_until_playable=False)
        match = Match(rulebook, people(3), seeded(rng.getrandbits(32)))
        game = match.deal()
        tracker, inference = Tracker(Position(rulebook, match.players), soft=False), Inference()
        start_round(inference, game.state)
        tracker.notice([event.seen_by(None).data() for event in game.events])
        while not game.over:
            seat, action = rng.choice([(i, a) for i in range(3) for a in game.legal(i)])
            observe_action(inference, game.state, rulebook.tables, seat, game.notation.encode(action))
            events = match.play(seat, action)
            sync_hand_sizes(inference, game.state)
            tracker.notice([event.seen_by(None).data() for event in events])
            tracker.sync_counts(game.state)
            assert all_of(inference) == all_of(tracker.inference)
            concluded += any(any(hand) for hand in excluded(inference))
    assert concluded > 100


def excluded(inference: Inference) -> list[list[int]]:
    return [
        [excluded_in_slot(inference, seat, slot) for slot in range(inference.slots[seat])]
        for seat in range(3)
    ]


def all_of(inference: Inference) -> dict[str, object]:
    """An inference without what lies behind the slots, the choices and the plays that there are."""
    sizes = list(enumerate(inference.slots[:3]))
    arrivals = [(inference.since_choice[seat][:n], inference.since_lack[seat][:n]) for seat, n in sizes]
    lacked = [inference.lacked[seat][: inference.lacks[seat]] for seat in range(3)]
    kept = {"choice_": inference.choices, "played_": inference.played}
    lists = {
        name: getattr(inference, name)[:n]
        for name in Inference.names()
        for prefix, n in kept.items()
        if name.startswith(prefix)
    }
    ints = ("choices", "oldest_choice", "plays", "reversals", "played", "slots")
    return {
        **{name: getattr(inference, name) for name in ints},
        **lists,
        "slots": (excluded(inference), arrivals, lacked),
    }


def search_for(game: Round, seat: int, inference: Inference, seed: int) -> Search:
    """A search for a seat, with its chain started."""
    search = Search()
    search.seat, search.inference = seat, inference
    search.heuristic = heuristic_for(game.rulebook, len(game.players))
    seed_rng(search.sampler.rng, seed)
    set_voids(search.heuristic, inference, game.state, game.rulebook.tables)
    start_chain(game.state, game.rulebook.tables, search)
    return search


def determinizations(game: Round, seat: int, inference: Inference, n: int) -> list[State]:
    """Samples of the hidden cards, as a searcher on a seat draws them."""
    search, out = search_for(game, seat, inference, 7), []
    for _ in range(n):
        next_determinization(game.state, game.rulebook.tables, search)
        out.append(search.determinization.copy())
    return out


@pytest.mark.parametrize("rules", names())
def test_determinizations_hold_every_card_once_and_agree_with_what_is_seen(rules: str) -> None:
    rulebook, r = load(rules), load(rules).tables
    match = Match(rulebook, people(3), seeded(5))
    game, inference, rng = match.deal(), Inference(), random.Random(rules)
    start_round(inference, game.state)
    for _ in range(25):
        if game.over:
            break
        s = game.state
        for w in determinizations(game, s.turn, inference, 3):
            cards = [kind for seat in range(3) for kind in hidden_kinds(w, seat)]
            cards += [*w.deck[: w.deck_n], *w.pile[: w.pile_n]]
            assert sorted(cards) == sorted(r.deck)
            assert (w.count[:3], w.hands[s.turn][: r.kinds]) == (s.count, s.hands[s.turn])
            assert w.deck_n == s.deck_n
        action = rng.choice(game.legal(s.turn))
        observe_action(inference, s, r, s.turn, game.notation.encode(action))
        match.play(s.turn, action)
        sync_hand_sizes(inference, game.state)


def test_C5_a_player_who_drew_is_dealt_nothing_that_matched() -> None:
    """The hard conclusion is used: in every determinization that hand had nothing to play."""
    rulebook = load("rounds")
    r, shown = rulebook.tables, 0
    for seed in range(400):
        match = Match(rulebook, people(2), seeded(seed))
        game, inference = match.deal(), Inference()
        start_round(inference, game.state)
        seat = game.state.turn
        if [str(action) for action in game.legal(seat)] != ["draw"]:
            continue
        before = game.state
        fitting = matching(r, before.colour, top_card(before))
        observe_action(inference, before, r, seat, c.pack(c.DRAW))
        match.play(seat, "draw")
        sync_hand_sizes(inference, game.state)
        for w in determinizations(game, 1 - seat, inference, 20):
            assert sum(fitting >> kind & 1 for kind in hidden_kinds(w, seat)) <= 1  # the drawn card, if any
        shown += 1
    assert shown > 2


def test_what_others_chose_tells_where_their_cards_are() -> None:
    """Deals that explain the choices hold more of the real hand than those that only obey the rules."""
    gains = []
    for seed in range(40):
        right = [0, 0]
        for turn, (game, inference) in enumerate(tacticians("rounds", 2, seed)):
            me = game.state.turn
            if inference.choices < 4 or turn % 3:
                continue
            real = Counter(hidden_kinds(game.state, 1 - me))
            for soft in (0, 1):
                inference.soft = soft
                for w in determinizations(game, me, inference, 4):
                    right[soft] += (real & Counter(hidden_kinds(w, 1 - me))).total()
            inference.soft = 0
        gains.append(right[1] - right[0])
    error = stdev(gains) / len(gains) ** 0.5
    assert mean(gains) > 2 * error


class Card:
    """A card of a real hand: what it is, and when it arrived, in the terms of an inference."""

    def __init__(self, kind: int, since_choice: int, since_lack: int) -> None:
        self.kind, self.since_choice, self.since_lack = kind, since_choice, since_lack


class Insider:
    """Knows what an inference can't: which card came when."""

    def __init__(self, game: Round, inference: Inference) -> None:
        self.game, self.inference = game, inference
        self.hands: list[list[Card]] = [[] for _ in game.players]
        self.played: list[Card] = []
        self.take_stock()

    def take_stock(self) -> None:
        """What is new in the hands has come just now."""
        for seat, hand in enumerate(self.hands):
            known = Counter(card.kind for card in hand)
            for kind, n in enumerate(self.game.state.hands[seat]):
                for _ in range(n - known[kind]):
                    hand.append(Card(kind, self.inference.choices, self.inference.lacks[seat]))

    def follow(self, code: int) -> None:
        s = self.game.state
        seat, has_drawn = s.turn, s.phase == c.ASK_DRAWN
        follow(self.game, self.inference, code)
        if c.verb_of(code) == c.PLAY:
            like = [card for card in self.hands[seat] if card.kind == c.kind_of(code)]
            self.played.append(like[-1 if has_drawn else 0])
            self.hands[seat].remove(self.played[-1])
        self.take_stock()

    def truth(self) -> Search:
        """A search whose sample is the truth."""
        s, r, search = self.game.state, self.game.rulebook.tables, Search()
        search.seat, search.inference = c.NOTHING, self.inference
        search.heuristic = heuristic_for(self.game.rulebook, len(self.hands))
        prepare_past(s, r, search)
        copy_arrivals(s, search)
        sampler = search.sampler
        for seat, hand in enumerate(self.hands):
            for slot, card in enumerate(hand):
                sampler.hidden[seat][slot] = card.kind
                sampler.since_choice[seat][slot] = card.since_choice
                sampler.since_lack[seat][slot] = card.since_lack
        for at, card in enumerate(self.played):
            sampler.played_since_choice[at % KEPT_PLAYS] = card.since_choice
            sampler.played_since_lack[at % KEPT_PLAYS] = card.since_lack
        return search


def inside(rules: str, players: int, seed: int) -> Iterator[Insider]:
    """The positions of a round between tacticians, with somebody who knows."""
    game, inference, heuristic = dealt(rules, players, seed)
    inference.soft = 1
    insider = Insider(game, inference)
    while not game.over:
        yield insider
        insider.follow(choice(game, inference, heuristic))


def prepare_past(s: State, r: Rules, search: Search) -> None:
    """As `start_chain` does it."""
    copy_position(s, r, search.past)
    search.past.phase, search.past.owed = c.ASK_PLAY, 0


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_the_real_hands_explain_every_choice_of_a_tactician(rules: str, players: int) -> None:
    """Else the sampler would be led away from the truth: as it was, when it forgot which card came when."""
    verdicts = Counter[int]()
    for seed in range(3):
        for insider in islice(inside(rules, players, seed), None, None, 4):
            search, game = insider.truth(), insider.game
            for seat in range(players):
                assert arrivals(insider.inference, insider.inference, seat) == arrivals(
                    insider.inference, search.sampler, seat
                )
                judge_choices(game.state, game.rulebook.tables, search, seat, 0, NOW)
            verdicts.update(search.sampler.verdicts)
    assert verdicts[EXPLAINED] > 100
    assert verdicts[UNEXPLAINED] == 0


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_a_wild_that_was_drawn_and_kept_is_not_ruled_out(rules: str, players: int) -> None:
    """A tactician keeps it for later: if its pass were a lack of wilds, the wild could never come."""
    wilds, held, passes = load(rules).tables.wilds, 0, 0
    for seed in range(4):
        for insider in inside(rules, players, seed):
            inference = insider.inference
            for seat, hand in enumerate(insider.hands):
                for card in hand:
                    if wilds >> card.kind & 1:
                        since = excluded_kinds(inference, seat, card.since_lack, inference.lacks[seat])
                        assert not since >> card.kind & 1
                        held += 1
                passes += inference.lacks[seat] > 0
    assert held > 50
    assert passes > 20


def searches(rules: str, players: int, seeds: Iterable[int]) -> Iterator[tuple[Round, Search]]:
    """Every fourth position of rounds between tacticians, with a search for the seat in turn."""
    rounds = (tacticians(rules, players, seed) for seed in seeds)
    for game, inference in islice(chain(*rounds), None, None, 4):
        inference.soft = 1
        search = search_for(game, game.state.turn, inference, 3)
        prepare_past(game.state, game.rulebook.tables, search)
        yield game, search


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_the_chain_keeps_every_card_every_arrival_and_the_verdicts(rules: str, players: int) -> None:
    """A partial recount says what a full one says, and a rejected proposal leaves nothing behind."""
    r, changed = load(rules).tables, 0
    for game, search in searches(rules, players, range(21, 24)):
        s, inference, sampler = game.state, search.inference, search.sampler
        others = [seat for seat in range(players) if seat != s.turn]
        judged = judged_choices(game, search)
        set_voids(search.heuristic, inference, s, r)
        run_chain(s, r, search, 100)
        hidden = [kind for seat in others for kind in sampler.hidden[seat][: inference.slots[seat]]]
        cards = [*hidden, *sampler.undealt[: sampler.undealt_n], *hidden_kinds(s, s.turn)]
        assert Counter([*cards, *s.pile[: s.pile_n]]) == Counter(r.deck)
        for seat in others:
            assert arrivals(inference, sampler, seat) == arrivals(inference, inference, seat)
            for slot, since_lack in enumerate(sampler.since_lack[seat][: inference.slots[seat]]):
                assert sampler.excluded[seat][slot] == excluded_kinds(
                    inference, seat, since_lack, inference.lacks[seat]
                )
            assert barred(inference, sampler, seat) <= barred(inference, inference, seat)
            slots = inference.slots[seat]
            changed += sampler.since_choice[seat][:slots] != inference.since_choice[seat][:slots]
        assert [verdict != UNKNOWN for verdict in recounted(game, search)] == judged
    assert changed > 2


def judged_choices(game: Round, search: Search) -> list[bool]:
    """Which choices get a verdict: those of a sampler that has dealt nothing yet."""
    blank = Search()
    blank.seat, blank.inference, blank.heuristic = search.seat, search.inference, search.heuristic
    prepare_past(game.state, game.rulebook.tables, blank)
    copy_arrivals(game.state, blank)
    for seat in range(game.state.players):
        if seat != search.seat:
            judge_choices(game.state, game.rulebook.tables, blank, seat, 0, NOW)
    return [verdict != UNKNOWN for verdict in blank.sampler.verdicts]


def recounted(game: Round, search: Search) -> list[int]:
    """The verdicts on all choices, which are those that were kept."""
    kept = list(search.sampler.verdicts)
    for seat in range(game.state.players):
        if seat != search.seat:
            judge_choices(game.state, game.rulebook.tables, search, seat, 0, NOW)
    assert search.sampler.verdicts == kept
    assert search.sampler.misfits == kept.count(UNEXPLAINED)
    return kept


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_played_cards_may_have_arrived_in_another_order(rules: str, players: int) -> None:
    """That can explain a choice that nothing else does; the present hands stay what they are."""
    changed = 0
    for game, search in searches(rules, players, range(31, 40)):
        inference, sampler = search.inference, search.sampler
        hands = sampler.hidden, sampler.since_choice, sampler.since_lack, sampler.excluded
        before, played = deepcopy(hands), list(sampler.played_since_choice)
        for _ in range(100 if inference.played else 0):
            propose_order_swap(game.state, game.rulebook.tables, search)
        assert hands == before
        for seat in range(players):
            assert arrivals(inference, sampler, seat) == arrivals(inference, inference, seat)
            assert barred(inference, sampler, seat) <= barred(inference, inference, seat)
        recounted(game, search)
        changed += played != sampler.played_since_choice
    assert changed > 2


@pytest.mark.parametrize("misfits", [0, 3])
def test_a_misfit_more_is_accepted_as_often_as_what_was_seen_makes_it_likely(misfits: int) -> None:
    """A seat without one so far may be a tactician, who makes none at all: the first one is doubted most."""
    judged, tries, sampler = 12, 40_000, Sampler()
    seed_rng(sampler.rng, 5)
    taken = 0
    for _ in range(tries):
        sampler.misfits = misfits
        verdicts = [UNEXPLAINED] * (misfits + 1) + [EXPLAINED] * (judged - misfits - 1)
        sampler.verdicts[:judged], sampler.old_verdicts[:judged] = verdicts, [EXPLAINED] * judged
        if accept(sampler):
            assert (sampler.misfits, sampler.verdicts[:judged]) == (misfits + 1, verdicts)
            taken += 1
        else:
            assert (sampler.misfits, sampler.verdicts[:judged]) == (misfits, [EXPLAINED] * judged)
    likely = (misfits + 1) / (judged - misfits + PRIOR_AGREEMENT) / (1 if misfits else FIRST_MISFIT)
    assert taken == pytest.approx(tries * likely, abs=4 * (tries * likely) ** 0.5)
    sampler.misfits = misfits + 5
    assert accept(sampler)  # fewer than before


def test_a_long_search_restarts_its_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain can be stuck in a local mode, and a search with it."""
    game, inference, heuristic = dealt("rounds", 2, 2)
    search, started = Search(), []

    def start(*args: Any) -> None:
        started.append(search.samples[0])
        start_chain(*args)

    monkeypatch.setattr(searching, "RESTART", 10)
    monkeypatch.setattr(searching, "start_chain", start)
    inference.soft, search.inference, search.heuristic = 1, inference, heuristic
    searching.choose_by_search(game.state, game.rulebook.tables, search, 120)
    assert started == list(range(0, search.samples[0], 10))
    assert len(started) > 2


def arrivals(inference: Inference, sampled: Sampler | Inference, seat: int) -> Counter[tuple[int, int]]:
    """When the cards of a seat arrived, those that it has and those that it has played."""
    played = [at for at in range(min(inference.played, KEPT_PLAYS)) if inference.played_seat[at] == seat]
    slots = inference.slots[seat]
    return Counter(
        [
            *zip(sampled.since_choice[seat][:slots], sampled.since_lack[seat][:slots], strict=True),
            *((sampled.played_since_choice[at], sampled.played_since_lack[at]) for at in played),
        ]
    )


def barred(inference: Inference, sampled: Sampler | Inference, seat: int) -> int:
    """How many cards a seat has played that can't have arrived when they are said to have, or just then."""
    n = 0
    for at in range(min(inference.played, KEPT_PLAYS)):
        if inference.played_seat[at] == seat:
            until = inference.played_at_lack[at]
            excluded = excluded_kinds(inference, seat, sampled.played_since_lack[at], until)
            n += excluded >> inference.played_kind[at] & 1
            n += sampled.played_since_choice[at] >= inference.played_at_choice[at]
    return n
