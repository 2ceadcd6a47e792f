"""Whatever is sent is answered: every route and every message with nasty values, and no traceback."""

from __future__ import annotations

import itertools
import json
import logging
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from lastcard.server.protocol import messages as m
from lastcard.server.web.app import HANDLERS
from support.server.databases import postgresql
from support.server.people import (
    QUICK,
    Guest,
    Running,
    fetch,
    post,
    refusal,
    running,
    submit,
    wait_for,
    worded,
)

pytestmark = pytest.mark.slow  # they start servers

PLENTY = msgspec.structs.replace(
    QUICK,
    most_own=5000,
    **dict.fromkeys(("messages", "posts", "reads", "sockets", "tables", "chats"), (1e6, 1e6)),
)


def deep(levels: int) -> Any:
    """A list in a list in a list; as JSON if there are too many of them for Python."""
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


NASTY: list[Any] = [
    *(None, True, -1, 0, 2**31, 2**63, 10**30, 1e308, -0.5),
    *(
        "",
        "\0",
        "a\0b",
        "\u202e",
        "\ufffe",
        "e" + "\u0301" * 60,
        "💩" * 50,
        "'; --",
        "../../etc/passwd",
        "x" * 5000,
    ),
    *([], {}, [None], {"": ""}, {"\0": "\0"}, deep(50), {"a": deep(400)}),
]
TOO_DEEP = "[" * 5000 + "]" * 5000
NOT_JSON = [
    b"",
    b"{",
    b"\xff\xfe",
    b'{"name": "\xff"}',
    b"nul",
    TOO_DEEP.encode(),
    f'{{"x": {TOO_DEEP}}}'.encode(),
]
PATHS = [
    "%00",
    "a%00b",
    "%ff%fe",
    "..%2f..%2fetc",
    "%20",
    "x" * 3000,
    quote("💩"),
    "%27%20--",
    "9" * 400,
    "-1",
    "%",
]
BODIES: dict[str, Any] = {
    "/api/me": {"name": "Nasty", "ticket": "x"},
    "/api/me/face": {"face": "fox"},
    "/api/link": {"code": "ABCDEABCDE"},
    "/api/me/push": {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "A" * 87, "auth": "A" * 22},
    "/api/me/push/end": {"endpoint": "https://fcm.googleapis.com/x"},
    "/api/rules/{rules:str}": {"set": {"rounds": 2}},
    "/api/rulebooks": {"toml": 'extends = "classic"\nname = "kitchen"'},
    "/api/score/{rules:str}": {
        "set": {},
        "players": ["Ann", "Bob"],
        "rounds": [{"winner": "Ann", "hands": {"Bob": "R5"}}],
    },
    "/api/haggle": {"hands": {"Ann": "YYROB"}, "seed": 1},
}


def a_record() -> dict[str, Any]:
    """The beginning of a match."""
    record: dict[str, Any] = json.loads((Path(__file__).parents[1] / "golden" / "classic.json").read_text())
    first = record["rounds"][0]
    return record | {"rules": "classic", "rounds": [first | {"actions": first["actions"][:3]}]}


class Errors(logging.Handler):
    """What is logged as an error, by us or by the parts that we use."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(f"{record.name}: {record.getMessage()} {record.exc_info or ''}")


@contextmanager
def logged() -> Iterator[list[str]]:
    handler = Errors()
    places = [logging.getLogger(), logging.getLogger("uvicorn")]
    for one in places:
        one.addHandler(handler)
    try:
        yield handler.found
    finally:
        for one in places:
            one.removeHandler(handler)


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def shared_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("tables")
    if request.param == "SQLite":
        with running(str(folder / "t.db"), PLENTY) as one:
            yield one
    else:
        with postgresql(folder) as url, running(url, PLENTY) as one:
            yield one


def changed(value: Any) -> Iterator[Any]:
    """The same body with one part of it, at any depth, replaced by something nasty."""
    yield from NASTY
    if isinstance(value, dict):
        for key in value:
            yield {**value, f"{key}\0": value[key]}
            for other in changed(value[key]):
                yield {**value, key: other}
    elif isinstance(value, list):
        for at, one in enumerate(value[:2]):
            for other in changed(one):
                yield [*value[:at], other, *value[at + 1 :]]


def routes() -> Iterator[tuple[str, str]]:
    """All of them: the method and the path."""
    for handler in HANDLERS:
        for path in handler.paths:
            for method in getattr(handler, "http_methods", ()):
                yield str(method), path


def filled(path: str) -> list[str]:
    """The path with nasty parameters, each of them at the end of a short line of right ones."""
    head, brace, rest = path.partition("{")
    if not brace:
        return [path]
    tail = rest.partition("}")[2]
    return [
        head + nasty + (filled(tail)[0] if "{" not in tail else tail.split("{")[0] + nasty) for nasty in PATHS
    ]


def test_every_route_answers_nasty_paths_and_queries(server: Running) -> None:
    queries = ("before", "rules", "person", "round")
    with logged() as errors, httpx.Client(base_url=server.base, verify=False) as browser:
        for method, path in routes():
            for where in filled(path):
                for query in ("", *(f"?{name}={nasty}" for name in queries for nasty in PATHS[:4])):
                    headers = {"origin": server.base}
                    answer = browser.request(method, where + query, headers=headers)
                    assert answer.status_code < 500, (method, where + query, answer.text)
        assert errors == []


def test_every_post_answers_nasty_bodies(server: Running) -> None:
    guest = Guest(server.base, "Ann")
    headers = {"origin": server.base, "cookie": f"lastcard={guest.token}"}
    bodies = BODIES | {"/api/replay": {"record": a_record(), "round": 1}, "/api/records": a_record()}
    with logged() as errors, httpx.Client(base_url=server.base, verify=False, headers=headers) as browser:
        for path in (path for method, path in routes() if method == "POST" and path != "/api/me/forget"):
            where = path.replace("{rules:str}", "classic")
            encoded = (msgspec.json.encode(one) for one in changed(bodies.get(path, {})))
            for body in itertools.chain(NOT_JSON, encoded):
                answer = browser.post(where, content=body)
                assert answer.status_code < 500, (where, body[:200], answer.text)
        assert errors == []


def sample(message: type[msgspec.Struct]) -> dict[str, Any]:
    """A message of a type with what it can't do without."""
    required: dict[str, Any] = {"code": "ABCDE", "seat": 0, "version": 1, "action": "draw", "draw": 1}
    required |= {"sent": 1, "visible": True, "emote": "laugh", "text": "x"}
    fields = [one for one in msgspec.structs.fields(message) if one.required and one.name != "id"]
    return {"type": message.__struct_config__.tag} | {one.name: required[one.name] for one in fields}


