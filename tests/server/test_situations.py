"""The list of situations is complete and true, and those that need no socket."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from lastcard.errors import LastcardError
from lastcard.server.common.person import Person
from lastcard.server.protocol import messages as m
from lastcard.server.rooms.bots import TableBots
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, decide
from lastcard.server.tables.table import KEPT_ANSWERS
from support.server.tables import table

HERE = Path(__file__).parent
CLIENT_TESTS = HERE.parent.parent / "client" / "tests"


def test_all_eighty_are_listed_and_their_tests_exist() -> None:
    page = (HERE.parent.parent / "docs" / "table-situations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| .* \| (.+) \|$", page, re.M)
    assert [int(number) for number, _ in rows] == list(range(1, 81))
    sources = "".join(path.read_text(encoding="utf-8") for path in HERE.parent.rglob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", page):
        assert f"def {name}(" in sources, name
    for name, title in re.findall(r"`(\w+\.test\.ts)`: ([^;|]+)", page):
        text = (CLIENT_TESTS / name).read_text(encoding="utf-8")
        number = re.match(r"\d+", title)
        assert (
            re.search(rf"test\('[\d ]*\b{number[0]}\b", text) if number else f"test('{title.strip()}'" in text
        ), title


def test_24_the_latest_answers_are_kept_and_no_more() -> None:
    one = table("rounds", 2)
    for number in range(KEPT_ANSWERS + 5):
        one.apply(
            e.NumberedEvent(one.n + 1, 1, e.ChatSent(name="Ann", seat=0, text="hi"), "id0", f"w{number}")
        )
    assert len(one.answered) == KEPT_ANSWERS
    assert ("id0", "w4") not in one.answered
    assert one.answered["id0", f"w{KEPT_ANSWERS + 4}"] == (one.n, one.version)


def test_32_somebody_else_leaves_and_the_clock_runs_on() -> None:
    one = table("classic", 3)
    assert one.turn is not None
    before = (one.turn, one.turn_since, one.turn_version)
    one.apply(
        e.NumberedEvent(one.n + 1, 9000, e.SeatVacated(seat=(one.turn + 1) % 3, why="left", level="casual"))
    )
    assert (one.turn, one.turn_since, one.turn_version) == before


def test_53_only_the_truly_absent_are_not_waited_for() -> None:
    one = table("rounds", 3)
    one.phase = "between"
    wish, ann = m.Ready(id="r"), Person("id0", "Ann")
    there = decide(one, ann, wish, Context({"id0", "id1"}))
    assert [type(entry) for entry in there] == [e.ReadyChanged]  # Bob is there and not ready
    alone = decide(one, ann, wish, Context({"id0"}))
    assert [type(entry) for entry in alone] == [e.ReadyChanged, e.RoundDealt]


def test_74_who_is_called_otherwise_meanwhile_talks_under_the_name_of_the_seat() -> None:
    one = table("classic", 2)
    for what in (m.Say(id="s", text="hi"), m.Say(id="s", phrase="hello")):
        (said,) = decide(one, Person("id0", "Anna"), what, Context())
        assert isinstance(said, e.ChatSent)
        assert (said.name, said.seat) == ("Ann", 0)


def test_79_a_late_write_does_not_open_a_closed_table_again() -> None:
    one = table("classic", 2)
    one.apply(e.NumberedEvent(one.n + 1, 1, e.TableClosed(why="closed")))
    before = (one.n, one.version, len(one.recent_events))
    for late in (
        e.ChatSent(name="Ann", seat=0, text="hi"),
        e.ActionPlayed(seat=0, action="draw"),
        e.HostChanged(seat=1),
    ):
        with pytest.raises(LastcardError, match="closed"):
            one.apply(e.NumberedEvent(one.n + 1, 2, late))
    assert (one.n, one.version, len(one.recent_events), one.closed) == (*before, "closed")


def test_49_a_bot_with_no_idea_plays_something_legal() -> None:
    one = table("classic", 2)
    minds = TableBots()
    seat = one.turn
    assert seat is not None
    assert one.match is not None

    class NoIdea:
        def choose(self, view: object) -> str:
            raise RuntimeError("no idea")

        def respond(self, view: object) -> str:
            return "nonsense"

    class Nonsense(NoIdea):
        def choose(self, view: object) -> str:
            return "play nonsense"

    asyncio.run(minds.choose(one, seat))
    player = one.players.index(seat)
    for bot in (NoIdea(), Nonsense()):
        for known in list(minds._bots):
            minds._bots[known] = bot
        assert asyncio.run(minds.choose(one, seat)) in map(str, one.match.round.view(player).legal)
        assert minds.respond(one, seat, "call") is None
