"""The command line: `lastcard COMMAND ...`. Each command is a module, imported only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

# The commands, in the order of the help text; the module of each has `main(arguments) -> exit code`.
COMMANDS = {
    "serve": "the table in the browser, for friends and bots",
    "keys": "make the keys with which a server tells people that it is their turn",
    "play": "play a match in the terminal against bots",
    "rules": "list the rulebooks, or print one as a rule sheet",
    "score": "score a round that was played with real cards",
    "replay": "replay a record and show how it stands",
    "watch": "watch a record step by step, in the terminal or in the browser",
    "verify": "check that the cards of a record came from the promised seed",
    "bot": "check a bot of your own, or let bots play each other",
    "simulate": "simulate many games and report statistics",
    "league": "let bots play a league on duplicate deals, and rank them",
}

USAGE = """usage: lastcard [COMMAND] [options]

One table for the Uno family, 108 Fool and Haggle. Without a command: serve,
which opens the browser.

{commands}

See also `lastcard COMMAND --help`. Haggle has its own command: `haggle --help`.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; errors that a person can put right are one line on standard error and exit code 2."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may have what the terminal can't show
    if words and not words[0].startswith("-") and words[0] not in (*COMMANDS, "help"):
        known = ", ".join(COMMANDS)
        return complain(f"there is no command {words[0]!r}: expected {known}; a game is `lastcard play NAME`")
    return _run(words)


def _answer(words: list[str]) -> int:
    """Help, the version, or a command; a bare `lastcard` opens the table in the browser."""
    if words[:1] in (["-h"], ["--help"], ["help"]):
        listed = "\n".join(f"  {name:8} {what}" for name, what in COMMANDS.items())
        print(USAGE.format(commands=listed), end="")
        return 0
    if words[:1] == ["--version"]:
        from .. import __version__

        print(f"lastcard {__version__}")
        return 0
    command = words.pop(0) if words and words[0] in COMMANDS else "serve"
    code: int = import_module(f".{command}", __name__).main(words)
    return code


def _run(words: list[str]) -> int:
    from ..errors import LastcardError

    try:
        code = _answer(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except LastcardError as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _discard_output()  # the reader of our output has left
        return 0
    except (MemoryError, RecursionError) as error:
        return complain(
            "out of memory" if isinstance(error, MemoryError) else "the input is nested too deeply"
        )
    except OSError as error:
        _discard_output()
        return complain(f"can't write the answer: {error.strerror}")
    return code


def _open_what_is_closed() -> None:
    """Where our output was closed before we began, what we write goes nowhere."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - until we exit
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _discard_output() -> None:
    """Send what is left in the buffer nowhere, or Python would fail on it again when it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def complain(message: str) -> int:
    """One line on standard error, control characters escaped; the exit code for bad input."""
    shown = "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in message)
    print(shown, file=sys.stderr)
    return 2
