"""A simulation as a picture: HTML that stands alone, PNG or SVG, drawn by Altair without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..errors import LastcardError
from .batch import Matches, Rounds, Rows
from .summary import interval

KINDS = (".html", ".png", ".svg")
INK, BAR, RULE = "#2A2034", "#5B3FB0", "#A8450F"


class PlotError(LastcardError):
    """A picture that can't be drawn."""


def check(path: str) -> None:
    """Refuse before the games are played what would fail after them."""
    if Path(path).suffix.lower() not in KINDS:
        raise PlotError(f"--plot {path}: expected a name that ends in {', '.join(KINDS)}")
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        raise PlotError("--plot needs Altair and vl-convert: install lastcard[plot]") from None


def draw(run: Rounds | Matches, path: str) -> None:
    """Draw the run to a file, whose ending says the format; raises PlotError if it can't be written."""
    import altair as alt

    if isinstance(run, Matches):
        panels = [_wins(run), _histogram(run.rows["rounds"], "Rounds of a match")]
    else:
        panels = [_wins(run), _histogram(run.rows["turns"], "Turns of a round"), _last_cards(run)]
    what = "matches" if isinstance(run, Matches) else "rounds"
    title = f"{run.rulebook.title}, {run.players} players, {run.games:,} {what}"
    below = f"seed {run.seed}, bots {', '.join(run.bots)}, rules {run.rulebook.fingerprint}"
    chart = alt.vconcat(*panels, title=alt.Title(title, subtitle=below, fontSize=17)).configure(
        font="sans-serif", background="#FFFCF6", title={"color": INK, "anchor": "start", "fontSize": 13}
    )
    try:
        chart.save(path, inline=True) if path.lower().endswith(".html") else chart.save(path, scale_factor=2)
    except OSError as error:
        raise PlotError(f"{path}: can't be written: {error.strerror or error}") from None


def _data(rows: list[dict[str, Any]]) -> Any:
    import altair as alt

    return alt.Data(values=rows)  # type: ignore[no-untyped-call]


def _wins(run: Rounds | Matches) -> Any:
    """Wins by seat, with their intervals and the equal share as a line."""
    import altair as alt

    rows = []
    for seat, n in enumerate(run.wins):
        low, high = interval(n, run.games)
        rows.append({"seat": f"{seat + 1} {run.bots[seat]}", "wins": n / run.games, "low": low, "high": high})
    data = _data(rows)
    share = alt.X("wins:Q", title="Share of wins, with 95% intervals", axis=alt.Axis(format="%"))
    seat_ = alt.Y("seat:N", title="Seat", sort=None)
    bars = alt.Chart(data).mark_bar(color=BAR, opacity=0.75).encode(x=share, y=seat_)
    whiskers = alt.Chart(data).mark_rule(color=INK, strokeWidth=2).encode(x="low:Q", x2="high:Q", y=seat_)
    equal = alt.Chart(_data([{"equal": 1 / run.players}])).mark_rule(color=RULE, strokeDash=[4, 4])
    return (bars + whiskers + equal.encode(x="equal:Q")).properties(width=560, title="Wins by seat")


def _histogram(values: Rows, title: str) -> Any:
    """The longest one in a hundred is left out, so that the rest can be seen."""
    import altair as alt

    most = int(np.percentile(values, 99))
    width = max(1, -(-most // 60))  # whole numbers, or some bars would hold more of them than others
    counts, edges = np.histogram(values, bins=np.arange(0, most + 2 * width, width))
    rows = [
        {"from": float(low), "to": float(high), "share": int(n) / len(values)}
        for n, low, high in zip(counts, edges[:-1], edges[1:], strict=True)
    ]
    return (
        alt.Chart(_data(rows))
        .mark_bar(color=BAR, opacity=0.75)
        .encode(
            x=alt.X("from:Q", title=title, bin="binned"),
            x2="to:Q",
            y=alt.Y("share:Q", title="Share", axis=alt.Axis(format="%")),
        )
        .properties(width=560, height=160, title=title)
    )


def _last_cards(run: Rounds) -> Any:
    """How often each card was the last one."""
    import altair as alt

    decided = max(sum(run.wins), 1)
    rows = [{"card": card, "share": n / decided} for card, n in run.last_cards.items()]
    return (
        alt.Chart(_data(rows))
        .mark_bar(color=BAR, opacity=0.75)
        .encode(
            x=alt.X("card:N", title="Card", sort=None, axis=alt.Axis(labelAngle=-90, labelFontSize=8)),
            y=alt.Y("share:Q", title="Share", axis=alt.Axis(format="%")),
        )
        .properties(width=560, height=160, title="The card that won the round")
    )
