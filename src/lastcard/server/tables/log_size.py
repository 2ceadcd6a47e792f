"""How long a table's log is, and how long it may get: a restart replays all of it.

Old chat is dropped from the log. What people change besides playing (seats, ready or not, settings, names)
is counted from deal to deal. A log that is long all the same begins no further match, a longer one deals no
further round, and a table with the longest is closed.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from . import events as e

KEPT_CHATS: Final = 300
DROPPED_CHATS: Final = 50  # at once
MOST_CHANGES: Final = 100  # of one person between two deals
MOST_CHANGES_OF_ALL: Final = 400
LONG: Final = 12_000  # entries: no further match
LONGER: Final = 16_000  # no further round
LONGEST: Final = 20_000  # the table is closed
_PLAYING: Final = (
    *(e.TableCreated, e.RoundDealt, e.DealerDrawBegun, e.CardPicked, e.CeremonySkipped, e.ActionPlayed),
    *(e.ChatSent, e.TableClosed),
)


class LogSize:
    """Of one table, from the entries of its log."""

    def __init__(self) -> None:
        self.entries = 0
        self._chats: deque[int] = deque()  # the numbers of what was said
        self._changes: Counter[str] = Counter()  # by person, since the last deal

    def note(self, numbered: e.NumberedEvent) -> None:
        """One more entry."""
        self.entries += 1
        event = numbered.event
        if isinstance(event, e.ChatSent):
            self._chats.append(numbered.n)
        elif isinstance(event, e.RoundDealt):
            self._changes.clear()
        elif not isinstance(event, _PLAYING):
            who = event.person if isinstance(event, e.PersonRenamed) else numbered.person
            self._changes[who or ""] += 1

    def may_change(self, person: str) -> bool:
        """Whether this person may change something besides playing."""
        return self._changes[person] < MOST_CHANGES and self._changes.total() < MOST_CHANGES_OF_ALL

    def worn_out(self, within_match: bool) -> bool:
        """Whether the log is too long for another match, or for another round of this one."""
        return self.entries >= (LONGER if within_match else LONG)

    def drop_chats(self) -> list[int]:
        """The numbers of old chats that are to be dropped from the stored log now; mostly none."""
        if len(self._chats) < KEPT_CHATS + DROPPED_CHATS:
            return []
        self.entries -= DROPPED_CHATS
        return [self._chats.popleft() for _ in range(DROPPED_CHATS)]
