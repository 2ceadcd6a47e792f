"""The golden records say what they said: the same deals, the same play, the same scores."""

from __future__ import annotations

import pytest

from lastcard.game import replay
from lastcard.game.record import decode
from support.golden_records import FOLDER, golden
from support.scenes import FOUR


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_is_played_again(rules: str) -> None:
    text = (FOLDER / f"{rules}.json").read_text(encoding="utf-8")
    assert golden(rules) == text, "the behaviour changed: `make golden`, and look at the difference"


@pytest.mark.parametrize("rules", FOUR)
def test_golden_record_replays_to_its_end(rules: str) -> None:
    match = replay(decode((FOLDER / f"{rules}.json").read_bytes()))
    assert match.over
    assert match.standing.winners
