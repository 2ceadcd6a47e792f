"""A house rule is complete: what CONTRIBUTING asks for is there, or a sentence says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from lastcard.rulebooks import Option, Rulebook, RulebookError, load, names, options, sheet
from support.reference_scores import BASE, NOT_IN_A_ROUND
from support.rule_mixes import CHOICES, NOT_MIXED
from support.wider_schema import NEW, wider_schema

ROOT = Path(__file__).parents[1]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
REFERENCE = "".join(
    (ROOT / "tests" / "support" / f"reference{end}.py").read_text() for end in ("", "_scores")
)
NEEDED = ("name", "title", "suits", "faces")  # by every rulebook since the first one


def values(one: Option) -> list[Any]:
    """Some of the values of an option."""
    if one.choices:
        return [{"true": True, "false": False}.get(word, word) for word in one.choices]
    assert one.least is not None
    assert one.most is not None
    return [number for number in (one.least, one.least + 1, 2, 3, 7, 200, one.most) if number <= one.most]


def variants(name: str) -> Iterator[tuple[Rulebook, Rulebook]]:
    """Every rulebook, and the same with the option at another value, where that makes sense."""
    for rules in names():
        usual = load(rules)
        for value in values(options()[name]):
            if value != getattr(usual, name):
                try:
                    yield usual, load(rules, {name: value})
                except RulebookError:
                    continue


def same_tables(one: Rulebook, other: Rulebook) -> bool:
    return one.tables.key() == other.tables.key()


def forgotten(name: str) -> Iterator[str]:
    """What is still to be done for an option, a sentence for each place."""
    if not re.search(rf"^### [A-Z]\d+$(?:(?!^###).)*`{name}(?:`| = )", RULES, re.M | re.S):
        yield f"docs/rules.md: write a clause about `{name}`, under the next free id"
    if not any(not same_tables(usual, changed) for usual, changed in variants(name)):
        yield f"rulebooks/tables.py: pass {name} on to the engine: no table changes with it"
    if name not in CHOICES and name not in NOT_MIXED:
        yield f"tests/support/rule_mixes.py: add {name} to CHOICES, so that it is mixed with all others"
    if name not in NOT_IN_A_ROUND and (name not in BASE or not re.search(rf'\["{name}"\]', REFERENCE)):
        yield f"tests/support/reference.py: play {name} there too, from its clause; BASE has its default"


@pytest.mark.parametrize("name", options())
def test_a_house_rule_is_everywhere_where_it_has_to_be(name: str) -> None:
    assert list(forgotten(name)) == []


def test_whatever_is_forgotten_for_a_new_house_rule_is_named() -> None:
    with wider_schema():
        said = list(forgotten(NEW))
    places = [
        "docs/rules.md",
        "rulebooks/tables.py",
        "tests/support/rule_mixes.py",
        "tests/support/reference.py",
    ]
    assert [one.partition(":")[0] for one in said] == places
    assert all(NEW in one for one in said)


@pytest.mark.parametrize("name", options())
def test_a_sheet_tells_every_house_rule_that_is_changed(name: str) -> None:
    compared = 0
    for usual, changed in variants(name):
        assert sheet.in_english(changed) != sheet.in_english(usual), f"rulebooks/sheet.py: {name} is not told"
        compared += 1
    assert compared


@pytest.mark.parametrize("name", options())
def test_a_sheet_tells_every_house_rule_that_a_rulebook_comes_with(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only what somebody changes at the table: the rulebook's own file may have set it."""
    default = next(one.default for one in structs.fields(Rulebook) if one.name == name)
    for usual, changed in list(variants(name)):
        if default in (getattr(usual, name), getattr(changed, name)):
            sheets = []
            for rulebook in (usual, changed):
                monkeypatch.setattr(sheet, "load", lambda rules, rulebook=rulebook: rulebook)
                sheets.append(sheet.in_english(rulebook))
            assert sheets[0] != sheets[1], f"rulebooks/sheet.py: {name} is not told"


def test_a_new_house_rule_is_on_the_sheet_by_itself() -> None:
    with wider_schema():
        assert f"{NEW}: on. Cards fly." in sheet.as_text(load("classic", {NEW: True}))


def test_every_field_has_a_default_so_that_old_records_can_be_read() -> None:
    without = [one.name for one in structs.fields(Rulebook) if one.required]
    assert tuple(without) == NEEDED, "rulebooks/schema.py: give the new field a default, which means off"


def test_what_is_left_out_is_left_out_with_a_reason() -> None:
    for listed in (NOT_MIXED, NOT_IN_A_ROUND):
        assert set(listed) <= set(options())
        assert all(listed.values())
    assert not set(NOT_MIXED) & set(CHOICES)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CHOICES for value in CHOICES[name]])
def test_what_can_be_drawn_is_accepted_by_some_rulebook(name: str, value: object) -> None:
    """Else it would be refused and drawn again, and nobody would see that it is never mixed."""

    def accepted(rules: str) -> bool:
        try:
            return bool(load(rules, {name: value}))
        except RulebookError:
            return False

    assert any(map(accepted, names()))
