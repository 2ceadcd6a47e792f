"""Does the pause of a bot tell whether it had a choice?

`python benchmarks/bot_pauses.py [--tables 12] [--seconds 30]`: for every level, tables of bots on a server of
its own, at the pace "fast", with a page that shows things in no time. Their logs are replayed afterwards: for
each move of a bot the milliseconds since its turn could be seen, and whether it could do more than one thing.
AUC is how often a pause with a choice is longer than one without, among turns that look the same to others:
after a draw, or not (0.5: the pause tells nothing; our goal is at most 0.6).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]
import lastcard  # noqa: E402
from lastcard.bots.levels import LEVELS, missing  # noqa: E402
from lastcard.server.rooms.pace import Pace  # noqa: E402
from lastcard.server.settings import Settings  # noqa: E402
from lastcard.server.storage.store import Store  # noqa: E402
from lastcard.server.tables import events as e  # noqa: E402
from lastcard.server.tables.table import Table  # noqa: E402
from support.server.people import QUICK, Guest, running  # noqa: E402

SETTINGS = structs.replace(QUICK, paces={"fast": 0.3}, passes=Settings().passes)
RULES = ("classic", "league", "fool108")


class Pause(NamedTuple):
    """Before a move of a bot."""

    drawn: bool  # it has drawn in this turn, as everybody saw
    choice: bool  # it could do more than one thing
    ms: int


def play(url: str, level: str, tables: int, seconds: float) -> None:
    """Tables at which bots play all seats, for a while; the person who opened one lets a bot go on."""
    with running(url, SETTINGS) as server:
        people = [Guest(server.base, f"Ann {number}") for number in range(tables)]
        for number, one in enumerate(people):
            rules = RULES[number % len(RULES)]
            one.must("create", rules=rules, seats=3, bots=level, pace="fast", timer=0, start=True)
            one.must("away", away=True)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for one in people:
                one.quiet(0.01)
                if one.table["phase"] in ("between", "over"):
                    one.command("ready")
        for one in people:
            one.close()


def pauses(url: str, level: str) -> Iterator[Pause]:
    """Of every move in turn of a bot of this level."""
    store, pace = Store(url), Pace(SETTINGS)
    for stored in store.open_tables():
        table = Table(stored.code)
        for one in stored.events():
            event = one.event
            if isinstance(event, e.ActionPlayed) and event.seat == table.turn and not event.auto:
                assert table.match is not None
                if table.seats[event.seat].level == level:
                    can = {(action.verb, action.card) for action in table.match.round.legal()}
                    waited = one.at - pace.shown_at(table, table.turn_version)
                    yield Pause("pass" in table.turn_verbs, len(can) > 1, waited)
            table.apply(one)
    store.close()


def auc(found: list[Pause]) -> float:
    """How often a pause with a choice is longer than one without; equal ones count half."""
    longer = pairs = 0
    for drawn in (False, True):
        alike = [one for one in found if one.drawn is drawn]
        chosen = [one.ms for one in alike if one.choice]
        forced = sorted(one.ms for one in alike if not one.choice)
        longer += sum(bisect_left(forced, ms) + bisect_right(forced, ms) for ms in chosen)
        pairs += 2 * len(chosen) * len(forced)
    return longer / pairs


def measured(level: str, tables: int, seconds: float) -> list[Pause]:
    """The pauses of one level."""
    match = lastcard.Match("rounds", ["Ann", "Bob"], seed=0)
    lastcard.play_match(match, [LEVELS[level].bot, "random"], seed=0)  # compiled, where it is
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.db"
        play(url, level, tables, seconds)
        return list(pauses(url, level))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=12, help="at once (12)")
    parser.add_argument("--seconds", type=float, default=30, help="for each level (30)")
    wanted = parser.parse_args()
    print("| level | moves with a choice | without | AUC |\n|---|--:|--:|--:|")
    for level in (one for one in LEVELS if not missing(one)):
        found = measured(level, wanted.tables, wanted.seconds)
        choices = sum(one.choice for one in found)
        print(f"| {level} | {choices} | {len(found) - choices} | {auc(found):.3f} |", flush=True)


if __name__ == "__main__":
    main()
