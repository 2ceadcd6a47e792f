"""Haggle's errors as one sentence, with other people's text safe to show (G5)."""

from ..errors import CodedError, LastcardError
from ..plain_text import printable

LONGEST = 60  # characters of somebody's text that an error repeats


class HaggleError(LastcardError):
    """Input that can't be scored or dealt; the message is a sentence for the person who typed it."""


class HandError(CodedError, HaggleError):
    """A name or a hand that can't be scored."""

    namespace = "haggle"


def cut(text: str) -> str:
    """As much of a text as an error repeats."""
    return printable(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def shown(text: str) -> str:
    """The text in quotes, for an error."""
    return f"'{cut(text)}'"
