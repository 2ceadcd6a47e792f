"""What people type for a bot, and Python classes in our own process."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.bots import names
from lastcard.bots.forfeits import REASONS, BotError, Forfeit, Limits, Reason
from lastcard.bots.program import ProcessBot
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import check, create, label
from lastcard.game import Action, Match, View, seeded
from lastcard.rulebooks import Rulebook, load

HERE = "bots.test_registry"  # as `module:Class` names it
PLAYERS = ["Ann", "Bob"]


class Good:
    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> Any:
        return view.legal[0]

    def respond(self, view: View) -> Any:
        return None


class Sloppy(Good):
    """Small letters and spaces are no crime."""

    def choose(self, view: View) -> Any:
        return f"  {str(view.legal[0]).lower()} "


class Texts(Good):
    """The text of an action is as good as the action."""

    def choose(self, view: View) -> Any:
        return str(view.legal[-1])


class Parts(Good):
    """An action of its own making, which no table would take."""

    def choose(self, view: View) -> Any:
        return Action("play", 7, [])  # type: ignore[arg-type]


class Polite(Good):
    """N3: `nothing` for a program that has no reaction."""

    def respond(self, view: View) -> Any:
        return "nothing"


class Scribbler(Good):
    """Uses its view as scratch paper."""

    def choose(self, view: View) -> Any:
        answer = view.legal[0]
        view.players.reverse()
        view.legal.clear()
        view.hand.clear()
        view.counts.clear()
        return answer


class Raises(Good):
    def choose(self, view: View) -> Any:
        raise RuntimeError("no idea")


class Leaves(Good):
    def choose(self, view: View) -> Any:
        sys.exit(5)


class Cancels(Good):
    def choose(self, view: View) -> Any:
        raise asyncio.CancelledError


class Cheats(Good):
    def choose(self, view: View) -> Any:
        view.legal.append(Action("play", "W+4", "R"))
        return "play W+4 R" if "W+4" not in view.hand else "challenge"


class Mute(Good):
    def choose(self, view: View) -> Any:
        return None


class Numbers(Good):
    def choose(self, view: View) -> Any:
        return 7


class Dreams(Good):
    def choose(self, view: View) -> Any:
        time.sleep(0.06)
        return view.legal[0]


class Unfinished:
    def __init__(self, *table: object) -> None:
        pass


class Broken(Good):
    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        raise FileNotFoundError("weights.bin")


class BadEnd(Good):
    def close(self) -> None:
        raise RuntimeError("not even that")


NOT_A_CLASS = 7


def round_of(name: str, limits: Limits = Limits(move=20)) -> tuple[Match, list[Forfeit]]:  # noqa: B008
    rulebook = load("classic")
    match = Match(rulebook, PLAYERS, seeded(2))
    match.deal()
    bots = [create(f"{HERE}:{name}", rulebook, PLAYERS, 1), create("random", rulebook, PLAYERS, 2)]
    try:
        return match, play_round(match, bots, limits)
    finally:
        close(bots)


@pytest.mark.parametrize("name", ["Good", "Sloppy", "Texts", "Polite", "Scribbler", "BadEnd"])
def test_a_class_plays(name: str) -> None:
    match, forfeits = round_of(name)
    assert forfeits == []
    assert match.round.over


@pytest.mark.parametrize(
    ("name", "reason", "detail", "written"),
    [
        ("Raises", "crashed", "RuntimeError: no idea", 'raise RuntimeError("no idea")'),
        ("Leaves", "crashed", "SystemExit: 5", "sys.exit(5)"),
        ("Cancels", "crashed", "CancelledError", "raise asyncio.CancelledError"),
        ("Cheats", "illegal", "is not one of", ""),
        ("Mute", "illegal", "no action, though it is in turn", ""),
        ("Parts", "nonsense", "", ""),
        ("Numbers", "nonsense", "7 is not an action", ""),
        ("Unfinished", "start", "has no method choose(view)", ""),
        ("Broken", "start", "FileNotFoundError: weights.bin", "weights.bin"),
    ],
)
def test_a_class_forfeits(name: str, reason: str, detail: str, written: str) -> None:
    match, [forfeit] = round_of(name)
    assert (forfeit.seat, forfeit.reason) == (0, reason)
    assert detail in forfeit.detail
    assert written in forfeit.stderr
    assert match.round.over


class Babbler(Good):
    """Says what it is told to say, then plays on."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str], seed: int) -> None:
        self.says = list(BABBLE)

    def choose(self, view: View) -> Any:
        return self.says.pop() if self.says else view.legal[-1]

    respond = choose


