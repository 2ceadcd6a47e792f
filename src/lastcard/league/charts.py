"""The pictures of a report: HTML and SVG without script or file. Lines stretch, words keep their size."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .head_to_head import Versus
from .standings import StandingRow
from .variance import Luck

COLOURS = ("#2f7ed8", "#e2762b", "#1c9d74", "#c7457f", "#8b66d6", "#b08a00", "#0092a8", "#d8484a")
MOST_POINTS = 300  # of a line
LABEL_HEIGHT = 19  # pixels that a name beside a line needs
LEAST_HEIGHT = 300

LUCK_WORDS = {
    "bot": ("Skill", "who plays"),
    "deal": ("The cards", "which hand of which deal one gets"),
    "seat": ("The seat", "coming first, second, ..."),
    "rest": ("The course of play", "opponents, draws, the bots' own dice"),
}


def colour(bot: int) -> str:
    """A bot's colour as CSS; the colours repeat when there are more bots than colours."""
    return COLOURS[bot % len(COLOURS)]


def dot(bot: int) -> str:
    """A dot in the bot's colour, as HTML."""
    return f'<i class="dot" style="background:{colour(bot)}"></i>'


def scale(rows: Sequence[StandingRow]) -> tuple[float, float]:
    """From the lowest to the highest end of any interval."""
    ends = [end for row in rows for end in (row.low, row.mean, row.high) if end is not None]
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.04 or 1.0
    return low - margin, high + margin


def whisker(row: StandingRow, low: float, high: float) -> str:
    """A mean with its interval on a common scale."""

    def at(value: float) -> float:
        return 100 * (value - low) / (high - low)

    bar = ""
    if row.low is not None and row.high is not None:
        place = f"left:{at(row.low):.2f}%;width:{at(row.high) - at(row.low):.2f}%"
        bar = f'<b style="{place};background:{colour(row.bot)}"></b>'
    point = f'<i style="left:{at(row.mean):.2f}%;background:{colour(row.bot)}"></i>'
    return f'<div class="whisker">{bar}{point}</div>'


def heat_map(rows: Sequence[StandingRow], pairs: dict[tuple[int, int], Versus]) -> str:
    """How often the bot of a row finishes ahead of the bot of a column."""
    head = "".join(f'<th scope="col"><span>{escape(row.name)}</span></th>' for row in rows)
    lines = []
    for row in rows:
        cells = "".join(_heat(pairs.get((row.bot, other.bot)), row, other) for other in rows)
        lines.append(f'<tr><th scope="row">{dot(row.bot)}{escape(row.name)}</th>{cells}</tr>')
    return (
        f'<table class="heat"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
    )


def _heat(versus: Versus | None, row: StandingRow, other: StandingRow) -> str:
    if versus is None:
        return '<td class="self"></td>'
    strength = abs(versus.share - 0.5) * 2
    side = "up" if versus.share >= 0.5 else "down"
    text = f"{row.name} against {other.name}: {versus.games:,} games, {versus.mean:+.2f} points a game"
    return (
        f'<td class="{side}" style="--s:{100 * (0.06 + 0.64 * strength):.0f}%" title="{escape(text)}">'
        f"{100 * versus.share:.0f}</td>"
    )


def rating_lines(rows: Sequence[StandingRow], history: Sequence[Sequence[float]], start: float) -> str:
    """`history` holds everybody's rating after every deal; the lines begin together."""
    points = [[start] * len(rows), *history]
    step = max(1, -(-len(points) // MOST_POINTS))
    kept = sorted({*range(0, len(points), step), len(points) - 1})
    values = [value for number in kept for value in points[number]]
    ticks = nice_ticks(min(values), max(values))
    low, high = ticks[0], ticks[-1]
    last = len(points) - 1

    def y(value: float) -> float:
        return 100 * (high - value) / (high - low)

    height = max(LEAST_HEIGHT, LABEL_HEIGHT * len(rows))
    grid = "".join(f'<span class="tick" style="top:{y(tick):.2f}%">{tick:g}</span>' for tick in ticks)
    lines, ends = [], []
    for row in rows:
        path = " ".join(f"{100 * n / last:.2f},{y(points[n][row.bot]):.2f}" for n in kept)
        dash = f' stroke-dasharray="{2 + 3 * (row.bot // len(COLOURS))} 3"' if row.bot >= len(COLOURS) else ""
        lines.append(f'<polyline points="{path}" stroke="{colour(row.bot)}"{dash}/>')
        ends.append((y(points[last][row.bot]), row))
    return (
        f'<div class="lines" style="height:{height}px"><div class="plot">{grid}'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img">'
        f"<title>Rating after every deal</title>{''.join(lines)}</svg></div>"
        f'<div class="ends">{_end_labels(ends, points[last], height)}</div></div>'
        f'<div class="axis"><span>start</span><span>deal {last:,}</span></div>'
    )


def _end_labels(ends: list[tuple[float, StandingRow]], final: Sequence[float], height: int) -> str:
    """Names at the ends of their lines, moved apart where they would overlap."""
    gap = 100 * LABEL_HEIGHT / height
    places = spread([place for place, _ in sorted(ends, key=lambda end: end[0])], gap)
    labels = []
    for place, (_, row) in zip(places, sorted(ends, key=lambda end: end[0]), strict=True):
        name = f'<em style="color:{colour(row.bot)}">{escape(row.name)}</em> {final[row.bot]:.1f}'
        labels.append(f'<span style="top:{place:.2f}%">{name}</span>')
    return "".join(labels)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Ascending places on a scale to 100, moved as little as it takes to be `gap` apart."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    limit = 100.0
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - gap
    return moved


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers that reach from `low` to `high`."""
    width = max(high - low, 1e-9) / 4
    power = 10.0 ** len(str(int(width))) / 10 if width >= 1 else 1.0
    step = next(power * factor for factor in (1, 2, 5, 10, 20) if power * factor >= width)
    first = low // step
    count = int(-(-high // step) - first)
    return [(first + n) * step for n in range(max(count, 1) + 1)]


def luck_bar(luck: Luck) -> str:
    """The parts of the variance as one bar and a list."""
    parts = [(key, getattr(luck, key)) for key in LUCK_WORDS]
    bar = "".join(f'<i class="{key}" style="width:{100 * share:.2f}%"></i>' for key, share in parts)
    items = "".join(
        f'<li><i class="{key}"></i><b>{100 * share:.1f}%</b> {LUCK_WORDS[key][0]}'
        f"<small>{LUCK_WORDS[key][1]}</small></li>"
        for key, share in parts
    )
    return f'<div class="luck">{bar}</div><ul class="legend">{items}</ul>'
