"""The record of a match: what other programs write and read (docs/record.md).

It holds decks, reshuffles and actions, never a state: the state is what replaying gives.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from ..errors import CodedError

FORMAT: Final = "lastcard/1"


class RecordError(CodedError):
    """A record that can't be read or replayed; `str()` says where and why."""

    namespace = "record"


class RoundRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round. Cards are text, piles top card first."""

    dealer: str | None = None
    first: str
    deck: str
    back: list[int] = field(default_factory=list)
    opening: str | None = None
    reshuffles: list[str] = field(default_factory=list)
    commitment: str | None = None  # SHA-256 of the seed, as it was shown before the deal
    seed: str | None = None  # 32 bytes in hexadecimal: with the additions, all that chance decided
    additions: dict[str, str] = field(default_factory=dict)  # of the players, to the seed
    actions: list[str] = field(default_factory=list)


class DrawRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """The draw for dealer (C1), where people picked their cards."""

    piles: list[str]  # the face-down cards, top card first; another where they ran out
    picks: list[list[str]]  # for each draw `NAME: PLACE`, from 1 at the top of what is left, in their order


class TerminalRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """How a match goes on that was left in the terminal."""

    bots: list[str]  # who plays the seats after the first, as `lastcard play --bots` takes them
    pace: float  # seconds for a bot's move
    time: float  # seconds that a bot has


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    """One match, or its beginning."""

    format: Literal["lastcard/1"]
    rules: str | dict[str, Any]
    set: dict[str, Any] = field(default_factory=dict)
    players: list[str]
    dealer_draw: DrawRecord | UnsetType = UNSET
    rounds: list[RoundRecord] = field(default_factory=list)
    terminal: TerminalRecord | UnsetType = UNSET


def decode(data: bytes | str) -> Record:
    """A record from JSON, or a RecordError that names the field."""
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        where = place.rstrip("`").lstrip(".")
        if where:
            raise RecordError("at", field=where, why=f"{text[0].lower()}{text[1:]}") from None
        raise RecordError("wrong", why=text) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError("not_json", why=str(error)) from None
    except RecursionError:
        raise RecordError("not_json", why="nested too deeply") from None


def encode(record: Record) -> str:
    """A record as JSON that people can read: one action a line."""
    return json.dumps(msgspec.to_builtins(record), indent=1, ensure_ascii=False) + "\n"
