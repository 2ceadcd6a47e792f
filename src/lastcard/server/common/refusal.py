"""The answer no: what kind it is for programs, and a message for people."""

from __future__ import annotations

from ...errors import CodedError


class CommandRefused(CodedError):  # noqa: N818 - it is an answer
    """A command or a request that is not accepted.

    `kind` is one of `messages.RefusalKind`. The code and its parameters say what is the matter; where another
    error says it, `because` passes that on.
    """

    namespace = "server"

    def __init__(self, kind: str, code: str, **params: object) -> None:
        super().__init__(code, **params)
        self.kind = kind
        self._cause: CodedError | None = None

    @classmethod
    def because(cls, kind: str, error: CodedError) -> CommandRefused:
        """A refusal with the code and parameters of another error."""
        refused = cls(kind, error.code, **error.params)
        refused._cause = error
        return refused

    @property
    def key(self) -> str:
        """Where the words for it stand: with those of the error that is passed on, or with the server's."""
        return super().key if self._cause is None else self._cause.key
