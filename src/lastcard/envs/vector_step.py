"""One table among many: take an answer, deal again when the round is over, write what is seen.

Written like the engine, to be compiled by `vector`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..engine import codes as c
from ..engine.bits import count, lowest
from ..engine.rng import randbelow
from .layout import action_at, reward, write_mask, write_observation
from .reactions import ReactionCursor, answer, deal_game

Array = np.ndarray[Any, Any]

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("take_answer", "show", "pick")


class Tables(NamedTuple):
    """All tables as arrays, one row a table; `rules` and `layouts` have one row for all."""

    states: Array
    rules: Array
    layouts: Array
    cursors: Array
    codes: Any  # an array, too: scratch
    observations: Array
    masks: Array  # padded to whole words
    words: Array  # the masks, read eight places at a time
    rewards: Array
    done: Array
    illegal: Array
    answers: Array  # that are given


def take_answer(tables: Tables, i: int, index: int) -> int:
    """Apply an answer at table `i`; return 1 if it was an action, 0 for `nothing` and what is not right."""
    s, r, layout, cursor = tables.states[i], tables.rules[0], tables.layouts[0], tables.cursors[i]
    rewards = tables.rewards[i]
    for seat in range(s.players):
        rewards[seat] = 0.0
    illegal = index < 0 or index >= layout.actions or tables.masks[i][index] == 0
    done = illegal
    steps = 0
    if illegal:
        rewards[cursor.seat] = -1.0
    else:
        action = action_at(layout, cursor.seat, index)
        answer(s, r, cursor, action)
        steps = 0 if action == c.NOTHING else 1
        if s.phase == c.OVER:
            done = True
            for seat in range(s.players):
                rewards[seat] = reward(s, r, seat)
    tables.done[i] = done
    tables.illegal[i] = illegal
    if done:
        deal_game(s, r, cursor, cursor.game + cursor.stride)
    return steps


def show(tables: Tables, i: int) -> None:
    """Write what the seat that is asked at table `i` sees and may answer."""
    s, r, layout, cursor = tables.states[i], tables.rules[0], tables.layouts[0], tables.cursors[i]
    write_observation(s, r, layout, cursor, cursor.seat, tables.observations[i])
    cursor.choices = write_mask(s, r, layout, cursor, tables.codes, tables.masks[i])


def pick(cursor: ReactionCursor, words: Sequence[int]) -> int:
    """One of the right answers, each as likely; `words` is the mask read eight places at a time."""
    left = randbelow(cursor.rng, cursor.choices)
    at = 0
    word = words[0]
    here = count(word)
    while left >= here:
        left -= here
        at += 1
        word = words[at]
        here = count(word)
    for _ in range(left):
        word &= word - 1
    return 8 * at + lowest(word) // 8
