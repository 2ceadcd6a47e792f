"""Games as rows, one for every decision: what the seat saw, what it could do, what it did, what it got.

Written like the kernel, over a state `s`, rule tables `r`, a layout `lay`, a cursor `q` and a seat `v`:
`trajectories` compiles these functions, and the tests run them as they are, too. A game is dealt and played
by the bots just as `ai.selfplay` does it: the same seed and number give the same game.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..ai.knowledge import Knowledge, observe
from ..ai.policies import choose, respond
from ..engine import codes as c
from ..engine.bits import has
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..envs.layout import Layout, index_of, reward, write_mask, write_observation
from ..envs.reactions import Asking, answer, ask_anew, deal_round

Array = np.ndarray[Any, Any]

FULL = -1  # instead of a number of rows: the game does not fit


class Rows(NamedTuple):
    """A buffer of rows, one array a column. The file has the same columns, in the same order."""

    game: Array
    step: Array  # the number of the decision within its game
    seat: Array
    reacting: Array  # asked for a reaction, not in turn
    observation: Array
    mask: Array
    action: Array
    reward: Array  # at a seat's last decision, else 0
    done: Array  # this was the seat's last decision


def rows_for(lay: Layout, n: int) -> Rows:
    """Room for so many rows."""
    return Rows(
        np.zeros(n, np.int64),
        np.zeros(n, np.int32),
        np.zeros(n, np.int8),
        np.zeros(n, np.bool_),
        np.zeros((n, lay.width), np.int8),
        np.zeros((n, lay.actions), np.int8),
        np.zeros(n, np.int16),
        np.zeros(n, np.float32),
        np.zeros(n, np.bool_),
    )


def write_games(
    s: State,
    r: Rules,
    lay: Layout,
    q: Asking,
    v: Knowledge,
    bots: Sequence[int],
    key: int,
    start: int,
    stop: int,
    codes: MutableSequence[int],
    rows: Rows,
) -> tuple[int, int]:
    """Whole games from number `start` on, as many as fit; return the next game and the number of rows."""
    n = 0
    for game in range(start, stop):
        end = write_game(s, r, lay, q, v, bots, key, game, codes, rows, n)
        if end == FULL:
            return game, n
        n = end
    return stop, n


def write_game(
    s: State,
    r: Rules,
    lay: Layout,
    q: Asking,
    v: Knowledge,
    bots: Sequence[int],
    key: int,
    game: int,
    codes: MutableSequence[int],
    rows: Rows,
    first: int,
) -> int:
    """One game into the rows from `first` on; return where the next one begins, or FULL."""
    deal_round(s, r, q, key, game)
    seed(v.rng, key, 2 * game + 1)
    ask_anew(s, r, q)
    n = first
    while s.phase != c.OVER:
        if n == len(rows.game):
            return FULL
        rows.game[n] = game
        rows.step[n] = n - first
        seen = rows.observation[n]
        if n > first:  # the discards go on from the last row: `observe` adds only what is new
            before = rows.observation[n - 1]
            for at in range(lay.seen, lay.width):
                seen[at] = before[at]
        write_observation(s, r, lay, q, q.seat, seen)
        write_mask(s, r, lay, q, codes, rows.mask[n])
        decide(s, r, lay, q, v, bots, rows, n)
        n += 1
    write_ends(s, r, rows, first, n)
    return n


def decide(
    s: State, r: Rules, lay: Layout, q: Asking, v: Knowledge, bots: Sequence[int], rows: Rows, n: int
) -> None:
    """Let the bot that is asked answer; what it does goes into row `n`."""
    seat = q.seat
    rows.seat[n] = seat
    rows.reacting[n] = q.reacting != 0
    rows.reward[n] = 0.0
    rows.done[n] = False
    observe(s, r, seat, v)
    action = respond(bots[seat], v, r) if q.reacting else choose(bots[seat], v, r)
    rows.action[n] = lay.nothing if action == c.NOTHING else index_of(lay, seat, action)
    answer(s, r, q, action)


def write_ends(s: State, r: Rules, rows: Rows, first: int, end: int) -> None:
    """Pay every seat at its last decision; a seat that was never asked has no row."""
    paid = 0
    for back in range(1, end - first + 1):
        n = end - back
        seat = int(rows.seat[n])
        if not has(paid, seat):
            rows.reward[n] = reward(s, r, seat)
            rows.done[n] = True
            paid |= 1 << seat
