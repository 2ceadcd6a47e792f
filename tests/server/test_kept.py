"""What is not on the disk is not there: shown to nobody, and never built upon; what waits is judged again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from lastcard.server.common.clock import now_ms
from lastcard.server.rooms import actions
from lastcard.server.rooms.hub import Hub
from lastcard.server.rooms.room import Room
from lastcard.server.settings import Settings
from lastcard.server.storage import history
from lastcard.server.storage.store import Store
from lastcard.server.tables import events as e
from support.server.people import Guest, Running, fetch, opened, running, wait_for
from support.server.tables import table as dealt_table
from support.server.twins import SECRET, to_an_uncalled_card

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


class Outage:
    """A store that can be neither written nor read, until it can."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lasts = False
        append, lines = Store.append, Store.load_log

        async def failing_append(
            store: Store, room: int, got: Iterable[e.NumberedEvent], work: Any = None
        ) -> Any:
            if self.lasts:
                raise ConnectionError("the database is gone")
            return await append(store, room, got, work)

        def failing_lines(store: Store, room: int) -> list[e.NumberedEvent]:
            if self.lasts:
                raise ConnectionError("the database is gone")
            return lines(store, room)

        patch.setattr(Store, "append", failing_append)
        patch.setattr(Store, "load_log", failing_lines)


def test_a_move_that_an_outage_took_is_shown_to_nobody_and_done_once_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(monkeypatch)
    with running(str(tmp_path / "t.db")) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob")
        code = ann.table["code"]
        ann.must("start")
        bob.shown(lambda t: t["phase"] == "playing")
        one, other = (ann, bob) if ann.my_turn else (bob, ann)
        version, action = one.table["version"], one.legal[0]
        outage.lasts = True
        assert one.command("act", id="x", action=action, version=version)["code"] == "busy"
        assert other.command("say", phrase="oops")["code"] == "busy"
        assert fetch(f"{server.base}/api/tables/{code}").status_code == 503
        outage.lasts = False
        said = other.must("say", phrase="hello")  # builds on what is kept, not on the lost move
        assert other.table["version"] == version
        assert one.shown(lambda t: t["n"] >= said["n"])["version"] == version
        done = one.command("act", id="x", action=action, version=version)
        assert (done["type"], done["version"]) == ("ack", version + 1)
        before = other.shown(lambda t: t["version"] == version + 1)
    with running(str(tmp_path / "t.db")) as server:
        assert server.server.recovered == 1  # the log has no gap
        back = Guest(server.base, other.name, other.token)
        back.must("open", code=code)
        assert back.view == before["view"]


