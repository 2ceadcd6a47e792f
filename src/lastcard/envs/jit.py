"""The environments' functions for compiled loops: their carriers as NumPy records, and what is inlined.

`vector` compiles a loop over them for many tables at once, `sim.trajectories` one that writes every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ..engine import compiled
from . import layout, reactions
from .layout import Layout
from .reactions import Asking

Array = np.ndarray[Any, Any]

MODULES = (reactions, layout)
ASKING = compiled.dtype_of(Asking)
LAYOUT = compiled.dtype_of(Layout)


def layout_record(lay: Layout) -> Array:
    return compiled.record_of(lay, LAYOUT)


def compile_loop(loop: Callable[..., Any], *more: ModuleType) -> Any:
    """A loop over the engine, the environments' functions and those of some more modules."""
    return compiled.compile_loop(loop, *MODULES, *more)
