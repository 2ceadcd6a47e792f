"""The bases of all errors that are meant for people: what they say is a sentence, never a traceback."""

from __future__ import annotations

TYPE_CHECKING = False  # instead of the import: this module costs every command its time
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from .messages.message import Message


class LastcardError(ValueError):
    """Something the caller can put right; the message says what."""


class CodedError(LastcardError):
    """The same as a code with parameters, so that every surface can word it in its reader's language.

    `str()` is the sentence in English; its key in the catalogue is the namespace of the class and the code. A
    parameter may be another error or message: the reason why.
    """

    namespace: ClassVar[str]

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        from .messages import sentence

        return sentence(self.key, self.params)

    @property
    def message(self) -> Message:
        """The same as plain data, such as JSON can carry."""
        from .messages.message import Message

        return Message(self.key, {name: _plain(value) for name, value in self.params.items()})

    @property
    def key(self) -> str:
        """Where the words for it stand in the catalogue of messages."""
        return f"{self.namespace}.{self.code}"


def _plain(value: object) -> Any:
    """A parameter without errors in it: an error is its message."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.message if isinstance(value, CodedError) else value
