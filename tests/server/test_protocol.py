"""The messages: what the client's types are made from, and what is refused before anybody looks at it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lastcard.server import protocol as p
from lastcard.server.typescript import text


def test_typescript_has_every_message_and_its_fields() -> None:
    written = text()
    for union in (p.FromClient, p.FromServer, p.TableEvent):
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
        msgspec.json.decode(wrong, type=p.FromClient)
