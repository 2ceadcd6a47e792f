"""What a table's log holds: one event for each accepted change. The table is what replaying them gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from ..protocol.messages import Pace, Timer


class _Event(Struct, kw_only=True, frozen=True, omit_defaults=True):
    pass


class TableCreated(_Event, tag="created", frozen=True):
    rules: str
    book: dict[str, Any]  # the whole rulebook: a later version of lastcard plays on by it
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace
    seed: bytes


class SeatTaken(_Event, tag="sat", frozen=True):
    seat: int
    person: str
    name: str


class QueueChanged(_Event, tag="waits", frozen=True):
    person: str
    name: str
    waits: bool


class BotSeated(_Event, tag="bot", frozen=True):
    seat: int
    level: str
    name: str


class SeatOffered(_Event, tag="offered", frozen=True):
    seat: int
    offered: bool


class SeatVacated(_Event, tag="rose", frozen=True):
    seat: int
    why: Literal["left", "kicked", "replaced"]
    level: str = ""  # of the bot that goes on for it in a match


class StandInChanged(_Event, tag="minded", frozen=True):
    seat: int
    away: bool
    why: Literal["stepped", "timeout", "left", "back"]


class HostChanged(_Event, tag="host", frozen=True):
    seat: int | None


class ReadyChanged(_Event, tag="ready", frozen=True):
    seat: int
    ready: bool


class RoundDealt(_Event, tag="deal", frozen=True):
    """The next round is dealt from the seed that was promised; `seed` is for the one after it."""

    seed: bytes
    game: str = ""  # the number in the history, for the first round of a match


class ActionPlayed(_Event, tag="did", frozen=True):
    seat: int
    action: str
    timeout: bool = False


class ChatSent(_Event, tag="said", frozen=True):
    name: str
    seat: int | None
    phrase: str | None = None
    text: str | None = None


class SpectatorsMuted(_Event, tag="muted", frozen=True):
    muted: bool


class SeedAdditionChanged(_Event, tag="added", frozen=True):
    seat: int
    text: str


class SettingsChanged(_Event, tag="changed", frozen=True):
    rules: str
    book: dict[str, Any]
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace


class TableClosed(_Event, tag="closed", frozen=True):
    why: Literal["closed", "empty", "expired"]


LogEvent = (
    TableCreated
    | SeatTaken
    | QueueChanged
    | BotSeated
    | SeatOffered
    | SeatVacated
    | StandInChanged
    | HostChanged
    | ReadyChanged
    | RoundDealt
    | ActionPlayed
    | ChatSent
    | SpectatorsMuted
    | SeedAdditionChanged
    | SettingsChanged
    | TableClosed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


class NumberedEvent(Struct, frozen=True):
    """An event with its place in the log, when it was made, by whom and under which id of theirs."""

    n: int
    at: int  # milliseconds since 1970
    event: LogEvent
    person: str | None = None
    command: str | None = None


def encode(event: LogEvent) -> str:
    return _encoder.encode(event).decode()


def decode(text: str) -> LogEvent:
    return _decoder.decode(text)
