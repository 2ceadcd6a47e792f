"""`lastcard play`: a match in a plain terminal, against bots, with the legal plays numbered."""

from __future__ import annotations

import os
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from ..bots import Bot, registry
from ..bots.forfeits import BotError, Forfeit, Limits
from ..bots.levels import BOT_NAMES, DEFAULT, LEVELS
from ..bots.loop import play_match
from ..bots.referee import RefereedSeat, close
from ..game import Event, HmacShuffler, Match, RecordError, replay, seeded
from ..game.record import decode, encode
from ..game.replay import begin
from .common import Parser, UsageError, add_rules, chosen, load_rulebook, read_file, write_file
from .sandbox import add_sandbox, tell_sandbox
from .series import SPECS, add_time, distinct, limits, show_forfeit
from .terminal import Paint, Quit, Teller, TerminalPlayer

EXAMPLES = """examples:
  lastcard play fool108 --players 4 --bots skilled
  lastcard play --bots "python3 my_bot.py"
  lastcard play --bots skilled,my_bots:Careful --bot "./my_bot --level 3"
"""


def main(words: list[str]) -> int:
    """Play a match until it is over or the person quits; its exit code."""
    parser = _parser()
    args = parser.read(words)
    if not 0 <= args.pace <= 60:
        parser.error("--pace: expected 0 to 60 seconds")
    allowed, specs = limits(parser, args), _specs(args)
    match = _fresh(parser, args, specs) if args.resume is None else _resumed(parser, args)
    specs = _seated(parser, specs, len(match.players) - 1)
    tell_sandbox(allowed.sandbox, specs)
    path = _place(args)
    teller = Teller(match, you=0, paint=Paint.fit(sys.stdout), pace=args.pace if _at_terminal() else 0.0)
    bots = [_bot(match, seat, spec, args.seed, allowed) for seat, spec in enumerate(specs, 1)]

    def watch(events: list[Event]) -> None:
        keep(path, match)
        teller.tell(events)

    keep(path, match)
    print(f"{match.rulebook.title}: {', '.join(match.players)}. Type a number; ? helps, q quits.")
    if args.resume is not None and not match.rounds and match.before:
        teller.tell(match.before)
    try:
        play_match(match, [TerminalPlayer(match, teller), *bots], watch)
    except (Quit, KeyboardInterrupt):
        if path is None:
            print("\nThis match was not kept.")
        else:
            where = "" if path == _own_record() else f" {path}"
            print(f"\nThe match is kept. Go on with: lastcard play --resume{where}")
        return 0
    finally:
        close(bots)
    teller.tell_match()
    return 0


def _specs(args: Namespace) -> list[str]:
    """The bots that were named, each as the registry knows it."""
    specs = [*(args.bots.split(",") if args.bots else []), *args.bot] or [DEFAULT]
    specs = [LEVELS[spec].bot if spec in LEVELS else spec for spec in map(str.strip, specs)]
    for spec in specs:
        try:
            registry.check(spec)
        except BotError as error:
            levels = f"; levels are {', '.join(LEVELS)}" if spec.isalnum() else ""
            raise BotError(f"play: {error}{levels}") from None
    return specs


def _seated(parser: Parser, specs: list[str], seats: int) -> list[str]:
    """A bot for every seat but yours: one for all, or one for each."""
    if len(specs) not in (1, seats):
        parser.error(
            f"--bots: {len(specs)} bots for {seats} seats: name one for all of them, or one for each"
        )
    return specs if len(specs) == seats else specs * seats


def _bot(match: Match, seat: int, spec: str, seed: str | None, allowed: Limits) -> Bot:
    """Ours are trusted; any other has a referee, who lets `random` finish a round for a bot that fails."""
    chance = HmacShuffler() if seed is None else seeded(f"{seed} bot {seat}")
    bot = registry.create(spec, match.rulebook, match.players, chance.randbelow(1 << 32))
    if spec in registry.BUILT_IN:
        return bot

    def forfeited(forfeit: Forfeit) -> None:
        show_forfeit(match.players[seat], forfeit)
        print("  `random` plays this seat to the end of the round.")

    return RefereedSeat(match, seat, bot, allowed, forfeited)


