"""Who may open another table: so often, and so many at once, by person and by network."""

from __future__ import annotations

from collections import Counter

from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..settings import Settings


class NewTables:
    """The limits of new tables. Open ones are counted by the mark of the network that they come from."""

    def __init__(self, settings: Settings) -> None:
        self._most, self._most_by_address = settings.most_tables, settings.most_by_address
        self._by_person = TokenBuckets(settings.tables)
        self._by_network = TokenBuckets(settings.tables_by_address)
        self._marks: dict[str, str] = {}  # by code: where an open table comes from
        self._open: Counter[str] = Counter()  # by mark

    def take(self, person: str, network: str) -> None:
        """One of those that a person, and a network, may ask for in a while, or a refusal."""
        if not self._by_person.take(person) or not self._by_network.take(network):
            raise CommandRefused("rate", "tables_too_fast")

    def check_room(self, tables: int, mark: str) -> None:
        """Refuse another table where the server is full, or the network has its share of it."""
        if tables >= self._most:
            raise CommandRefused("full", "full")
        if self._open[mark] >= self._most_by_address:
            raise CommandRefused("full", "address_full")

    def opened(self, code: str, mark: str | None) -> None:
        """Count a table; one of an earlier version has no mark."""
        if mark is not None:
            self._marks[code] = mark
            self._open[mark] += 1

    def closed(self, code: str) -> None:
        """Count it no more."""
        mark = self._marks.pop(code, None)
        if mark is not None:
            self._open -= Counter({mark: 1})  # forgets those that are at zero
