"""The answer no: what kind it is for programs, and a message for people."""

from __future__ import annotations

from typing import Literal

from ...errors import CodedError
from ...messages.message import Message

# What a client does about a refusal depends on this; what people read is a message with a code of its own.
RefusalKind = Literal[
    "rules", "stale", "dropped", "denied", "full", "gone", "rate", "name", "invalid", "busy"
]


class CommandRefused(CodedError):  # noqa: N818 - it is an answer
    """A command or a request that is not accepted.

    The code and its parameters say what is the matter; where another error says it, `because` passes that on.
    """

    namespace = "server"

    def __init__(self, kind: RefusalKind, code: str, **params: object) -> None:
        super().__init__(code, **params)
        self.kind = kind
        self._key: str | None = None  # of another error

    @classmethod
    def because(cls, kind: RefusalKind, error: CodedError) -> CommandRefused:
        """A refusal with the code and parameters of another error."""
        refused = cls(kind, error.code, **error.params)
        refused._key = error.key
        return refused

    @classmethod
    def with_words(cls, kind: RefusalKind, words: Message) -> CommandRefused:
        """A refusal that comes from elsewhere, with all its words."""
        refused = cls(kind, words.code, **words.params)
        refused._key = words.code
        return refused

    @property
    def key(self) -> str:
        """Where the words for it stand: with those of the error that is passed on, or with the server's."""
        return super().key if self._key is None else self._key
