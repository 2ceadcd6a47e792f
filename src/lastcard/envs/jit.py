"""The environments' functions for compiled loops: their records in NumPy, and what is inlined.

`vector` compiles a loop over them for many tables at once, `sim.trajectories` one that writes every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ..engine import compiled
from . import layout as layouts
from . import reactions
from .layout import Layout
from .reactions import ReactionCursor

Array = np.ndarray[Any, Any]

MODULES = (reactions, layouts)
CURSOR = compiled.dtype_of(ReactionCursor)
LAYOUT = compiled.dtype_of(Layout)


def layout_record(layout: Layout) -> Array:
    """The layout as a NumPy record that compiled loops can read."""
    return compiled.record_of(layout, LAYOUT)


def compile_loop(loop: Callable[..., Any], *more: ModuleType) -> Any:
    """A loop over the engine, the environments' functions and those of some more modules."""
    return compiled.compile_loop(loop, *MODULES, *more)
