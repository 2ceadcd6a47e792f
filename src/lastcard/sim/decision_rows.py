"""Games as rows, one for every decision: what the seat saw, what it could do, what it did, what it got.

Written like the engine: `trajectories` compiles these functions, and the tests run them as they are, too. A
game is dealt and played by the policies as in `ai.selfplay`: the same seed and number give the same game.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from ..ai.knowledge import observe
from ..ai.policies import choose, respond
from ..ai.selfplay import Players
from ..engine import codes as c
from ..engine.bits import has
from ..engine.fields import FieldRecord, Shape, record
from ..engine.rng import seed
from ..engine.state import Rules, State
from ..envs.layout import MOST_CODES, Layout, index_of, reward, write_mask, write_observation
from ..envs.reactions import ReactionCursor, answer, ask_from_start, deal_round

Array = np.ndarray[Any, Any]


@record
class DecisionRecorder(FieldRecord):
    """Who plays the games, who is asked, and how rows are laid out."""

    players: Players
    cursor: ReactionCursor
    layout: Layout
    codes: Annotated[list[int], Shape((MOST_CODES,))]  # scratch


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


def rows_for(layout: Layout, n: int) -> Rows:
    """Room for so many rows."""
    return Rows(
        np.zeros(n, np.int64),
        np.zeros(n, np.int32),
        np.zeros(n, np.int8),
        np.zeros(n, np.bool_),
        np.zeros((n, layout.width), np.int8),
        np.zeros((n, layout.actions), np.int8),
        np.zeros(n, np.int16),
        np.zeros(n, np.float32),
        np.zeros(n, np.bool_),
    )


def write_games(
    s: State, r: Rules, recorder: DecisionRecorder, start: int, stop: int, rows: Rows
) -> tuple[int, int]:
    """Whole games from number `start` on, as many as fit; return the next game and the number of rows."""
    n = 0
    for game in range(start, stop):
        end = write_game(s, r, recorder, game, rows, n)
        if end == FULL:
            return game, n
        n = end
    return stop, n


def write_game(s: State, r: Rules, recorder: DecisionRecorder, game: int, rows: Rows, first: int) -> int:
    """One game into the rows from `first` on; return where the next one begins, or FULL."""
    layout, cursor, players = recorder.layout, recorder.cursor, recorder.players
    cursor.seed = players.seed
    deal_round(s, r, cursor, game)
    seed(players.knowledge.rng, players.seed, 2 * game + 1)
    ask_from_start(s, r, cursor)
    n = first
    while s.phase != c.OVER:
        if n == len(rows.game):
            return FULL
        rows.game[n] = game
        rows.step[n] = n - first
        seen = rows.observation[n]
        if n > first:  # the discards go on from the last row: `write_observation` adds only what is new
            before = rows.observation[n - 1]
            for at in range(layout.seen, layout.width):
                seen[at] = before[at]
        write_observation(s, r, layout, cursor, cursor.seat, seen)
        write_mask(s, r, layout, cursor, recorder.codes, rows.mask[n])
        decide(s, r, recorder, rows, n)
        n += 1
    write_ends(s, r, rows, first, n)
    return n


def decide(s: State, r: Rules, recorder: DecisionRecorder, rows: Rows, n: int) -> None:
    """Let the policy that is asked answer; what it does goes into row `n`."""
    layout, cursor, knowledge = recorder.layout, recorder.cursor, recorder.players.knowledge
    seat = cursor.seat
    policy = recorder.players.policies[seat]
    rows.seat[n] = seat
    rows.reacting[n] = cursor.reacting != 0
    rows.reward[n] = 0.0
    rows.done[n] = False
    observe(s, r, seat, knowledge)
    action = respond(policy, knowledge, r) if cursor.reacting else choose(policy, knowledge, r)
    rows.action[n] = layout.nothing if action == c.NOTHING else index_of(layout, seat, action)
    answer(s, r, cursor, action)


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
