"""What is seen of a table at each event of its log: shared by what writes old logs and the test."""

from __future__ import annotations

from typing import Any

from lastcard.server.tables.table import Table


def shown(table: Table) -> dict[str, Any]:
    """The table in the open and every hand: whatever the rules decide can be told from it."""
    if table.match is None:
        return {"phase": table.phase, "turn": None}
    match, view = table.match, table.match.round.view(None)
    return {
        "phase": table.phase,
        "round": len(match.rounds),
        "limit": match.rulebook.limit,
        "turn": view.turn,
        "top": view.top,
        "colour": view.colour,
        "counts": view.counts,
        "called": view.called,
        "hands": {name: " ".join(hand) for name, hand in match.round.hands.items()},
        "scores": view.scores,
        "totals": match.standing.totals,
        "winners": match.standing.winners,
    }
