"""The client's types, from the structs of `messages` and `http_models`. `make protocol` writes them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

from msgspec import inspect as mi

from ...game.events import AnyEvent
from ..common.emotes import EMOTES
from ..common.faces import FACES
from . import messages as m
from .http_models import HTTP
from .messages import FromClient, FromServer, TableEvent
from .stage import MOST_CARDS, STAGE_MS

HEAD = "// Written by `make protocol` from the structs of src/lastcard/server/protocol/.\n"
_UNIONS: dict[str, Any] = {
    "FromClient": FromClient,
    "FromServer": FromServer,
    "TableEvent": TableEvent,
    "AnyEvent": AnyEvent,
}
_PLAIN: dict[type[mi.Type], str] = {
    mi.NoneType: "null",
    mi.BoolType: "boolean",
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.AnyType: "unknown",
}
# Lists that the client needs too, with a name for the type of one of them.
_CODES: Final = (("FACES", "FaceCode", FACES), ("EMOTES", "EmoteCode", EMOTES))


def text() -> str:
    """The whole file."""
    found: dict[str, mi.StructType] = {}
    for kind in (*_UNIONS.values(), *HTTP):
        _collect(mi.type_info(kind), found)
    parts = [HEAD, f"export const PROTOCOL = {m.PROTOCOL};\n", f"export type Phrase = {_words(m.PHRASES)};\n"]
    parts.append(f"export const STAGE_MS = {_constants(STAGE_MS)};\n")
    for name, kind, codes in _CODES:
        parts.append(f"export const {name} = [{_words(codes, ', ')}] as const;\n")
        parts.append(f"export type {kind} = (typeof {name})[number];\n")
    parts.append(f"export const MOST_CARDS = {MOST_CARDS};\n")
    parts += [_interface(name, info) for name, info in found.items()]
    for name, kind in _UNIONS.items():
        parts.append(f"export type {name} = {_type(mi.type_info(kind))};\n")
    return "\n".join(parts)


def _words(words: tuple[str, ...], between: str = " | ") -> str:
    return between.join(f'"{word}"' for word in words)


def _constants(numbers: dict[str, int]) -> str:
    """Numbers by name, with their own types for the client."""
    lines = "".join(f"  {name}: {number},\n" for name, number in numbers.items())
    return f"{{\n{lines}}} as const"


def _inside(info: mi.Type) -> Iterator[mi.Type]:
    """The types that a type is made of."""
    if isinstance(info, mi.UnionType):
        yield from info.types
    elif isinstance(info, mi.ListType | mi.VarTupleType):
        yield info.item_type
    elif isinstance(info, mi.TupleType):
        yield from info.item_types
    elif isinstance(info, mi.DictType):
        yield from (info.key_type, info.value_type)
    elif isinstance(info, mi.Metadata):
        yield info.type
    elif isinstance(info, mi.StructType | mi.NamedTupleType):
        yield from (one.type for one in info.fields)


def _name(info: mi.StructType | mi.NamedTupleType) -> str:
    """The struct's own name, except that TypeScript has a `Record` already."""
    name = str(info.cls.__name__)
    return "MatchRecord" if name == "Record" else name


def _collect(info: mi.Type, found: dict[str, Any]) -> None:
    if isinstance(info, mi.StructType | mi.NamedTupleType):
        if _name(info) in found:
            return
        if isinstance(info, mi.StructType):
            found[_name(info)] = info
    for one in _inside(info):
        _collect(one, found)


def _type(info: mi.Type) -> str:
    if type(info) in _PLAIN:
        return _PLAIN[type(info)]
    if isinstance(info, mi.Metadata):
        return _type(info.type)
    if isinstance(info, mi.LiteralType):
        for _, kind, codes in _CODES:
            if set(info.values) == set(codes):
                return kind
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, mi.UnionType):
        return " | ".join(_type(one) for one in info.types)
    if isinstance(info, mi.ListType | mi.VarTupleType):
        inner = _type(info.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(info, mi.DictType):
        return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
    if isinstance(info, mi.NamedTupleType):
        return f"[{', '.join(f'{one.name}: {_type(one.type)}' for one in info.fields)}]"
    if isinstance(info, mi.StructType):
        return _name(info)
    raise TypeError(f"no TypeScript for {info}")


def _interface(name: str, info: mi.StructType) -> str:
    """A struct; what a client may leave out, or the server does, is optional."""
    doc = inspect.cleandoc(info.cls.__dict__.get("__doc__") or "")
    lines = [f"/** {doc} */"] if doc else []
    lines.append(f"export interface {name} {{")
    if info.tag_field:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    sent = info.forbid_unknown_fields and not issubclass(info.cls, m._TableEvent)
    may_lack = sent or info.cls.__struct_config__.omit_defaults
    for one in info.fields:
        optional = "?" if not one.required and may_lack else ""
        lines.append(f"  {one.encode_name}{optional}: {_type(one.type)};")
    return "\n".join([*lines, "}"]) + "\n"


if __name__ == "__main__":
    print(text(), end="")
