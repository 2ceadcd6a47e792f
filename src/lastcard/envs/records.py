"""The environments' functions for compiled loops: their carriers as NumPy records, and what is inlined.

`vector` compiles a loop over them for many tables at once, `sim.trajectories` one that writes every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ..kernel import fast
from . import asking, layout
from .asking import Asking
from .layout import Layout

Array = np.ndarray[Any, Any]

MODULES = (asking, layout)
# Inlined: what every step passes through.
HOT = frozenset(
    [
        *("answer", "ask_anew", "ask_next", "action_at", "index_of", "write_mask", "observe", "write_seats"),
        "write_seen",
    ]
)


def _record_dtype(carrier: Asking | Layout) -> np.dtype[Any]:
    fields: list[tuple[Any, ...]] = []
    for name in sorted(carrier.__slots__, key=lambda name: isinstance(getattr(carrier, name), list)):
        value = getattr(carrier, name)
        fields.append((name, np.int64, (len(value),)) if isinstance(value, list) else (name, np.int64))
    return np.dtype(fields, align=True)


ASKING = _record_dtype(Asking())


def layout_record(lay: Layout) -> Array:
    out = np.zeros(1, _record_dtype(lay))
    for name in lay.__slots__:
        out[name][0] = getattr(lay, name)
    return out


def compiled(loop: Callable[..., Any], *more: ModuleType, hot: frozenset[str] = frozenset()) -> Any:
    """A batch loop over the kernel, the environments' functions and those of some more modules."""
    return fast.compiled(loop, (*MODULES, *more), HOT | hot)
