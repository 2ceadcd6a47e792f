"""Replays and moments of stored matches, made by the workers."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw, Struct

from ...game.moments import Moment
from ..common.refusal import CommandRefused
from ..replays.jobs import MomentsJob, ReplayJob
from ..storage import history
from .answers import found_or_refused
from .parts import Parts

NOTHING: Final = Raw(b"null")


class ReplayAsked(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """`ReplayWanted` with the record as it came: it is read by the worker alone."""

    record: Raw = NOTHING
    game: Annotated[str, Meta(max_length=40)] | None = None
    round: Annotated[int, Meta(ge=1, le=999_999)] = 1


async def stored_replay(parts: Parts, game: str, number: int, address: str) -> bytes:
    """One round of a match that is stored here, as the JSON of a `Replay`."""
    found = await parts.store.read(history.record_text, parts.store, game)
    text = found_or_refused(found, "match").encode()
    played = await parts.store.read(history.game, parts.store, game)
    bots = {seat.name: seat.bot for seat in played.seats if seat.bot is not None} if played else {}
    faces = {seat.name: seat.face for seat in played.seats if seat.face is not None} if played else {}
    return await parts.replays.do(ReplayJob(text, number, bots, faces), address)


async def moments_of(parts: Parts, text: str, address: str) -> list[Moment]:
    """What is worth telling of a match; nothing while the workers have too much to do."""
    try:
        found = await parts.replays.do(MomentsJob(text.encode()), address)
    except CommandRefused as refusal:
        if refusal.kind != "busy":
            raise
        return []
    return msgspec.json.decode(found, type=list[Moment])
