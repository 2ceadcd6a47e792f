"""What a searcher remembers and guesses: true where it is certain, likely where it is not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import chain, islice
from statistics import mean, stdev
from typing import Any

import pytest

from lastcard.ai import search
from lastcard.ai.heuristic import Tactics
from lastcard.ai.inference import LAID, Memory, catch_up, forget, known_voids, never, never_in, remember
from lastcard.ai.likelihood import EXPLAINED, NOW, UNASKED, UNLIKE, Guess, look_back
from lastcard.ai.sampler import (
    AGREED,
    NONE_YET,
    begin_with_memory,
    credible,
    first_guess,
    next_world,
    stir,
    try_other_order,
)
from lastcard.bots.position import Position
from lastcard.bots.tactician import mind_for
from lastcard.bots.tracker import Tracker
from lastcard.engine import codes as c
from lastcard.engine.legal import matching
from lastcard.engine.pile import top_card
from lastcard.engine.rng import seed as seed_rng
from lastcard.engine.state import State, copy_position
from lastcard.game import Match, Round
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import load, names
from support.rule_mixes import random_book
from support.tacticians import choice, dealt, follow, tacticians
from support.worlds import people


def hidden_kinds(s: State, seat: int) -> list[int]:
    return [kind for kind, n in enumerate(s.hands[seat]) for _ in range(n)]


def test_what_a_witness_concludes_is_what_the_arena_does() -> None:
    """From events and from states: one memory."""
    rng, concluded = random.Random("witness"), 0
    for _ in range(40):
        book = random_book(rng, max_turns=100, seven_zero=False, draw_until_playable=False)
        match = Match(book, people(3), seeded(rng.getrandbits(32)))
        game = match.deal()
        tracker, memory = Tracker(Position(book, match.players), soft=False), Memory()
        forget(memory, game.state)
        tracker.notice([event.seen_by(None).data() for event in game.events])
        while not game.over:
            seat, action = rng.choice([(i, a) for i in range(3) for a in game.legal(i)])
            remember(memory, game.state, book.tables, seat, game.notation.encode(action))
            events = match.play(seat, action)
            catch_up(memory, game.state)
            tracker.notice([event.seen_by(None).data() for event in events])
            tracker.agree(game.state)
            assert all_of(memory) == all_of(tracker.memory)
            concluded += any(any(hand) for hand in slots(memory))
    assert concluded > 100


def slots(m: Memory) -> list[list[int]]:
    return [[never_in(m, seat, slot) for slot in range(m.size[seat])] for seat in range(3)]


def all_of(m: Memory) -> dict[str, object]:
    """A memory without what lies behind the slots, the choices and the laid cards that there are."""
    came = [(m.since[seat][: m.size[seat]], m.born[seat][: m.size[seat]]) for seat in range(3)]
    lacked = [m.lacked[seat][: m.signs[seat]] for seat in range(3)]
    ends = {
        name: min(len(getattr(m, name)), m.choices) for name in ("who", "chosen", "colour", "counts", "voids")
    }
    ends |= {name: min(len(getattr(m, name)), m.laid) for name in Memory.names() if name.startswith("laid_")}
    rest = {name: getattr(m, name) for name in ("choices", "oldest", "plays", "flips", "laid", "size")}
    return {
        **rest,
        **{name: getattr(m, name)[:end] for name, end in ends.items()},
        "slots": (slots(m), came, lacked),
    }


def worlds_of(game: Round, me: int, memory: Memory, n: int) -> list[State]:
    """Ways the hidden cards may lie, as a searcher on a seat sees it."""
    s, r, mind = game.state, game.book.tables, mind_for(game.book, len(game.players))
    g, past, out = Guess(), State(r.kinds, r.cards, s.players), []
    seed_rng(g.rng, 7)
    known_voids(memory, s, r, mind)
    first_guess(s, r, memory, g, mind, me, past)
    for _ in range(n):
        w = State(r.kinds, r.cards, s.players)
        next_world(s, r, memory, g, mind, me, w, past)
        out.append(w)
    return out


@pytest.mark.parametrize("rules", names())
def test_imagined_worlds_hold_every_card_once_and_agree_with_what_is_seen(rules: str) -> None:
    book, r = load(rules), load(rules).tables
    match = Match(book, people(3), seeded(5))
    game, memory, rng = match.deal(), Memory(), random.Random(rules)
    forget(memory, game.state)
    for _ in range(25):
        if game.over:
            break
        s = game.state
        for w in worlds_of(game, s.turn, memory, 3):
            cards = [kind for seat in range(3) for kind in hidden_kinds(w, seat)]
            cards += [*w.deck[: w.deck_n], *w.pile[: w.pile_n]]
            assert sorted(cards) == sorted(r.deck)
            assert (w.count, w.hands[s.turn], w.deck_n) == (s.count, s.hands[s.turn], s.deck_n)
        action = rng.choice(game.legal(s.turn))
        remember(memory, s, r, s.turn, game.notation.encode(action))
        match.play(s.turn, action)
        catch_up(memory, game.state)


def test_C5_whoever_drew_is_dealt_nothing_that_fitted() -> None:
    """The hard conclusion is used: in imagined worlds the hand of a player who drew had nothing to play."""
    book = load("rounds")
    r, shown = book.tables, 0
    for seed in range(400):
        match = Match(book, people(2), seeded(seed))
        game, memory = match.deal(), Memory()
        forget(memory, game.state)
        seat = game.state.turn
        if [str(action) for action in game.legal(seat)] != ["draw"]:
            continue
        before = game.state
        fitting = matching(r, before.colour, top_card(before))
        remember(memory, before, r, seat, c.pack(c.DRAW))
        match.play(seat, "draw")
        catch_up(memory, game.state)
        for w in worlds_of(game, 1 - seat, memory, 20):
            assert sum(fitting >> kind & 1 for kind in hidden_kinds(w, seat)) <= 1  # the drawn card, if any
        shown += 1
    assert shown > 2


@pytest.mark.slow
def test_what_others_chose_tells_where_their_cards_are() -> None:
    """Worlds that explain the choices hold more of the real hand than those that only obey the rules."""
    gains = []
    for seed in range(40):
        right = [0, 0]
        for turn, (game, memory) in enumerate(tacticians("rounds", 2, seed)):
            me = game.state.turn
            if memory.choices < 4 or turn % 3:
                continue
            real = Counter(hidden_kinds(game.state, 1 - me))
            for soft in (0, 1):
                memory.soft = soft
                for w in worlds_of(game, me, memory, 4):
                    right[soft] += (real & Counter(hidden_kinds(w, 1 - me))).total()
            memory.soft = 0
        gains.append(right[1] - right[0])
    error = stdev(gains) / len(gains) ** 0.5
    assert mean(gains) > 2 * error


class Card:
    """A card of a real hand: what it is, and when it came, in the memory's terms."""

    def __init__(self, kind: int, since: int, born: int) -> None:
        self.kind, self.since, self.born = kind, since, born


