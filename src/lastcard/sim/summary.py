"""What a simulation says, in numbers: shares with intervals, distributions, and how the rounds ended."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import __version__
from .batch import Matches, Rounds, Rows, Run

Z95 = 1.959964


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = hits / of, Z95 * Z95
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def spread(values: Rows) -> dict[str, float]:
    """A distribution in five numbers."""
    low, middle, high = np.percentile(values, [5, 50, 95])
    return {
        "mean": float(values.mean()),
        "deviation": float(values.std()),
        "low": float(low),
        "median": float(middle),
        "high": float(high),
    }


def as_data(run: Rounds | Matches) -> dict[str, Any]:
    """The whole summary for programs."""
    data = _common(run)
    if not run.games:
        return data
    if isinstance(run, Matches):
        totals = [spread(run.totals[:, seat]) for seat in range(run.players)]
        return data | {"wins": run.wins, "mean_rounds": run.mean_rounds, "totals": totals}
    decided = sum(run.wins)
    return data | {
        "wins": run.wins,
        "win_intervals": [interval(n, run.games) for n in run.wins],
        "mean_turns": run.mean_turns,
        "ends": run.ends,
        "turns": spread(run.rows["turns"]),
        "points": [spread(run.points[:, seat]) for seat in range(run.players)],
        "first_wins": run.first_wins,
        "first_interval": interval(run.first_wins, decided),
        "last_cards": run.last_cards,
    }


def _common(run: Run) -> dict[str, Any]:
    return {
        "rules": run.rulebook.name,
        "rules_hash": run.rulebook.fingerprint,
        "version": __version__,
        "players": run.players,
        "bots": list(run.bots),
        "seed": run.seed,
        "games": run.games,
        "complete": run.complete,
        "seconds": run.seconds,
        "games_per_second": run.games_per_second,
        "steps": run.steps,
    }


def as_text(run: Rounds | Matches) -> str:
    """The summary for people."""
    what = "matches" if isinstance(run, Matches) else "rounds"
    early = "" if run.complete else f", stopped early: {run.asked:,} were asked for"
    speed = f"{run.seconds:.2f} s, {run.games_per_second:,.0f} a second"
    lines = [f"{run.rulebook.title}, {run.players} players: {run.games:,} {what} in {speed}{early}"]
    lines.append(f"Seed {run.seed}, rules {run.rulebook.fingerprint}, lastcard {__version__}")
    if run.games:
        lines += ["", *(_match_lines(run) if isinstance(run, Matches) else _round_lines(run))]
    return "\n".join(lines) + "\n"


def _round_lines(run: Rounds) -> list[str]:
    decided = sum(run.wins)
    lines = _win_lines(run, run.wins)
    if decided:
        low, high = interval(run.first_wins, decided)
        share = 100 * run.first_wins / decided
        share_text = f"{share:.1f}% ({100 * low:.1f} to {100 * high:.1f}) of the decided rounds"
        lines.append(f"The first player wins {share_text}; an equal share is {100 / run.players:.1f}%")
    ends = ", ".join(f"{name} {n:,}" for name, n in run.ends.items() if n)
    lines += ["", f"Ends    {ends}", f"Turns   {_spread_text(spread(run.rows['turns']))}"]
    for seat in range(run.players):
        lines.append(f"Points  seat {seat + 1}: {_spread_text(spread(run.points[:, seat]))}")
    cards = sorted(run.last_cards.items(), key=lambda item: -item[1])[:10]
    if cards:
        shares = ", ".join(f"{card} {100 * n / decided:.1f}%" for card, n in cards)
        lines += ["", f"Last card, most often: {shares}"]
    return lines


def _match_lines(run: Matches) -> list[str]:
    lines = [*_win_lines(run, run.wins), "", f"Rounds  {_spread_text(spread(run.rows['rounds']))}"]
    for seat in range(run.players):
        lines.append(f"Total   seat {seat + 1}: {_spread_text(spread(run.totals[:, seat]))}")
    return lines


def _win_lines(run: Run, wins: list[int]) -> list[str]:
    lines = []
    for seat, n in enumerate(wins):
        low, high = interval(n, run.games)
        share = f"{100 * n / run.games:5.1f}% ({100 * low:.1f} to {100 * high:.1f})"
        lines.append(f"Seat {seat + 1:<3} {run.bots[seat]:8} wins {share}")
    return lines


def _spread_text(one: dict[str, float]) -> str:
    middle = f"mean {one['mean']:.1f}, median {one['median']:.0f}"
    return f"{middle}, 5% to 95%: {one['low']:.0f} to {one['high']:.0f}"
