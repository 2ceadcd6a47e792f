"""The golden records: one full match of every rulebook, played by bots from a fixed seed.

`make golden` writes them again; look at the difference before you
commit it: it is a change of behaviour. A field that was added to the schema later, and that is off, is none:
it is left out of a record that was written without it, as it is in all records of that time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import structs, to_builtins

from lastcard.bots import SimpleBot
from lastcard.bots.loop import play_match
from lastcard.game import Match, seeded
from lastcard.game.record import decode, encode
from lastcard.rulebooks import Rulebook, load
from support.scenes import FOUR

FOLDER = Path(__file__).parents[1] / "golden"
PLAYERS = ["Ann", "Bob", "Cid", "Dot"]
LEVELS = ("greedy", "random", "lazy", "greedy")


def golden(rules: str) -> str:
    rulebook = load(rules)
    match = Match(rulebook, PLAYERS, seeded(f"golden {rules}"))
    bots = [SimpleBot(rulebook, PLAYERS, level, seed) for seed, level in enumerate(LEVELS)]
    play_match(match, bots)
    record = match.record()
    record.rules = without_new_defaults(rulebook, set(written_rules(rules)))
    return encode(record)


def written_rules(rules: str) -> dict[str, Any]:
    """The rulebook in the record that is there; of a game that has none yet, any fields are new."""
    path = FOLDER / f"{rules}.json"
    known = decode(path.read_bytes()).rules if path.exists() else to_builtins(load(rules))
    assert isinstance(known, dict)
    return known


def without_new_defaults(rulebook: Rulebook, known: set[str]) -> dict[str, Any]:
    """A rulebook without the fields that `known` lacks, as long as they say what the schema says anyway."""
    usual = {one.name: one.default for one in structs.fields(rulebook)}
    rules: dict[str, Any] = to_builtins(rulebook)
    return {name: value for name, value in rules.items() if name in known or value != usual[name]}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in FOUR:
        (FOLDER / f"{name}.json").write_text(golden(name), encoding="utf-8")
        print(f"tests/golden/{name}.json")
