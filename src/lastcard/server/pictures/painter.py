"""SVG into PNG, by resvg (the extra `pictures`), which is loaded when the first picture is wanted."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from .drawing import HEIGHT, WIDTH, a_word


@cache
def available() -> bool:
    """Whether this server can make pictures."""
    return find_spec("resvg_py") is not None


@cache
def has_font() -> bool:
    """Whether the machine has a font that we name: else what is to be read would be left out silently."""
    import resvg_py

    empty = a_word().replace("One", "")
    return bytes(resvg_py.svg_to_bytes(svg_string=a_word())) != bytes(resvg_py.svg_to_bytes(svg_string=empty))


def png(svg: str) -> bytes:
    """A picture as a file; takes a moment, so never in the loop that answers everybody."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, height=HEIGHT))
