"""What a bot may use up, and how it can fail: the limits, the closed list of reasons, the forfeit."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

from ..errors import LastcardError

Reason = Literal["start", "slow", "silent", "crashed", "flood", "forks", "nonsense", "illegal", "extra"]

SandboxMode = Literal["auto", "on", "off"]

# What each reason says about a bot; docs/bot-protocol.md has more.
REASONS: Final[dict[Reason, str]] = {
    "start": "did not start, or gave no proper answer to the hello in time",
    "slow": "answered, but after its time was up",
    "silent": "did not answer, or closed its standard output",
    "crashed": "ended or raised an error in the middle of a game",
    "flood": "wrote a line that is too long, or too much",
    "forks": "had too many processes at once",
    "nonsense": "answered with something that is not an answer to the question",
    "illegal": "chose an action that is not among the legal ones",
    "extra": "wrote more than one answer to a question",
}
assert tuple(REASONS) == get_args(Reason)


class Limits(Struct, frozen=True, kw_only=True):
    """What a bot may use up. Times are seconds, sizes bytes; each process has its own memory and CPU time.

    A program is also limited in what it sees: in the sandbox, and of `hidden` files nothing even beside it.
    """

    start: float = 5.0  # from the start of the process to its answer to the hello
    move: float = 1.0
    line: int = 8 << 10
    errors: int = 1 << 20  # on standard error, in all
    memory: int = 1 << 30
    cpu: int = 600  # a brake for programs that never rest: `move` is what stops a slow bot
    processes: int = 16  # at once, helpers included
    sandbox: SandboxMode = "auto"
    hidden: tuple[str, ...] = ()


class Forfeit(Struct, frozen=True, kw_only=True):
    """A bot has lost its seat in a round: who, why, and how many actions had been done."""

    seat: int
    reason: Reason
    detail: str
    step: int
    stderr: str = ""  # the end of what the bot wrote to standard error, or the traceback of a Python bot


class BotError(LastcardError):
    """A bot that can't be found or made, through no doing of its own; the message is one line."""


def worded(error: BaseException, most: int = 300) -> str:
    """Somebody else's error in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # an error whose own text fails
        text = "?"
    return cut(f"{type(error).__name__}: {text}", most)


def cut(text: str, most: int) -> str:
    """At most `most` characters of a text, with three dots where something was left out."""
    return text if len(text) <= most else f"{text[:most]}..."


class Failure(Exception):  # noqa: N818  # what a bot did, not an error of ours
    """A bot has done something that costs it the game."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: Reason = reason
        self.detail = detail
