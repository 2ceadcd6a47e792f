"""The answer no: a code for programs and a sentence for people."""

from __future__ import annotations

from ...errors import LastcardError


class CommandRefused(LastcardError):  # noqa: N818 - it is an answer
    """A command or a request that is not accepted. The codes are those of `messages.Refused`."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
