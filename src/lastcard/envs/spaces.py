"""The layouts as Gymnasium spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .layout import MOST, Layout


def observation_space(lay: Layout) -> spaces.Dict:
    """What a seat sees and which actions it may choose."""
    low: np.ndarray[Any, Any] = np.zeros(lay.width, np.int8)
    low[lay.direction] = -1
    return spaces.Dict(
        {
            "observation": spaces.Box(low, np.full(lay.width, MOST, np.int8), dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (lay.actions,), np.int8),
        }
    )
