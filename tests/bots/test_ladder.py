"""The ladder of bots: they play right in every rulebook, they are honest, and what they conclude is true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from statistics import mean, stdev

import msgspec
import pytest

from lastcard.bots import host, referee, registry
from lastcard.bots.faults import BotError, Limits
from lastcard.bots.majority import Majority
from lastcard.bots.position import Position
from lastcard.bots.searcher import Searcher
from lastcard.bots.tactician import Tactician, mind_for
from lastcard.bots.witness import Witness
from lastcard.kernel import codes as c
from lastcard.kernel.carriers import State
from lastcard.kernel.deal import deal
from lastcard.kernel.guess import Guess, first_guess, next_world
from lastcard.kernel.memory import Memory, catch_up, forget, known_voids, remember
from lastcard.kernel.rng import seed as seed_rng
from lastcard.kernel.search import ROOM, Search, play_on, search
from lastcard.kernel.step import step
from lastcard.kernel.tactics import tactic
from lastcard.rulebooks import Rulebook, load, names
from lastcard.table import Deal, Game, Match, View
from lastcard.table.source import seeded
from rule_mixes import random_book
from worlds import dealt_anew, fork, people

PATIENT = Limits(move=60)  # a busy machine is no fault of theirs


def played(book: Rulebook, bots: list[str], seed: int) -> Match:
    """A round between built-in bots; nobody may forfeit."""
    match = Match(book, people(len(bots)), seeded(seed))
    match.deal()
    seats = [registry.create(name, book, match.players, seed + i) for i, name in enumerate(bots)]
    assert referee.play_round(match, seats, PATIENT) == []
    return match


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("bot", ["majority", "tactician"])
def test_quick_bots_play_every_rulebook_right(rules: str, bot: str) -> None:
    book = load(rules)
    for players in (2, 3, 5):
        for seed in range(3):
            assert played(book, [bot] * players, seed).game.over


def test_bots_play_right_under_random_house_rules() -> None:
    rng = random.Random("ladder")
    for _ in range(60):
        book = random_book(rng, max_turns=120)
        players = rng.randrange(2, 5)
        played(
            book,
            [rng.choice(["majority", "tactician", "random"]) for _ in range(players)],
            rng.getrandbits(32),
        )


@pytest.mark.slow
@pytest.mark.parametrize("rules", names())
def test_the_searcher_plays_every_rulebook_right(rules: str) -> None:
    book = load(rules)
    for players in (2, 4):
        match = Match(book, people(players), seeded(players))
        match.deal()
        seats = [Searcher(book, match.players, seat, playouts=60) for seat in range(players)]
        assert referee.play_round(match, seats, PATIENT) == []


@pytest.mark.slow
def test_the_searcher_plays_right_under_random_house_rules() -> None:
    rng = random.Random("searchers")
    for _ in range(25):
        book = random_book(rng, max_turns=80)
        match = Match(book, people(3), seeded(rng.getrandbits(32)))
        match.deal()
        seats = [Searcher(book, match.players, seat, playouts=40) for seat in range(3)]
        assert referee.play_round(match, seats, PATIENT) == []


class Twin:
    """A bot that is asked twice: here, and in a world that its seat can't tell from this one."""

    def __init__(self, make: type[Tactician] | type[Majority], game: Game, seat: int, seed: int) -> None:
        self.one, self.other = (make(game.book, game.players, seed) for _ in range(2))
        self.game, self.seat, self.rng = game, seat, random.Random(seed)
        self.asked = 0

    def notice(self, events: list[host.Seen]) -> None:
        if isinstance(self.one, Tactician) and isinstance(self.other, Tactician):
            self.one.notice(events)
            self.other.notice(events)

    def elsewhere(self) -> View:
        return fork(self.game, dealt_anew(self.game.state, self.seat, self.rng)).view(self.seat)

    def choose(self, view: View) -> str:
        answer = self.one.choose(view)
        assert answer == self.other.choose(self.elsewhere())
        self.asked += 1
        return answer

    def respond(self, view: View) -> str | None:
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
        host.play_round(match, twins)
        asked += sum(twin.asked for twin in twins)
    assert asked > 30


def hidden_kinds(s: State, seat: int) -> list[int]:
    return [kind for kind, n in enumerate(s.hands[seat]) for _ in range(n)]


