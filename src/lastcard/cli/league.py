"""`lastcard league`: run a league of bots, and look at what came of it."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from .common import (
    Parser,
    UsageError,
    add_rules,
    check_writable,
    chosen,
    load_rulebook,
    print_json,
    whole,
)
from .league_open import league_parser, open_league
from .league_verify import tell_promise, tell_revealed, tell_seed, verify
from .sandbox import add_sandbox, tell_sandbox
from .watch import add_browser, in_browser

if TYPE_CHECKING:
    from ..league import Plan
    from ..league.run import Ending
    from ..league.store import LeagueStore

COMMANDS = {
    "run": "play a league, or go on with one",
    "table": "print the table",
    "report": "write a page with the table, charts and records",
    "export": "every seat of every game as CSV or Parquet",
    "game": "replay one game",
    "verify": "check that every deal is as promised",
}
MOST_DEALS = 1_000_000_000
USAGE = "usage: lastcard league COMMAND [options]\n\n{}\n\nSee also `lastcard league COMMAND --help`.\n"

RUN_EXAMPLES = """examples:
  lastcard league run --rules league --bots random,greedy,lazy --rounds 50
  lastcard league run --rules classic --bots random,greedy,mine=mybots:Clever --players 2 --until-decided
  lastcard league run --rules league --bots random,greedy --bot "c=./mybot --level 3" --players 3
  lastcard league run --rounds 200      (goes on with the league in league.db)

