"""The fields of a rulebook that a table may set, with their help, choices and ranges: read off the schema."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from .schema import Rulebook


class Option(Struct, frozen=True, kw_only=True):
    """One field as a form or a help text shows it."""

    name: str
    help: str
    choices: tuple[str, ...] = ()  # for words; ("true", "false") for a switch
    least: int | None = None  # for numbers
    most: int | None = None

    @property
    def values(self) -> str:
        """What can be set, as text: `off | same | any`, or `1 to 20`."""
        return " | ".join(self.choices) if self.choices else f"{self.least} to {self.most}"


@cache
def options() -> dict[str, Option]:
    """Every field that the schema calls an option, in its order."""
    found = {}
    for name, hint in get_type_hints(Rulebook, include_extras=True).items():
        if name in Rulebook.__struct_fields__ and (meta := _meta(hint)):
            found[name] = _option(name, get_args(hint)[0], meta)
    return found


def _meta(hint: object) -> Meta | None:
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, Meta) and (part.extra or {}).get("option"):
            return part
    return None


def _option(name: str, kind: object, meta: Meta) -> Option:
    help_ = meta.description or ""
    if kind is bool:
        return Option(name=name, help=help_, choices=("true", "false"))
    if get_origin(kind) is Literal:
        return Option(name=name, help=help_, choices=get_args(kind))
    return Option(name=name, help=help_, least=_int(meta.ge), most=_int(meta.le))


def _int(bound: float | None) -> int | None:
    return None if bound is None else int(bound)
