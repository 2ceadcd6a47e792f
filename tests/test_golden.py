"""The golden records say what they said: the same deals, the same play, the same scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import pytest
from msgspec import to_builtins

from support.golden_records import FOLDER, golden, without_new_defaults
from lastcard.game import replay
from lastcard.game.record import decode
from lastcard.rulebooks import Rulebook, load, loader
from lastcard.rulebooks.schema import option
from support.scenes import FOUR


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_is_played_again(rules: str) -> None:
    text = (FOLDER / f"{rules}.json").read_text(encoding="utf-8")
    assert golden(rules) == text, "the behaviour changed: `make golden`, and look at the difference"


class Wider(Rulebook, frozen=True, kw_only=True, dict=True):
    """The schema after somebody has added a house rule."""

    flying_cards: Annotated[bool, option("Cards fly.")] = False


@pytest.fixture
def _wider_schema(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(loader, "Rulebook", Wider)
    loader._shipped.cache_clear()
    yield
    loader._shipped.cache_clear()


@pytest.mark.usefixtures("_wider_schema")
def test_a_new_option_that_is_off_changes_no_golden_record() -> None:
    assert "flying_cards" in to_builtins(load("rounds"))
    assert golden("rounds") == (FOLDER / "rounds.json").read_text(encoding="utf-8")


@pytest.mark.usefixtures("_wider_schema")
def test_an_option_that_is_on_or_known_stays_in_a_golden_record() -> None:
    """Also where it says what the schema says: a default that is changed later is a change of behaviour."""
    known = set(to_builtins(load("rounds"))) - {"flying_cards"}
    assert set(without_new_defaults(load("rounds"), known)) == known
    assert without_new_defaults(load("rounds", {"flying_cards": True}), known)["flying_cards"] is True


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_replays_to_its_end(rules: str) -> None:
    match = replay(decode((FOLDER / f"{rules}.json").read_bytes()))
    assert match.over
    assert match.standing.winners
