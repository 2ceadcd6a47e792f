"""What a table's log holds: one event for each accepted change. The table is what replaying them gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from ..common.faces import Face
from ..protocol.messages import Pace, Timer


class _LogEvent(Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    pass  # a field of a later version is not passed over: the table would not be the one that was played


class TableCreated(_LogEvent, tag="created", frozen=True):
    """The first event of every log: the settings of the table and the secret of its first seed."""

    rules: str
    rulebook: dict[str, Any] = field(name="book")  # all of it: a later version of lastcard plays on by it
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace
    seed: bytes
    own: dict[str, Any] | None = None  # a rulebook that did not come with us, without house rules
    quick: bool = False  # for strangers: nobody is host, bots fill it, and it deals by itself


class SeatTaken(_LogEvent, tag="sat", frozen=True):
    """A person sat down."""

    seat: int
    person: str
    name: str


class PersonRenamed(_LogEvent, tag="renamed", frozen=True):
    """A person in a seat or in the queue has another name; a round that is in play keeps the old one."""

    person: str
    name: str


class QueueChanged(_LogEvent, tag="waits", frozen=True):
    """A person wants a seat when there is one, or no longer does."""

    person: str
    name: str
    waits: bool


class BotSeated(_LogEvent, tag="bot", frozen=True):
    """A bot of a level took an empty seat."""

    seat: int
    level: str
    name: str


class SeatOffered(_LogEvent, tag="offered", frozen=True):
    """The host lets people take a bot's seat in the match, or no longer does."""

    seat: int
    offered: bool


class SeatVacated(_LogEvent, tag="rose", frozen=True):
    """A seat was given up; in a match a bot plays on for it."""

    seat: int
    why: Literal["left", "kicked", "replaced"]
    level: str = ""  # of the bot that goes on for it in a match


class StandInChanged(_LogEvent, tag="minded", frozen=True):
    """A bot plays for a person who is away, or the person is back."""

    seat: int
    away: bool
    why: Literal["stepped", "timeout", "left", "back"]


class HostChanged(_LogEvent, tag="host", frozen=True):
    """Another seat has the host's rights; None if nobody has them."""

    seat: int | None


class ReadyChanged(_LogEvent, tag="ready", frozen=True):
    """A person is ready for the next round, or no longer is."""

    seat: int
    ready: bool


class DealerDrawBegun(_LogEvent, tag="draw", frozen=True):
    """A new match begins with a draw for dealer (C1), its cards laid out from the seed that was promised."""

    game: str  # the number in the history


class CardPicked(_LogEvent, tag="pick", frozen=True):
    """A seat picked a card in the draw for dealer; when it was the last one, all are shown."""

    seat: int
    place: int  # from 1
    by_table: bool = False  # for a bot, or for somebody who has not picked


class CeremonySkipped(_LogEvent, tag="skip", frozen=True):
    """A person does not want to wait for the rest of the draw for dealer: the table picks for them."""

    seat: int


class DrawnAgain(_LogEvent, tag="again", frozen=True):
    """The tied draw for dealer again."""


class RoundDealt(_LogEvent, tag="deal", frozen=True):
    """The next round is dealt from the seed that was promised; `seed` is for the one after it."""

    seed: bytes
    game: str = ""  # the number in the history, for the first round of a match without a DealerDrawBegun
    first: int = 0  # who begins a match where no dealer is drawn for, counted among those who play (F2)


class ActionPlayed(_LogEvent, tag="did", frozen=True):
    """A seat's action or reaction, as text; `timeout` if the clock chose it."""

    seat: int
    action: str
    timeout: bool = False
    auto: bool = False  # the table passed by itself


class ChatSent(_LogEvent, tag="said", frozen=True):
    """Something was said: one of the phrases, or free text."""

    name: str
    seat: int | None
    phrase: str | None = None
    text: str | None = None
    face: Face | None = None


class SpectatorsMuted(_LogEvent, tag="muted", frozen=True):
    """The host stopped or allowed chat from spectators."""

    muted: bool


class SeedAdditionChanged(_LogEvent, tag="added", frozen=True):
    """A player's own words for the seed of the next deal."""

    seat: int
    text: str


class SettingsChanged(_LogEvent, tag="changed", frozen=True):
    """The host changed the table between matches."""

    rules: str
    rulebook: dict[str, Any] = field(name="book")
    set: dict[str, bool | int | str]
    seats: int
    public: bool
    timer: Timer
    pace: Pace
    own: dict[str, Any] | None = None


class TableClosed(_LogEvent, tag="closed", frozen=True):
    """The last event of a log."""

    why: Literal["closed", "empty", "expired"]


class CommandAnswered(_LogEvent, tag="answered", frozen=True):
    """A command that changed nothing: only its answer is kept, for those who ask again.

    `n` and `version` are the answer; 0: those of this event.
    """

    n: int = 0
    version: int = 0


LogEvent = (
    TableCreated
    | SeatTaken
    | PersonRenamed
    | QueueChanged
    | BotSeated
    | SeatOffered
    | SeatVacated
    | StandInChanged
    | HostChanged
    | ReadyChanged
    | DealerDrawBegun
    | CardPicked
    | CeremonySkipped
    | DrawnAgain
    | RoundDealt
    | ActionPlayed
    | ChatSent
    | SpectatorsMuted
    | SeedAdditionChanged
    | SettingsChanged
    | TableClosed
    | CommandAnswered
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
    """An event as the JSON that is stored."""
    return _encoder.encode(event).decode()


def decode(text: str) -> LogEvent:
    """The event in stored JSON; raises msgspec's errors for anything else."""
    return _decoder.decode(text)
