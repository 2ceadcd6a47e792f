"""The golden records say what they said: the same deals, the same play, the same scores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import to_builtins

from lastcard.game import replay
from lastcard.game.record import decode
from lastcard.rulebooks import load
from support.golden_records import FOLDER, golden, without_new_defaults
from support.scenes import FOUR
from support.wider_schema import NEW, wider_schema


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_is_played_again(rules: str) -> None:
    text = (FOLDER / f"{rules}.json").read_text(encoding="utf-8")
    assert golden(rules) == text, "the behaviour changed: `make golden`, and look at the difference"


@pytest.fixture
def _wider_schema() -> Iterator[None]:
    with wider_schema():
        yield


@pytest.mark.usefixtures("_wider_schema")
def test_a_new_option_that_is_off_changes_no_golden_record() -> None:
    assert NEW in to_builtins(load("rounds"))
    assert golden("rounds") == (FOLDER / "rounds.json").read_text(encoding="utf-8")


@pytest.mark.usefixtures("_wider_schema")
def test_an_option_that_is_on_or_known_stays_in_a_golden_record() -> None:
    """Also where it says what the schema says: a default that is changed later is a change of behaviour."""
    known = set(to_builtins(load("rounds"))) - {NEW}
    assert set(without_new_defaults(load("rounds"), known)) == known
    assert without_new_defaults(load("rounds", {NEW: True}), known)[NEW] is True


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_replays_to_its_end(rules: str) -> None:
    match = replay(decode((FOLDER / f"{rules}.json").read_bytes()))
    assert match.over
    assert match.standing.winners
