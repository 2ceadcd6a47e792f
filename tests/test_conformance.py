"""The laws that every rulebook keeps, whatever its file says: a TOML that is added is found by itself."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastcard.engine import codes as c
from lastcard.engine import match as engine_match
from lastcard.engine.legal import legal, verify
from lastcard.engine.react import react
from lastcard.engine.state import Rules, State
from lastcard.engine.step import step
from lastcard.game import Deal, Match, Refusal, Round, replay
from lastcard.game.record import decode, encode
from lastcard.game.shuffler import seeded
from lastcard.rulebooks import Rulebook, load, names
from support.engine_play import cards_by_kind, open_round, play_on
from support.rule_mixes import random_changes, random_deck, random_rulebook
from support.worlds import dealt_anew, fork, people

BLOCKS, ROUNDS = 10, 2000  # 20,000 rounds over random rules
MORE = [pytest.mark.slow, pytest.mark.each_rulebook]
EVERY_TABLE = [  # `make quick` plays the usual number of players
    pytest.param(name, n, marks=() if n == load(name).default_players else MORE)
    for name in names()
    for n in range(load(name).min_players, load(name).most_players + 1)
]


def check_held(s: State) -> None:
    """The bit sets and counts agree with the hands."""
    for seat in range(s.players):
        hand = s.hands[seat]
        assert min(hand) >= 0
        assert s.count[seat] == sum(hand)
        assert s.held[seat] == sum(1 << kind for kind, n in enumerate(hand) if n)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_rounds_end_and_cards_are_conserved(block: int) -> None:
    """Random house rules, full and tiny decks, random, lazy and hoarding bots: no table ever hangs."""
    rng = random.Random(block)
    ends: Counter[int] = Counter()
    for _ in range(ROUNDS):
        rulebook = random_rulebook(rng, max_turns=rng.choice([200, 2000]))
        players = rng.randrange(rulebook.min_players, min(rulebook.most_players, 6) + 1)
        deck = random_deck(rng, rulebook, players)
        levels = [rng.randrange(4) for _ in range(players)] if rng.random() < 0.8 else [2] * players
        s = open_round(rulebook, players, deck, rng)
        for _ in play_on(s, rulebook, levels, rng):
            assert sum(s.count) + s.deck_n + s.pile_n == len(deck)
        dealt = Counter(deck)
        assert cards_by_kind(s, rulebook.tables.kinds) == [
            dealt[kind] for kind in range(rulebook.tables.kinds)
        ]
        check_held(s)
        ends[s.reason] += 1
    assert set(ends) == {c.WON, c.BLOCKED, c.CAPPED}  # the dead ends are really reached


def brute_force(s: State, r: Rules, seat: int) -> set[int]:
    """Every action that is let through, minus false calls, no-ops and redundant forms."""
    found = set()
    for action in every_action(s, r):
        if verify(s, r, seat, action) != c.ALLOWED:
            continue
        notes, after = outcome(s, r, seat, action)
        if any(note in (c.EV_FALSE_CALL, c.EV_FALSE_CATCH, c.EV_NO_EFFECT) for note, *_ in notes):
            continue
        if not any(outcome(s, r, seat, less)[1] == after for less in shorter(s, r, seat, action)):
            found.add(action)
    return found


def every_action(s: State, r: Rules) -> list[int]:
    args = range(c.NOTHING, max(r.suits, s.players))
    plain = [c.pack(verb) for verb in (c.DRAW, c.PASS, c.TAKE, c.CHALLENGE, c.CALL)]
    named = [c.pack(verb, 0, arg) for verb in (c.NAME, c.CATCH) for arg in args if arg >= 0]
    plays = [
        c.pack(verb, kind, arg, call)
        for verb in (c.PLAY, c.JUMP)
        for kind in range(r.kinds)
        for arg in args
        for call in (0, 1)
    ]
    return [*plain, *[a for a in named if c.verb_of(a) == c.NAME or c.arg_of(a) < s.players], *plays]


def shorter(s: State, r: Rules, seat: int, action: int) -> list[int]:
    """The same play without its call or without its argument, where that is allowed too."""
    verb, kind, arg, call = c.verb_of(action), c.kind_of(action), c.arg_of(action), c.call_of(action)
    if verb not in (c.PLAY, c.JUMP):
        return []
    forms = {c.pack(verb, kind, arg, 0), c.pack(verb, kind, c.NOTHING, call)} - {action}
    return [form for form in forms if verify(s, r, seat, form) == c.ALLOWED]


def outcome(s: State, r: Rules, seat: int, action: int) -> tuple[list[tuple[int, int, int, int]], object]:
    new = s.copy()
    notes: list[tuple[int, int, int, int]] = []
    new.events = notes
    if c.verb_of(action) >= c.REACTIONS:
        react(new, r, seat, action)
    else:
        step(new, r, action)
    return notes, new.key()


def check_legal(s: State, r: Rules) -> None:
    out = [0] * 3000
    for seat in range(s.players):
        n = legal(s, r, seat, out)
        assert len(set(out[:n])) == n
        assert set(out[:n]) == brute_force(s, r, seat)
        if seat == s.turn and s.phase != c.OVER:
            assert n > 0


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_legal_equals_brute_force(block: int) -> None:
    rng = random.Random(f"brute {block}")
    for _ in range(120):
        rulebook = random_rulebook(rng, max_turns=60)
        players = rng.randrange(rulebook.min_players, min(rulebook.most_players, 4) + 1)
        s = open_round(rulebook, players, random_deck(rng, rulebook, players), rng)
        check_legal(s, rulebook.tables)
        for state in play_on(s, rulebook, [rng.randrange(4) for _ in range(players)], rng):
            if rng.random() < 0.12 or state.catchable or state.owed and rng.random() < 0.5:
                check_legal(state, rulebook.tables)


@pytest.mark.parametrize(("rules", "players"), EVERY_TABLE)
def test_every_player_count_plays_a_match_and_replays_it(rules: str, players: int) -> None:
    """Replaying the record gives the same state at every step; a refused action changes nothing."""
    rng = random.Random(f"{rules} {players}")
    match = Match(load(rules, {"rounds": 2}), people(players), seeded(f"{rules} {players}"))
    states = []
    while not match.over:
        game = match.deal()
        states.append(game.state.key())
        while not game.over:
            try_something_wrong(game, rng)
            seat, action = rng.choice([(i, a) for i in range(players) for a in game.legal(i)])
            match.play(seat, action)
            states.append(game.state.key())
    again = decode(encode(match.record()))
    assert replayed_states(again) == states


def try_something_wrong(game: Round, rng: random.Random) -> None:
    before = game.state.key()
    seat = rng.randrange(len(game.players))
    text = rng.choice([f"play {rng.choice(game.rulebook.deck.texts)}", "pass", "draw", "take", "challenge"])
    if text in {str(action) for action in game.legal(seat)}:
        return
    with pytest.raises(Refusal):
        game.play(seat, text)
    assert game.state.key() == before


def replayed_states(record: object) -> list[object]:
    from lastcard.game.record import Record
    from lastcard.game.replay import begin, follow

    assert isinstance(record, Record)
    match = begin(record)
    return [match.round.state.key() for _ in follow(match, record)]


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False))
def test_random_rules_replay_exactly(rng: random.Random) -> None:
    rulebook = random_rulebook(rng, max_turns=80, rounds=1)
    players = rng.randrange(rulebook.min_players, min(rulebook.most_players, 5) + 1)
    match = Match(rulebook, people(players), seeded(rng.getrandbits(64)))
    game = match.deal()
    while not game.over:
        seat, action = rng.choice([(i, a) for i in range(players) for a in game.legal(i)])
        match.play(seat, action)
    again = replay(decode(encode(match.record())))
    assert again.round.state.key() == game.state.key()
    assert again.round.events == game.events


def bytes_for(game: Round, seat: int | None) -> bytes:
    name = None if seat is None else game.players[seat]
    events = [event.seen_by(name) for event in game.events]
    return msgspec.json.encode((game.view(seat), events))


@pytest.mark.parametrize("rounds", [3, pytest.param(25, marks=MORE)])
@pytest.mark.parametrize("rules", names())
def test_views_do_not_change_when_what_a_seat_cannot_know_does(rules: str, rounds: int) -> None:
    """Every byte that a seat or a spectator gets stays the same, also after somebody else's quiet act."""
    rng = random.Random(f"views {rules}")
    compared = 0
    for _ in range(rounds):
        changes = random_changes(rng, rules) | {"max_turns": 60, "draw_until_playable": False}
        rulebook, players = load(rules, changes), rng.randrange(2, 5)
        game = Match(rulebook, people(players), seeded(rng.getrandbits(64))).deal()
        while not game.over:
            for seat in (*range(players), None):
                compared += compare_worlds(game, seat, rng)
            seat_, action = rng.choice([(i, a) for i in range(players) for a in game.legal(i)])
            game.play(seat_, action)
    assert compared > 20 * rounds


