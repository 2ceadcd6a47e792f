"""What worker processes are asked and answer, and how it goes through their pipes: length, then msgpack."""

from __future__ import annotations

from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from ...errors import CodedError
from ...game.record import decode as decode_record
from ...messages.message import Message
from ..common.faces import Face
from ..common.refusal import CommandRefused, RefusalKind
from ..pictures.facts import last_card
from . import making

LENGTH: Final = 4  # bytes before each message, most significant first


class ReplayJob(Struct, tag="replay", frozen=True):
    """One round of a record as the JSON of a `Replay`."""

    record: bytes
    round: int
    bots: dict[str, str] = {}
    faces: dict[str, Face] = {}


class MomentsJob(Struct, tag="moments", frozen=True):
    """What is worth telling of a record, as the JSON of a list."""

    record: bytes


class UploadJob(Struct, tag="upload", frozen=True):
    """A record as it is stored, if it can be."""

    record: bytes


class LastCardJob(Struct, tag="card", frozen=True):
    """The name of the drawing of the card that lies on top at the end of a record."""

    record: bytes


class Done(Struct, tag="done", frozen=True):
    """The answer to a job, encoded."""

    body: bytes


class NotDone(Struct, tag="no", frozen=True):
    """The refusal of a job, with its words."""

    kind: RefusalKind
    code: str
    params: dict[str, Any]

    def refusal(self) -> CommandRefused:
        """What to raise."""
        return CommandRefused.with_words(self.kind, Message(self.code, self.params))


Job = ReplayJob | MomentsJob | UploadJob | LastCardJob
JobAnswer = Done | NotDone
_jobs: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)
_answers: msgspec.msgpack.Decoder[JobAnswer] = msgspec.msgpack.Decoder(JobAnswer)


def encode(what: Job | JobAnswer) -> bytes:
    """A job or an answer as bytes."""
    return msgspec.msgpack.encode(what)


def decode_answer(data: bytes) -> JobAnswer:
    """The answer in these bytes."""
    return _answers.decode(data)


def write_message(pipe: IO[bytes], data: bytes) -> None:
    """Send one message."""
    pipe.write(len(data).to_bytes(LENGTH, "big"))
    pipe.write(data)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> bytes | None:
    """The next message; None when the other end is gone, also in the middle of one."""
    head = pipe.read(LENGTH)
    size = int.from_bytes(head, "big")
    data = pipe.read(size) if len(head) == LENGTH else b""
    return data if len(head) == LENGTH and len(data) == size else None


def answer(data: bytes) -> JobAnswer:
    """Do a job. Whatever a record makes go wrong is a refusal."""
    try:
        return Done(_done(_jobs.decode(data)))
    except CommandRefused as refusal:
        return _not_done(refusal.kind, refusal)
    except CodedError as error:
        return _not_done("invalid", error)
    except (MemoryError, RecursionError):
        return _not_done("invalid", CommandRefused("invalid", "replay_too_slow"))


def _done(job: Job) -> bytes:
    record = decode_record(job.record)
    if isinstance(job, ReplayJob):
        return msgspec.json.encode(making.replay(record, job.round, job.bots, job.faces))
    if isinstance(job, MomentsJob):
        return msgspec.json.encode(making.remarkable(record))
    if isinstance(job, LastCardJob):
        return last_card(record).encode()
    return making.checked_upload(record).encode()


def _not_done(kind: RefusalKind, error: CodedError) -> NotDone:
    return NotDone(kind, error.message.code, error.message.params)
