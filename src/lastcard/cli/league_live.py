"""The standings of a league while it is played, where somebody is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..league import Plan, Schedule, Tally
from ..league.wording import cells

if TYPE_CHECKING:
    from rich.table import Table

EVERY = 0.25  # seconds between two looks
SHOWN = {"bot": 1, "games": 2, "wins": 3, "mean": 5, "95%": 6, "ahead of the next": 7, "": 9}


@contextmanager
def live(plan: Plan, deals: int) -> Iterator[Callable[[Tally], None]]:
    """A table and a bar on a terminal; nothing where the output is read by a program."""
    if not sys.stderr.isatty():
        yield lambda tally: None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, speed_estimate_period=600)
    task = bar.add_task("games", total=deals * Schedule(len(plan.entrants), plan.sizes).games_a_deal)
    last = 0.0
    with Live(bar, console=Console(stderr=True), transient=True, refresh_per_second=4) as screen:

        def show(tally: Tally) -> None:
            nonlocal last
            bar.update(task, completed=tally.played)
            if time.monotonic() - last >= EVERY:
                screen.update(Group(standings(tally), bar))
                last = time.monotonic()

        yield show


def standings(tally: Tally) -> Table:
    """The league table so far, for rich to print."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("", justify="right")
    for header in SHOWN:
        table.add_column(header, justify="left" if header in ("bot", "") else "right", no_wrap=True)
    for row in tally.table():
        line = cells(row, None)
        table.add_row(line[0], *(escape(line[place]) for place in SHOWN.values()))
    return table
