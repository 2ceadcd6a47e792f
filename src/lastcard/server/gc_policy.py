"""When garbage is collected: a little at a time while people play, all of it when nobody waits.

A full collection looks at every object of every table: half a second with a thousand tables, in which nobody
gets an answer. So the interpreter does none by itself here. Most cyclic garbage is closed sockets: it is
collected when the tables are quiet, or at the latest when there is much of it.
"""

from __future__ import annotations

import gc
import sys
import time
from typing import Final

# New objects before a look at them; such looks before one further back; and those before a full one: never.
YOUNG: Final = (2_000, 100, 1_000_000)
SWITCH: Final = 0.001  # seconds until the thread that writes gets its turn
QUIET_SECONDS: Final = 2.0
FEW, MANY = 200, 20_000  # sockets that were closed since the last time


def prepare() -> None:
    """For a process that serves tables: call it once, when everything is imported."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    sys.setswitchinterval(SWITCH)


class GcPolicy:
    """Decides when there is time for a full collection."""

    def __init__(self) -> None:
        self.closed = 0  # sockets
        self._heard = time.monotonic()

    def heard(self) -> None:
        """A message came."""
        self._heard = time.monotonic()

    @property
    def quiet_for(self) -> float:
        """Seconds since the last message."""
        return time.monotonic() - self._heard

    def due(self, quiet_for: float) -> bool:
        """Whether to collect everything now, after so many seconds without a message."""
        return self.closed >= (FEW if quiet_for >= QUIET_SECONDS else MANY)

    def collect(self) -> None:
        """Collect all garbage now, which stops everything for a moment."""
        self.closed = 0
        gc.collect()
