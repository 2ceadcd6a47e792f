"""The rulebooks of one server: those of the package, those of its operator, and those that people bring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from ...rulebooks import Rulebook, RulebookError, load, names
from ...rulebooks.pasted import from_text
from ..common.names import is_own, own_id
from ..common.refusal import CommandRefused

MOST_UPLOADED: Final = 1000  # kept for tables that are not opened yet; a table keeps its own
MOST_OF_ONE: Final = 50  # of these from one owner: then their own oldest make room
Changes = dict[str, bool | int | str]


class OfferedRulebooks:
    """By name; an uploaded one by an id that its content gives, so that nothing is taken for another."""

    def __init__(self, added: Iterable[Rulebook] = ()) -> None:
        self._added: dict[str, dict[str, Any]] = {}
        for rulebook in added:
            if rulebook.name in names() or rulebook.name in self._added or is_own(rulebook.name):
                raise RulebookError("name_taken", name=rulebook.name)
            self._added[rulebook.name] = msgspec.to_builtins(rulebook)
        self._uploaded: dict[str, dict[str, Any]] = {}
        self._owners: dict[str, str] = {}  # of these, by id: who brought it

    def names(self) -> tuple[str, ...]:
        """Those that a new table is offered."""
        return (*names(), *self._added)

    def upload(self, rulebook: Rulebook, owner: str = "") -> str:
        """Keep a rulebook of an owner for a while: the id to open a table with."""
        rules = own_id(rulebook.fingerprint)
        if self._owners.get(rules, owner) == owner:  # one that others have brought stays theirs
            self._owners.pop(rules, None)
            self._owners[rules] = owner
        self.keep(rules, msgspec.to_builtins(rulebook))
        mine = [one for one, whose in self._owners.items() if whose == owner]
        for oldest in mine[:-MOST_OF_ONE]:
            self._drop(oldest)
        return rules

    def keep(self, rules: str, fields: dict[str, Any]) -> None:
        """Have a rulebook at hand under this id or name, until many others have come."""
        self._uploaded.pop(rules, None)
        self._uploaded[rules] = fields
        while len(self._uploaded) > MOST_UPLOADED:
            self._drop(next(iter(self._uploaded)))

    def _drop(self, rules: str) -> None:
        del self._uploaded[rules]
        self._owners.pop(rules, None)

    def fields(self, rules: str) -> dict[str, Any] | None:
        """A rulebook that did not come with us, as a log keeps it; None for one that did."""
        if rules in names():
            return None
        found = self._added.get(rules, self._uploaded.get(rules))
        if found is None:
            raise CommandRefused("invalid", "no_rulebook", name=rules, names=list(self.names()))
        return found

    def load(self, rules: str, changes: Changes | None = None) -> Rulebook:
        """With house rules; CommandRefused with what the schema says."""
        return load_fields(rules, self.fields(rules), changes)


def checked_text(text: str) -> Rulebook:
    """The rulebook in a text that somebody sent; CommandRefused with what is wrong with it."""
    try:
        return from_text(text)
    except RulebookError as error:
        raise CommandRefused.because("invalid", error) from None


def load_fields(rules: str, fields: dict[str, Any] | None, changes: Changes | None = None) -> Rulebook:
    """A rulebook by its name, or from the fields of one that did not come with us; or CommandRefused."""
    try:
        return load(rules if fields is None else fields, changes)
    except RulebookError as error:
        raise CommandRefused.because("invalid", error) from None
