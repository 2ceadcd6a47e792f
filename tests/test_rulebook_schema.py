"""`lastcard rules --schema`: what an editor knows about a rulebook file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lastcard.cli import main
from lastcard.rulebooks import names
from lastcard.rulebooks.json_schema import json_schema
from lastcard.rulebooks.loader import FOLDER
from lastcard.rulebooks.schema import CardPatch, Face, FileHead, Rulebook

KITCHEN = """extends = "classic"
stacking = "any"
[faces]
S = { points = 25 }
"""


def errors(text: str) -> list[str]:
    """What a checker for draft 4, which TOML editors have, finds wrong with a file."""
    found = jsonschema.Draft4Validator(json_schema()).iter_errors(tomllib.loads(text))
    return [error.message for error in found]


def test_the_command_prints_a_proper_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json_schema()
    jsonschema.Draft4Validator.check_schema(printed)


@pytest.mark.parametrize("words", [["classic"], ["--set", "target=5"], ["--options"]])
def test_the_schema_is_about_no_rulebook(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--schema", *words]) == 2
    assert "--schema is the same for all rulebooks" in capsys.readouterr().err


@pytest.mark.parametrize("rules", names())
def test_the_bundled_rulebooks_are_valid(rules: str) -> None:
    assert errors(Path(FOLDER / f"{rules}.toml").read_text(encoding="utf-8")) == []


def test_a_file_that_extends_another_needs_nothing_else() -> None:
    assert errors(KITCHEN) == []
    assert errors(KITCHEN.replace("extends", "# extends")) != []


@pytest.mark.parametrize(
    "wrong",
    [
        'stakcing = "same"',
        'stacking = "sometimes"',
        "target = -1",
        "hand = 7.5",
        "jump_in = 1",
        "faces.S.skip = true",
        "faces.S.points = 1001",
        "cards.R7.draws = 1",
        "suits.R = ''",
        "extends = 5",
        "order = 'first'",
        "name = 'my game'",
    ],
)
def test_a_wrong_field_fails(wrong: str) -> None:
    base = "" if wrong.startswith("extends") else 'extends = "classic"\n'
    assert len(errors(base + wrong)) == 1


def described(part: dict[str, Any]) -> dict[str, str]:
    return {name: one.get("description", "") for name, one in part["properties"].items()}


def test_every_field_is_there_with_its_help() -> None:
    schema = json_schema()
    assert list(described(schema)) == [*FileHead.__struct_fields__, *Rulebook.__struct_fields__]
    assert list(described(schema["definitions"]["Face"])) == [*Face.__struct_fields__]
    assert list(described(schema["definitions"]["CardPatch"])) == [*CardPatch.__struct_fields__]
    for part in (schema, *schema["definitions"].values()):
        for name, help_ in described(part).items():
            assert help_.endswith("."), f"{name}: give it a sentence of help in rulebooks/schema.py"