class Insider:
    """Knows what a memory can't: which card came when."""

    def __init__(self, game: Round, memory: Memory) -> None:
        self.game, self.memory = game, memory
        self.hands: list[list[Card]] = [[] for _ in game.players]
        self.laid: list[Card] = []
        self.take_stock()

    def take_stock(self) -> None:
        """What is new in the hands has come just now."""
        for seat, hand in enumerate(self.hands):
            known = Counter(card.kind for card in hand)
            for kind, n in enumerate(self.game.state.hands[seat]):
                for _ in range(n - known[kind]):
                    hand.append(Card(kind, self.memory.choices, self.memory.signs[seat]))

    def follow(self, code: int) -> None:
        s = self.game.state
        seat, has_drawn = s.turn, s.phase == c.ASK_DRAWN
        follow(self.game, self.memory, code)
        if c.verb_of(code) == c.PLAY:
            like = [card for card in self.hands[seat] if card.kind == c.kind_of(code)]
            self.laid.append(like[-1 if has_drawn else 0])
            self.hands[seat].remove(self.laid[-1])
        self.take_stock()

    def truth(self) -> Guess:
        """The guess that is no guess."""
        m, g = self.memory, Guess()
        begin_with_memory(self.game.state, m, g)
        for seat, hand in enumerate(self.hands):
            for slot, card in enumerate(hand):
                g.dealt[seat][slot] = card.kind
                g.since[seat][slot], g.born[seat][slot] = card.since, card.born
        for at, card in enumerate(self.laid):
            g.laid_from[at % LAID], g.laid_born[at % LAID] = card.since, card.born
        return g


