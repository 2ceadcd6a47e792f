"""A table's log does not grow without end: old chat is dropped, endless changes are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lastcard.server.tables import events as e
from lastcard.server.tables import log_size
from lastcard.server.tables.log_size import DROPPED_CHATS, KEPT_CHATS, MOST_CHANGES, MOST_CHANGES_OF_ALL
from support.server.people import QUICK, Guest, Running, opened, play_out, post, running

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
TALKATIVE = msgspec.structs.replace(QUICK, chats=(10_000, 10_000), messages=(10_000, 10_000))


def stored(server: Running, code: str) -> list[e.LogEvent]:
    """What is in the log of a table."""
    store = server.server.store
    return [one.event for table in store.open_tables() if table.code == code for one in table.events()]


def test_old_chat_is_dropped_from_the_log_and_the_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    db = str(tmp_path / "t.db")
    with running(db, TALKATIVE) as server:
        ann = Guest(server.base, "Ann")
        code = ann.must("create", bots="beginner", seats=2)["code"]
        for i in range(KEPT_CHATS + 2 * DROPPED_CHATS):
            ann.must("say", text=f"chat {i}")
        said = [one.text for one in stored(server, code) if isinstance(one, e.ChatSent)]
        assert KEPT_CHATS <= len(said) < KEPT_CHATS + DROPPED_CHATS
        assert said[-1] == f"chat {KEPT_CHATS + 2 * DROPPED_CHATS - 1}"
        table = server.server.hub.rooms[code].table
        entries, n = table.log_size.entries, table.n
        assert entries == len(stored(server, code))
        ann.close()
    with running(db, TALKATIVE) as server:
        table = server.server.hub.rooms[code].table
        assert (table.log_size.entries, table.n) == (entries, n)
        back = Guest(server.base, "Ann", ann.token)
        back.must("open", code=code)
        back.must("start")
        back.shown(lambda t: t["phase"] == "playing")


def flips(one: Guest, times: int) -> list[str]:
    """Ready, not ready, ready ...: the answers other than yes."""
    answers = [one.command("ready", ready=bool(i % 2)) for i in range(times)]
    return [answer["why"]["code"] for answer in answers if answer["type"] == "refused"]


def test_endless_flips_are_refused_and_others_can_go_on(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), TALKATIVE) as server:
        ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob")
        code = ann.table["code"]
        refused = flips(bob, MOST_CHANGES + 5)
        assert set(refused) == {"server.too_many_changes"}
        assert len(stored(server, code)) < MOST_CHANGES + 10
        for _ in range(MOST_CHANGES):  # another name each time changes nothing either
            name = f"Bob {len(bob.heard)}"
            post(server, "/api/me", {"name": name}, cookie=f"lastcard={bob.token}")
            bob.catch_up()
        assert len(stored(server, code)) < MOST_CHANGES + 10
        ann.must("ready")
        ann.must("start")  # which begins a new count
        play_out([ann, bob], lambda t: t["phase"] in ("between", "over"))
        assert flips(bob, 2) == []


def test_who_may_change_nothing_more_can_leave_and_be_removed(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), TALKATIVE) as server:
        ann, bob, cid = opened(lambda name: Guest(server.base, name), "Ann", "Bob", "Cid")
        for one in (bob, cid):
            assert flips(one, MOST_CHANGES + 1)
        ann.must("kick", seat=2)
        bob.must("leave")


def test_the_changes_of_many_people_together_are_limited_too() -> None:
    size = log_size.LogSize()
    for n in range(MOST_CHANGES_OF_ALL):
        size.note(e.NumberedEvent(n + 1, 0, e.ReadyChanged(seat=0, ready=True), f"person {n}"))
    assert not size.may_change("somebody else")
    size.note(e.NumberedEvent(9999, 0, e.RoundDealt(seed=b"")))
    assert size.may_change("somebody else")


def test_a_long_log_begins_no_further_match_and_the_match_in_play_goes_on(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 2})
    ann.must("start")
    monkeypatch.setattr(log_size, "LONG", 10)
    play_out([ann, bob], lambda t: t["phase"] == "over")  # with its second round
    no = ann.command("start")
    assert (no["code"], no["why"]["code"]) == ("full", "server.table_worn_out")


def test_the_longest_log_closes_its_table(
    server: Running, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds")
    ann.must("start")
    monkeypatch.setattr("lastcard.server.rooms.background.LONGEST", 5)
    server.do(server.server.background.close_idle_tables())
    assert bob.until(lambda m: m["type"] == "lobby")["why"] == "closed"
    assert not server.server.hub.rooms
