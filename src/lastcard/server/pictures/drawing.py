"""Pictures of 1200 x 630 as SVG: cards from the client's drawings, and words where there is a font for them.

Without a font the cards stand in the middle and nothing is missing.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from .card_art import Art
from .facts import Facts, Row

WIDTH, HEIGHT = 1200, 630
SERIF: Final = "'DejaVu Serif','Liberation Serif','Noto Serif','Georgia','Times New Roman','Times'"
SANS: Final = (
    "'DejaVu Sans','Liberation Sans','Noto Sans','Segoe UI','Helvetica Neue','Helvetica','Arial','Roboto',"
    "'Ubuntu','Cantarell','FreeSans'"
)
PAPER, SOFT, LAMP = "#F7F0E4", "#B9AEC6", "#FFC58F"
LEFT, TEXT_WIDTH = 72, 590
MOST_ROWS: Final = 6
LOGO: Final = (
    '<rect x="12" y="7" width="26" height="36" rx="5" fill="#F7F0E4"/><path d="M21 19.500 26.500 15v20" '
    'fill="none" stroke="#4A3860" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round"/>'
)


class Style(NamedTuple):
    """How a text looks."""

    size: float
    colour: str
    family: str = SANS
    bold: bool = False
    end: bool = False  # it ends at its place


def picture(facts: Facts, art: Art, words: bool) -> str:
    """The picture of a page; `words`: there is a font."""
    few = len(facts.cards) <= 3
    middle = (1000 if few else 895) if words else WIDTH / 2 + 40 * few
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{art.paints}'
        '<radialGradient id="table" cx=".62" cy=".38" r=".9"><stop offset="0" stop-color="#3A2B49"/>'
        '<stop offset="1" stop-color="#17121D"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#table)"/>'
        + _fan([art.card(name) for name in facts.cards], middle)
        + (_words(facts) if words else "")
        + "</svg>"
    )


def a_word() -> str:
    """A picture that is empty where there is no font."""
    word = _text("One", 5, 40, Style(30, PAPER))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{word}</svg>'


def _fan(cards: list[str], x: float) -> str:
    """Cards in a hand, the last one on top; three stand closer and larger than more."""
    few = len(cards) <= 3
    scale, step, turn = (2.9, 44, 8) if few else (2.3, 66, 9)
    out = ""
    for i, card in enumerate(cards):
        off = i - (len(cards) - 1) / 2
        if few:  # the last one stands upright, the others behind it
            off = i - (len(cards) - 1)
        at = f"translate({x + off * step:.1f} {330 + abs(off) * 18:.1f})"
        place = f"{at} rotate({off * turn:.1f}) scale({scale})"
        shadow = '<rect x="-48" y="-66" width="100" height="142" rx="11" fill="#000" fill-opacity=".32"/>'
        out += f'<g transform="{place}">{shadow}<g transform="translate(-50 -71)">{card}</g></g>'
    return out


def _words(facts: Facts) -> str:
    head = f'<g transform="translate({LEFT - 12} 40) scale(1.25)">{LOGO}</g>' + _text(
        "lastcard", LEFT + 52, 84, Style(36, PAPER, SERIF, bold=True)
    )
    if facts.rows:
        return head + _result(facts)
    heading = facts.heading or facts.title
    out = "" if heading == "lastcard" else head
    y = 300
    if facts.above:
        out += _fitted(facts.above, LEFT, y - 84, Style(38, SOFT), 26)
    out += _fitted(heading, LEFT, y, Style(76, PAPER, SERIF, bold=True), 42)
    for i, line in enumerate(_lines(facts.about, 34)):
        out += _text(line, LEFT, y + 70 + 46 * i, Style(34, SOFT))
    return out + _seats(facts, y + 130)


def _seats(facts: Facts, y: int) -> str:
    """A dot for each seat, full where somebody sits."""
    out = ""
    for i in range(facts.seats):
        full = f'fill="{LAMP}"' if i < facts.taken else f'fill="none" stroke="{SOFT}" stroke-width="4"'
        out += f'<circle cx="{LEFT + 18 + 52 * i}" cy="{y}" r="16" {full}/>'
    return out


def _result(facts: Facts) -> str:
    out = _fitted(facts.above, LEFT, 164, Style(30, SOFT), 22)
    out += _fitted(facts.heading, LEFT, 226, Style(54, PAPER, SERIF, bold=True), 32)
    shown = facts.rows if len(facts.rows) <= MOST_ROWS else facts.rows[: MOST_ROWS - 1]
    for i, row in enumerate(shown):
        out += _row(row, 290 + 54 * i)
    return out


def _row(row: Row, y: int) -> str:
    first = row.place == 1
    colour = LAMP if first else PAPER
    return (
        _text(str(row.place), LEFT, y, Style(30, SOFT))
        + _fitted(row.name, LEFT + 52, y, Style(32, colour, bold=first), 22, width=420)
        + _text(str(row.points), LEFT + TEXT_WIDTH - 20, y, Style(34, colour, bold=True, end=True))
    )


def _text(text: str, x: float, y: float, style: Style) -> str:
    weight = ' font-weight="700"' if style.bold else ""
    anchor = ' text-anchor="end"' if style.end else ""
    look = f'font-size="{style.size:.0f}" font-family="{style.family}" fill="{style.colour}"{weight}{anchor}'
    return f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'


def _fitted(text: str, x: float, y: float, style: Style, least: float, width: float = TEXT_WIDTH) -> str:
    """Smaller if it is long; cut where even the smallest size is too wide."""
    fits = min(style.size, width / max(_ems(text), 0.1))
    if fits < least:
        while text and _ems(text + "…") * least > width:
            text = text[:-1]
        text, fits = text.rstrip() + "…", least
    return _text(text, x, y, style._replace(size=fits))


def _ems(text: str) -> float:
    """About how wide a text is, in sizes of its font; rather too wide."""
    return sum(1.05 if east_asian_width(ch) in "WF" else 0.66 for ch in text)


def _lines(text: str, size: float) -> list[str]:
    """Broken between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if _ems(longer) * size <= TEXT_WIDTH + 40 or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines[:3]