def keep(path: str | None, match: Match) -> None:
    """Write the match down, move by move: an interruption loses nothing."""
    if path is not None:
        write_file(path, encode(match.record()).encode())


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _parser() -> Parser:
    parser = Parser(
        prog="lastcard play",
        description="Play a match in the terminal against bots.",
        epilog=f"{SPECS}\n{EXAMPLES}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play, you included")
    parser.add_argument("--name", default=_own_name(), help="your name (default: %(default)s)")
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        help=f"one for all seats, or one for each: a level ({', '.join(LEVELS)}; default: {DEFAULT}), "
        f"one of our bots ({', '.join(registry.BUILT_IN)}), or your own",
    )
    parser.add_argument(
        "--bot", metavar="BOT", action="append", default=[], help="one more, where its text has a comma in it"
    )
    parser.add_argument(
        "--first", metavar="NAME", help="who begins, where no cards are drawn for the dealer (default: you)"
    )
    add_time(parser)
    add_sandbox(parser)
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


def _fresh(parser: Parser, args: Namespace, specs: list[str]) -> Match:
    rulebook = load_rulebook(chosen(parser, args) or "classic", args.changes)
    count = args.players
    if count is None:
        count = rulebook.default_players if len(specs) == 1 else len(specs) + 1
    company = (name for name in BOT_NAMES if name.casefold() != args.name.casefold())
    names = [args.name]
    for spec in _seated(parser, specs, min(max(count - 1, 0), len(BOT_NAMES))):
        names.append(next(company, "Bot") if spec in registry.BUILT_IN else registry.label(spec))
    names = distinct(names)
    shuffler = None if args.seed is None else seeded(args.seed)
    return Match(rulebook, names, shuffler, first=_first(parser, args, names))


def _first(parser: Parser, args: Namespace, names: list[str]) -> int:
    """The seat that begins."""
    if args.first is None:
        return 0
    if args.first not in names:
        parser.error(f"--first: nobody is called {args.first!r}; there are {', '.join(names)}")
    return names.index(args.first)


def _resumed(parser: Parser, args: Namespace) -> Match:
    changed = (args.players, args.seed, args.first) != (None, None, None)
    if chosen(parser, args) or args.changes or changed:
        parser.error("--resume goes on with a match as it is: its rules, players and cards stay")
    path = args.resume or _own_record() or ""
    data = read_file(path)
    try:
        record = decode(data)
        match = replay(record) if record.rounds else begin(record)  # quit before the first deal
    except RecordError as error:
        raise UsageError(f"{path}: {error}") from None
    if match.over:
        raise UsageError(f"{path}: this match is over")
    return match


def _place(args: Namespace) -> str | None:
    """Where the match is kept; a file that exists is not written over, your last match moves aside."""
    if args.record:
        if Path(args.record).exists() and args.record != args.resume:
            raise UsageError(f"{args.record}: exists already")
        return str(args.record)
    if args.resume:
        return str(args.resume)
    path = _own_record()
    if path and args.resume is None and Path(path).exists():
        before = Path(path).with_name("previous-match.json")
        os.replace(path, before)
        print(f"Your match before this one is in {before}")
    return path


def _own_name() -> str:
    """The name of the user who is logged in, as a player's name."""
    name = (os.environ.get("USER") or os.environ.get("USERNAME") or "guest").strip()
    return "".join(ch for ch in name if ch.isalnum() or ch in "-_.")[:24].capitalize() or "Guest"


def _own_record() -> str | None:
    """The last match of this person, in the user's data folder; None where there can be none."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastcard"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(home / "last-match.json")
