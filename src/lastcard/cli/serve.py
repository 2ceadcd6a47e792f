"""`lastcard serve`: the table in the browser, for one machine or for friends."""

from __future__ import annotations

from argparse import ArgumentTypeError
from urllib.parse import urlsplit

from ..rulebooks import load
from .common import Parser, UsageError, database, port_number

PORT = 8108

EXAMPLES = """examples:
  lastcard serve                                     this machine only, and opens the browser
  lastcard serve --host 0.0.0.0 --no-browser         for everybody in the same network
  lastcard serve --rules kitchen.toml                with rules of your own besides the others
  lastcard serve --db postgresql://cards@localhost/cards --origin https://cards.example.org"""


def _host(text: str) -> str:
    """An address to listen on. Nothing would be all of them, and nobody means that."""
    if not text or any(ch.isspace() for ch in text):
        raise ArgumentTypeError("expected an address such as 127.0.0.1")
    return text


def _origin(text: str) -> str:
    """Scheme, host and port, as a browser would send them."""
    try:
        parts = urlsplit(text)
        whole = parts.hostname and parts.port != 0 and parts.path in ("", "/") and "@" not in parts.netloc
        plain = not any(ch.isspace() for ch in text) and not parts.query and not parts.fragment
    except ValueError:  # of a port or an address
        whole = plain = False
    if not whole or not plain or parts.scheme not in ("http", "https"):
        raise ArgumentTypeError(f"{text}: expected an address such as https://cards.example.org")
    return text


def main(words: list[str]) -> int:
    """Serve until Ctrl-C; raises UsageError if the extra `server` is not installed."""
    from argparse import RawDescriptionHelpFormatter

    parser = Parser(
        prog="lastcard serve",
        description="Serve the table in the browser.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--host", type=_host, default="127.0.0.1", metavar="H", help="address to listen on (%(default)s)"
    )
    parser.add_argument(
        "--port", type=port_number, default=PORT, metavar="P", help="port (%(default)s); 0: any that is free"
    )
    parser.add_argument(
        "--db", type=database, metavar="URL", help="where tables are kept (a file in your data folder)"
    )
    parser.add_argument(
        "--origin",
        type=_origin,
        action="append",
        default=[],
        metavar="URL",
        help="an address under which people come, such as https://cards.example.org",
    )
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="FILE",
        help="a TOML file with rules of your own, offered besides the others; repeatable",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the browser")
    args = parser.read(words)
    try:
        from ..server.run import serve
    except ImportError as error:
        raise UsageError(f"serve: needs {error.name}: install lastcard[server]") from None
    from ..server.settings import Settings
    from ..server.tables.offered_rulebooks import OfferedRulebooks

    rulebooks = OfferedRulebooks([load(source) for source in args.rules])
    settings = Settings(host=args.host, port=args.port, origins=tuple(args.origin))
    return serve(settings, args.db, not args.no_browser, rulebooks=rulebooks)
