"""The sheet of rules has a Russian sentence for every English one (client/src/messages/phrasebook.ts)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastcard.errors import LastcardError
from lastcard.rulebooks import load, names
from lastcard.rulebooks.options import options
from lastcard.rulebooks.sheet import in_english

RULEBOOK = json.loads((Path(__file__).parents[1] / "client/src/messages/rules.ru.json").read_text())


def known(text: str) -> bool:
    return re.sub(r"\d+", "#", text) in RULEBOOK


def unknown(text: str) -> list[str]:
    """The pieces of a sentence or of a card's effects that have no translation."""
    if text == "" or known(text):
        return []
    name, _, rest = text.partition(": ")
    if rest and known(name):
        return unknown(rest)
    return [part for part in text.split(", ") if not known(part)]


def variants(rules: str) -> Iterator[dict[str, object]]:
    yield {}
    for name, option in options().items():
        for value in option.choices:
            yield {name: {"true": True, "false": False}.get(value, value)}


@pytest.mark.parametrize("rules", names())
def test_every_sentence_of_a_sheet_has_a_russian_one(rules: str) -> None:
    for change in variants(rules):
        try:
            rulebook = load(rules, change)
        except LastcardError:
            continue  # a combination that makes no sense
        for section in in_english(rulebook)[:-1]:  # the client words the house rules itself
            told = [section.title, *section.lines, *(cell for row in section.rows for cell in row[1:])]
            assert [piece for text in told for piece in unknown(text)] == [], change


def test_a_translation_keeps_the_numbers() -> None:
    for english, russian in RULEBOOK.items():
        assert english.count("#") == russian.count("#"), english