def test_nobody_is_told_where_a_card_went_back() -> None:
    """C3: two worlds that differ only in the place of the Wild Draw Four look the same to everybody."""
    worlds = []
    for place in (1, 3):
        rulebook = load("classic", {"hand": 1})
        deck = [rulebook.deck.kind(card) for card in ("R1", "R2", "W+4", "B1", "B2", "B3", "B4")]
        worlds.append(Round(rulebook, people(2), Deal(first=0, deck=deck, back=[place])))
    for seat in (0, 1, None):
        assert bytes_for(worlds[0], seat) == bytes_for(worlds[1], seat)


def test_a_replayed_match_can_be_played_on_through_reshuffles() -> None:
    for number in range(10):
        rng = random.Random(number)
        match = Match(load("fool108"), people(3), seeded(number))
        game = match.deal()
        match.play(game.state.turn, game.legal(game.state.turn)[-1])
        again = replay(decode(encode(match.record())))
        while not again.round.over:
            seat, action = rng.choice([(i, a) for i in range(3) for a in again.round.legal(i)])
            again.play(seat, action)


def test_match_functions_look_at_the_players_and_no_further() -> None:
    """A compiled batch keeps totals in arrays that are longer than the table."""
    r, padded, out = load("fool108").tables, [30, 50, *[0] * 18], [0] * 20
    engine_match.places(r, padded, 2, out)
    assert out[:2] == [1, 2]
    assert engine_match.match_over(load("rounds").tables, [1, 1, *[0] * 18], 2, 2)


def compare_worlds(game: Round, seat: int | None, rng: random.Random) -> int:
    """Both worlds look the same, also after a draw, pass or take of somebody else. 1 if that was done."""
    here, there = fork(game, game.state.copy()), fork(game, dealt_anew(game.state, seat, rng))
    assert bytes_for(here, seat) == bytes_for(there, seat)
    turn = game.state.turn
    quiet = (
        {str(a) for a in here.legal(turn)} & {str(a) for a in there.legal(turn)} & {"draw", "pass", "take"}
    )
    if turn == seat or not quiet or game.state.deck_n < 12:
        return 0
    act = min(quiet)
    here.play(turn, act)
    there.play(turn, act)
    if not (here.over or there.over):
        assert bytes_for(here, seat) == bytes_for(there, seat)
    return 1


def test_every_rulebook_file_is_found() -> None:
    from lastcard.rulebooks.loader import FOLDER

    assert {path.stem for path in FOLDER.glob("*.toml")} == set(names())
    for name in names():
        assert isinstance(load(name), Rulebook)
        assert load(name).name == name
