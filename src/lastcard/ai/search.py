"""Search: candidates are compared by rollouts of heuristic players, in the same sampled determinizations."""

from __future__ import annotations

from collections.abc import MutableSequence

from ..engine import codes as c
from ..engine.bits import highest
from ..engine.legal import call_fits, legal
from ..engine.rng import randbelow, seed
from ..engine.state import Rules, State, copy_position
from ..engine.step import step
from .heuristic import Heuristic, choose_action, choose_counted, count_discard, count_pile, play_value, survey
from .records import Search
from .sampler import next_determinization, start_chain

SHORTLIST = 5  # candidates: the heuristic's choice, and those that it would like next best
RESTART = 500  # determinizations between two chains, so that a search can't get stuck in a local mode
WORST = -1 << 40


def play_rollout(s: State, r: Rules, heuristic: Heuristic) -> None:
    """Heuristic players play a round to its end; they call in time, so nobody has anything to catch."""
    count_pile(s, r, heuristic)
    refills = s.refills
    while s.phase != c.OVER:
        action = choose_counted(s, r, heuristic)
        step(s, r, action)
        if s.refills != refills:
            refills = s.refills
            count_pile(s, r, heuristic)
        elif c.verb_of(action) == c.PLAY:
            count_discard(r, heuristic, c.kind_of(action))


def round_value(s: State, r: Rules, seat: int) -> int:
    """A finished round in thousandths, by the rulebook's own score."""
    if r.scoring == c.WINS or r.scoring == c.RANKED:
        return 1000 * s.points[seat]
    others = 0
    for other in range(s.players):
        if other != seat:
            others += s.points[other]
    mine = 1000 * s.points[seat] - 1000 * others // (s.players - 1)
    return -mine if r.scoring == c.PENALTIES else mine


def list_candidates(s: State, r: Rules, search: Search) -> int:
    """What the seat in turn could sensibly do: no reactions, and no play without the call that is due."""
    n = legal(s, r, s.turn, search.candidates)
    kept = 0
    for i in range(n):
        action = search.candidates[i]
        verb = c.verb_of(action)
        if verb >= c.REACTIONS:
            continue
        kind = c.kind_of(action)
        if verb == c.PLAY and not c.call_of(action) and call_fits(s, r, s.turn, kind, c.arg_of(action)):
            continue
        search.candidates[kept] = action
        kept += 1
    return kept


def choose_by_search(s: State, r: Rules, search: Search, budget: int) -> int:
    """The action of the seat in turn after about `budget` rollouts, by sequential halving."""
    search.seat = s.turn
    default = choose_action(s, r, search.heuristic)
    n = list_candidates(s, r, search)
    if n < 2:
        return default
    for i in range(n):
        if search.candidates[i] == default:
            search.candidates[0], search.candidates[i] = search.candidates[i], search.candidates[0]
    alive = shortlist(s, r, search, n)
    passes = highest(alive - 1) + 1
    for _ in range(passes):
        for _ in range(max(1, budget // (passes * alive))):
            if search.samples[0] % RESTART == 0:
                start_chain(s, r, search)
            next_determinization(s, r, search)
            compare_candidates(r, search, alive)
        alive = drop_worse_half(search, alive)
    return best_candidate(search, alive)


def shortlist(s: State, r: Rules, search: Search, n: int) -> int:
    """Keep the few candidates that the heuristic would like best; return how many."""
    if n > SHORTLIST:
        survey(s, r, search.heuristic)
        for i in range(n):
            action = search.candidates[i]
            kind, arg = c.kind_of(action), c.arg_of(action)
            plays = c.verb_of(action) == c.PLAY
            search.sums[i] = play_value(s, r, search.heuristic, kind, arg) if plays else WORST
            search.squares[i], search.samples[i] = 0, 1
        drop_worse_half(search, n)
        n = SHORTLIST
    for i in range(n):
        search.sums[i] = search.squares[i] = search.samples[i] = 0
    return n


def compare_candidates(r: Rules, search: Search, alive: int) -> None:
    """One rollout for every candidate that is alive, all from one determinization and one seed.

    The first candidate is the heuristic's choice; the others are measured by how much better they do.
    """
    sampled, rollout = search.determinization, search.rollout
    chance = randbelow(search.sampler.rng, 1 << 30)
    default = 0
    for i in range(alive):
        copy_position(sampled, r, rollout)
        seed(rollout.rng, chance)
        seed(search.heuristic.rng, chance, 1)
        step(rollout, r, search.candidates[i])
        play_rollout(rollout, r, search.heuristic)
        value = round_value(rollout, r, sampled.turn)
        if i == 0:
            default = value
        search.sums[i] += value - default
        search.squares[i] += (value - default) * (value - default)
        search.samples[i] += 1


def drop_worse_half(search: Search, alive: int) -> int:
    """Sort the candidates after the first by their means; keep the better half, and the first."""
    sums, samples = search.sums, search.samples
    for i in range(2, alive):
        j = i
        while j > 1 and sums[j] * samples[j - 1] > sums[j - 1] * samples[j]:
            swap(search.candidates, j)
            swap(sums, j)
            swap(search.squares, j)
            swap(samples, j)
            j -= 1
    return 1 + alive // 2


def swap(row: MutableSequence[int], j: int) -> None:
    """Swap the items at `j - 1` and `j`."""
    row[j - 1], row[j] = row[j], row[j - 1]


def best_candidate(search: Search, alive: int) -> int:
    """The best candidate, if it is better than the heuristic's choice by a standard error."""
    if alive < 2 or search.sums[1] <= 0:
        return search.candidates[0]
    n = search.samples[1]
    mean = search.sums[1] / n
    variance = search.squares[1] / n - mean * mean
    return search.candidates[1] if mean * mean * n > variance else search.candidates[0]
