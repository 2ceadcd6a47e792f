"""`lastcard serve`: the table in the browser, for one machine or for friends."""

from __future__ import annotations

from urllib.parse import urlsplit

from .common import Parser, UsageError

PORT = 8108

EXAMPLES = """examples:
  lastcard serve                                     this machine only, and opens the browser
  lastcard serve --host 0.0.0.0 --no-browser         for everybody in the same network
  lastcard serve --db postgresql://cards@localhost/cards --origin https://cards.example.org"""


def main(words: list[str]) -> int:
    from argparse import RawDescriptionHelpFormatter

    parser = Parser(
        prog="lastcard serve",
        description="Serve the table in the browser.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on (%(default)s)")
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="P", help="port (%(default)s); 0: any that is free"
    )
    parser.add_argument("--db", metavar="URL", help="where tables are kept (a file in your data folder)")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="an address under which people come, such as https://cards.example.org",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the browser")
    told = parser.read(words)
    if not 0 <= told.port <= 65535:
        parser.error("--port: expected 0 to 65535")
    for origin in told.origin:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            parser.error(f"--origin: {origin}: expected an address such as https://cards.example.org")
    try:
        from ..server.run import serve
    except ImportError as error:
        raise UsageError(f"serve: needs {error.name}: install lastcard[server]") from None
    from ..server.settings import Settings

    settings = Settings(host=told.host, port=told.port, origins=tuple(told.origin))
    return serve(settings, told.db, not told.no_browser)
