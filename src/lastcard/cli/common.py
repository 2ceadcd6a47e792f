"""What the commands share: a parser with one-line errors, the rulebook options, reading and writing files."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from ..errors import LastcardError
from ..rulebooks import Rulebook, load, parse_change


class UsageError(LastcardError):
    """Arguments that don't fit a command."""


class Parser(argparse.ArgumentParser):
    """argparse, with options and words in any order, and errors that reach the one place that prints them."""

    def __init__(self, **how: Any) -> None:
        super().__init__(allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog.removeprefix('lastcard ')}: {message}")

    def read(self, words: list[str]) -> argparse.Namespace:
        return self.parse_intermixed_args(words)


def add_rules(parser: Parser) -> None:
    """The rulebook as a word or as `--rules`, and house rules with `--set`."""
    parser.add_argument("word", metavar="RULES", nargs="?", help="a rulebook's name or a TOML file")
    parser.add_argument("--rules", metavar="RULES", help="the same as the word RULES")
    parser.add_argument(
        "--set",
        dest="changes",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="change a house rule, such as stacking=same (see: lastcard rules NAME --options)",
    )


def rulebook(source: str, changes: list[str]) -> Rulebook:
    return load(source, dict(parse_change(text) for text in changes))


def read_file(name: str) -> bytes:
    """A file's bytes, or those of standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: can't be read: {error.strerror}") from None


def write_file(name: str, data: bytes) -> None:
    """Put a whole file in place at once: an interruption leaves the old one."""
    path = Path(name)
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError as error:
        raise UsageError(f"{name}: can't be written: {error.strerror}") from None


def print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False))
