"""`lastcard serve`: the table in the browser, for one machine or for friends."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import LastcardError
from ..rulebooks import load
from .common import Parser, UsageError, database, port_number
from .sandbox import add_sandbox, tell_sandbox

PORT = 8108

EXAMPLES = """examples:
  lastcard serve                                     this machine only, and opens the browser
  lastcard serve --host 0.0.0.0 --no-browser         for everybody in the same network
  lastcard serve --rules kitchen.toml                with your own rules along with the others
  lastcard serve --bot shed="python3 my_bot.py"      with your own bot along with the levels
  lastcard serve --push-keys keys.pem --origin https://cards.example.org
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


def _bot(text: str) -> tuple[str, str]:
    """A name for people, and the bot behind it."""
    name, sign, spec = text.partition("=")
    if not sign or not spec.strip():
        raise ArgumentTypeError(f'{text}: expected NAME=BOT, such as shed="python3 my_bot.py"')
    return name.strip(), spec.strip()


def _parser() -> Parser:
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
        help="a TOML file with your own rules, offered along with the others; repeatable",
    )
    parser.add_argument(
        "--bot",
        type=_bot,
        action="append",
        default=[],
        metavar="NAME=BOT",
        help="your own bot, offered under this name along with the levels; BOT is what `lastcard bot play` "
        "takes; repeatable",
    )
    add_sandbox(parser)
    parser.add_argument(
        "--push-keys",
        type=Path,
        metavar="FILE",
        help="tell people on their devices when it is their turn, with the keys of `lastcard keys FILE` "
        "(needs https and lastcard[push])",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the browser")
    return parser


def main(words: list[str]) -> int:
    """Serve until Ctrl-C; raises UsageError if the extra `server` is not installed."""
    args = _parser().read(words)
    try:
        from ..server.run import serve
    except ImportError as error:
        raise UsageError(f"serve: needs {error.name}: install lastcard[server]") from None
    from ..bots.check import check_start
    from ..bots.forfeits import Limits
    from ..server.push.keys import keys_in
    from ..server.settings import Settings
    from ..server.tables.offered_bots import OfferedBots
    from ..server.tables.offered_rulebooks import OfferedRulebooks

    rulebooks = OfferedRulebooks([load(source) for source in args.rules])
    try:
        bots = OfferedBots(args.bot, Limits(sandbox=args.sandbox))
        for spec in bots.own.values():
            check_start(spec, bots.limits)
        tell_sandbox(args.sandbox, bots.own.values())
    except LastcardError as error:  # of the bot, or of what it needs
        raise UsageError(f"serve: --bot: {error}") from None
    settings = Settings(host=args.host, port=args.port, origins=tuple(args.origin))
    try:
        push_keys = None if args.push_keys is None else keys_in(args.push_keys)
    except LastcardError as error:
        raise UsageError(f"serve: --push-keys: {error}") from None
    return serve(settings, args.db, not args.no_browser, rulebooks=rulebooks, bots=bots, push_keys=push_keys)
