"""Reading rulebooks: by name, from a user's own TOML file, or from the object in a record.

Every way in ends in the same checks, and every refusal is one sentence that names the file and the field.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..errors import LastcardError
from .checks import complaints, idle_changes
from .options import options
from .schema import CardPatch, Face, Rulebook

T = TypeVar("T")

FOLDER = Path(__file__).parent
MOST_BYTES = 1 << 20  # no rulebook is larger; what is cut off is not TOML


class RulebookError(LastcardError):
    """A rulebook that can't be used; the message is a sentence for whoever wrote it."""


@cache
def names() -> tuple[str, ...]:
    """The rulebooks that come with the package: one for each TOML file in this folder."""
    order = ["classic", "league", "rounds", "fool108"]
    found = {path.stem for path in FOLDER.glob("*.toml")}
    return (*(name for name in order if name in found), *sorted(found - set(order)))


def load(
    source: str | Path | Mapping[str, Any], changes: Mapping[str, Any] | None = None, by: str = "--set"
) -> Rulebook:
    """A rulebook from a name, a file or an object, with house rules changed (`{"stacking": "same"}`).

    `by` is what a refusal of the changes names as their place.
    """
    if isinstance(source, Mapping):
        where, data = "rules", _merged({}, source)
        if "extends" in data:
            raise RulebookError("rules: a rulebook in a record is complete; it has no `extends`")
        book = _build(where, data)
    elif source in names():
        where, data, book = _shipped(str(source))
    else:
        where, data = _read(_locate(source), ())
        book = _build(where, data)
    if not changes:
        return book
    for key, value in changes.items():
        data = _merged(data, _nested(by, data, key, value))
    book = _build(by, data)
    for complaint in idle_changes(book, changes):
        raise RulebookError(f"{by}: {complaint}")
    return book


@cache
def _shipped(name: str) -> tuple[str, dict[str, Any], Rulebook]:
    """A rulebook of the package: read and checked once."""
    where, data = _read(FOLDER / f"{name}.toml", ())
    return where, data, _build(where, data)


def parse_change(text: str) -> tuple[str, Any]:
    """`stacking=same` as on the command line: a field and its value."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise RulebookError(f"--set {text}: expected FIELD=VALUE, such as stacking=same")
    return key.strip(), _value(value.strip())


def _value(text: str) -> Any:
    if text.lower() in ("true", "false", "on", "off", "yes", "no"):
        return _WORDS[text.lower()]
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else text


class _Switch(str):
    """`on` and `off` on the command line: a switch for a yes-or-no field, a word where a field has it."""

    __slots__ = ()


_WORDS: dict[str, Any] = {
    "true": True,
    "false": False,
    "yes": True,
    "no": False,
    "on": _Switch("on"),
    "off": _Switch("off"),
}


def _nested(where: str, data: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A change as the piece of TOML it stands for; `faces.S.points` reaches inside."""
    parts = key.split(".")
    inside: Any = data
    for part in parts[:-1]:
        inside = inside.get(part) if isinstance(inside, Mapping) else None
        if inside is None:
            raise RulebookError(f"{where}: {key}: there is no {part} to change")
    if isinstance(value, _Switch):
        known = options().get(key)
        boolean = known is None or known.choices == ("true", "false")
        value = (value == "on") if boolean else str(value)
    if parts[0] in ("name", "extends"):
        raise RulebookError(f"{where}: {parts[0]}: can't be set")
    for part in reversed(parts):
        value = {part: value}
    return dict(value)


def _locate(source: str | Path) -> Path:
    text = str(source)
    if text in names():
        return FOLDER / f"{text}.toml"
    path = Path(source)
    if path.suffix == ".toml" or path.parent != Path():
        return path
    if path.is_file():
        return path
    close = difflib.get_close_matches(text, names(), 1)
    hint = (
        f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names())}, or name a TOML file"
    )
    raise RulebookError(f"there is no rulebook {text!r}{hint}")


def _read(path: Path, below: tuple[Path, ...]) -> tuple[str, dict[str, Any]]:
    where = path.name if path.parent == FOLDER else str(path)
    if path.resolve() in below:
        raise RulebookError(f"{where}: extends: the file extends itself")
    try:
        with path.open("rb") as file:
            data = tomllib.loads(file.read(MOST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise RulebookError(f"{where}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulebookError(f"{where}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{where}: is not TOML: {error}") from None
    base = data.pop("extends", None)
    if base is None:
        return where, data
    if not isinstance(base, str):
        raise RulebookError(f"{where}: extends: expected the name of a rulebook or file")
    try:
        under = (
            path.parent / base if base not in names() and (path.parent / base).is_file() else _locate(base)
        )
    except RulebookError as error:
        raise RulebookError(f"{where}: extends: {error}") from None
    _, inherited = _read(under, (*below, path.resolve()))
    if path.parent != FOLDER:
        inherited.pop("about", None)
        data.setdefault("name", re.sub(r"[^A-Za-z0-9_.-]", "-", path.stem) or "own")
        data.setdefault("title", f"{inherited.get('title', base)}, changed")
    return where, _merged(inherited, data)


def _merged(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged field by field, anything else is replaced."""
    out = dict(base)
    for key, value in more.items():
        old = out.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        out[key] = _merged(old, value) if both and isinstance(old, Mapping) else value
    return out


def _build(where: str, data: Mapping[str, Any]) -> Rulebook:
    _refuse_unknown(where, data)
    for table, kind in (("faces", Face), ("cards", CardPatch)):
        for key, value in data.get(table, {}).items() if isinstance(data.get(table), Mapping) else ():
            _convert(f"{where}: {table}.{key}", value, kind)
    book = _convert(where, data, Rulebook)
    for complaint in complaints(book):
        raise RulebookError(f"{where}: {complaint}")
    return book


def _convert(where: str, data: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{where}: {_worded(str(error))}") from None


def _refuse_unknown(where: str, data: Mapping[str, Any]) -> None:
    known = Rulebook.__struct_fields__
    for key in data:
        if key not in known:
            close = difflib.get_close_matches(key, known, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise RulebookError(f"{where}: {key}: there is no such field{hint}")


def _worded(message: str) -> str:
    """msgspec's message as a person would put it, with the field in front."""
    text, _, place = message.partition(" - at `$")
    name = place.rstrip("`").lstrip(".").replace("[...]", "")
    known = options().get(name)
    if known:
        return f"{name}: expected {known.values.replace(' | ', ', ')}"
    for pattern, plain in _PLAINER:
        text = re.sub(pattern, plain, text)
    return f"{name}: {text}" if name else text


_PLAINER = (
    (r"^Object contains unknown field `(.*)`$", r"there is no field \1"),
    (r"^Object missing required field `(.*)`$", r"\1: is missing"),
    (r"^Invalid enum value '(.*)'$", r"\1 is not one of the possible words"),
    (r"^Expected `(.*?)` of length (.*)$", r"expected \1 of length \2"),
    (r"^Expected `str` matching regex .*$", "use only letters, digits, dots, dashes and underscores"),
    (r"^Expected", "expected"),
    (r"`int`", "a whole number"),
    (r"`str`", "text"),
    (r"`bool`", "true or false"),
    (r"`object`", "a table"),
)
