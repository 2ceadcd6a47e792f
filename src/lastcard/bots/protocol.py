"""The lines that a bot in another process reads and writes: one JSON object each (docs/bot-protocol.md)."""

from __future__ import annotations

import json
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, structs

from ..game import View
from ..plain_text import escaped
from .forfeits import Failure, cut

PROTOCOL: Final = 1


class Hello(Struct, frozen=True, kw_only=True):
    """The first line a bot gets: the version, the complete rulebook, who plays, and the limits."""

    id: int
    ask: Literal["hello"]
    protocol: int
    rules: dict[str, Any]
    players: list[str]
    start_ms: int
    move_ms: int


class TextView(View, frozen=True, kw_only=True):
    """A View with its actions as text."""

    legal: list[str]  # type: ignore[assignment]  # the one field that the lines write in another way


class Request(Struct, frozen=True, kw_only=True):
    """A question: an action (`choose`) or a reaction (`respond`). The fields come in this order."""

    id: int
    ask: Literal["choose", "respond"]
    legal: list[str]  # the answers that are right; for `respond` also null
    time_left_ms: int
    view: TextView
    events: list[dict[str, Any]]  # what the seat has seen since the last question, in its order


class HelloAnswer(Struct, frozen=True, kw_only=True):
    """The answer to the hello: the version that the bot speaks."""

    id: int
    protocol: int


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to a question; null means no reaction."""

    id: int
    action: str | None


def with_texts(view: View) -> TextView:
    """A view as the lines carry it."""
    fields = structs.asdict(view) | {"legal": [str(action) for action in view.legal]}
    return TextView(**fields)


LINES: Final = (Hello, HelloAnswer, Request, Answer)

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

_encode = msgspec.json.Encoder().encode
_ready = msgspec.json.Decoder(HelloAnswer).decode
_answer = msgspec.json.Decoder(Answer).decode


def line(message: Hello | Request) -> bytes:
    """A message as one line of JSON, with its newline."""
    return _encode(message) + b"\n"


def read_ready(data: bytes, id: int) -> None:
    """Check the answer to the hello, or raise a Failure."""
    try:
        ready = _ready(data)
    except UNREADABLE as error:
        raise Failure("start", f"its answer to the hello is wrong: {error}: {shown(data)}") from None
    if ready.id != id:
        raise Failure("start", f"its answer to the hello has id {ready.id}, not {id}")
    if ready.protocol != PROTOCOL:
        raise Failure("start", f"it speaks protocol {ready.protocol}, not {PROTOCOL}")


def read_answer(data: bytes, id: int) -> str | None:
    """The action in an answer, or a Failure."""
    try:
        answer = _answer(data)
    except UNREADABLE as error:
        raise Failure("nonsense", f"{error}: {shown(data)}") from None
    if 0 <= answer.id < id:
        raise Failure("extra", f"a second answer to question {answer.id}, before the one to {id}")
    if answer.id != id:
        raise Failure("nonsense", f"the answer has id {answer.id}, the question had {id}")
    return answer.action


def shown(data: bytes, most: int = 100) -> str:
    """A line of a bot as it can be printed."""
    text = data.decode(errors="backslashreplace")
    return cut(escaped(text), most)


def schema_text() -> str:
    """The schema as the file in docs."""
    return json.dumps(schema(), indent=1) + "\n"


def schema() -> dict[str, Any]:
    """The JSON schema of every line, the View included; `make schema` writes it to docs."""
    _, definitions = msgspec.json.schema_components(LINES, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The lines of the lastcard bot protocol, version {PROTOCOL}",
        "$defs": {name.rpartition(".")[2]: part for name, part in definitions.items()},
    }
