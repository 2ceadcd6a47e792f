"""How much processor time a restart takes for the longest log that a table can have.

python benchmarks/long_log.py
"""

from __future__ import annotations

import random
import time
from itertools import count

import msgspec

from lastcard.rulebooks import load
from lastcard.server.tables import events as e
from lastcard.server.tables.log_size import LONGEST
from lastcard.server.tables.table import Table, replayed


def longest_log(rules: str, players: int) -> list[e.NumberedEvent]:
    """The log of a table where the same people play one match after the other, at random."""
    table, log, chance = Table("ABCDE"), list[e.NumberedEvent](), random.Random(1)

    def add(event: e.LogEvent) -> None:
        log.append(e.NumberedEvent(len(log) + 1, 0, event))
        table.apply(log[-1])

    book = msgspec.to_builtins(load(rules))
    seed = bytes(32)
    add(
        e.TableCreated(
            rules=rules, rulebook=book, set={}, seats=players, public=True, timer=0, pace="fast", seed=seed
        )
    )
    for seat in range(players):
        add(e.SeatTaken(seat=seat, person=f"p{seat}", name=f"Player {seat}"))
    for number in count(1):
        game = "" if table.phase == "between" else f"game{number}"
        add(e.RoundDealt(seed=number.to_bytes(32, "big"), game=game))
        while table.phase == "playing":
            if len(log) >= LONGEST:
                return log
            assert table.match is not None
            assert table.turn is not None
            add(e.ActionPlayed(seat=table.turn, action=str(chance.choice(table.match.round.legal()))))
    raise AssertionError("matches don't end")


def main() -> None:
    """Print the time for each rulebook."""
    for rules, players in (("classic", 4), ("classic", 10), ("league", 4), ("rounds", 4), ("fool108", 4)):
        log = longest_log(rules, players)
        stored = [(one.n, e.encode(one.event)) for one in log]
        size = sum(len(text) for _, text in stored) / 1e6
        began = time.process_time()
        again = [e.NumberedEvent(n, 0, e.decode(text)) for n, text in stored]
        table = replayed("ABCDE", again)
        seconds = time.process_time() - began
        assert table.n == LONGEST
        shown = f"{LONGEST:,} entries, {size:.1f} MB, {seconds:.2f} s of processor time"
        print(f"{rules:8} {players:2} players: {shown}")


if __name__ == "__main__":
    main()
