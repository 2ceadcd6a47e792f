"""Reading rulebooks: by name, from a user's own TOML file, or from the object in a record.

Every way in ends in the same checks, and every refusal is one sentence that names the file and the field.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..errors import CodedError
from ..messages.message import Message
from .checks import complaints, idle_changes, say, unreachable_goals
from .options import options
from .schema import CardPatch, Face, FileHead, Rulebook

T = TypeVar("T")

FOLDER = Path(__file__).parent
MOST_BYTES = 1 << 20  # no rulebook is larger; what is cut off is not TOML


class RulebookError(CodedError):
    """A rulebook that can't be used; `str()` is a sentence for its author."""

    namespace = "rulebook"


@cache
def names() -> tuple[str, ...]:
    """The rulebooks that come with the package: one for each TOML file in this folder, by its `order`.

    >>> "classic" in names()
    True
    """

    def place(path: Path) -> tuple[int, str]:
        return _split(path)[1].order, path.stem

    return tuple(path.stem for path in sorted(FOLDER.glob("*.toml"), key=place))


def load(
    source: str | Path | Mapping[str, Any], changes: Mapping[str, Any] | None = None, by: str = ""
) -> Rulebook:
    """A rulebook from a name, a file or an object, with house rules changed (`{"stacking": "same"}`).

    `by` is what a refusal of the changes names as their place, in front of the field. Raises RulebookError.

    >>> rulebook = load("classic", {"stacking": "same"})
    >>> rulebook.title, rulebook.stacking, rulebook.target
    ('Classic', 'same', 500)
    """
    if isinstance(source, Mapping):
        data = _merged({}, source)
        if "extends" in data:
            raise RulebookError("record_extends")
        rulebook = _build("rules", data)
    elif source in names():
        data, rulebook = _shipped(str(source))
    else:
        data, rulebook = _from_file(_locate(source))
    return _changed(data, changes, by) if changes else rulebook


def _changed(data: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> Rulebook:
    for key, value in changes.items():
        data = _merged(data, _nested(where, data, key, value))
    rulebook = _build(where, data)
    _refuse(where, idle_changes(rulebook, changes))
    _refuse(where, unreachable_goals(rulebook))
    return rulebook


@cache
def _shipped(name: str) -> tuple[dict[str, Any], Rulebook]:
    """A rulebook of the package: read and checked once."""
    return _from_file(FOLDER / f"{name}.toml")


def _from_file(path: Path) -> tuple[dict[str, Any], Rulebook]:
    where, data = _read(path, ())
    rulebook = _build(where, data)
    # Not for the rulebook in a record: what was played can be read, however it was meant to end.
    _refuse(where, unreachable_goals(rulebook))
    return data, rulebook


def _refuse(where: str, complaints: Iterable[Message]) -> None:
    """The first of the complaints, if there is one, with its place in front."""
    for complaint in complaints:
        raise _placed(where, complaint)


def _placed(where: str, why: Message | str) -> RulebookError:
    return RulebookError("at", where=where, why=why) if where else RulebookError("wrong", why=why)


def _nested(where: str, data: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A change as the piece of TOML it stands for; `faces.S.points` reaches inside."""
    parts = key.split(".")
    inside: Any = data
    for part in parts[:-1]:
        inside = inside.get(part) if isinstance(inside, Mapping) else None
        if inside is None:
            raise _placed(where, say("no_part", field=key, part=part))
    if parts[0] in ("name", *FileHead.__struct_fields__):
        raise _placed(where, say("not_settable", field=parts[0]))
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
    if close:
        raise RulebookError("unknown_hint", name=text, hint=close[0])
    raise RulebookError("unknown", name=text, names=list(names()))


def _read(path: Path, below: tuple[Path, ...]) -> tuple[str, dict[str, Any]]:
    """A file with everything that it inherits."""
    where = _name_of(path)
    if path.resolve() in below:
        raise RulebookError("extends_itself", where=where)
    data, head = _split(path)
    base = head.extends
    if base is None:
        return where, data
    try:
        under = (
            path.parent / base if base not in names() and (path.parent / base).is_file() else _locate(base)
        )
    except RulebookError as error:
        raise RulebookError("extends", where=where, why=error) from None
    _, inherited = _read(under, (*below, path.resolve()))
    if path.parent != FOLDER:
        inherited.pop("about", None)
        data.setdefault("name", re.sub(r"[^A-Za-z0-9_.-]", "-", path.stem) or "own")
        data.setdefault("title", f"{inherited.get('title', base)}, changed")
    return where, _merged(inherited, data)


def _name_of(path: Path) -> str:
    return path.name if path.parent == FOLDER else str(path)


def _split(path: Path) -> tuple[dict[str, Any], FileHead]:
    """What a file says about the game, and what it says about itself."""
    content = _content(path)
    head = {key: content.pop(key) for key in FileHead.__struct_fields__ if key in content}
    return content, _convert(_name_of(path), head, FileHead)


def _content(path: Path) -> dict[str, Any]:
    where = _name_of(path)
    try:
        with path.open("rb") as file:
            return tomllib.loads(file.read(MOST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        raise RulebookError("unreadable", where=where, why=error.strerror) from None
    except UnicodeDecodeError:
        raise RulebookError("not_utf8", where=where) from None
    except tomllib.TOMLDecodeError as error:
        raise RulebookError("not_toml", where=where, why=str(error)) from None


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
            _convert(f"{where}: {table}.{key}" if where else f"{table}.{key}", value, kind)
    rulebook = _convert(where, data, Rulebook)
    _refuse(where, complaints(rulebook))
    return rulebook


def _convert(where: str, data: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _placed(where, _worded(str(error))) from None


def _refuse_unknown(where: str, data: Mapping[str, Any]) -> None:
    known = Rulebook.__struct_fields__
    for key in data:
        if key not in known:
            close = difflib.get_close_matches(key, (*known, *FileHead.__struct_fields__), 1)
            hint = {"hint": close[0]} if close else {}
            raise _placed(where, say("no_field_hint" if close else "no_field", field=key, **hint))


def _worded(message: str) -> Message | str:
    """msgspec's message as a person would put it, with the field in front."""
    text, _, place = message.partition(" - at `$")
    name = place.rstrip("`").lstrip(".").replace("[...]", "")
    known = options().get(name)
    if known:
        if known.choices:
            return say("expected", field=name, values=list(known.choices))
        return say("expected_number", field=name, least=known.least, most=known.most)
    for pattern, plain in _PLAINER:
        text = re.sub(pattern, plain, text)
    return say("field", field=name, why=text) if name else text


_PLAINER = (
    (r"^Object contains unknown field `(.*)`$", r"there is no field \1"),
    (r"^Object missing required field `(.*)`$", r"\1: is missing"),
    (r"^Invalid enum value '(.*)'$", r"\1 is not one of the possible words"),
    (r"^Expected `(.*?)` of length (.*)$", r"expected \1 of length \2"),
    (r"^Expected `str` matching regex .*$", "use only letters, digits, dots, dashes and underscores"),
    (r"^Expected", "expected"),
    (r" \| null`", "`"),
    (r"`int`", "a whole number"),
    (r"`str`", "text"),
    (r"`bool`", "true or false"),
    (r"`object`", "a table"),
)
