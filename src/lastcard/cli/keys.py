"""`lastcard keys`: the keys with which a server tells people on their devices that it is their turn."""

from __future__ import annotations

from pathlib import Path

from ..errors import LastcardError
from .common import Parser, UsageError


def main(words: list[str]) -> int:
    """Write a new pair of keys to a new file, and print the public one."""
    parser = Parser(
        prog="lastcard keys",
        description="Make the keys of a server that tells people on their devices when it is their turn. "
        "Keep the file, and keep it to yourself: devices know the server by it.",
        epilog="Example: lastcard keys push.pem, then lastcard serve --push-keys push.pem --origin "
        "https://cards.example.org",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a new file; one that is there is kept")
    args = parser.read(words)
    from ..server.push.keys import make_keys

    try:
        keys = make_keys(args.file)
    except LastcardError as error:
        raise UsageError(f"keys: {error}") from None
    print(f"{args.file}: new keys. The public one: {keys.public}")
    return 0