def test_a_commit_whose_answer_is_lost_counts_and_is_shown_to_all(
    guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the line to the database breaks after the commit and before its answer."""
    append = Store.append

    async def loses_the_answer(
        store: Store, room: int, lines: Iterable[e.NumberedEvent], work: Any = None
    ) -> Any:
        await append(store, room, lines, work)
        raise ConnectionError("the line to the database is broken")

    ann, bob = opened(guest, "Ann", "Bob")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    one, other = (ann, bob) if ann.my_turn else (bob, ann)
    version, action = one.table["version"], one.legal[0]
    monkeypatch.setattr(Store, "append", loses_the_answer)
    done = one.command("act", id="x", action=action, version=version)
    assert (done["type"], done["version"]) == ("ack", version + 1)
    assert one.command("act", id="x", action=action, version=version) == done
    assert other.shown(lambda t: t["version"] > version)["version"] == version + 1


def test_a_place_in_the_log_that_something_else_has_taken_is_not_taken_for_ours(
    guest: Make, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append

    async def overtaken(store: Store, room: int, lines: Iterable[e.NumberedEvent], work: Any = None) -> Any:
        (line,) = lines
        other = e.NumberedEvent(line.n, line.at, e.ChatSent(name="Ann", seat=0, text="first"))
        await append(store, room, [other])
        return await append(store, room, [line], work)

    ann, _ = opened(guest, "Ann", "Bob")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", overtaken)
        assert ann.command("say", id="x", text="second")["code"] == "busy"
    assert ann.command("say", id="x", text="second")["type"] == "ack"
    got = [e.get("text") for m in ann.heard for e in m.get("events", ()) if e["type"] == "chat"]
    assert got == ["first", "second"]


def test_a_socket_that_goes_during_an_outage_is_gone_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(monkeypatch)
    with running(str(tmp_path / "t.db")) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob")
        bob.must("ready")
        ann.shown(lambda t: t["seats"][1]["ready"])
        outage.lasts = True
        bob.close()
        room = server.server.hub.rooms[ann.table["code"]]
        wait_for(lambda: len(room.presence.connections) == 1 and not room.lock.locked())
        outage.lasts = False
        ann.must("say", phrase="oops")
        assert not ann.table["seats"][1]["online"]


def test_the_lobby_shows_nothing_before_it_is_kept(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    append, gate = Store.append, threading.Event()
    waits = threading.Event()

    async def slow(store: Store, room: int, lines: Iterable[e.NumberedEvent], work: Any = None) -> Any:
        waits.set()
        await asyncio.to_thread(gate.wait)
        return await append(store, room, lines, work)

    def phases() -> list[str]:
        return [one["phase"] for one in fetch(f"{server.base}/api/lobby").json()]

    assert phases() == ["waiting"]
    monkeypatch.setattr(Store, "append", slow)
    ann.send(type="start", id="deal")
    assert waits.wait(10)
    dealt = server.server.hub.rooms[ann.table["code"]].table.phase, phases()
    gate.set()
    assert dealt == ("playing", ["waiting"])  # dealt, and not yet kept
    assert ann.until(lambda m: m.get("id") == "deal")["type"] == "ack"
    assert phases() == ["playing"]


@pytest.mark.parametrize("step", ["bots_react", "bot_moves", "time_is_up"])
def test_a_step_that_waited_while_a_card_landed_uncalled_is_not_done_at_once(
    tmp_path: Path, step: str
) -> None:
    """The timer went off for the table before: bots would catch or move as soon as the card landed."""

    async def overtaken(room: Room, last: tuple[int, str]) -> list[str]:
        asked: list[str] = []

        class Asked:
            async def choose(self, table: Any, seat: int) -> str:
                return str(table.match.round.view(table.player_of(seat)).legal[0])

            def respond(self, table: Any, seat: int, verb: str) -> None:
                asked.append(table.seats[seat].name)

        room.scheduler.bots = Asked()  # type: ignore[assignment]
        async with room.lock:  # a move is being kept
            seat, action = last
            room.table.apply(
                e.NumberedEvent(room.table.n + 1, now_ms(), e.ActionPlayed(seat=seat, action=action))
            )
            assert room.table.last_card_landed()
            late = asyncio.create_task(getattr(room.scheduler, step)(now_ms() - 1))
            await asyncio.sleep(0)
        await late
        room.scheduler.stop()
        return asked

    store = Store(str(tmp_path / "t.db"))
    settings, table = Settings(), dealt_table("classic", 3, seed=SECRET)
    room = Room(1, table, store, settings, Hub(store, settings))
    *course, last = to_an_uncalled_card("classic")
    for seat, action in course:
        room.table.apply(e.NumberedEvent(room.table.n + 1, 5000, e.ActionPlayed(seat=seat, action=action)))
    for number, occupant in enumerate(room.table.seats):
        room.presence.by_person[occupant.person or ""] = None  # type: ignore[assignment]
        occupant.away = number != last[0]
    version = room.table.version
    assert asyncio.run(overtaken(room, last)) == []
    assert room.table.version == version + 1  # the card, and no answer to it yet
    store.close()


def test_a_message_that_we_fail_at_is_answered_and_the_log_holds_no_cards(
    guest: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("the hand is R1 R2")

    ann, _ = opened(guest, "Ann", "Bob")
    ann.must("start")
    for blank in (" ", "\t"):
        assert ann.act(blank)["code"] == "rules"
    monkeypatch.setattr(actions, "judged", fails)
    assert ann.act("draw")["code"] == "busy"
    monkeypatch.undo()
    ann.must("say", phrase="oops")  # over the same socket
    assert "a message failed: KeyError at test_kept.py:" in caplog.text
    assert "R1" not in caplog.text


def test_a_request_that_we_fail_at_is_answered_and_logged(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("the hand is R1 R2")

    monkeypatch.setattr(history, "leaderboard", fails)
    answer = fetch(f"{server.base}/api/leaderboard")
    assert answer.status_code == 500
    assert "a request failed: KeyError at test_kept.py:" in caplog.text
    assert "R1" not in caplog.text + answer.text
