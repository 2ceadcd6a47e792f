"""Full collections of garbage wait for a quiet moment, and come at last."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

from lastcard.server.gc_policy import FEW, MANY, QUIET_SECONDS, YOUNG, GcPolicy


class Knot:
    """Something that only a collection takes away."""

    def __init__(self) -> None:
        self.me = self


def test_a_collection_is_due_when_it_is_quiet_or_when_there_is_much() -> None:
    policy = GcPolicy()
    assert not policy.due(1000)  # nothing to collect
    policy.closed = FEW
    assert policy.due(QUIET_SECONDS)
    assert not policy.due(QUIET_SECONDS / 2)
    policy.closed = MANY
    assert policy.due(0)


def test_it_takes_what_is_left_in_circles_and_starts_counting_again() -> None:
    gc.disable()
    try:
        knot = Knot()
        gone = weakref.ref(knot)
        del knot
        policy = GcPolicy()
        policy.closed = FEW
        policy.collect()
    finally:
        gc.enable()
    assert gone() is None
    assert policy.closed == 0


def test_a_server_s_process_does_no_full_collection_by_itself() -> None:
    program = (
        "import gc; from lastcard.server.gc_policy import prepare; prepare(); print(*gc.get_threshold())"
    )
    got = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert tuple(map(int, got.split())) == YOUNG
    assert YOUNG[2] >= 1_000_000
