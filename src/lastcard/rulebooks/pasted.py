"""A rulebook from a text that somebody sent: checked like any other, and no file is read for it."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from ..engine.limits import MAX_KINDS, MAX_SUITS
from .checks import say
from .loader import RulebookError, _build, _merged, load, names
from .schema import Rulebook

MOST_BYTES = 64 << 10
LONGEST_LINE = 1000  # characters: the time for a key with dots grows with the square of its length
LONGEST_COMPLAINT = 300  # characters: it may quote what it complains about
WHERE = "rules"


def from_text(text: str) -> Rulebook:
    """The rulebook that a TOML text describes; `extends` may name a rulebook of the package only."""
    try:
        return _read(text)
    except RulebookError as error:
        sentence = str(error)
        if len(sentence) <= LONGEST_COMPLAINT:
            raise
        raise RulebookError("wrong", why=sentence[:LONGEST_COMPLAINT]) from None
    except RecursionError:
        raise RulebookError("too_deep", where=WHERE) from None


def _read(text: str) -> Rulebook:
    if len(text.encode()) > MOST_BYTES:
        raise RulebookError("too_large", where=WHERE, most=MOST_BYTES >> 10)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise RulebookError("long_line", where=WHERE, line=number, most=LONGEST_LINE)
    try:
        data = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except ValueError as error:  # of the syntax, or of a number that is too long
        raise RulebookError("not_toml", where=WHERE, why=str(error)) from None
    data = _extended(data)
    _check_sizes(data)
    rulebook = _build(WHERE, data)
    if rulebook.name in names():
        raise RulebookError("bundled_name", where=WHERE, name=rulebook.name)
    return rulebook


def _extended(data: dict[str, Any]) -> dict[str, Any]:
    base = data.pop("extends", None)
    title = "Own rules"
    inherited: dict[str, Any] = {}
    if base is not None:
        if base not in names():
            raise RulebookError("extends_bundled", where=WHERE, names=list(names()))
        inherited = _fields(load(base))
        title = f"{inherited['title']}, changed"
        inherited.pop("about", None)
    for key in ("name", "title"):
        inherited.pop(key, None)
    return _merged({"name": "own", "title": title} | inherited, data)


def _fields(rulebook: Rulebook) -> dict[str, Any]:
    return dict(msgspec.to_builtins(rulebook))


def _check_sizes(data: dict[str, Any]) -> None:
    """Before anything is counted card by card."""
    for field, most in (("suits", MAX_SUITS), ("faces", MAX_KINDS), ("cards", MAX_SUITS * MAX_KINDS)):
        found = data.get(field)
        if isinstance(found, dict) and len(found) > most:
            raise RulebookError("at", where=WHERE, why=say("at_most", field=field, most=most))
    for key in data:
        if len(key) > 40:
            raise RulebookError("at", where=WHERE, why=say("no_field", field=f"{key[:40]}..."))
