"""Rounds and standings as small HTML tables, for notebooks (`_repr_html_`)."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .round import Round
    from .standing import Standing


def round_html(round: Round) -> str:
    """Who holds how many cards, what lies on top, and who is to act; no hidden card."""
    view = round.view(None)
    colour = f", {round.rulebook.suits[view.colour]}" if view.colour else ""
    rows = [
        [("▸ " if name == view.turn else "") + name, str(count), _points(view.scores, name)]
        for name, count in view.counts.items()
    ]
    what = f"{round.reason}" if round.over else f"{view.turn}: {view.phase}"
    caption = f"{round.rulebook.title}: {view.top}{colour} on top; {what}"
    return _table(caption, ["player", "cards", "points"] if round.over else ["player", "cards"], rows)


def standing_html(standing: Standing) -> str:
    """Totals and places."""
    rows = [[str(standing.places[name]), name, str(total)] for name, total in standing.totals.items()]
    rows.sort(key=lambda row: int(row[0]))
    return _table("over" if standing.over else "so far", ["place", "player", "total"], rows)


def _points(scores: dict[str, int] | None, name: str) -> str:
    return "" if scores is None else str(scores[name])


def _table(caption: str, head: list[str], rows: list[list[str]]) -> str:
    cells = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row[: len(head)]) + "</tr>" for row in rows
    )
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    return f"<table><caption>{escape(caption)}</caption><tr>{titles}</tr>{cells}</table>"
