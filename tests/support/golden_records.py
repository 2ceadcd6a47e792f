"""The golden records: one full match of every rulebook, played by bots from a fixed seed.

`make golden` writes them again; look at the difference before you commit it: it is a change of behaviour.
"""

from __future__ import annotations

from pathlib import Path

from lastcard.bots import SimpleBot
from lastcard.bots.loop import play_match
from lastcard.game import Match, seeded
from lastcard.game.record import encode
from lastcard.rulebooks import load
from support.scenes import FOUR

FOLDER = Path(__file__).parents[1] / "golden"
PLAYERS = ["Ann", "Bob", "Cid", "Dot"]
LEVELS = ("greedy", "random", "lazy", "greedy")


def golden(rules: str) -> str:
    book = load(rules)
    match = Match(book, PLAYERS, seeded(f"golden {rules}"))
    bots = [SimpleBot(book, PLAYERS, level, seed) for seed, level in enumerate(LEVELS)]
    play_match(match, bots)
    return encode(match.record())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in FOUR:
        (FOLDER / f"{name}.json").write_text(golden(name), encoding="utf-8")
        print(f"tests/golden/{name}.json")
