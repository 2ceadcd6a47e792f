"""A league table for people, as text, and for programs, as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .. import __version__
from ..bots.forfeits import REASONS
from .plan import Plan
from .rating import Ratings
from .standings import Lead, StandingRow, Tally

MIXED = (
    "This league mixes tables of {sizes} players: points and wins are not worth the same at a small table as"
    " at a large one, so means are only comparable because every bot plays each size equally often."
)


def facts(plan: Plan, tally: Tally) -> str:
    """One line: what was played."""
    what = f"{plan.rulebook.title}, tables of {either(plan.sizes)}"
    deals = "deal" if tally.deals == 1 else "deals"
    return f"{what}: {tally.played:,} games on {tally.deals:,} {deals}, {origin(plan)}"


def origin(plan: Plan) -> str:
    """What the deals come from, in a few words."""
    if plan.seed is not None:
        return f"seed {plan.seed}"
    return f"secret {plan.secrets[0].commitment[:16]}" if plan.secrets else "a secret"


def better(plan: Plan) -> str:
    """Which way is up."""
    return "lower is better: points are penalties" if plan.low_is_good else "higher is better"


def notes(plan: Plan, tally: Tally) -> list[str]:
    """What must be known to read the table (L5)."""
    lines = [f"Mean: points a game, {better(plan)}. 95% intervals from deal to deal; * is more than luck."]
    if tally.mixed:
        lines.append("Note: " + MIXED.format(sizes=either(sorted(tally.sizes))))
    if tally.deals < 2:
        lines.append("One deal is not enough: intervals need at least two.")
    return lines


def explained(reason: str) -> str:
    """A forfeit's reason in words."""
    return {str(key): words for key, words in REASONS.items()}.get(reason, "")


def as_text(plan: Plan, tally: Tally, ratings: Ratings | None = None) -> str:
    """The whole table for a terminal: what was played, a line for each bot, and notes."""
    lines = [facts(plan, tally), "", *_lines(tally.table(), ratings), "", *notes(plan, tally)]
    return "\n".join(lines) + "\n"


def as_data(name: str, plan: Plan, tally: Tally, ratings: Ratings) -> dict[str, Any]:
    """Everything that the table says, for programs."""
    rows = []
    for row in tally.table():
        rating = ratings.final[row.bot]
        line: dict[str, Any] = msgspec.to_builtins(row)
        line["spec"] = plan.entrants[row.bot].spec
        rows.append(line | {"rating": rating.mu, "rating_sigma": rating.sigma})
    return {
        "league": name,
        "rules": plan.rulebook.name,
        "rules_hash": plan.rulebook.fingerprint,
        "version": __version__,
        "players": list(plan.sizes),
        "mixed": tally.mixed,
        "seed": plan.seed,
        "secrets": msgspec.to_builtins(plan.secrets),
        "games": tally.played,
        "deals": tally.deals,
        "low_is_good": plan.low_is_good,
        "table": rows,
    }


HEADER = ("", "bot", "games", "wins", "total", "mean", "95%", "ahead of the next", "rating")


def cells(row: StandingRow, ratings: Ratings | None) -> list[str]:
    """A line of the table as text, in the order of HEADER."""
    rating = ratings.final[row.bot] if ratings else None
    return [
        str(row.rank),
        row.name,
        f"{row.games:,}",
        f"{row.wins:,}",
        f"{row.total:,}",
        f"{row.mean:.2f}",
        span(row.low, row.high),
        lead(row.lead),
        f"{rating.mu:.2f} ± {2 * rating.sigma:.2f}" if rating else "",
        forfeits(row),
    ]


def forfeits(row: StandingRow) -> str:
    """How often a bot has forfeited, and why."""
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in row.forfeits.items())
    return f"forfeits: {reasons}" if reasons else ""


def span(low: float | None, high: float | None) -> str:
    """An interval such as `1.20 to 1.48`, or `-` where there is none."""
    return "-" if low is None or high is None else f"{low:.2f} to {high:.2f}"


def lead(one: Lead | None) -> str:
    """The lead over the next, with a mark where it is more than luck."""
    if one is None:
        return ""
    if one.low is None:
        return f"{one.difference:.2f}"
    return f"{one.difference:.2f} ({span(one.low, one.high)}){' *' if one.low > 0 else ''}"


def _lines(rows: Sequence[StandingRow], ratings: Ratings | None) -> list[str]:
    table = [[*HEADER, ""], *(cells(row, ratings) for row in rows)]
    kept = [place for place in range(len(table[0])) if any(line[place] for line in table[1:])]
    widths = {place: max(len(line[place]) for line in table) for place in kept}
    lines = []
    for line in table:
        parts = [line[n].ljust(widths[n]) if n in (1, 7, 9) else line[n].rjust(widths[n]) for n in kept]
        lines.append("  ".join(parts).rstrip())
    return lines


def either(sizes: Sequence[int]) -> str:
    """`2 and 3`."""
    return " and ".join(map(str, sizes))
