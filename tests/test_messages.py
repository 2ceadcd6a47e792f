"""Codes inside, words at the edge: what the code says has words, with its parameters, in every language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
import pytest

from lastcard.bots.levels import LEVELS
from lastcard.errors import CodedError
from lastcard.game import Match, Refusal, events
from lastcard.game.view import items
from lastcard.messages import catalogue, sentence
from lastcard.messages.message import Message
from lastcard.rulebooks import load, names
from lastcard.rulebooks.options import options
from lastcard.rulebooks.sheet import sheet
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.protocol import messages as m
from lastcard.server.replays import making  # noqa: F401 - as well
from lastcard.server.web import queries  # noqa: F401 - with it, every kind of error is loaded

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastcard"
FILES = {path.stem: path for path in (ROOT / "client" / "src" / "messages").glob("*.json")}
# English is what Python says, with the page's own words over it; every other language is one file.
WORDS: dict[str, dict[str, Any]] = {
    language: (catalogue() if language == "en" else {}) | json.loads(path.read_text(encoding="utf-8"))
    for language, path in FILES.items()
}
PLACE = re.compile(r"\{(\w+)(?::\w+)?\}")  # {option.call} is another text of the file


def places(entry: str | dict[str, str]) -> set[str]:
    """What an entry leaves to be filled in."""
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {place for text in texts for place in PLACE.findall(text)}


# ---- What the code says ----


class Said(NamedTuple):
    """A message in the source: its key, the parameters that it is given, and whether these are all."""

    key: str
    params: set[str]
    whole: bool


@cache
def said() -> tuple[Said, ...]:
    """Every message whose code stands in the source as it is."""
    return tuple(_all_said())


def _all_said() -> Iterator[Said]:
    spaces = {kind.__name__: kind.namespace for kind in _coded(CodedError)} | {"Message": ""}
    for path in SOURCE.rglob("*.py"):
        local = {"say": "sheet" if path.name == "sheet.py" else "rulebook"}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from _said(node, spaces | local)


def _said(call: ast.Call, spaces: dict[str, str]) -> Iterator[Said]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = 1 if name == "CommandRefused" else 0
    if name not in spaces or name == "NameTaken" or len(call.args) <= place:
        return
    params = {word.arg for word in call.keywords if word.arg}
    if name == "Message" and len(call.args) > 1 and isinstance(call.args[1], ast.Dict):
        params = {str(key.value) for key in call.args[1].keys if isinstance(key, ast.Constant)}
    whole = None not in {word.arg for word in call.keywords}
    for code in _codes(call.args[place]):
        yield Said(f"{spaces[name]}.{code}" if spaces[name] else code, params, whole)


def _codes(node: ast.expr) -> Iterator[str]:
    """The codes that an argument can be; none where it is put together."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_codes(node.body), *_codes(node.orelse))


def _coded(kind: type[CodedError]) -> list[type[CodedError]]:
    below = kind.__subclasses__()
    return [*below, *(one for child in below for one in _coded(child))]


def test_all_that_is_said_has_words_and_the_parameters_of_its_words() -> None:
    found = said()
    assert len(found) > 200
    assert [one.key for one in found if one.key not in catalogue()] == []
    for one in found:
        if one.whole:
            assert places(catalogue()[one.key]) <= one.params, one.key


# Where codes are put together, or are not the argument of a call: what stands there as text counts as said.
HOMES = {
    "refusal": "game/refusals.py",
    "event": "game/events.py",
    "fairness": "game/verify.py",
    "haggle": "haggle/rules.py",
    "sheet": "rulebooks/sheet.py",
    "score": "game/scoring.py",
}
FOUND_OR_REFUSED = re.compile(r'found_or_refused\(.*?"(\w+)"\)')


def test_every_message_of_the_catalogue_is_said_somewhere() -> None:
    known = {one.key for one in said()} | {"you", "you.object", "server.name_taken", "server.name_of_bot"}
    known |= {f"server.no_{what}" for what in FOUND_OR_REFUSED.findall(text_of("server/web/routes.py"))}
    assert [key for key in catalogue() if key not in known and not _at_home(key)] == []


def _at_home(key: str) -> bool:
    """Whether the code, or its beginning where the rest is filled in, stands where its namespace lives."""
    space, _, code = key.partition(".")
    text = text_of(HOMES[space]) if space in HOMES else ""
    words = set(re.findall(r"""["']([\w.]+)["']""", text))
    begun = tuple(re.findall(r"""f["']([\w.]+)\{""", text))
    first = code.partition(".")[0] if space == "event" else code  # an event has one for each case
    return first in words or key in words or (begun != () and code.startswith(begun)) or _ends(text, code)


def _ends(text: str, code: str) -> bool:
    return any(code.endswith(end) for end in re.findall(r"""f["']\{\w+\}(_\w+)["']""", text))


@cache
def text_of(path: str) -> str:
    return (SOURCE / path).read_text(encoding="utf-8")


