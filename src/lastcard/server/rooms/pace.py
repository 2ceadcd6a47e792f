"""When a table does something by itself: how long bots think, and when a turn after a draw is passed.

Every time is drawn from the table's own secret seed, by what it is for and since which version. So it is the
same however often it is asked for, also after a restart, and nobody can know it before. Bots begin to think
when the page has shown what happened, and move at a time that depends only on what everybody can see: not on
their cards, on how much there was to choose from, or on who has called and who forgot.
"""

from __future__ import annotations

import math
import random
from typing import Final

from ...bots.levels import DEFAULT
from ...game import Event
from ...game.events import LastCardCalled
from ..protocol import messages as m
from ..protocol.stage import event_ms
from ..settings import Settings
from ..tables.table import Table

SPREAD: Final = 0.45  # of a thinking time, on a scale of logarithms: mostly 0.6 to 1.6 times the usual
SHORTEST, LONGEST = 0.4, 4.0  # of the usual time
BIG: Final = (0.6, 1.2)  # usual times more after a card that has to be taken in
BEAT: Final = 0.4  # usual times between anything that was shown and the next move
LEVELS: Final = {"beginner": 1.15, "casual": 1.0, "skilled": 0.95, "master": 1.1}
# How much longer than `catch_after` a level takes to see that somebody has not called, in parts of it.
NOTICES: Final = {"beginner": (0.25, 1.0), "casual": (0.1, 0.6), "skilled": (0.04, 0.3), "master": (0.0, 0.2)}
CALLS: Final = (0.2, 0.55)  # parts of `catch_after` until a bot calls a card that it did not call at once
LINGERS: Final = (0.05, 0.5)  # parts of it that the one in turn waits longer after a fresh last card
LOOKED_BACK: Final = 8  # versions: what is older has been shown
MOST_BEHIND: Final = 3000  # milliseconds that bots wait for a page that has much to show


class Pace:
    """The times of one server's tables, in milliseconds of the clock."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    # ---- The page ----

    def shown_at(self, table: Table, version: int) -> int:
        """When the page has shown all that led to a version, one thing after the other."""
        end = 0.0
        for at, what in _latest(table, version):
            end = min(max(end, at), at + MOST_BEHIND) + self._settings.stage * event_ms(what)
        return round(end)

    def _last_card_shown(self, table: Table, seen: int) -> int:
        """When a last card that could be `seen` since then lies on the page, whether it was called or not."""
        version = table.last_cards.version
        events = (what for *_, led_to, what in table.recent_events if led_to == version)
        ms = sum(event_ms(what) for what in events if not isinstance(what, LastCardCalled))
        return max(self.shown_at(table, version - 1), seen) + round(self._settings.stage * ms)

    # ---- Bots ----

    def move_at(self, table: Table, seen: int) -> int:
        """When the bot in turn moves; `seen` is since when a fresh last card could be seen."""
        passes = self.pass_at(table)
        if passes is not None:  # whether it plays the card or not
            return passes
        seconds = self._thinking(table)
        beat = BEAT * self._settings.paces[table.pace]
        at = self.shown_at(table, table.turn_version) + round(1000 * seconds)
        at = max(at, self.shown_at(table, table.version) + round(1000 * beat))
        if table.last_card_landed():
            more = 1 + self._chance(table, table.last_cards.version, "lingers").uniform(*LINGERS)
            at = max(at, self._last_card_shown(table, seen) + round(1000 * self._settings.catch_after * more))
        return at

    def think_from(self, table: Table, seen: int) -> int:
        """When it begins to think: as soon as it can, so that a hard question does not delay its move."""
        return min(self.shown_at(table, table.turn_version), self.move_at(table, seen))

    def _thinking(self, table: Table) -> float:
        """How long the bot in turn takes, like a person: rarely the same, longer after a card to take in."""
        assert table.turn is not None
        chance = self._chance(table, table.turn_version, "thinks")
        usual = self._settings.paces[table.pace] * LEVELS.get(_level(table, table.turn), 1.0)
        seconds = usual * math.exp(chance.gauss(0, SPREAD))
        if _big(table):
            seconds += usual * chance.uniform(*BIG)
        return min(max(seconds, SHORTEST * usual), LONGEST * usual)

    def reaction_at(self, table: Table, seat: int, verb: str, seen: int) -> int:
        """When a bot calls, catches or jumps in, if it wants to."""
        if verb == "jump":
            chance = self._chance(table, table.turn_version, f"jumps {seat}")
            usual = SHORTEST * self._settings.paces[table.pace] * math.exp(chance.gauss(0, SPREAD))
            return self.shown_at(table, table.turn_version) + round(1000 * usual)
        landed = table.last_card_landed()
        version = table.last_cards.version if landed else table.version
        chance = self._chance(table, version, f"{verb} {seat}")
        parts = CALLS
        if verb == "catch":
            least, most = NOTICES.get(_level(table, seat), NOTICES[DEFAULT])
            parts = 1 + least, 1 + most
        shown = (
            self._last_card_shown(table, seen) if table.last_card_landed() else self.shown_at(table, version)
        )
        at = shown + round(1000 * self._settings.catch_after * chance.uniform(*parts))
        return min(at, self.move_at(table, seen)) if verb == "call" and seat == table.turn else at

    # ---- Passing ----

    def pass_at(self, table: Table) -> int | None:
        """When a turn is passed after a draw, by itself or by choice; None if nothing was drawn.

        It depends on nothing that others may not know: not on the card, the person, or what was pressed.
        """
        if self._settings.passes is None or "pass" not in table.turn_verbs:
            return None
        chance = self._chance(table, table.turn_version, "passes")
        seconds = chance.uniform(*self._settings.passes[table.pace])
        return self.shown_at(table, table.turn_version) + round(1000 * seconds)

    # ---- Chance ----

    def _chance(self, table: Table, version: int, what: str) -> random.Random:
        """A generator for one purpose, from the secret of the next deal: nobody knows that in this one."""
        return random.Random(f"pace {table.seed.hex()} {version} {what}")


def _latest(table: Table, version: int) -> list[tuple[int, Event | m.DealEvent]]:
    """What happened in the game up to a version, with its times, as far back as it may still be shown."""
    found: list[tuple[int, Event | m.DealEvent]] = []
    for _, at, led_to, what in reversed(table.recent_events):
        if led_to < version - LOOKED_BACK:
            break
        if led_to <= version and isinstance(what, Event | m.DealEvent):
            found.append((at, what))
    return found[::-1]


def _level(table: Table, seat: int) -> str:
    return table.seats[seat].level or DEFAULT


def _big(table: Table) -> bool:
    """Whether the last move has to be taken in: cards to draw, a wild, hands that moved, a challenge."""
    kinds = table.rulebook.deck
    for _, _, version, event in table.recent_events:
        if version != table.turn_version or not isinstance(event, Event):
            continue
        if event.type in ("swap", "hands_passed", "challenge", "owes"):
            return True
        if event.type in ("play", "jump", "open") and (card := getattr(event, "card", None)):
            face = kinds.kinds[kinds.kind(card)].face
            if face.wild or face.draws:
                return True
    return False