Each deal is played by every combination of bots in every seating; games are stored as they end. The same
command goes on with a league after an interruption, and more --rounds make a finished one longer.
"""


def main(words: list[str]) -> int:
    """Run one command of `lastcard league`; its exit code. Raises UsageError for a wrong command line."""
    if not words or words[0] in ("-h", "--help"):
        print(USAGE.format("\n".join(f"  {name:8} {what}" for name, what in COMMANDS.items())), end="")
        return 0 if words else 2
    if words[0] not in COMMANDS:
        raise UsageError(f"league: there is no command {words[0]!r}: expected {', '.join(COMMANDS)}")
    try:
        from ..league import rating, store  # noqa: F401
    except ImportError as error:
        raise UsageError(f"league needs {error.name}: install lastcard[league]") from None
    commands = {"run": _run, "table": _table, "report": _report, "export": _export, "game": _game}
    return (commands | {"verify": verify})[words[0]](words[1:])


def _run_parser() -> Parser:
    parser = league_parser("run", description="Play a league, or go on with one.", epilog=RUN_EXAMPLES)
    add_rules(parser)
    parser.add_argument("--bots", metavar="A,B,...", help="the bots; NAME=SPEC gives one another name")
    parser.add_argument("--bot", action="append", default=[], metavar="SPEC", help="one more, commas and all")
    parser.add_argument("--players", metavar="N", help="how many sit at a table; 2,3 mixes sizes")
    parser.add_argument(
        "--rounds", type=whole(1, MOST_DEALS), default=100, metavar="K", help="deals; default: 100"
    )
    parser.add_argument("--until-decided", action="store_true", help="stop when the order is decided")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="the same seed gives the same league; without one deals come from a secret",
    )
    add_sandbox(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=whole(1, 1024), metavar="N", help="processes; default: one a core")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler whose workers play the games")
    return parser


def _run(words: list[str]) -> int:
    parser = _run_parser()
    args = parser.read(words)
    from ..bots.forfeits import Limits
    from ..league.plan import check, check_starts
    from ..league.run import run
    from ..league.store import LeagueStore
    from .league_live import live

    allowed = Limits(sandbox=args.sandbox)
    fresh = None if _exists(args.db) else _plan(parser, args, None)  # a mistake must not leave a file behind
    if fresh:
        check(fresh)
        check_starts(fresh, allowed)
    with LeagueStore(args.db, create=True) as store:
        plan = fresh or _plan(parser, args, store.plan(args.name))
        tell_sandbox(args.sandbox, [one.spec for one in plan.entrants])
        tell_seed(plan)
        with live(plan, args.rounds) as progress:
            ending = run(
                store,
                args.name,
                plan,
                deals=args.rounds,
                until_decided=args.until_decided,
                workers=args.workers,
                cluster=args.cluster,
                progress=progress,
                limits=allowed,
                started=fresh is not None,
                promised=tell_promise,
            )
        _print_table(store, args.name, store.plan(args.name) or plan)
    return _tell_ending(args, ending)


def _tell_ending(args: Namespace, ending: Ending) -> int:
    print()
    if ending.interrupted:
        done = f"{ending.games:,} of {ending.asked:,} games are in {args.db}"
        print(f"Interrupted: {done}; the same command goes on.")
        return 130
    if ending.decided_after is not None:
        print(f"The order is decided after {ending.decided_after:,} deals.")
    elif args.until_decided:
        print(f"The order is not decided after {args.rounds:,} deals.")
    print(f"{ending.games:,} games are in {args.db}.")
    tell_revealed(ending.revealed)
    return 0


def _exists(path: str) -> bool:
    from pathlib import Path

    return Path(path).exists()


def _plan(parser: Parser, args: Namespace, stored: Plan | None) -> Plan:
    """The league that was asked for; what was not said is as stored."""
    from ..league import Plan, entrant

    source = chosen(parser, args)
    if source is None and (stored is None or args.changes):
        parser.error("name a rulebook, such as --rules league")
    texts = [*(args.bots.split(",") if args.bots else []), *args.bot]
    if not texts and stored is None:
        parser.error("name the bots, such as --bots random,greedy,lazy")
    rulebook = load_rulebook(source, args.changes) if source else None
    rulebook = rulebook or (stored.rulebook if stored else None)
    assert rulebook is not None
    entrants = tuple(entrant(text) for text in texts) if texts or stored is None else stored.entrants
    if args.players is not None:
        sizes = _sizes(parser, args.players)
    else:
        sizes = stored.sizes if stored else (min(rulebook.default_players, len(entrants)),)
    seed = args.seed if args.seed is not None or stored is None else stored.seed
    return Plan(rulebook, entrants, sizes, seed)


def _sizes(parser: Parser, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        parser.error(f"--players: expected a number, or numbers such as 2,3, not {text!r}")


def _print_table(store: LeagueStore, name: str, plan: Plan, as_json: bool = False) -> None:
    from ..league import Tally, rating, wording

    outcomes = list(store.outcomes(name))
    tally = Tally(plan.names, plan.low_is_good).add_all(outcomes)
    ratings = rating.rate(outcomes, len(plan.entrants), plan.low_is_good)
    if as_json:
        print_json(wording.as_data(name, plan, tally, ratings))
    else:
        print(wording.as_text(plan, tally, ratings), end="")


def _table(words: list[str]) -> int:
    parser = league_parser("table", description="Print the table of a league.")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    args = parser.read(words)
    store, plan = open_league(args)
    with store:
        _print_table(store, args.name, plan, args.json)
    return 0


def _report(words: list[str]) -> int:
    parser = league_parser(
        "report", description="Write a page that needs nothing else, and records beside it."
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="a folder, made if it is missing")
    args = parser.read(words)
    store, plan = open_league(args)
    from ..league.report import write

    with store:
        print(write(store, args.name, plan, args.out))
    return 0


def _export(words: list[str]) -> int:
    parser = league_parser("export", description="Every seat of every game as a line of a table.")
    output = parser.add_mutually_exclusive_group(required=True)
    output.add_argument("--csv", action="store_true", help="on standard output")
    output.add_argument("--parquet", metavar="FILE", help="into a file")
    args = parser.read(words)
    if args.parquet is not None:
        check_writable(args.parquet)
    store, plan = open_league(args)
    from ..league.export import write_csv, write_parquet

    with store:
        if args.csv:
            write_csv(store, args.name, plan, sys.stdout)
        else:
            rows = write_parquet(store, args.name, plan, args.parquet)
            print(f"{rows:,} rows are in {args.parquet}")
    return 0


def _game(words: list[str]) -> int:
    parser = league_parser("game", description="Replay one game of a league.")
    parser.add_argument("number", type=whole(0), metavar="ID", help="the game's number, from 0")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print the final state as one JSON object")
    how.add_argument("--record", action="store_true", help="print the record, for `lastcard replay -`")
    how.add_argument("--step", action="store_true", help="stop after every action (Enter goes on, q quits)")
    add_browser(parser, how)
    args = parser.read(words)
    store, plan = open_league(args)
    with store:
        record = store.record(args.name, args.number)
        seats = store.game(args.name, args.number)
        count = store.count(args.name)
    if record is None:
        parser.error(f"{args.db} has no game {args.number}; it has {count:,}, numbered from 0")
    from ..game.record import encode
    from .replay import show

    if args.record:
        print(encode(record), end="")
        return 0
    if args.browser:
        return in_browser(record, f"{args.db}: game {args.number}", args.port)
    if not args.json:
        print(f"Game {args.number}, deal {seats[0]['deal']} of league {args.name!r}")
        _tell_forfeits(seats, plan)
    show(record, f"{args.db}: game {args.number}", as_json=args.json, step=args.step)
    return 0


def _tell_forfeits(seats: list[dict[str, Any]], plan: Plan) -> None:
    from ..league.wording import explained
    from .series import show_stderr

    for row in seats:
        if row["forfeit"]:
            bot = plan.names[row["bot"]]
            print(
                f"{bot} forfeits at action {row['step'] + 1}: {row['forfeit']}: {explained(row['forfeit'])}"
            )
            print(f"  {row['detail']}; `random` plays on, {bot} gets {row['points']}")
            show_stderr(row["stderr"] or "")