def inside(rules: str, players: int, seed: int) -> Iterator[Insider]:
    """The positions of a round between tacticians, with somebody who knows."""
    game, memory, mind = dealt(rules, players, seed)
    memory.soft = 1
    insider = Insider(game, memory)
    while not game.over:
        yield insider
        insider.follow(choice(game, memory, mind))


def past_of(game: Round) -> State:
    """Room for the hands of the past."""
    r = game.book.tables
    x = State(r.kinds, r.cards, len(game.players))
    copy_position(game.state, r, x)
    x.phase, x.owed = c.ASK_PLAY, 0
    return x


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_the_real_hands_explain_every_choice_of_a_tactician(rules: str, players: int) -> None:
    """Else the guess would be led away from the truth: as it was, when it forgot which card came when."""
    mind, r, verdicts = mind_for(load(rules), players), load(rules).tables, Counter[int]()
    for seed in range(3):
        for insider in islice(inside(rules, players, seed), None, None, 4):
            g, x = insider.truth(), past_of(insider.game)
            for seat in range(players):
                assert arrivals(insider.memory, insider.memory, seat) == arrivals(insider.memory, g, seat)
                look_back(insider.game.state, r, insider.memory, g, mind, seat, 0, NOW, x)
            verdicts.update(g.fits)
    assert verdicts[EXPLAINED] > 100
    assert verdicts[UNLIKE] == 0


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_a_wild_that_was_drawn_and_kept_is_not_ruled_out(rules: str, players: int) -> None:
    """A tactician keeps it for later; whoever took its pass for a lack would never see the wild come."""
    wilds, held, passes = load(rules).tables.wilds, 0, 0
    for seed in range(4):
        for insider in inside(rules, players, seed):
            m = insider.memory
            for seat, hand in enumerate(insider.hands):
                for card in hand:
                    if wilds >> card.kind & 1:
                        assert not never(m, seat, card.born, m.signs[seat]) >> card.kind & 1
                        held += 1
                passes += m.signs[seat] > 0
    assert held > 50
    assert passes > 20


def guesses(rules: str, players: int, seeds: Iterable[int]) -> Iterator[tuple[Round, Memory, Guess, State]]:
    """Every fourth position of rounds between tacticians: the first guess of whoever is in turn, and room."""
    mind = mind_for(load(rules), players)
    rounds = (tacticians(rules, players, seed) for seed in seeds)
    for game, memory in islice(chain(*rounds), None, None, 4):
        s, r, g, x = game.state, game.book.tables, Guess(), past_of(game)
        memory.soft = 1
        seed_rng(g.rng, 3)
        known_voids(memory, s, r, mind)
        first_guess(s, r, memory, g, mind, s.turn, x)
        yield game, memory, g, x


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_stirring_keeps_every_card_every_arrival_and_the_verdicts(rules: str, players: int) -> None:
    """What was recounted in part is what a full recount says, and a refused change leaves nothing behind."""
    r, mind, changed = load(rules).tables, mind_for(load(rules), players), 0
    for game, memory, g, x in guesses(rules, players, range(21, 24)):
        s, me, blank = game.state, game.state.turn, Guess()
        others = [seat for seat in range(players) if seat != me]
        begin_with_memory(s, memory, blank)
        for seat in others:
            look_back(s, r, memory, blank, mind, seat, 0, NOW, x)
        asked = [verdict != UNASKED for verdict in blank.fits]
        known_voids(memory, s, r, mind)
        stir(s, r, memory, g, mind, me, x, 100)
        dealt = [kind for seat in others for kind in g.dealt[seat][: memory.size[seat]]]
        assert Counter([*dealt, *g.cards[: g.rest], *hidden_kinds(s, me), *s.pile[: s.pile_n]]) == Counter(
            r.deck
        )
        for seat in others:
            assert arrivals(memory, g, seat) == arrivals(memory, memory, seat)
            for slot in range(memory.size[seat]):
                assert g.never[seat][slot] == never(memory, seat, g.born[seat][slot], memory.signs[seat])
            assert barred(memory, g, seat) <= barred(memory, memory, seat)
            changed += g.since[seat][: memory.size[seat]] != memory.since[seat][: memory.size[seat]]
        verdicts = recounted(game, memory, g, mind, x)
        assert [verdict != UNASKED for verdict in verdicts] == asked
    assert changed > 2


