"""What `import lastcard` gives: every public name is there, documented, and its examples are true."""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lastcard
from lastcard.engine import codes
from lastcard.game import events
from lastcard.game.refusals import _CODES, _PARAMS, RefusalCode
from lastcard.messages import catalogue, sentence
from lastcard.messages.message import Message

SOURCE = Path(lastcard.__file__).parent
MODULES = ["lastcard", "lastcard.game", "lastcard.rulebooks", "lastcard.bots", "lastcard.haggle"]


def test_the_public_names_are_there_and_documented() -> None:
    for name in lastcard.__all__:
        found = getattr(lastcard, name)
        assert name == "__version__" or inspect.getdoc(found), name


@pytest.mark.parametrize("name", ["Game", "deal", "_MODULES_"])
def test_other_names_are_not(name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(lastcard, name)


@pytest.mark.parametrize(
    "module",
    [
        "lastcard.bots.loop",
        "lastcard.game.match",
        "lastcard.game.replay",
        "lastcard.game.round",
        "lastcard.game.scoring",
        "lastcard.haggle.scoring",
        "lastcard.league.plan",
        "lastcard.league.play",
        "lastcard.league.schedule",
        "lastcard.league.standings",
        "lastcard.rulebooks.loader",
    ],
)
def test_examples_in_docstrings(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def test_importing_lastcard_loads_nothing_else() -> None:
    code = "import sys, lastcard; print([name for name in sys.modules if name.startswith('lastcard.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_game_needs_no_numpy() -> None:
    code = (
        "import sys, lastcard; lastcard.Match, lastcard.score, lastcard.Round; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_match_is_saved_and_loaded(tmp_path: Path) -> None:
    match = lastcard.Match("rounds", ["Ann", "Bob"], seed=3, stacking="same")
    lastcard.play_match(match, ["greedy", "random"], seed=1)
    match.save(tmp_path / "match.json")
    again = lastcard.Match.load(tmp_path / "match.json")
    assert again.standing == match.standing
    assert repr(again) == repr(match)
    assert again.rulebook.stacking == "same"


def test_a_copy_goes_its_own_way() -> None:
    round = lastcard.Match("classic", ["Ann", "Bob"], seed=5).deal()
    other = round.copy()
    before = round.state.key()
    while not other.over:
        other.play(other.turn or 0, other.legal()[-1])
    assert round.state.key() == before
    assert round.events[-1:] != other.events[-1:]
    once, twice = round.copy(), round.copy()
    for one in (once, twice):
        while not one.over:
            one.play(one.turn or 0, one.legal()[-1])
    assert once.events == twice.events  # the same cards come to both


def test_players_by_name_or_seat() -> None:
    round = lastcard.Match("rounds", ["Ann", "Bob"], seed=0).deal()
    assert round.legal("Ann") == round.legal(0)
    assert round.view("Bob") == round.view(1)
    assert round.hand("Ann") == round.hands["Ann"]
    for wrong in ("Cid", 2, -1):
        with pytest.raises(lastcard.Refusal):
            round.legal(wrong)


def test_a_refusal_has_a_code_parameters_and_a_sentence() -> None:
    round = lastcard.Round.from_position("rounds", {"Ann": "R3 G9", "Bob": "G1"}, top="R5")
    with pytest.raises(lastcard.Refusal) as refused:
        round.play("Ann", "play G9")
    assert refused.value.code == "does_not_fit"
    assert refused.value.params == {"card": "G9", "top": "R5", "colour": "red"}
    assert str(refused.value) == "G9 does not fit on R5 (red)"
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.code, again.params, str(again)) == (
        "does_not_fit",
        refused.value.params,
        str(refused.value),
    )


def test_every_code_of_a_refusal_has_words_with_just_its_parameters() -> None:
    from typing import get_args

    for code in get_args(RefusalCode):
        assert f"refusal.{code}" in catalogue(), code
    assert _CODES[codes.UNKNOWN_ACTION - 1] == "unknown_action"  # the engine's last one
    for code in _CODES[: codes.UNKNOWN_ACTION]:
        params = _PARAMS.get(code, ())
        text = sentence(f"refusal.{code}", dict.fromkeys(params, "X"))
        assert text.count("X") >= len(params), code


def test_messages_nest_and_escape() -> None:
    owed = Message("cards", {"count": 1})
    assert sentence("refusal.answer_or_take", {"player": "A\x1b", "owed": owed}).startswith(
        r"A\x1b owes 1 card:"
    )
    assert str(Message("cards", {"count": 3})) == "3 cards"


POSITIONS: list[tuple[dict[str, Any], str]] = [
    ({"top": "X9"}, "top: there is no card 'X9' in rounds; did you mean"),
    ({"top": "W"}, "top: W is wild: say which colour is in force"),
    ({"top": "R5", "discards": "R3 R3 R3"}, "R3 is there more often than in the deck (2)"),
    ({"top": "R5", "turn": "Zoe"}, "there is no player 'Zoe'"),
]


@pytest.mark.parametrize(("wrong", "why"), POSITIONS, ids=lambda one: str(one)[:20])
def test_a_position_that_can_not_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(lastcard.LastcardError) as refused:
        lastcard.Round.from_position("rounds", {"Ann": "R3 W", "Bob": "G1"}, **wrong)
    assert str(refused.value).startswith(why.removesuffix("; did you mean"))


def test_a_position_has_the_rest_of_the_deck_to_draw_from() -> None:
    round = lastcard.Round.from_position("rounds", {"Ann": "R3 W", "Bob": "G1"}, top="R5", colour="R")
    assert round.view(None).draw_pile == 108 - 4
    other = lastcard.Round.from_position(
        "rounds", {"Ann": "R3 W", "Bob": "G1"}, top="W", colour="G", draw_pile=""
    )
    assert (other.view(None).colour, other.view(None).draw_pile) == ("G", 0)


def test_names_of_players_may_be_words_of_the_call() -> None:
    assert lastcard.score("rounds", {"out": "", "blocked": "R9"}).scores == {"out": 1, "blocked": 0}


def test_notebooks_see_tables_without_hidden_cards() -> None:
    match = lastcard.Match("rounds", ["Ann<b>", "Bob"], seed=0)
    html = match.deal()._repr_html_()
    assert "Ann&lt;b&gt;" in html
    assert "<caption>Rounds: R5, red on top" in html
    assert not any(f">{card}<" in html for card in match.round.hand(0))
    assert "<th>place</th>" in match._repr_html_()
    assert "<th>place</th>" in match.standing._repr_html_()


def test_events_are_typed_and_hide_what_others_may_not_see() -> None:
    drawn = events.CardsDrawn("Ann", 2, "choice", ["R1", "G2"])
    assert drawn.seen_by("Ann") is drawn
    assert drawn.seen_by("Bob").data() == {"type": "draw", "player": "Ann", "count": 2, "why": "choice"}
    back = events.CardPutBack(None, "W", 5)
    assert back.seen_by("Ann").data() == {"type": "put_back", "player": None, "card": "W"}
    assert copy.copy(drawn) == drawn
    for kind in events.AnyEvent.__args__:
        assert inspect.getdoc(kind), kind
