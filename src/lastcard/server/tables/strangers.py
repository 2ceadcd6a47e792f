"""Tables of strangers (quick match): when they deal by themselves. Bots fill them (`commands.deal`)."""

from __future__ import annotations

from .table import Table


def starts_at(table: Table, wait: float, following: float) -> int | None:
    """When it deals, in milliseconds of the clock; None: when everybody is ready, or not now.

    The first match begins `wait` seconds after the table was opened, or at once when it is full of people; a
    round after it `following` seconds after the first of them was ready.
    """
    if not table.quick or table.phase == "playing":
        return None
    if table.log_size.worn_out(within_match=table.phase == "between"):
        return None
    if table.phase == "waiting":
        full = len(table.people()) == len(table.seats)
        return table.created_at + (0 if full else round(1000 * wait))
    return table.ready_since + round(1000 * following) if table.ready_since else None
