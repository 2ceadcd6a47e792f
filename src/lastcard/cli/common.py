"""What the commands share: a parser with one-line errors, the rulebook options, reading and writing files."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from ..errors import LastcardError
from ..rulebooks import Rulebook, load, options

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
MOST_BYTES = 64 << 20  # no record or score sheet is larger
MOST_NUMBER = (1 << 63) - 1  # that a database holds


class UsageError(LastcardError):
    """Arguments that don't fit a command."""


class Parser(argparse.ArgumentParser):
    """argparse, with options and words in any order, and errors that reach the one place that prints them."""

    def __init__(self, **how: Any) -> None:
        super().__init__(allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Raise a UsageError with the command's name, where argparse would print its usage and exit."""
        raise UsageError(f"{self.prog.removeprefix('lastcard ')}: {message}")

    def read(self, words: list[str]) -> argparse.Namespace:
        """The arguments; options may stand between the words."""
        return self.parse_intermixed_args(words)


def port_number(text: str) -> int:
    """A port, for argparse."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError("expected 0 to 65535")
    return int(text)


def whole(least: int, most: int = MOST_NUMBER) -> Callable[[str], int]:
    """A whole number from `least` to `most`, for argparse."""

    def number(text: str) -> int:
        shown = text if len(text) <= 30 else f"{text[:30]}..."
        if not re.fullmatch(r"[+-]?\d{1,4000}", text.strip()):
            raise argparse.ArgumentTypeError(f"expected a whole number, not {shown!r}")
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"expected at least {least}, not {shown}")
        if int(text) > most:
            raise argparse.ArgumentTypeError(f"expected at most {most}, not {shown}")
        return int(text)

    return number


def check_writable(name: str) -> None:
    """Refuse, before long work, a file that can't be written after it."""
    path = Path(os.path.realpath(name))
    if not name or path.is_dir():
        raise UsageError(f"{name or repr(name)}: can't be written: this is not a file")
    if not path.parent.is_dir():
        raise UsageError(f"{name}: can't be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{name}: can't be written: permission denied")


def database(text: str) -> str:
    """A database, for argparse: nothing would be one that forgets."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a file, or postgresql://cards@localhost/cards")
    return text


def add_rules(parser: Parser) -> None:
    """The rulebook as a word or as `--rules`, and house rules with `--set`."""
    parser.add_argument("word", metavar="RULES", nargs="?", help="a rulebook's name or a TOML file")
    add_rule_options(parser, "the same as the word RULES")


def add_rule_options(parser: Parser, help_: str, default: str | None = None) -> None:
    """`--rules` and `--set`, where the words of a command are something else."""
    parser.add_argument("--rules", metavar="RULES", default=default, help=help_)
    parser.add_argument(
        "--set",
        dest="changes",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="change a house rule, such as stacking=same (see: lastcard rules NAME --options)",
    )


def chosen(parser: Parser, args: argparse.Namespace) -> str | None:
    """The rulebook that was named, by the word or by `--rules`, but not by both."""
    if args.word and args.rules:
        parser.error(f"name the rulebook once: {args.word} or --rules {args.rules}")
    source: str | None = args.rules or args.word
    return source


def load_rulebook(source: str, changes: list[str]) -> Rulebook:
    """A rulebook by name or file with the changes of `--set`; raises RulebookError if one is wrong."""
    return load(source, dict(parse_change(text) for text in changes), by="--set")


def parse_change(text: str) -> tuple[str, Any]:
    """`stacking=same`: a field and its value."""
    key, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not key:
        raise UsageError(f"--set {text}: expected FIELD=VALUE, such as stacking=same")
    return key, _value(key, value)


def _value(key: str, text: str) -> Any:
    """A number, a switch or a word; `on` and `off` are words where the field has them among its choices."""
    known, word = options().get(key), text.lower()
    if word in _SWITCHES:
        switch = known is None or "true" in known.choices or word not in known.choices
        return _SWITCHES[word] if switch else word
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else text


def read_file(name: str) -> bytes:
    """A file's bytes, or those of standard input for `-`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b""
        else:
            with open(name, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{name}: can't be read: {error.strerror}") from None
    except ValueError:  # a null character in its name
        raise UsageError(f"{name}: can't be read: this is not the name of a file") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{name}: is larger than {MOST_BYTES >> 20} MB")
    return data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark, as some editors leave it


def write_file(name: str, data: bytes) -> None:
    """Put a whole file in place at once: an interruption leaves the old one. Links and modes are kept."""
    path = Path(os.path.realpath(name))
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(data)
        if path.exists():
            shutil.copymode(path, fresh)
        os.replace(fresh, path)
    except OSError as error:
        raise UsageError(f"{name}: can't be written: {error.strerror}") from None


@contextmanager
def alone_with(name: str) -> Iterator[None]:
    """Hold off other commands that change the same file, where the system can (flock on its folder)."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    try:
        folder = os.open(Path(os.path.realpath(name)).parent, os.O_RDONLY)
    except OSError as error:
        raise UsageError(f"{name}: can't be written: {error.strerror}") from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON, with letters of all languages as they are."""
    import json

    print(json.dumps(value, ensure_ascii=False))
