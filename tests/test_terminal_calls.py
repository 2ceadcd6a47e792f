"""Calls and catches at the terminal (C8): both can be false, and nothing tells who forgot."""

from __future__ import annotations

import pytest

from lastcard.bots.loop import ask_reactions
from lastcard.cli.terminal import Paint, Teller, TerminalPlayer
from lastcard.game import Match, View
from support.scenes import scene

HANDS = {"Ann": "R1 R2 R3 R4", "Bob": "R5 R6", "Cid": "R8 R9 G1"}
DRAW = "B1 B2 B3 B4 B5 B6 B7 B8"


class Silent:
    """A bot that reacts to nothing."""

    def choose(self, view: View) -> str:
        return str(view.legal[0])

    def respond(self, view: View) -> None:
        return None


class Terminal:
    """Ann at a terminal, with what she is going to type, and two bots."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, turn: str) -> None:
        self.match = Match("classic", list(HANDS), seed=1)
        self.match.deal()
        self.match.rounds[-1] = scene("classic", HANDS, top="R7", draw=DRAW, turn=turn).round
        self.player = TerminalPlayer(self.match, Teller(self.match, 0, Paint(False, False, 80), 0.0))
        self.typed: list[str] = []
        monkeypatch.setattr("lastcard.cli.terminal.wait", self._wait)

    def _wait(self, prompt: str) -> str:
        print(prompt)
        return self.typed.pop(0)

    def react(self, *typed: str) -> None:
        """Everybody is asked; all that was typed is used up."""
        self.typed = list(typed)
        ask_reactions(self.match, [self.player, Silent(), Silent()], lambda events: None, [0, 0, 0])
        assert self.typed == []

    def choose(self, *typed: str) -> str:
        self.typed = list(typed)
        return self.player.choose(self.match.round.view(0))

    @property
    def counts(self) -> dict[str, int]:
        return self.match.round.view(None).counts


@pytest.mark.parametrize("on_turn", [False, True])
def test_C8_the_terminal_asks_the_same_whether_somebody_forgot_or_not(
    on_turn: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for call in ("", " call"):
        table = Terminal(monkeypatch, "Bob")
        table.match.play("Bob", f"play R5{call}")
        table.react("")
        if on_turn:
            table.match.play("Cid", "play R8")
            assert table.choose("play R1") == "play R1"
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "catch Bob" in shown[0]


def test_C8_a_person_is_asked_once_after_each_last_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Terminal(monkeypatch, "Cid")
    table.react()  # nobody holds one card: no question
    table.match.play("Cid", "play R8")
    table.match.play("Ann", "play R1")
    table.react()
    table.match.play("Bob", "play R5 call")
    table.react("nothing")
    table.react()  # asked already
    assert capsys.readouterr().out.count("react?") == 1


def test_C8_a_false_catch_at_the_terminal_costs_and_names_its_cost_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Terminal(monkeypatch, "Bob")
    table.match.play("Bob", "play R5 call")
    table.react("catch Bob", "n", "1")  # the first is taken back, and nothing is asked again
    assert capsys.readouterr().out.count("A false catch costs 2 cards. Accuse Bob?") == 1
    assert table.counts == {"Ann": 6, "Bob": 1, "Cid": 3}
    table = Terminal(monkeypatch, "Bob")
    table.match.play("Bob", "play R5")
    table.react("catch Bob", "y")  # the same question before one that is right
    assert "A false catch costs 2 cards. Accuse Bob?" in capsys.readouterr().out
    assert table.counts == {"Ann": 4, "Bob": 3, "Cid": 3}


def test_C8_a_false_call_at_the_terminal_names_its_cost_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Terminal(monkeypatch, "Ann")
    assert table.choose("call", "y") == "call"
    told = capsys.readouterr().out
    assert "A false call costs 2 cards. Call all the same?" in told
    assert told.splitlines().count("    5) call") == 1
    assert table.choose("play R1 call") == "play R1 call"
    assert "costs" not in capsys.readouterr().out
