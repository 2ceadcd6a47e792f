"""One table among many: take an answer, deal anew when the round is over, write what is seen.

Written like the kernel, to be compiled by `vector`; the tests run it as it is, too.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..engine import codes as c
from ..engine.bits import count, lowest
from ..engine.rng import randbelow
from ..engine.state import Rules, State
from .layout import Layout, action_at, reward, write_mask, write_observation
from .reactions import Asking, answer, deal_game

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("take_answer", "show", "pick")


def take_answer(
    s: State,
    r: Rules,
    lay: Layout,
    q: Asking,
    key: int,
    tables: int,
    index: int,
    mask: Sequence[int],
    rewards: MutableSequence[float],
    done: MutableSequence[bool],
    illegal: MutableSequence[bool],
    i: int,
) -> int:
    """Apply an answer at table `i`; return 1 if it was an action, 0 for `nothing` and what is not right."""
    for seat in range(s.players):
        rewards[seat] = 0.0
    done[i] = illegal[i] = False
    steps = 0
    if index < 0 or index >= lay.actions or mask[index] == 0:
        illegal[i] = done[i] = True
        rewards[q.seat] = -1.0
    else:
        action = action_at(lay, q.seat, index)
        answer(s, r, q, action)
        steps = 0 if action == c.NOTHING else 1
        if s.phase == c.OVER:
            done[i] = True
            for seat in range(s.players):
                rewards[seat] = reward(s, r, seat)
    if done[i]:
        deal_game(s, r, q, key, q.game + tables, tables)
    return steps


def show(
    s: State,
    r: Rules,
    lay: Layout,
    q: Asking,
    codes: MutableSequence[int],
    observation: MutableSequence[int],
    mask: MutableSequence[int],
) -> None:
    """Write what the seat that is asked sees and may answer."""
    write_observation(s, r, lay, q, q.seat, observation)
    q.choices = write_mask(s, r, lay, q, codes, mask)


def pick(q: Asking, words: Sequence[int]) -> int:
    """One of the right answers, each as likely; `words` is the mask read eight places at a time."""
    left = randbelow(q.rng, q.choices)
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
    return 8 * at + (lowest(word)) // 8
