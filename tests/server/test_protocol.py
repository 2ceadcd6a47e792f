"""The messages: what the client's types are made from, and what is refused before anybody looks at it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from lastcard.server.protocol import messages as m
from lastcard.server.protocol.typescript import text
from lastcard.server.replays.desk import MOST_UPLOADS_OF_ONE
from lastcard.server.replays.making import MOST_ACTIONS, MOST_STEPS
from lastcard.server.rooms.background import SOME_MOVES
from lastcard.server.settings import Settings
from lastcard.server.storage.uploaded_records import MOST_KEPT, MOST_OF_ONE
from lastcard.server.tables.log_size import (
    DROPPED_CHATS,
    KEPT_CHATS,
    LONG,
    LONGER,
    LONGEST,
    MOST_CHANGES,
    MOST_CHANGES_OF_ALL,
)
from lastcard.server.tables.table import KEPT_ANSWERS
from lastcard.server.web.app import HANDLERS, MOST_BODY


def test_typescript_has_every_message_and_its_fields() -> None:
    written = text()
    for union in (m.FromClient, m.FromServer, m.TableEvent):
        for struct in union.__args__:
            start = written.index(f"export interface {struct.__name__} {{")
            body = written[start : written.index("}", start)]
            assert f'type: "{struct.__struct_config__.tag}"' in body
            for name in struct.__struct_encode_fields__:
                assert f"  {name}: " in body or f"  {name}?: " in body


def test_the_client_s_types_are_the_server_s() -> None:
    file = Path(__file__).parents[2] / "client" / "src" / "net" / "protocol.ts"
    assert file.read_text(encoding="utf-8") == text(), "make protocol"


def test_typescript_names_are_defined_once() -> None:
    lines = [line for line in text().splitlines() if line.startswith("export interface")]
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize(
    "wrong",
    [
        '{"type": "act", "id": "1", "version": 0}',
        '{"type": "act", "id": "", "version": 0, "action": "draw"}',
        '{"type": "act", "id": "1", "version": 0, "action": "draw", "seat": 2}',
        '{"type": "create", "id": "1", "seats": 21}',
        '{"type": "create", "id": "1", "timer": -1}',
        '{"type": "say", "id": "1", "text": "' + "x" * 141 + '"}',
        '{"type": "nothing"}',
        "[]",
    ],
)
def test_50_messages_out_of_range_are_no_messages(wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=m.FromClient)


def page() -> str:
    return (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_document_names_every_message_and_every_address() -> None:
    got = page()
    for struct in m.FromClient.__args__:
        assert f"`{struct.__struct_config__.tag}`" in got, struct.__name__
    for handler in HANDLERS:
        for path in getattr(handler, "paths", ()):
            plain = re.sub(r"\{(\w+):\w+\}", r"{\1}", path)
            known = plain in ("/", "/{path}", "/ws") or f"{plain}`" in got or f"{plain}?" in got
            assert known, plain


def test_the_document_tells_the_limits_in_force() -> None:
    usual, got = Settings(), " ".join(page().split())
    assert f"{usual.messages[0]:g} messages a second ({usual.messages[1]:g} at once)" in got
    assert f"{usual.chats[1]:g} chats at once and 1 every {1 / usual.chats[0]:g} seconds" in got
    assert f"{usual.reactions[1]:g} reactions at once and 1 every {1 / usual.reactions[0]:g} seconds" in got
    assert f"{usual.tables[1]:g} tables at once and 1 every {1 / usual.tables[0]:g} seconds" in got
    assert f"{usual.posts[1]:g} posts at once and {usual.posts[0]:g} a second" in got
    assert f"{usual.sockets[1]:g} new sockets at once and {usual.sockets[0]:g} a second" in got
    assert f"may name {usual.guesses[1]:g} at once and 1 every {1 / usual.guesses[0]:g} seconds" in got
    play = (Path(__file__).parent.parent.parent / "docs" / "play.md").read_text(encoding="utf-8")
    assert f"not come for {usual.inactive_days} days" in play
    assert f"until {1000 * usual.window:g} ms" in got
    assert usual.passes is not None
    times = {pace: f"{least:g} to {most:g}" for pace, (least, most) in usual.passes.items()}
    assert (
        f"({times['normal']} seconds at the pace `normal`, {times['fast']} at `fast`, {times['slow']} at"
        in got
    )
    told = " ".join(play.split())
    assert f"{usual.quick_wait:g} seconds after it was opened" in got
    assert f"{usual.quick_next:g} seconds after the first of them was `ready`" in got
    assert f"{usual.idle_quick / 60:g} minutes" in got
    assert f"after {usual.quick_wait:g} seconds bots take" in told
    assert f"or {usual.quick_next:g} seconds after the first of them" in told
    assert f"closes {usual.idle_quick / 60:g} minutes after" in told
    assert f"{times['normal']} seconds later at the normal pace" in told
    assert f"waits at least {usual.catch_after:g} seconds" in got
    assert f"waits at least {usual.catch_after:g} seconds" in told
    assert f"after {usual.draw_seconds:g} seconds (`draw.deadline`)" in got
    assert f"{m.LARGEST_MESSAGE // 1024} KB at most, a body {MOST_BODY >> 20} MB" in got
    assert f"of one address the newest {MOST_OF_ONE}; of all {MOST_KEPT:,}," in got
    sent = usual.records_by_address
    assert (
        f"{sent[1]} records at once and 1 every {1 / sent[0]:g} seconds, of which {MOST_UPLOADS_OF_ONE} may"
        in got
    )
    assert f"in {usual.replay_workers} processes of their own" in got
    assert f"longer than {usual.replay_seconds} seconds" in got
    reads, most = usual.reads, usual.most_tables
    assert f"{reads[1]} reads of `/api/` at once and {reads[0]} a second" in got
    assert f"{usual.most_sockets:,} sockets and {most:,} tables at most" in got
    per, most_by = usual.tables_by_address, usual.most_by_address
    assert f"come {per[1]} tables at once and 1 every {1 / per[0]:g} seconds, and {most_by} may" in got
    people, rulebooks = usual.people_by_address, usual.rulebooks_by_address
    assert f"{people[1]} new people at once and 1 every {1 / people[0]:g} seconds" in got
    assert f"{rulebooks[1]} rulebooks at once and 1 every {1 / rulebooks[0]:g} seconds" in got
    assert f"goes on | {usual.idle_within / 3600:g} hours |" in got
    assert f"before or after a match | {usual.idle_before / 60:g} minutes |" in got
    assert f"one person, at least {SOME_MOVES} times | {usual.idle_alone / 60:g} minutes |" in got
    assert f"else, in a match or not | {usual.idle_unplayed / 60:g} minutes |" in got
    assert f"and {usual.idle_unplayed / 60:g} minutes if nobody has played yet" in told
    assert f"the newest {KEPT_CHATS} to {KEPT_CHATS + DROPPED_CHATS} stay" in got
    assert f"may change {MOST_CHANGES} things between two deals" in got
    assert f"all together {MOST_CHANGES_OF_ALL};" in got
    assert f"{LONG:,} entries begins no further match, one with {LONGER:,} deals" in got
    assert f"with {LONGEST:,} is closed" in got
    assert f"anyone seated at {usual.most_own} tables can't create another" in got
    assert f"up to {MOST_STEPS:,} actions are replayed, and {MOST_ACTIONS:,} in all" in got
    assert f"the last {KEPT_ANSWERS:,} of a table are kept" in got


@pytest.mark.parametrize("wrong", ["", "a\0", "a b", "a\n", "ж", "x" * 41])
def test_ids_are_plain_and_short(wrong: str) -> None:
    """PostgreSQL refuses a NUL: one such id would spoil what others wait for in the same transaction."""
    message = {"type": "start", "id": wrong}
    with pytest.raises(msgspec.ValidationError, match="id"):
        msgspec.json.decode(msgspec.json.encode(message), type=m.FromClient)
    right = {**message, "id": "0e3c6d7e-5b7c-4c39-9f5c-2f8c6a1d6c11"}
    assert msgspec.json.decode(msgspec.json.encode(right), type=m.FromClient) == m.Start(id=right["id"])