def nasty_messages() -> Iterator[dict[str, Any]]:
    for message in typing.get_args(m.FromClient):
        for field in msgspec.structs.fields(message):
            for value in [*NASTY, *({"rounds": one} for one in NASTY if field.name == "set")]:
                yield sample(message) | {field.name: value}
        action = {"verb": "play", "card": "R1"}
        if message is m.Act:
            yield from (sample(message) | {"action": one} for one in changed(action))


def answered(one: Guest, message: dict[str, Any]) -> Guest:
    """Send it, and wait until it has been looked at; the socket as it is, or a new one if it was closed."""
    one.socket.send(json.dumps(message))
    one.socket.send('{"type": "ping", "sent": 77}')
    while (heard := one.hear()) is not None:
        if heard["type"] == "pong" and heard["sent"] == 77:
            return one
    assert one.closed in (4001, 4002, 4009), (message, one.closed)
    return one.again()


@pytest.mark.parametrize("phase", ["lobby", "waiting", "playing"])
def test_every_message_is_answered_whatever_is_in_it(server: Running, phase: str) -> None:
    ann = Guest(server.base, "Ann")

    def seat() -> str:
        return str(ann.must("create", seats=3, bots="beginner", start=phase == "playing")["code"])

    if phase != "lobby":
        seat()
    with logged() as errors:
        for number, message in enumerate(nasty_messages()):
            with_id = {"id": f"n{number}"} | message if message["type"] not in NO_ID else message
            ann = answered(ann, with_id)
            if phase != "lobby" and message["type"] in (
                "leave",
                "close",
                "lobby",
                "create",
                "quick",
                "stand",
            ):
                seat()
        assert errors == []


NO_ID = ("ping", "look", "lobby", "react")


@pytest.mark.parametrize("kind", ["text", "binary"])
@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b'{"type": "say", "id": "a", "text": "\xff"}', TOO_DEEP[:8000].encode(), b"[" * 8000],
    ids=["not UTF-8", "not UTF-8 within", "deep", "deep and cut"],
)
def test_what_is_not_utf_8_or_too_deep_is_refused_and_others_play_on(
    server: Running, data: bytes, kind: str
) -> None:
    ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
    with logged() as errors:
        bob.socket.send(data, text=kind == "text")
        refused = bob.until(lambda m: m["type"] == "refused")
        assert refused["code"] == "invalid"
        ann.catch_up()
        assert errors == []


def test_a_message_that_is_nested_too_deeply_inside_is_refused(server: Running) -> None:
    bob = Guest(server.base, "Bob")
    bob.socket.send('{"type": "create", "id": "a", "set": {"a": ' + "[" * 2000 + "]" * 2000 + "}}")
    assert bob.until(lambda m: m["type"] == "refused")["code"] == "invalid"


def test_the_code_of_somebody_who_was_forgotten_is_refused(server: Running) -> None:
    ann = Guest(server.base, "Ann")
    mine = {"origin": server.base, "cookie": f"lastcard={ann.token}"}
    code = submit(f"{server.base}/api/me/link", headers=mine).json()["code"]
    submit(f"{server.base}/api/me/forget", headers=mine)
    with logged() as errors:
        assert "forgotten" in refusal(post(server, "/api/link", {"code": code}))
        assert errors == []


def test_a_null_character_in_an_address_is_refused(server: Running) -> None:
    for where in ("/api/games/a%00b", "/api/history?rules=%00", "/replay/%00", "/%00", "/t/%00"):
        answer = fetch(server.base + where)
        assert answer.status_code == 400
        assert "null character" in answer.text or "null_character" in answer.text


def test_a_name_while_the_disk_is_full_is_refused_and_later_taken(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), PLENTY) as server:
        first = Guest(server.base, "Ann")

        def pages(connection: sa.Connection, more: int) -> None:
            now = connection.exec_driver_sql("pragma page_count").scalar_one()
            connection.exec_driver_sql(f"pragma max_page_count = {now + more}")

        server.do(server.server.store.run(lambda connection: pages(connection, 0)))
        with logged() as errors:
            refused = wait_for(lambda: next((a for a in names(server, 400) if "refused" in a.json()), None))
            assert refused.status_code == 503
            assert "try again" in worded(refused.json()["refused"])
            assert not [one for one in errors if "traceback object" in one]
        first.catch_up()  # who is there plays on
        server.do(server.server.store.run(lambda connection: pages(connection, 10_000)))
        assert "person" in post(server, "/api/me", {"name": "Finally"}).json()


def names(server: Running, most: int) -> Iterator[httpx.Response]:
    for number in range(most):
        yield post(server, "/api/me", {"name": f"Guest {number}"})
