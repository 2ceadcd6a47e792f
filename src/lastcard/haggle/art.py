"""The colour cards as SVG, ours: a sun, a drop, a poppy, a slice of orange and a moon, on enamel.

A card is drawn in a box of 100 by 142. Each page defines the drawings once (`definitions`) and then refers to
them (`card`, `symbol`). Index letters are strokes, so that no font is needed.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from .hands import COLOURS, LETTERS

__all__ = ["card", "definitions", "symbol"]


def _star(points: int, outer: float, inner: float) -> str:
    """A star around the centre of a box of 100."""
    corners = [(outer if at % 2 == 0 else inner, pi * at / points) for at in range(2 * points)]
    return (
        "M" + "L".join(f"{50 + r * sin(angle):.1f} {50 - r * cos(angle):.1f}" for r, angle in corners) + "Z"
    )


def _rays(number: int, start: float, end: float) -> str:
    """Lines away from the centre of a box of 100."""
    rays = [(sin(2 * pi * at / number), cos(2 * pi * at / number)) for at in range(number)]
    return "".join(
        f"M{50 + start * x:.1f} {50 - start * y:.1f}L{50 + end * x:.1f} {50 - end * y:.1f}" for x, y in rays
    )


class Drawing(NamedTuple):
    """The paints and lines of one colour; lines in a box of 100 by 100, the letter in one of 60 by 100."""

    light: str
    fill: str
    dark: str
    edge: str
    ink: str
    emblem: str
    """Filled with ink."""
    lines: str
    """Drawn over the emblem: in ink for the sun's rays, else cut out of it."""
    width: float
    contour: str
    """Repeated around the emblem, ever larger."""
    letter: str


DROP = "M50 5C60 25 83 43 83 64 83 82 68 95 50 95S17 82 17 64C17 43 40 25 50 5Z"
DISC = "M50 6C75 6 94 25 94 50S75 94 50 94 6 75 6 50 25 6 50 6Z"
SUN_DISC = "M50 26C63 26 74 37 74 50S63 74 50 74 26 63 26 50 37 26 50 26Z"
MOON = "M62 6C34 8 12 28 12 54 12 78 31 95 54 95 71 95 85 86 92 71 66 80 44 66 43 43 42 27 50 14 62 6Z"
POPPY = (
    "M50 22C53 11 64 5 75 9 88 13 95 26 91 38 89 44 85 48 78 50 85 52 89 56 91 62 95 74 88 87 75 91"
    " 64 95 53 89 50 78 47 89 36 95 25 91 12 87 5 74 9 62 11 56 15 52 22 50 15 48 11 44 9 38 5 26 12 13"
    " 25 9 36 5 47 11 50 22Z"
)

DRAWINGS = {
    "Y": Drawing(
        *("#F8CB57", "#F2BC3C", "#E6A928", "#A8740C", "#352100"),
        *(SUN_DISC, _rays(8, 36, 45), 10, _star(8, 47, 31)),
        letter="M8 8L30 50 52 8M30 50V92",
    ),
    "B": Drawing(
        *("#376BCD", "#2B5CBF", "#2049A0", "#9DBDF2", "#FFF7EA"),
        *(DROP, "M33 64C33 74 40 80 48 81", 6.5, DROP),
        letter="M12 8H29C41 8 48 16 48 28S41 48 29 48H12M12 8V92H31C44 92 52 83 52 70S44 48 31 48",
    ),
    "R": Drawing(
        *("#CA3F35", "#C2372E", "#A92A25", "#EE9A8C", "#FFF7EA"),
        *(POPPY, "M50 50h.1", 22, POPPY),
        letter="M12 92V8H31C44 8 51 17 51 29S44 51 31 51H12M31 51L53 92",
    ),
    "O": Drawing(
        *("#EE9A50", "#E58A3C", "#D67828", "#A65A12", "#3A1A00"),
        *(DISC, _rays(6, 0, 32), 6, DISC),
        letter="M30 8C46 8 53 24 53 50S46 92 30 92 7 76 7 50 14 8 30 8Z",
    ),
    "W": Drawing(
        *("#FFFCF5", "#F7F0E4", "#EADFCC", "#A9977B", "#43324F"),
        *(MOON, "", 0, DISC),
        letter="M3 8L16 92 30 38 44 92 57 8",
    ),
}

