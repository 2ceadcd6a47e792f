"""What a table's log holds: one entry for each accepted change. The table is what replaying them gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from ..protocol.messages import Pace, Timer


class _Entry(Struct, kw_only=True, frozen=True, omit_defaults=True):
    pass


class Created(_Entry, tag="created", frozen=True):
    rules: str
    book: dict[str, Any]  # the whole rulebook: a later version of lastcard plays on by it
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace
    seed: bytes


class Sat(_Entry, tag="sat", frozen=True):
    seat: int
    person: str
    name: str


class Waits(_Entry, tag="waits", frozen=True):
    person: str
    name: str
    waits: bool


class BotSat(_Entry, tag="bot", frozen=True):
    seat: int
    level: str
    name: str


class Offered(_Entry, tag="offered", frozen=True):
    seat: int
    offered: bool


class Rose(_Entry, tag="rose", frozen=True):
    seat: int
    why: Literal["left", "kicked", "replaced"]
    level: str = ""  # of the bot that goes on for it in a match


class Minded(_Entry, tag="minded", frozen=True):
    seat: int
    away: bool
    why: Literal["stepped", "timeout", "left", "back"]


class HostIs(_Entry, tag="host", frozen=True):
    seat: int | None


class ReadyIs(_Entry, tag="ready", frozen=True):
    seat: int
    ready: bool


class Deal(_Entry, tag="deal", frozen=True):
    """The next round is dealt from the seed that was promised; `seed` is for the one after it."""

    seed: bytes
    game: str = ""  # the number in the history, for the first round of a match


class Did(_Entry, tag="did", frozen=True):
    seat: int
    action: str
    timeout: bool = False


class Said(_Entry, tag="said", frozen=True):
    name: str
    seat: int | None
    phrase: str | None = None
    text: str | None = None


class Muted(_Entry, tag="muted", frozen=True):
    muted: bool


class Added(_Entry, tag="added", frozen=True):
    seat: int
    text: str


class Changed(_Entry, tag="changed", frozen=True):
    rules: str
    book: dict[str, Any]
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace


class Closed(_Entry, tag="closed", frozen=True):
    why: Literal["closed", "empty", "expired"]


Entry = (
    Created
    | Sat
    | Waits
    | BotSat
    | Offered
    | Rose
    | Minded
    | HostIs
    | ReadyIs
    | Deal
    | Did
    | Said
    | Muted
    | Added
    | Changed
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


class Line(Struct, frozen=True):
    """An entry with its place in the log, when it was made, by whom and under which id of theirs."""

    n: int
    at: int  # milliseconds since 1970
    entry: Entry
    person: str | None = None
    id: str | None = None


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(text: str) -> Entry:
    return _decoder.decode(text)
