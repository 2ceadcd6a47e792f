"""`lastcard watch`: a record step by step, in the terminal or on the replay page in the browser."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from .common import Parser, UsageError, database, port_number
from .serve import PORT

if TYPE_CHECKING:
    from ..game import Record


def main(words: list[str]) -> int:
    """Step through a record in the terminal, or open it in the browser."""
    parser = Parser(
        prog="lastcard watch",
        description="Watch a game step by step.",
        epilog="Example: lastcard watch game.json --browser",
    )
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    add_browser(parser)
    parser.add_argument(
        "--db", type=database, metavar="URL", help="with --browser: where a server that is started keeps it"
    )
    args = parser.read(words)
    from .replay import read, show

    record = read(args.file)
    if args.browser:
        return in_browser(record, args.file, args.port, args.db)
    show(record, args.file, as_json=False, step=True)
    return 0


def add_browser(parser: ArgumentParser, group: object = None) -> None:
    """`--browser`, and the port of the server that shows it."""
    where = parser if group is None else group
    where.add_argument("--browser", action="store_true", help="on the replay page")  # type: ignore[attr-defined]
    parser.add_argument(
        "--port",
        type=port_number,
        default=PORT,
        metavar="P",
        help="of the server; it is started if none runs there",
    )


def in_browser(record: Record, name: str, port: int, url: str | None = None) -> int:
    """The replay page with a record. A server that was started for it runs until Ctrl-C."""
    try:
        from ..server.open_record import watch
    except ImportError as error:
        raise UsageError(f"watch: --browser needs {error.name}: install lastcard[server]") from None
    from ..game import RecordError

    try:
        return watch(record, port, url)
    except RecordError as error:
        raise UsageError(f"{name}: {error}") from None