def recounted(game: Round, memory: Memory, g: Guess, mind: Tactics, x: State) -> list[int]:
    """The verdicts on all choices, which are those that were kept."""
    kept, s = list(g.fits), game.state
    for seat in range(s.players):
        if seat != s.turn:
            look_back(s, game.book.tables, memory, g, mind, seat, 0, NOW, x)
    assert g.fits == kept
    assert g.misfits == kept.count(UNLIKE)
    return kept


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 4])
def test_cards_that_were_laid_down_may_have_come_in_another_order(rules: str, players: int) -> None:
    """That can explain a choice that nothing else does; the hands of now stay what they are."""
    r, mind, changed = load(rules).tables, mind_for(load(rules), players), 0
    for game, memory, g, x in guesses(rules, players, range(31, 40)):
        hands, laid = deepcopy([g.dealt, g.since, g.born, g.never]), list(g.laid_from)
        for _ in range(100 if memory.laid else 0):
            try_other_order(game.state, r, memory, g, mind, game.state.turn, x)
        assert [g.dealt, g.since, g.born, g.never] == hands
        for seat in range(players):
            assert arrivals(memory, g, seat) == arrivals(memory, memory, seat)
            assert barred(memory, g, seat) <= barred(memory, memory, seat)
        recounted(game, memory, g, mind, x)
        changed += laid != g.laid_from
    assert changed > 2


@pytest.mark.parametrize("misfits", [0, 3])
def test_a_misfit_more_is_as_credible_as_what_was_seen_makes_it(misfits: int) -> None:
    """Whoever had none so far may be a tactician, who has none at all: the first one is doubted most."""
    asked, tries, g = 12, 40_000, Guess()
    seed_rng(g.rng, 5)
    taken = 0
    for _ in range(tries):
        g.misfits = misfits
        verdicts = [UNLIKE] * (misfits + 1) + [EXPLAINED] * (asked - misfits - 1)
        g.fits[:asked], g.was[:asked] = verdicts, [EXPLAINED] * asked
        if credible(g):
            assert (g.misfits, g.fits[:asked]) == (misfits + 1, verdicts)
            taken += 1
        else:
            assert (g.misfits, g.fits[:asked]) == (misfits, [EXPLAINED] * asked)
    likely = (misfits + 1) / (asked - misfits + AGREED) / (1 if misfits else NONE_YET)
    assert taken == pytest.approx(tries * likely, abs=4 * (tries * likely) ** 0.5)
    g.misfits = misfits + 5
    assert credible(g)  # fewer than before


def test_a_long_search_begins_its_guess_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess can be stuck in one way to explain what was seen, and a search with it."""
    game, memory, mind = dealt("rounds", 2, 2)
    r = game.book.tables
    room = [State(r.kinds, r.cards, 2) for _ in range(search.ROOM)]
    desk, begun = search.Search(), []

    def begin(*told: Any) -> None:
        begun.append(desk.worlds[0])
        first_guess(*told)

    monkeypatch.setattr(search, "FRESH", 10)
    monkeypatch.setattr(search, "first_guess", begin)
    memory.soft = 1
    search.search(game.state, r, memory, Guess(), desk, mind, 120, room)
    assert begun == list(range(0, desk.worlds[0], 10))
    assert len(begun) > 2


def arrivals(m: Memory, guess: Guess | Memory, seat: int) -> Counter[tuple[int, int]]:
    """When the cards of a seat came, those that it has and those that it laid down."""
    laid = [at for at in range(min(m.laid, LAID)) if m.laid_seat[at] == seat]
    size = m.size[seat]
    return Counter(
        [
            *zip(guess.since[seat][:size], guess.born[seat][:size], strict=True),
            *((guess.laid_from[at], guess.laid_born[at]) for at in laid),
        ]
    )


def barred(m: Memory, guess: Guess | Memory, seat: int) -> int:
    """How many cards a seat laid down that can't have come when they are said to have come, or just then."""
    n = 0
    for at in range(min(m.laid, LAID)):
        if m.laid_seat[at] == seat:
            n += never(m, seat, guess.laid_born[at], m.laid_signs[at]) >> m.laid_kind[at] & 1
            n += guess.laid_from[at] >= m.laid_until[at]
    return n
