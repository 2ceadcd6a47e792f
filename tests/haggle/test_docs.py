"""docs/haggle.md is true: its examples are run; and the rules of docs/rules.md are those on the cards."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import lastcard.haggle.batch
import lastcard.haggle.deal
import lastcard.haggle.pages
from lastcard.haggle.rulecards import MODIFIERS
from support.haggle.commands import run

PAGE = Path(__file__).parents[2] / "docs" / "haggle.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (.*)\n([^`]*)```", TEXT)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == TEXT.count("```console") >= 5


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_example_commands_print_what_the_page_says(command: str, output: str) -> None:
    printf, pipe, haggle = command.rpartition(" | ")
    stdin = shlex.split(printf)[1].replace("\\n", "\n") if pipe else ""
    name, *args = shlex.split(haggle)
    ran = run(*args, stdin=stdin.encode())
    assert name == "haggle"
    assert ran.out + ran.err == output


def test_example_code_does_what_the_page_says() -> None:
    code = "\n".join(re.findall(r"```python\n([^`]*)```", TEXT))
    examples = doctest.DocTestParser().get_doctest(code, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) >= 8
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_rules_are_those_on_the_cards() -> None:
    text = (PAGE.parent / "rules.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\d+\. (.*(?:\n   .*)*)", text, re.MULTILINE)
    assert [re.sub(r"\s+", " ", rule) for rule in listed] == [rule.text for rule in MODIFIERS]


def test_public_names_are_there() -> None:
    for module in (lastcard.haggle, lastcard.haggle.batch, lastcard.haggle.deal, lastcard.haggle.pages):
        assert all(hasattr(module, name) for name in module.__all__)
    assert lastcard.haggle.score({"A": "W"})["A"].score == 5
