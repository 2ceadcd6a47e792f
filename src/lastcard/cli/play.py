"""`lastcard play`: a match in a plain terminal, against bots, with the legal plays numbered."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from ..bots import Bot, registry
from ..bots.forfeits import BotError, Forfeit, Limits
from ..bots.levels import BOT_NAMES, DEFAULT, LEVELS
from ..bots.loop import play_match
from ..bots.referee import RefereedSeat, close
from ..game import Event, HmacShuffler, Match, seeded
from ..game.record import TerminalRecord, encode
from . import saved_matches
from .common import Parser, UsageError, add_rules, chosen, load_rulebook, write_file
from .sandbox import add_sandbox, tell_sandbox
from .series import SPECS, distinct, limits, show_forfeit
from .terminal import Paint, Quit, Teller, TerminalPlayer

PACE = 0.7  # seconds
EXAMPLES = """examples:
  lastcard play fool108 --players 4 --bots skilled
  lastcard play --bots "python3 my_bot.py"
  lastcard play --bots skilled,my_bots:Careful --bot "./my_bot --level 3"
"""


def main(words: list[str]) -> int:
    """Play a match until it is over or the person quits; its exit code."""
    parser = _parser()
    args = parser.read(words)
    if args.list:
        for line in saved_matches.listed():
            print(line)
        return 0
    match, path = _begun(parser, args) if args.resume is None else _resumed(parser, args)
    allowed = _check_times(parser, args)
    specs = _seated(parser, _specs(args), len(match.players) - 1)
    tell_sandbox(allowed.sandbox, specs)
    teller = Teller(match, you=0, paint=Paint.fit(sys.stdout), pace=args.pace if _at_terminal() else 0.0)
    bots = [_bot(match, seat, spec, args.seed, allowed) for seat, spec in enumerate(specs, 1)]

    terminal = TerminalRecord(bots=specs, pace=args.pace, time=args.time)

    def watch(events: list[Event]) -> None:
        keep(path, match, terminal)
        teller.tell(events)

    keep(path, match, terminal)
    print(f"{match.rulebook.title}: {', '.join(match.players)}. Type a number; ? helps, q quits.")
    if args.resume is not None and not match.rounds and match.before:
        teller.tell(match.before)
    try:
        play_match(match, [TerminalPlayer(match, teller), *bots], watch)
    except (Quit, KeyboardInterrupt):
        if path is None:
            print("\nThis match was not kept.")
        else:
            only = saved_matches.is_own(path) and len(saved_matches.kept()) == 1
            where = "" if only else f" {shlex.quote(path)}"
            print(f"\nThe match is kept. Go on with: lastcard play --resume{where}")
        return 0
    finally:
        close(bots)
    if path is not None:
        saved_matches.finish(path)
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


def _check_times(parser: Parser, args: Namespace) -> Limits:
    """What was not said is as usual, or as it was in a match that goes on."""
    args.pace = PACE if args.pace is None else args.pace
    args.time = Limits().move if args.time is None else args.time
    if not 0 <= args.pace <= 60:
        parser.error("--pace: expected 0 to 60 seconds")
    return limits(parser, args)


def keep(path: str | None, match: Match, terminal: TerminalRecord) -> None:
    """Write the match down, move by move: an interruption loses nothing."""
    if path is not None:
        record = match.record()
        record.terminal = terminal
        write_file(path, encode(record).encode())


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
    usual = Limits().move
    parser.add_argument("--time", type=float, metavar="S", help=f"seconds a move (default: {usual:g})")
    add_sandbox(parser)
    parser.add_argument("--seed", help="deal the same cards again")
    parser.add_argument("--pace", type=float, metavar="S", help=f"seconds for a bot's move (default: {PACE})")
    parser.add_argument("--record", metavar="FILE", help="where the match is kept, move by move")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="go on with a kept match and its bots (default: the last one that no other terminal has open)",
    )
    parser.add_argument("--list", action="store_true", help="list the matches that can go on, and play none")
    return parser


def _begun(parser: Parser, args: Namespace) -> tuple[Match, str | None]:
    """A new match, and the file of its own in which it will be kept."""
    if args.record and Path(args.record).exists():
        raise UsageError(f"{args.record}: exists already")
    match = _fresh(parser, args, _specs(args))
    path = args.record or saved_matches.new_file()
    if path is not None:
        saved_matches.lock(path)
    return match, path


def _fresh(parser: Parser, args: Namespace, specs: list[str]) -> Match:
    rulebook = load_rulebook(chosen(parser, args) or "classic", args.changes)
    count = args.players
    if count is None:
        count = rulebook.default_players if len(specs) == 1 else len(specs) + 1
    rulebook.check_players(count)
    company = (name for name in BOT_NAMES if name.casefold() != args.name.casefold())
    names = [args.name]
    for spec in _seated(parser, specs, count - 1):
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


def _resumed(parser: Parser, args: Namespace) -> tuple[Match, str]:
    """A match as it was left, its bots and times included, and where it is kept."""
    changed = (args.players, args.seed, args.first) != (None, None, None)
    if chosen(parser, args) or args.changes or changed:
        parser.error("--resume goes on with a match as it is: its rules, players and cards stay")
    path = args.resume or str(saved_matches.newest())
    record, match = saved_matches.read(path)
    if match.over:
        raise UsageError(f"{path}: this match is over")
    if not saved_matches.lock(path):
        raise UsageError(f"{path}: this match is open in another terminal")
    if record.terminal:
        _as_it_was(parser, args, path, record.terminal)
    if args.record and args.record != path:
        if Path(args.record).exists():
            raise UsageError(f"{args.record}: exists already")
        path = args.record
    return match, path


def _as_it_was(parser: Parser, args: Namespace, path: str, before: TerminalRecord) -> None:
    """What was not said is as it was. A file from elsewhere may name our bots, but runs no programs."""
    args.pace = before.pace if args.pace is None else args.pace
    args.time = before.time if args.time is None else args.time
    if args.bots or args.bot:
        return
    foreign = [spec for spec in before.bots if spec not in registry.BUILT_IN]
    if foreign and not saved_matches.is_own(path):
        parser.error(f"{path}: names the bot {foreign[0]!r}; to run it, name it again with --bots")
    args.bot = before.bots


def _own_name() -> str:
    """The name of the user who is logged in, as a player's name."""
    name = (os.environ.get("USER") or os.environ.get("USERNAME") or "guest").strip()
    return "".join(ch for ch in name if ch.isalnum() or ch in "-_.")[:24].capitalize() or "Guest"
