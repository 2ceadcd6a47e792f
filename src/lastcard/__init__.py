"""lastcard: one table for the Uno family, 108 Fool and Haggle."""

from __future__ import annotations

TYPE_CHECKING = False  # instead of the import: this module costs every command its time
if TYPE_CHECKING:
    from .sim import simulate as simulate

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """`lastcard.simulate`, loaded when it is first asked for: it needs the extra `sim`."""
    if name == "simulate":
        from .sim import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
