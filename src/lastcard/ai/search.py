"""The searcher: every candidate is played out by tacticians, in the same worlds that may be (`guess`)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Annotated

from ..engine import codes as c
from ..engine.bits import highest
from ..engine.fields import Record, Shape, record
from ..engine.legal import call_fits, legal
from ..engine.rng import randbelow, seed
from ..engine.state import Rules, State, copy_position
from ..engine.step import step
from .heuristic import Tactics, count_one, count_pile, look_round, next_tactic, play_value, tactic
from .inference import Memory
from .likelihood import Guess
from .sampler import first_guess, next_world

MOST_CANDIDATES = 2048
TRIED = 5  # of them: the tactician's choice, and those that it would like next best
FRESH = 500  # after so many worlds the guess begins anew: it may be stuck in one way to explain things
LAST = -1 << 40
ROOM = 3  # states that a search needs: a world, one to play it out in, and one for the past


ByCandidate = Annotated[list[int], Shape((MOST_CANDIDATES,))]


@record
class Search(Record):
    """The desk of a searcher: candidates, and what they came to."""

    candidates: ByCandidate
    sums: ByCandidate  # by how much each did better than the tactician's choice
    squares: ByCandidate
    worlds: ByCandidate  # in how many deals


def play_on(w: State, r: Rules, t: Tactics) -> None:
    """Tacticians play a round to its end; they call in time, so nobody has anything to catch."""
    count_pile(w, r, t)
    refills = w.refills
    while w.phase != c.OVER:
        action = next_tactic(w, r, t)
        step(w, r, action)
        if w.refills != refills:
            refills = w.refills
            count_pile(w, r, t)
        elif c.verb_of(action) == c.PLAY:
            count_one(r, t, c.kind_of(action))


def worth(w: State, r: Rules, me: int) -> int:
    """A finished round in thousandths, by the rulebook's own score."""
    if r.scoring == c.WINS or r.scoring == c.RANKED:
        return 1000 * w.points[me]
    others = 0
    for seat in range(w.players):
        if seat != me:
            others += w.points[seat]
    mine = 1000 * w.points[me] - 1000 * others // (w.players - 1)
    return -mine if r.scoring == c.PENALTIES else mine


def candidates(s: State, r: Rules, d: Search) -> int:
    """What the seat in turn could sensibly do: no reactions, and no play without the call that is due."""
    n = legal(s, r, s.turn, d.candidates)
    kept = 0
    for i in range(n):
        action = d.candidates[i]
        verb = c.verb_of(action)
        if verb >= c.REACTIONS:
            continue
        kind = c.kind_of(action)
        if verb == c.PLAY and not c.call_of(action) and call_fits(s, r, s.turn, kind, c.arg_of(action)):
            continue
        d.candidates[kept] = action
        kept += 1
    return kept


def search(
    s: State, r: Rules, m: Memory, g: Guess, d: Search, t: Tactics, budget: int, room: Sequence[State]
) -> int:
    """The action of the seat in turn after about `budget` playouts, by sequential halving."""
    usual = tactic(s, r, t)
    n = candidates(s, r, d)
    if n < 2:
        return usual
    for i in range(n):
        if d.candidates[i] == usual:
            d.candidates[0], d.candidates[i] = d.candidates[i], d.candidates[0]
    n = shortlist(s, r, d, t, n)
    passes = highest(n - 1) + 1
    alive = n
    for _ in range(passes):
        for _ in range(max(1, budget // (passes * alive))):
            if d.worlds[0] % FRESH == 0:
                first_guess(s, r, m, g, t, s.turn, room[2])
            next_world(s, r, m, g, t, s.turn, room[0], room[2])
            compare(room[0], r, g, d, t, alive, room[1])
        alive = drop_the_worse_half(d, alive)
    return better_one(d, alive)


def shortlist(s: State, r: Rules, d: Search, t: Tactics, n: int) -> int:
    """Keep the few that the tactician would like best; return how many."""
    if n > TRIED:
        look_round(s, r, t, s.turn)
        for i in range(n):
            action = d.candidates[i]
            plays = c.verb_of(action) == c.PLAY
            d.sums[i] = play_value(s, r, t, s.turn, c.kind_of(action), c.arg_of(action)) if plays else LAST
            d.squares[i], d.worlds[i] = 0, 1
        drop_the_worse_half(d, n)
        n = TRIED
    for i in range(n):
        d.sums[i] = d.squares[i] = d.worlds[i] = 0
    return n


def compare(w: State, r: Rules, g: Guess, d: Search, t: Tactics, alive: int, x: State) -> None:
    """One world, played out after every candidate that is alive; the first is the tactician's choice."""
    chance = randbelow(g.rng, 1 << 30)
    usual = 0
    for i in range(alive):
        copy_position(w, r, x)
        seed(x.rng, chance)
        seed(t.rng, chance, 1)
        step(x, r, d.candidates[i])
        play_on(x, r, t)
        value = worth(x, r, w.turn)
        if i == 0:
            usual = value
        d.sums[i] += value - usual
        d.squares[i] += (value - usual) * (value - usual)
        d.worlds[i] += 1


def drop_the_worse_half(d: Search, alive: int) -> int:
    """Sort the candidates but the first by what they came to; keep the better half, and the first."""
    for i in range(2, alive):
        j = i
        while j > 1 and d.sums[j] * d.worlds[j - 1] > d.sums[j - 1] * d.worlds[j]:
            swap(d.candidates, j)
            swap(d.sums, j)
            swap(d.squares, j)
            swap(d.worlds, j)
            j -= 1
    return 1 + alive // 2


def swap(row: MutableSequence[int], j: int) -> None:
    row[j - 1], row[j] = row[j], row[j - 1]


def better_one(d: Search, alive: int) -> int:
    """The best candidate, if it is better than the tactician's choice by a standard error."""
    if alive < 2 or d.sums[1] <= 0:
        return d.candidates[0]
    n = d.worlds[1]
    mean = d.sums[1] / n
    variance = d.squares[1] / n - mean * mean
    return d.candidates[1] if mean * mean * n > variance else d.candidates[0]