def test_what_a_witness_concludes_is_what_the_arena_does() -> None:
    """From events and from states: one memory."""
    rng, concluded = random.Random("witness"), 0
    for _ in range(40):
        book = random_book(rng, max_turns=100, seven_zero=False, draw_until_playable=False)
        match = Match(book, people(3), seeded(rng.getrandbits(32)))
        game = match.deal()
        witness, memory = Witness(Position(book, match.players), soft=False), Memory()
        forget(memory, game.state)
        witness.notice([event.seen_by(None) for event in game.events])
        while not game.over:
            seat, action = rng.choice([(i, a) for i in range(3) for a in game.legal(i)])
            remember(memory, game.state, book.tables, seat, game.notation.encode(action))
            events = match.apply(seat, action)
            catch_up(memory, game.state)
            witness.notice([event.seen_by(None) for event in events])
            witness.agree(game.state)
            assert all_of(memory) == all_of(witness.memory)
            concluded += any(any(hand) for hand in slots(memory))
    assert concluded > 100


def slots(m: Memory) -> list[list[int]]:
    return [m.never[seat][: m.size[seat]] for seat in range(3)]


def all_of(m: Memory) -> dict[str, object]:
    """A memory without what lies behind the slots, the choices and the laid cards that there are."""
    since = [m.since[seat][: m.size[seat]] for seat in range(3)]
    ends = {
        name: min(len(getattr(m, name)), m.choices) for name in ("who", "chosen", "colour", "counts", "voids")
    }
    ends |= {
        name: min(len(getattr(m, name)), m.laid) for name in Memory.__slots__ if name.startswith("laid_")
    }
    rest = {name: getattr(m, name) for name in ("choices", "oldest", "plays", "flips", "laid", "size")}
    return {
        **rest,
        **{name: getattr(m, name)[:end] for name, end in ends.items()},
        "slots": (slots(m), since),
    }


def worlds_of(game: Game, me: int, memory: Memory, n: int) -> list[State]:
    """Ways the hidden cards may lie, as a searcher on a seat sees it."""
    s, r, mind = game.state, game.book.tables, mind_for(game.book, len(game.players))
    g, past, out = Guess(r.cards), State(r.kinds, r.cards, s.players), []
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
        match.apply(s.turn, action)
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
        before, top = game.state, game.state.pile[game.state.pile_n - 1]
        fitting = r.by_suit[before.colour] | r.fits_on[top]
        remember(memory, before, r, seat, c.pack(c.DRAW))
        match.apply(seat, "draw")
        catch_up(memory, game.state)
        for w in worlds_of(game, 1 - seat, memory, 20):
            assert sum(fitting >> kind & 1 for kind in hidden_kinds(w, seat)) <= 1  # the drawn card, if any
        shown += 1
    assert shown > 2


def follow(game: Game, memory: Memory, code: int) -> None:
    """The seat in turn acts, and everybody takes note."""
    seat = game.state.turn
    remember(memory, game.state, game.book.tables, seat, code)
    game.apply(seat, game.notation.decode(code))
    catch_up(memory, game.state)


def tacticians(rules: str, players: int, seed: int) -> Iterator[tuple[Game, Memory]]:
    """The positions of a round between tacticians, with what everybody could conclude."""
    book = load(rules)
    game, memory, mind = Match(book, people(players), seeded(seed)).deal(), Memory(), mind_for(book, players)
    forget(memory, game.state)
    while not game.over:
        yield game, memory
        known_voids(memory, game.state, book.tables, mind)
        follow(game, memory, tactic(game.state, book.tables, mind))


