"""Logs of earlier versions lead to what people saw then, event by event (tests/old_files/README.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastcard.server.tables import events as e
from lastcard.server.tables.table import Table
from support.old_logs import shown

LOGS = sorted((Path(__file__).parents[1] / "old_files").glob("logs-*/*.jsonl"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_an_old_log_replays_to_what_was_seen(file: Path) -> None:
    """Rematches that the first seat began (F2), calls with two cards that stood (F6)."""
    table = Table("ABCDE")
    for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text, seen = json.loads(line)
        event = e.decode(text)
        assert e.encode(event) == text
        table.apply(e.NumberedEvent(n, 999 + n, event))
        assert shown(table) == seen, n
