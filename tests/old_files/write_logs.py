"""Writes logs of tables with a rematch: `python tests/old_files/write_logs.py FOLDER`.

Run it before a change of what a log leads to, and keep the folder: tests/server/test_old_logs.py reads it. A
line is an event as it is stored, and what the table showed then.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from lastcard.server.common.person import Person
from lastcard.server.protocol import messages as m
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, create, deal
from lastcard.server.tables.table import Table
from support.old_logs import shown

WANTED: dict[str, tuple[str, int, dict[str, Any]]] = {
    "rounds": ("rounds", 3, {"rounds": 1}),
    "fool108": ("fool108", 3, {"limit": 20}),
    "classic": ("classic", 2, {"rounds": 1}),
}


def seed(*what: object) -> bytes:
    return hashlib.sha256(repr(what).encode()).digest()


def chosen(table: Table, rng: random.Random) -> str:
    """Mostly a play; a call whenever there can be one, and then often a pass (F6)."""
    assert table.match is not None
    legal = [str(action) for action in table.match.round.legal()]
    if "call" in legal and rng.random() < 0.7:
        return "call"
    if "pass" in legal and rng.random() < 0.5:
        return "pass"
    plays = [text for text in legal if text.startswith("play") and not text.endswith("call")]
    return rng.choice(plays or legal)


def written(name: str, number: int) -> list[str]:
    """Two matches at one table, and the beginning of a third."""
    rules, players, changes = WANTED[name]
    rng = random.Random(number)
    people = [Person(f"id{i}", who) for i, who in enumerate(("Ann", "Bob", "Cid")[:players])]
    made = create(people[0], m.Create(id="c", rules=rules, seats=players, set=changes), Context())
    made[0] = msgspec.structs.replace(made[0], seed=seed(name, number))
    made += [e.SeatTaken(seat=i, person=one.id, name=one.name) for i, one in enumerate(people) if i]
    table, lines = Table("ABCDE"), []

    def log(event: e.LogEvent) -> None:
        table.apply(e.NumberedEvent(table.n + 1, 1000 + table.n, event))
        lines.append(json.dumps([e.encode(event), shown(table)], ensure_ascii=False))

    for event in made:
        log(event)
    for match in ("first", "second", "third"):
        while table.phase != "over" or table.game != match:
            if table.phase != "playing":
                (dealt,) = deal(table, Context(new_game=partial(str, match)))
                log(msgspec.structs.replace(dealt, seed=seed(name, number, table.n)))
                if match == "third":
                    break
            assert table.turn is not None
            log(e.ActionPlayed(seat=table.turn, action=chosen(table, rng)))
    return lines


def kept_call(lines: list[str]) -> bool:
    """Somebody called with two cards, ended the turn with them, and went out later without another call."""
    kept: set[int] = set()
    before: dict[str, Any] = {}
    for line in lines:
        text, now = json.loads(line)
        event = json.loads(text)
        if event["type"] == "did":
            seat, counts = event["seat"], list(before["counts"].values())
            name = list(before["counts"])[seat]
            if event["action"] == "pass" and counts[seat] == 2 and name in before["called"]:
                kept.add(seat)
            elif event["action"] in ("call", "draw"):
                kept.discard(seat)
            elif counts[seat] == 1 and event["action"].startswith("play") and seat in kept:
                return True
        elif event["type"] == "deal":
            kept = set()
        before = now
    return False


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in WANTED:
        logs = (written(name, number) for number in range(1000))
        lines = next(one for one in logs if len(one) < 400 and (name != "fool108" or kept_call(one)))
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(name, len(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
