"""A rulebook file as a JSON schema, for editors that check and complete TOML while it is written.

It says what the structs of `schema` say: the fields, their types, ranges and help. Combinations are judged
when the file is loaded. The dialect is draft 4, the one that TOML editors know.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .schema import CardPatch, Face, FileHead, Rulebook

_STRUCTS = (FileHead, Rulebook, Face, CardPatch)


def json_schema() -> dict[str, Any]:
    """The schema of a file: the rulebook's own fields and those that only a file has."""
    _, parts = msgspec.json.schema_components(_STRUCTS, ref_template="#/definitions/{name}")
    head, rulebook, face, patch = (_as_written(kind, parts[kind.__name__]) for kind in _STRUCTS)
    needed = rulebook.pop("required")
    return {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "title": "A rulebook of lastcard",
        "type": "object",
        "properties": head["properties"] | rulebook["properties"],
        "additionalProperties": False,
        # What a file does not say comes from the one that it extends.
        "anyOf": [{"required": ["extends"]}, {"required": needed}],
        "definitions": {"Face": face, "CardPatch": patch},
    }


def _as_written(kind: type, part: dict[str, Any]) -> dict[str, Any]:
    """A struct as TOML can say it: there is no null, and draft 4 has no empty list of required fields."""
    hints = get_type_hints(kind)
    for name, one in part["properties"].items():
        choices = [choice for choice in one.pop("anyOf", ()) if choice != {"type": "null"}]
        for choice in choices:
            one.update(choice)
        if one.get("default", 0) is None:
            del one["default"]
        if get_origin(hints[name]) is Literal:
            one["enum"] = list(get_args(hints[name]))  # in their own order
    if not part["required"]:
        del part["required"]
    return part