def test_a_message_from_json_is_worded_as_the_one_that_was_sent() -> None:
    inner = Refusal("not_held", player="Ann", card="R7")
    error = CommandRefused("invalid", "invalid_message", why=inner)
    sent = msgspec.json.decode(msgspec.json.encode(error.message))
    assert sent == {
        "code": "server.invalid_message",
        "params": {"why": {"code": "refusal.not_held", "params": {"player": "Ann", "card": "R7"}}},
    }
    assert sentence(sent["code"], sent["params"]) == str(error) == "invalid message: Ann does not hold R7"


def test_what_is_passed_on_keeps_its_own_code() -> None:
    passed_on = CommandRefused.because("rules", Refusal("nothing_to_take"))
    assert (passed_on.kind, passed_on.message) == ("rules", Message("refusal.nothing_to_take"))
    assert CommandRefused.because("gone", passed_on).message == passed_on.message


# ---- What the server can say to a person, whatever it plays ----


def messages(found: object) -> Iterator[Message]:
    """A message and those inside it."""
    if isinstance(found, list):
        for one in found:
            yield from messages(one)
    elif isinstance(found, Message):
        yield found
        for one in found.params.values():
            yield from messages(one)


def variants() -> Iterator[dict[str, object]]:
    """Each house rule alone, with every choice and with numbers that are too small or too large."""
    yield {}
    for name, option in options().items():
        words = [{"true": True, "false": False}.get(one, one) for one in option.choices]
        numbers = [] if option.choices else [option.least - 1, option.least, option.most, option.most + 1]  # type: ignore[operator]
        for value in [*words, *numbers, "nonsense"]:
            yield {name: value}


@pytest.mark.parametrize("rules", names())
def test_every_sheet_and_every_refusal_of_a_form_has_words_in_all_languages(rules: str) -> None:
    refused = 0
    for changes in variants():
        try:
            sections = sheet(load(rules, changes))
            found = [one for s in sections for one in (s.title, s.lines, [list(row[1:]) for row in s.rows])]
        except CodedError as error:
            refused += 1
            found = [error.message]
        for message in messages(found):
            assert places(catalogue()[message.code]) <= message.params.keys(), message
            for language, words in WORDS.items():
                missing = places(words[message.code]) - message.params.keys() - {"count"}
                assert not missing, (language, message)
    assert refused > 20


# ---- Words of the page that depend on what the package has ----


def missing(language: str, prefix: str, words: Iterator[str]) -> list[str]:
    return [f"{prefix}.{word}" for word in words if f"{prefix}.{word}" not in WORDS[language]]


def test_german_and_russian_stand_beside_english() -> None:
    assert {"de", "en", "ru"} <= WORDS.keys()


@pytest.mark.parametrize("language", sorted(WORDS))
def test_a_language_has_every_key(language: str) -> None:
    assert sorted(WORDS["en"].keys() - WORDS[language].keys()) == []


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_house_rule_has_a_name_a_help_and_words_for_its_choices(language: str) -> None:
    fields = options()
    choices = {one for option in fields.values() for one in option.choices} - {"true", "false"}
    assert missing(language, "option", iter(fields)) == []
    assert missing(language, "help", iter(fields)) == []
    assert missing(language, "choice", iter(sorted(choices))) == []


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_level_phrase_and_pace_has_a_text(language: str) -> None:
    assert missing(language, "level", iter(LEVELS)) == []
    assert missing(language, "phrase", iter(m.PHRASES)) == []
    assert missing(language, "pace", iter(get_args(m.Pace))) == []


def test_levels_are_called_the_same_in_the_command_line_and_on_the_page() -> None:
    assert [WORDS["en"][f"level.{name}"].lower() for name in LEVELS] == list(LEVELS)


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_item_of_a_score_has_a_text(language: str) -> None:
    found: set[str] = set()
    for rules in names():
        match = Match(load(rules), ["Ann", "Bob"])
        match.deal()
        parts = set(items(match.round.notation, match.round.state)["Ann"])
        found |= set() if "divisor" in parts else parts  # by rank: one sentence tells how it came about (L4)
    assert len(found) > 3
    assert missing(language, "item", iter(sorted(found))) == []


def codes(kind: Any, field: str) -> list[str]:
    """The words that a field of a message can have."""
    return [word for word in get_args(get_type_hints(kind, include_extras=False)[field]) if word]


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_event_and_every_reason_of_one_has_a_text(language: str) -> None:
    for kind in set(get_args(events.AnyEvent)) - {events.Challenged}:  # it has one for each verdict
        assert f"event.{kind.__struct_config__.tag}" in WORDS[language], kind
    assert missing(language, "event.draw", iter(events.WHY[1:])) == []
    assert missing(language, "event.challenge", iter(("guilty", "innocent"))) == []
    assert missing(language, "lobby.why", iter([*codes(m.LobbyNow, "why"), "denied"])) == []
