"""N: names, cards and actions as text."""

from __future__ import annotations

import pytest

from lastcard.engine import codes as c
from lastcard.engine.legal import verify
from lastcard.game import Action, DealError, Match, NotationError, Refusal
from lastcard.game.notation import Notation
from lastcard.rulebooks import load
from support.scenes import FOUR, scene


@pytest.mark.parametrize("name", ["A", "Ann Lee", "x" * 24, "Ärzte", "名前", "a,b"])
def test_N1_good_names(name: str) -> None:
    assert Match(load("classic"), [name, "Bob"]).players == [name, "Bob"]


@pytest.mark.parametrize("name", ["", "x" * 25, "a:b", "a=b", " a", "a ", "a\nb", "a\x00", "\t", "Bob"])
def test_N1_bad_names(name: str) -> None:
    with pytest.raises(DealError):
        Match(load("classic"), [name, "Bob"])


def test_N1_catch_and_with_take_the_rest_of_the_line() -> None:
    notation = Notation(load("classic", {"seven_zero": True}), ["Ann Lee", "Bob call", "Bob"])
    assert notation.parse("catch Ann Lee").player == "Ann Lee"
    swap = notation.parse("play R7 with Ann Lee call")
    assert (swap.player, swap.call) == ("Ann Lee", True)
    whole = notation.parse("play R7 with Bob call")
    assert (whole.player, whole.call) == ("Bob call", False)
    for text in ("play R7 call with Bob", "play R7 with Bob call call"):
        parsed = notation.parse(text)
        assert parsed.call
        assert notation.parse(str(parsed)) == parsed


@pytest.mark.parametrize("rules", FOUR)
def test_N2_cards_both_ways(rules: str) -> None:
    deck = load(rules).deck
    for kind, text in enumerate(deck.texts):
        assert deck.kind(text) == deck.kind(text.lower()) == kind
    wanted = (
        {"6C", "10D", "JH", "QS", "KC", "AS"} if rules == "fool108" else {"R7", "GS", "BR", "Y+2", "W", "W+4"}
    )
    assert wanted <= set(deck.texts)


@pytest.mark.parametrize(
    "text",
    [
        *("play R7", "play W G", "play W+4 B call", "play R7 call", "draw", "pass", "take", "challenge"),
        *("name R", "call", "catch Bob", "jump R7", "jump R7 call", "play Y7 with Bob"),
        "play Y7 with Bob call",
    ],
)
def test_N3_actions_both_ways(text: str) -> None:
    notation = Notation(load("classic", {"seven_zero": True}), ["Ann", "Bob"])
    action = notation.parse(text)
    assert str(action) == text
    if text not in ("play R7", "play R7 call", "jump R7", "jump R7 call"):  # those need a partner here
        assert notation.decode(notation.encode(action)) == action


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not an action"),
        ("fold", "'fold' is not an action: expected play, draw"),
        ("play", "'play' needs a card"),
        ("play R17", "there is no card 'R17' in classic"),
        ("play W Q", "'Q' is not a colour: expected one of R, Y, G, B"),
        ("play R7 R", "R7 is not wild and names no colour"),
        ("play R7 with Bob", "R7 does not swap hands here"),
        ("draw two", "nothing can follow 'draw'"),
        ("catch", "'catch' needs the name of a player (Ann, Bob), not ''"),
        ("catch Zoe", "not 'Zoe'"),
        ("name", "'' is not a colour"),
        ("play W G call please", "'please' is not expected"),
    ],
)
def test_N3_bad_text_gets_a_sentence(text: str, says: str) -> None:
    at = scene("classic", {"Ann": "R1 R2", "Bob": "R3"}, top="R7", draw="B1")
    assert says in at.refused(f"Ann: {text}")


def test_N3_notation_errors_are_values_too() -> None:
    with pytest.raises(NotationError):
        Notation(load("classic"), ["Ann", "Bob"]).parse("fly")


@pytest.mark.parametrize(
    "action",
    [
        *(
            Action("play"),
            Action("play", "X9"),
            Action("catch"),
            Action("catch", player="Zoe"),
            Action("name"),
        ),
        *(
            Action("foo"),  # type: ignore[arg-type]
            Action("play", "W", "Q"),
            Action("play", "R1", "G"),
            Action("play", "R1", player="Bob"),
        ),
    ],
)
def test_N3_an_action_with_a_missing_part_is_refused(action: Action) -> None:
    at = scene("classic", {"Ann": "R0 R2", "Bob": "R3"}, top="R7", draw="B1")
    before = at.s.key()
    with pytest.raises(Refusal):
        at.round.play(0, action)
    assert at.s.key() == before


def test_N3_the_engine_refuses_to_catch_nobody() -> None:
    at = scene("classic", {"Ann": "R0 R2", "Bob": "R3"}, top="R7", draw="B1")
    for code in (c.pack(c.CATCH), c.pack(c.CATCH, 0, 7)):
        assert verify(at.s, at.round.rulebook.tables, 0, code) == c.NOBODY_THERE


def test_N3_an_action_is_read_from_its_parts_and_from_its_text() -> None:
    """Where somebody is called "Bob call", the text needs another order; the parts don't."""
    notation = Notation(load("classic", {"seven_zero": True}), ["Ann", "Bob", "Bob call"])
    for partner, text in (("Bob", "play R7 call with Bob"), ("Bob call", "play R7 with Bob call call")):
        action = notation.read(Action("play", "R7", player=partner, call=True))
        assert str(action) == text
        assert notation.read(text) == action
    assert notation.read(" CALL ") == Action("call")


def test_N3_colours_may_be_spelled_out() -> None:
    assert str(Notation(load("classic"), ["Ann", "Bob"]).parse("play w Blue call")) == "play W B call"
