"""`lastcard play`: a match in a plain terminal, against bots, with the legal plays numbered."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from ..bots import Bot, SimpleBot, names
from ..bots.host import play_match
from ..table import Event, Match, RecordError, replay, seeded
from ..table.record import decode, encode
from .common import Parser, add_rules, read_file, rulebook, write_file
from .terminal import Paint, Person, Quit, Teller

COMPANY = (
    *("Mira", "Otto", "Ines", "Juri", "Lena", "Sam", "Nora", "Theo", "Vera", "Hugo"),
    *("Olga", "Finn", "Rosa", "Egon", "Zoe", "Karl", "Anja", "Pavel", "Gwen", "Iris"),
)


def main(words: list[str]) -> int:
    told = _parser().read(words)
    match = _fresh(told) if told.resume is None else _resumed(told.resume or _own_record())
    path = told.record or told.resume or _own_record()
    teller = Teller(match, you=0, paint=Paint.fit(sys.stdout), pace=told.pace if sys.stdin.isatty() else 0.0)
    seats: list[Bot] = [Person(match, teller)]
    for seat in range(1, len(match.players)):
        seed = None if told.seed is None else seeded(f"{told.seed} bot {seat}").below(1 << 32)
        seats.append(SimpleBot(match.book, match.players, told.bots, seed))

    def watch(events: list[Event]) -> None:
        write_file(path, encode(match.record()).encode())
        teller.tell(events)

    print(f"{match.book.title}: {', '.join(match.players)}. Type a number; ? helps, q quits.")
    try:
        play_match(match, seats, watch)
    except (Quit, KeyboardInterrupt):
        print(f"\nThe match is kept in {path}. `lastcard play --resume {path}` goes on with it.")
        return 0
    teller.tell_match()
    return 0


def _parser() -> Parser:
    parser = Parser(prog="lastcard play", description="Play a match in the terminal against bots.")
    add_rules(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play, you included")
    parser.add_argument("--name", default=_own_name(), help="your name (default: %(default)s)")
    parser.add_argument(
        "--bots", choices=names(), default="greedy", help="how the bots play (default: greedy)"
    )
    parser.add_argument("--seed", help="deal the same cards again")
    parser.add_argument(
        "--pace", type=float, default=0.7, metavar="S", help="seconds for a bot's move (default: 0.7)"
    )
    parser.add_argument("--record", metavar="FILE", help="where the match is kept, move by move")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="go on with a kept match (default: your last one)",
    )
    return parser


def _fresh(told: Namespace) -> Match:
    book = rulebook(told.rules or told.word or "classic", told.changes)
    count = book.default_players if told.players is None else told.players
    company = [name for name in COMPANY if name != told.name]
    players = [told.name, *company[: max(count - 1, 0)]]
    return Match(book, players, None if told.seed is None else seeded(told.seed))


def _resumed(path: str) -> Match:
    try:
        return replay(decode(read_file(path)))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _own_name() -> str:
    """The name of the user who is logged in, as a player's name."""
    name = (os.environ.get("USER") or os.environ.get("USERNAME") or "guest").strip()
    return "".join(ch for ch in name if ch.isalnum() or ch in "-_.")[:24].capitalize() or "Guest"


def _own_record() -> str:
    """The last match of this person, in the user's data folder."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastcard"
    home.mkdir(parents=True, exist_ok=True)
    return str(home / "last-match.json")