CONTOURS = (1.0, 1.26, 1.54, 1.84, 2.16, 2.5)


def definitions() -> str:
    """All drawings, for the top of a page: symbols `s-Y` and cards `c-Y`, and so on for each letter."""
    drawings = "".join(
        _symbol(letter, drawing) + _card(letter, drawing) for letter, drawing in DRAWINGS.items()
    )
    clip = '<clipPath id="edge"><rect x="1.5" y="1.5" width="97" height="139" rx="9.2"/></clipPath>'
    return f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{clip}</defs>{drawings}</svg>'


def card(letter: str) -> str:
    """A card, named for those who can't see it."""
    return _use("card", "0 0 100 142", f"c-{letter}", letter)


def symbol(letter: str) -> str:
    """A small emblem on its enamel, to stand in a line of text."""
    return _use("symbol", "0 0 100 100", f"s-{letter}", letter)


def _use(kind: str, box: str, drawing: str, letter: str) -> str:
    name = COLOURS[LETTERS.index(letter)]
    use = f'<use href="#{drawing}"/>'
    return f'<svg class="{kind}" viewBox="{box}" role="img" aria-label="{name}">{use}</svg>'


def _emblem(d: Drawing, x: float, y: float, size: float) -> str:
    """The emblem around a centre."""
    colour = d.ink if d.emblem == SUN_DISC else d.fill
    lines = f'<path d="{d.lines}" stroke="{colour}" stroke-width="{d.width}"/>' if d.lines else ""
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
    return f'<g transform="{place}" stroke-linecap="round"><path d="{d.emblem}" fill="{d.ink}"/>{lines}</g>'


def _symbol(letter: str, d: Drawing) -> str:
    paint = f'fill="{d.fill}" stroke="{d.edge}" stroke-width="4"'
    tile = f'<rect x="3" y="3" width="94" height="94" rx="24" {paint}/>'
    return f'<symbol id="s-{letter}" viewBox="0 0 100 100">{tile}{_emblem(d, 50, 50, 66)}</symbol>'


def _card(letter: str, d: Drawing) -> str:
    stops = "".join(
        f'<stop offset="{offset}" stop-color="{colour}"/>'
        for offset, colour in ((0, d.light), (0.55, d.fill), (1, d.dark))
    )
    contours = "".join(
        f'<path d="{d.contour}" transform="translate({50 - 50 * k:g} {71 - 50 * k:g}) scale({k})"'
        f' stroke-width="{0.8 / k:.2f}"/>'
        for k in CONTOURS
    )
    index = (
        f'<path d="{d.letter}" transform="translate(9.5 9) scale(.2)" stroke="{d.ink}" stroke-width="15"'
        f' fill="none" stroke-linecap="round" stroke-linejoin="round"/>{_emblem(d, 15.5, 42, 17)}'
    )
    return (
        f'<radialGradient id="g-{letter}" cx=".5" cy=".42" r=".8">{stops}</radialGradient>'
        f'<symbol id="c-{letter}" viewBox="0 0 100 142">'
        f'<rect x=".75" y=".75" width="98.5" height="140.5" rx="10" fill="url(#g-{letter})"'
        f' stroke="{d.edge}" stroke-width="1.5"/>'
        f'<g clip-path="url(#edge)" fill="none" stroke="{d.ink}" stroke-opacity=".16">{contours}</g>'
        f'{_emblem(d, 50, 71, 54)}{index}<g transform="rotate(180 50 71)">{index}</g></symbol>'
    )