def test_a_playout_counts_the_pile_as_it_grows_and_comes_to_what_a_recount_does() -> None:
    """A count that went wrong would make the tacticians of a playout others than those at the table."""
    rng = random.Random("piles")
    refilled = 0
    for number in range(40):
        book = random_book(rng, max_turns=300)
        players, r = rng.randrange(2, 6), book.tables
        mine, theirs = ((State(r.kinds, r.cards, players), mind_for(book, players)) for _ in range(2))
        for s, mind in (mine, theirs):
            seed_rng(s.rng, 7, number)
            seed_rng(mind.rng, 7, number)
            deal(s, r, 0)
        play_on(mine[0], r, mine[1])
        while theirs[0].phase != c.OVER:
            step(theirs[0], r, tactic(theirs[0], r, theirs[1]))
        for name in State.__slots__:
            assert getattr(mine[0], name) == getattr(theirs[0], name), name
        assert mine[1].rng == theirs[1].rng
        refilled += mine[0].refills > 0
    assert refilled > 2  # after a refill the count begins anew


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("soft", [0, 1])
def test_search_plain_and_compiled_choose_alike(rules: str, soft: int) -> None:
    thinking = pytest.importorskip("lastcard.bots.thinking")
    book, r, asked = load(rules), load(rules).tables, 0
    desk = thinking.Desk(book, 3, mind_for(book, 3), 99)
    g, d, mind, room = (
        Guess(r.cards),
        Search(),
        mind_for(book, 3),
        [State(r.kinds, r.cards, 3) for _ in range(ROOM)],
    )
    seed_rng(g.rng, 99, 1)
    for game, memory in tacticians(rules, 3, 11):
        memory.soft = soft
        known_voids(memory, game.state, r, mind)
        mine = search(game.state, r, memory, g, d, mind, 30, room)
        assert mine == desk.think(game.state, memory, 30)
        asked += memory.choices > memory.oldest
    assert asked > 3


@pytest.mark.slow
def test_what_others_chose_tells_where_their_cards_are() -> None:
    """Worlds that explain the choices hold more of the real hand than those that only obey the rules."""
    gains = []
    for seed in range(40):
        right = [0, 0]
        for game, memory in tacticians("rounds", 2, seed):
            me = game.state.turn
            if memory.choices < 4:
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


def test_the_tactician_of_a_view_is_that_of_the_state() -> None:
    """One source: a choice from a View is the choice in a playout."""
    rng = random.Random("tactics")
    for _ in range(40):
        book = random_book(rng, max_turns=60)
        match = Match(book, people(3), seeded(rng.getrandbits(32)))
        game = match.deal()
        mind, mine, at = mind_for(book, 3), mind_for(book, 3), Position(book, match.players)
        while not game.over:
            seat = game.state.turn
            assert tactic(game.state, book.tables, mind) == tactic(
                at.look(game.view(seat)), book.tables, mine
            )
            match.apply(seat, rng.choice(game.legal(seat)))


def test_a_searcher_with_the_same_seed_plays_the_same_game() -> None:
    book = load("rounds")
    records = []
    for _ in range(2):
        match = Match(book, people(2), seeded(3))
        match.deal()
        host.play_round(match, [Searcher(book, match.players, seat, playouts=50) for seat in range(2)])
        records.append([str(action) for _, action in match.game.actions])
    assert records[0] == records[1]


def test_a_searcher_by_the_clock_plays_too() -> None:
    book = load("rounds")
    match = Match(book, people(2), seeded(3))
    match.deal()
    host.play_round(match, [Searcher(book, match.players, s, milliseconds=0.2) for s in range(2)])
    assert match.game.over


def test_no_oracle_can_be_seated() -> None:
    """It cheats: it exists in the arena, for measuring, and nowhere else."""
    assert "oracle" not in registry.BUILT_IN
    with pytest.raises(BotError):
        registry.check("oracle")


def test_U6_observers_cannot_tell_a_kept_card_from_one_that_did_not_fit() -> None:
    """Two worlds that differ in the drawn card alone, which is then kept: the others see the same bytes."""
    book, told = load("rounds"), []
    hand, other = ["G1", "G2", "G3", "G4", "G6", "G7", "G8"], ["B1", "B2", "B3", "B4", "B6", "B7", "B8"]
    for drawn in ("R5", "Y5"):  # fits on R9, or does not
        cards = [text for pair in zip(hand, other, strict=True) for text in pair]
        rest = [text for text in ("Y5", "R5") if text != drawn]
        deck = [book.deck.kind(text) for text in (*cards, "R9", drawn, *rest, "Y1", "Y2")]
        game = Game(book, people(2), Deal(first=0, deck=deck))
        game.apply(0, "draw")
        assert ("play R5" in [str(action) for action in game.legal(0)]) == (drawn == "R5")
        game.apply(0, "pass")
        name = game.players[1]
        told.append(msgspec.json.encode((game.view(1), [event.seen_by(name) for event in game.events])))
    assert told[0] == told[1]
