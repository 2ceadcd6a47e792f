"""The C programs that the benchmark measures against play the same games as the engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import limit
from lastcard.rulebooks import load
from lastcard.sim.batch import BatchJob

pytestmark = pytest.mark.slow  # they wait for two compilers

GAMES = 20_000


@pytest.mark.skipif(bool(limit.missing()), reason=limit.missing())
@pytest.mark.parametrize(
    ("rules", "players"), [("rounds", 2), ("rounds", 4), ("rounds", 10), ("fool108", 2), ("fool108", 3)]
)
def test_the_c_program_plays_the_same_games(rules: str, players: int, tmp_path: Path) -> None:
    """Winner, reason, turns and steps of every game; where cards count, the points too."""
    theirs = np.zeros(GAMES, limit.RESULTS[rules])
    limit.build(rules, tmp_path)(players, 7, 0, theirs)
    ours = BatchJob(load(rules), players, (0,) * players, 7, False).run(0, GAMES)
    assert limit.differences(rules, ours, theirs, players) == []
    assert (theirs["winner"] >= 0).mean() > 0.9  # and they are games


def test_a_difference_is_seen() -> None:
    rows = np.zeros(5, limit.RESULTS["fool108"])
    other = rows.copy()
    other["steps"][2] = 1
    other["points"][4][1] = 1
    assert limit.differences("fool108", rows, other, 3) == [2, 4]
