"""Whatever the server can say to a person has a text in both languages (client/src/messages)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from lastcard.bots.levels import LEVELS
from lastcard.errors import LastcardError
from lastcard.game import Match, events
from lastcard.game.view import items
from lastcard.rulebooks import load, names
from lastcard.rulebooks.options import options
from lastcard.server.protocol import messages as m
from support.server_sentences import sentences

MESSAGES = Path(__file__).parents[1] / "client" / "src" / "messages"
TEXTS = {one: json.loads((MESSAGES / f"{one}.json").read_text(encoding="utf-8")) for one in ("en", "ru")}
REASONS = {one: json.loads((MESSAGES / f"reasons.{one}.json").read_text(encoding="utf-8")) for one in TEXTS}


def missing(language: str, prefix: str, words: Iterator[str]) -> list[str]:
    return [f"{prefix}.{word}" for word in words if f"{prefix}.{word}" not in TEXTS[language]]


# ---- Sentences ----


def test_every_sentence_of_the_server_is_found_in_its_source() -> None:
    found = sentences()
    assert len(found) > 150
    for known in (
        "only the host can do that",
        "it is {}'s turn",
        "most yellow after a tie ({})",
        "is not JSON: {}",
    ):
        assert known in found


def test_every_sentence_of_the_server_has_a_russian_one() -> None:
    assert [text for text in sentences() if text not in REASONS["ru"]] == []


def test_what_the_page_words_otherwise_in_english_is_worded_in_russian_too() -> None:
    assert [text for text in REASONS["en"] if text not in REASONS["ru"]] == []


def test_an_english_page_shows_no_options_of_a_command() -> None:
    """Such as "(--blocked)": the page has its own words for them."""
    told = [REASONS["en"].get(text, text) for text in sentences()]
    assert [text for text in told if "--" in text] == []
    assert [text for text in REASONS["ru"].values() if "--" in text] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_text_fills_in_only_what_its_sentence_has(language: str) -> None:
    for sentence, text in REASONS[language].items():
        for place in re.findall(r"\{(\d+)", text):
            assert int(place) < sentence.count("{}"), sentence
        for word, kind in re.findall(r"\{([a-z_]+):(\w+)", text):
            assert f"{kind}.{word}" in TEXTS[language], sentence


@cache
def shapes() -> list[re.Pattern[str]]:
    return [re.compile(re.escape(key).replace(r"\{\}", ".*?"), re.DOTALL) for key in REASONS["ru"]]


@pytest.mark.parametrize("rules", names())
def test_every_refusal_of_the_form_has_a_russian_sentence(rules: str) -> None:
    """Each house rule alone, with every choice and with numbers that are too small or too large."""
    refused = 0
    for name, option in options().items():
        words = [{"true": True, "false": False}.get(one, one) for one in option.choices]
        numbers = [] if option.choices else [option.least - 1, option.least, option.most, option.most + 1]  # type: ignore[operator]
        for value in [*words, *numbers, "nonsense"]:
            try:
                load(rules, {name: value}, by="house rules")
            except LastcardError as error:
                refused += 1
                inner = str(error).removeprefix("house rules: ")
                assert any(one.fullmatch(inner) for one in shapes()), inner
    assert refused > 20


# ---- Words ----


@pytest.mark.parametrize("language", TEXTS)
def test_every_house_rule_has_a_name_a_help_and_words_for_its_choices(language: str) -> None:
    fields = options()
    choices = {one for option in fields.values() for one in option.choices} - {"true", "false"}
    assert missing(language, "option", iter(fields)) == []
    assert missing(language, "help", iter(fields)) == []
    assert missing(language, "choice", iter(sorted(choices))) == []


@pytest.mark.parametrize("language", TEXTS)
def test_every_rulebook_level_phrase_and_pace_has_a_text(language: str) -> None:
    assert missing(language, "rulebook", iter(names())) == []
    assert missing(language, "rulebook.about", iter(names())) == []
    assert missing(language, "level", iter(LEVELS)) == []
    assert missing(language, "phrase", iter(m.PHRASES)) == []
    assert missing(language, "pace", iter(get_args(m.Pace))) == []


def test_levels_are_called_the_same_in_the_command_line_and_on_the_page() -> None:
    assert [TEXTS["en"][f"level.{name}"].lower() for name in LEVELS] == list(LEVELS)


@pytest.mark.parametrize("language", TEXTS)
def test_every_item_of_a_score_has_a_text(language: str) -> None:
    found: set[str] = set()
    for rules in names():
        match = Match(load(rules), ["Ann", "Bob"])
        match.deal()
        found |= set(items(match.round.notation, match.round.state)["Ann"])
    assert len(found) > 3
    assert missing(language, "item", iter(sorted(found))) == []


def codes(kind: Any, field: str) -> list[str]:
    """The words that a field of a message can have."""
    return [word for word in get_args(get_type_hints(kind, include_extras=False)[field]) if word]


@pytest.mark.parametrize("language", TEXTS)
def test_every_event_and_every_reason_of_one_has_a_text(language: str) -> None:
    for kind in set(get_args(events.AnyEvent)) - {events.Challenged}:  # it has one for each verdict
        assert f"event.{kind.__struct_config__.tag}" in TEXTS[language], kind
    assert missing(language, "event.draw", iter(events.WHY[1:])) == []
    assert missing(language, "event.challenge", iter(("guilty", "innocent"))) == []
    assert missing(language, "table.went", iter(codes(m.Went, "why"))) == []
    assert missing(language, "lobby.why", iter([*codes(m.LobbyNow, "why"), "denied"])) == []


def test_every_code_of_a_refusal_is_worded_by_the_page_or_by_its_sentence() -> None:
    """Those two stand for themselves; all others come with a sentence, which is translated."""
    worded = {key.removeprefix("refused.") for key in TEXTS["ru"] if key.startswith("refused.")}
    assert worded == {"stale", "dropped"}
    assert worded < set(codes(m.Refused, "code"))
