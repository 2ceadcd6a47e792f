"""Hands from standard input and from CSV files, for a host with forty players."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO

from .hands import COLOURS, LARGEST_COUNT, LETTERS, seat, seat_text
from .options import parse_number
from .wording import HaggleError, shown

STDIN = "-"
LARGEST_FILE = 1 << 24  # bytes; nothing longer is a list of players
DELIMITERS = ",;\t"  # a spreadsheet writes one of these, depending on its country
NAME = -1  # in a header, beside the colours 0 to 4

Hands = dict[str, tuple[int, ...]]


def seat_lines(hands: Hands) -> None:
    """One NAME=HAND a line from standard input; blank lines and lines that start with # are skipped."""
    for number, line in enumerate(read_text(STDIN).split("\n"), 1):
        name, equals, hand = line.partition("=")
        if line.strip() and not line.lstrip().startswith("#"):
            with at_line(STDIN, number):
                seat_text(hands, f"{name.strip()}{equals}{hand.strip()}")


def seat_csv(hands: Hands, path: str) -> None:
    """A header with a column `name` and one for each colour, then a row a player; "-" is standard input."""
    text = read_text(path)
    first_line = text.lstrip().partition("\n")[0]
    delimiter = max(DELIMITERS, key=first_line.count)
    rows = csv.reader(StringIO(text), delimiter=delimiter, strict=True)
    header: list[int] = []
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            with at_line(path, rows.line_num):
                if any(cells) and header:
                    seat_row(hands, header, cells)
                elif any(cells):
                    header = parse_header(cells)
    except csv.Error as error:
        raise HaggleError(f"{shown(path)}, line {rows.line_num}: not CSV: {error}") from None


def parse_header(cells: Sequence[str]) -> list[int]:
    """For each column the colour that it counts, or NAME."""
    known = {"name": NAME, "player": NAME}
    for colour, (word, letter) in enumerate(zip(COLOURS, LETTERS, strict=True)):
        known[word] = known[letter.lower()] = colour
    header = []
    for cell in cells:
        column = known.get(cell.lower())
        if column is None:
            raise HaggleError(f"{shown(cell)} is not a column: expected name, {', '.join(COLOURS)}")
        if column in header:
            raise HaggleError(f"there are two columns for {('name', *COLOURS)[column - NAME]}")
        header.append(column)
    missing = [word for column, word in enumerate(("name", *COLOURS), NAME) if column not in header]
    if missing:
        raise HaggleError(f"there is no column for {', '.join(missing)}")
    return header


def seat_row(hands: Hands, header: Sequence[int], cells: Sequence[str]) -> None:
    """Seat the player of a CSV row; raises HaggleError for missing cells and wrong counts."""
    if len(cells) != len(header):
        raise HaggleError(f"expected {len(header)} cells, not {len(cells)}")
    row = dict(zip(header, cells, strict=True))
    seat(hands, row[NAME], [parse_count(row[colour]) for colour in range(len(COLOURS))])


def parse_count(cell: str) -> int:
    """A number of cards; an empty cell is none."""
    count = parse_number(cell or "0")
    if count is None or count > LARGEST_COUNT:
        raise HaggleError(f"{shown(cell)} is not a number of cards: expected 0 to {LARGEST_COUNT}")
    return count


def read_text(path: str) -> str:
    """A whole file as text with plain line ends, or a HaggleError."""
    try:
        if path != STDIN:
            with open(path, "rb") as file:
                data = file.read(LARGEST_FILE + 1)
        elif sys.stdin is None:
            raise HaggleError("standard input is closed")
        else:
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    except OSError as error:
        raise HaggleError(f"can't read {shown(path)}: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise HaggleError(f"can't read {shown(path)}: no such file") from None
    if len(data) > LARGEST_FILE:
        raise HaggleError(f"{shown(path)} is larger than {LARGEST_FILE >> 20} MB: expected a list of players")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HaggleError(f"{shown(path)}, line {line}: not UTF-8; save it as UTF-8 text") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def at_line(path: str, number: int) -> Iterator[None]:
    """Say in every error where it is."""
    try:
        yield
    except HaggleError as error:
        raise HaggleError(f"{shown(path)}, line {number}: {error}") from None
