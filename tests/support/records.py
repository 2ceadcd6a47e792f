"""The compiled engine's records, beside the plain state."""

from __future__ import annotations

import numpy as np

from lastcard.engine import compiled
from lastcard.engine.state import State


def check_same(s: State, record: np.ndarray, kinds: int) -> None:
    """Every field; piles only as deep as they are, lists only as long as the table."""
    depth = {"deck": s.deck_n, "pile": s.pile_n, "feed": s.feed_n}
    for name in compiled.STATE.names or ():
        ours, theirs = getattr(s, name), record[name]
        if name == "hands":
            assert [hand[:kinds] for hand in ours] == theirs[: s.players, :kinds].tolist(), name
        elif isinstance(ours, list):
            n = depth.get(name, len(ours))
            assert ours[:n] == theirs[:n].tolist(), name
        else:
            assert ours == int(theirs), name
