"""The tables of fields in docs/rulebooks.md, made from the schema.

`make schema` writes them again; a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lastcard.rulebooks import options
from lastcard.rulebooks.json_schema import json_schema
from lastcard.rulebooks.schema import CardPatch, Face, FileHead, Rulebook

PAGE = Path(__file__).parents[2] / "docs" / "rulebooks.md"


def tables() -> dict[str, str]:
    """Each table by its name in the page."""
    schema = json_schema()
    top = schema["properties"]
    settable = set(options())
    own = [name for name in Rulebook.__struct_fields__ if name not in settable]
    return {
        "file": _table(top, FileHead.__struct_fields__),
        "game": _table(top, own, needed=schema["anyOf"][1]["required"]),
        "options": _table(top, options()),
        "face": _table(schema["definitions"]["Face"]["properties"], Face.__struct_fields__),
        "card": _table(schema["definitions"]["CardPatch"]["properties"], CardPatch.__struct_fields__),
    }


def _table(fields: dict[str, Any], names: Iterable[str], needed: Iterable[str] = ()) -> str:
    lines = ["| field | type | default | |", "|---|---|---|---|"]
    for name in names:
        one = fields[name]
        default = "**needed**" if name in needed else _default(one)
        lines.append(f"| `{name}` | {_type(one)} | {default} | {one['description']} |")
    return "\n".join(lines)


def _type(one: dict[str, Any]) -> str:
    if "enum" in one:
        return ", ".join(f'`"{word}"`' for word in one["enum"])
    if one["type"] == "integer":
        return f"{one['minimum']} to {one['maximum']}"
    if one["type"] == "string":
        return f"text, up to {one['maxLength']} characters" if "maxLength" in one else "text"
    return {"boolean": "`true`, `false`", "object": "table"}[one["type"]]


def _default(one: dict[str, Any]) -> str:
    if one.get("default", "") in ("", {}):
        return ""
    value = one["default"]
    return f'`"{value}"`' if isinstance(value, str) else f"`{str(value).lower()}`"


def filled_in(page: str) -> str:
    """The page with the tables of today between their marks."""
    for name, table in tables().items():
        marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
        page, found = re.subn(
            f"{marks[0]}.*?{marks[1]}",
            lambda _, table=table, marks=marks: f"{marks[0]}\n{table}\n{marks[1]}",  # type: ignore[misc]
            page,
            flags=re.S,
        )
        assert found == 1, f"docs/rulebooks.md has no place for the table of {name}"
    return page


if __name__ == "__main__":
    PAGE.write_text(filled_in(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE.name)
