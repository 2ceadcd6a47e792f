"""Rounds and matches of the simplest policies, compiled: the loops that `lastcard simulate` runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine import codes
from ..engine.compiled import compile_loop, dtype_of
from ..engine.limits import MAX_PLAYERS
from ..engine.pile import top_card
from . import knowledge, policies, selfplay
from .selfplay import Players, play_match, play_round

MODULES = (knowledge, policies, selfplay)

PLAYERS = dtype_of(Players)
ROUND = np.dtype(
    [
        ("winner", np.int8),
        ("reason", np.int8),
        ("last_card", np.int8),  # the card that won the round
        ("refills", np.int16),
        ("turns", np.int32),
        ("steps", np.int32),
        ("points", np.int32, (MAX_PLAYERS,)),
    ],
    align=True,
)
MATCH = np.dtype(
    [("rounds", np.int64), ("steps", np.int64), ("totals", np.int64, (MAX_PLAYERS,))],
    align=True,
)


def _rounds(states, rules, players, start, out):  # type: ignore[no-untyped-def]
    """Play the rounds of a seed from number `start` on, one for each row of `out`."""
    s = states[0]
    r = rules[0]
    for i in range(len(out)):
        steps = play_round(s, r, players[0], start + i)
        row = out[i]
        row.winner = s.winner
        row.reason = s.reason
        row.turns = s.turns
        row.steps = steps
        row.refills = s.refills
        row.last_card = top_card(s) if s.winner >= 0 else codes.NOTHING
        for seat in range(s.players):
            row.points[seat] = s.points[seat]


def _matches(states, rules, players, start, out):  # type: ignore[no-untyped-def]
    """Play whole matches, one for each row of `out`."""
    for i in range(len(out)):
        row = out[i]
        rounds, steps = play_match(states[0], rules[0], players[0], start + i, row.totals)
        row.rounds = rounds
        row.steps = steps


run_rounds: Any = compile_loop(_rounds, *MODULES)
run_matches: Any = compile_loop(_matches, *MODULES)