BABBLE: list[Any] = []
WORDS = st.sampled_from(
    ["play", "R7", "W", "G", "call", "with", "Bob", "draw", "pass", "nothing", "catch", " "]
)
ANSWERS = st.one_of(
    st.lists(WORDS, max_size=4).map(" ".join), st.text(max_size=30), st.none(), st.integers(), st.binary()
)


@pytest.mark.slow
@given(st.lists(ANSWERS, max_size=4))
@settings(max_examples=40, deadline=None)
def test_whatever_a_bot_answers_the_round_is_played_to_its_end(babble: list[Any]) -> None:
    BABBLE[:] = babble
    match, forfeits = round_of("Babbler")
    assert match.round.over
    assert {one.reason for one in forfeits} <= {"nonsense", "illegal"}
    assert len(forfeits) <= 1
    assert all(one.detail.isprintable() for one in forfeits)


def test_the_time_of_a_class_is_looked_at_afterwards() -> None:
    match, [forfeit] = round_of("Dreams", Limits(move=0.05))
    assert forfeit.reason == "slow"
    assert match.round.over


def test_after_a_forfeit_the_game_is_the_same_whatever_the_bot_would_have_done() -> None:
    """`random` takes over, from a generator that only the deal decides."""
    assert round_of("Raises")[0].record() == round_of("Mute")[0].record()


@pytest.mark.parametrize("name", names())
def test_built_in_bots_are_made_by_name(name: str) -> None:
    check(name)
    rulebook = load("rounds")
    match = Match(rulebook, PLAYERS, seeded(1))
    match.deal()
    assert play_round(match, [create(name, rulebook, PLAYERS, seed) for seed in (1, 2)]) == []


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("greddy", "there is no bot 'greddy'; did you mean greedy?"),
        ("", "there is no bot ''; there are random"),
        ("no_such_module:Bot", "no_such_module:Bot: ModuleNotFoundError: No module named 'no_such_module'"),
        (f"{HERE}:Nobody", "has no attribute 'Nobody'"),
        (f"{HERE}:NOT_A_CLASS", "not a class or function"),
        (f"{HERE}:", "expected module:Class"),
        (":Bot", "expected module:Class"),
        ("cmd:no-such-program", "no-such-program: there is no such program"),
        ("./no/such/bot", "there is no such program"),
        (f"{__file__}", "not executable (try chmod +x)"),
        ("python3 'bot.py", "not a command line: no closing quotation"),
        ("cmd:", "expected a command line"),
    ],
)
def test_a_wrong_spec_is_one_clear_line(spec: str, sentence: str) -> None:
    for refuse in (check, lambda spec: create(spec, load("rounds"), PLAYERS, 0)):
        with pytest.raises(BotError) as caught:
            refuse(spec)
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_module_that_fails_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sick_module.py").write_text("raise ValueError('line one\\nline two')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(BotError, match="sick_module:Bot: ValueError: line one line two"):
        check("sick_module:Bot")


def test_a_class_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kitchen_bots.py").write_text(f"from {HERE} import Good\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    check("kitchen_bots:Good")


def test_a_bot_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kitchen-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: kitchen\nVersion: 1\n")
    (folder / "entry_points.txt").write_text(f"[lastcard.bots]\nkitchen = {HERE}:Good\n")
    with pytest.raises(BotError):
        check("kitchen")
    monkeypatch.syspath_prepend(tmp_path)
    check("kitchen")
    rulebook = load("rounds")
    match = Match(rulebook, PLAYERS, seeded(1))
    match.deal()
    assert (
        play_round(match, [create("kitchen", rulebook, PLAYERS, 1), create("random", rulebook, PLAYERS, 2)])
        == []
    )


def test_a_command_is_not_started_when_it_is_checked_or_made(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    spec = f"/bin/sh -c 'touch {trace}; sleep 9'"
    check(spec)
    bot = create(spec, load("rounds"), PLAYERS, 0)
    assert isinstance(bot, ProcessBot)
    assert not trace.exists()


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("greedy", "greedy"),
        ("my.bots:Careful", "Careful"),
        (f"python3.11 -u {__file__} --depth 3", "test_registry"),
        ("cmd:sh", "sh"),
        ("/usr/bin/a:b=c", "abc"),
        ("/", "bot"),
    ],
)
def test_a_bot_has_a_name_for_the_table(spec: str, name: str) -> None:
    assert label(spec) == name


def test_every_reason_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    for reason in REASONS:
        assert f"| `{reason}` |" in page
    known: Reason = "start"
    assert known in REASONS
