"""`lastcard simulate`: many games at once, and what they say."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .common import Parser, UsageError, add_rules, chosen, print_json, rulebook

EXAMPLES = """examples:
  lastcard simulate rounds --players 2 --games 1000000
  lastcard simulate classic --bots greedy,random,random,random --matches
  lastcard simulate league --set stacking=any --csv > games.csv
"""


def main(words: list[str]) -> int:
    parser = _parser()
    told = parser.read(words)
    source = chosen(parser, told)
    if source is None:
        parser.error("name a rulebook, such as: lastcard simulate rounds")
    book = rulebook(source, told.changes)
    try:
        from ..kernel import fast
        from ..sim import plots, simulate, summary
    except ImportError as error:
        raise UsageError(f"simulate needs {error.name}: install lastcard[sim]") from None
    if told.plot:
        plots.check(told.plot)
    if not fast.cache_folder().exists() and sys.stderr.isatty():
        print("Compiling the kernel: about 20 seconds, once for this version.", file=sys.stderr)
    with _progress(told.games) as progress:
        run = simulate(
            book,
            players=told.players,
            games=told.games,
            bots=told.bots.split(","),
            seed=told.seed,
            threads=told.threads,
            matches=told.matches,
            cluster=told.cluster,
            progress=progress,
        )
    if told.plot and run.games:
        plots.draw(run, told.plot)
    if told.json:
        print_json(summary.as_data(run))
    elif told.csv or told.parquet:
        _export(told, run)
    else:
        print(summary.as_text(run), end="")
    return 0 if run.complete else 130


def _export(told: Namespace, run: object) -> None:
    from ..sim.batch import Matches, Rounds
    from ..sim.export import write_csv, write_parquet

    assert isinstance(run, (Rounds, Matches))
    if told.csv:
        write_csv(run, sys.stdout)
    else:
        write_parquet(run, told.parquet)
        print(f"{run.games:,} games are in {told.parquet}")


def _parser() -> Parser:
    from argparse import RawDescriptionHelpFormatter

    parser = Parser(
        prog="lastcard simulate",
        description="Play many games with the kernel's bots, with the very rules that people play.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players", type=int, metavar="N", help="default: as many as the rulebook says")
    parser.add_argument("--games", type=int, default=100_000, metavar="M", help="default: 100000")
    parser.add_argument(
        "--bots", default="random", metavar="A,B,...", help="one for all seats, or one a seat"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same games")
    parser.add_argument("--threads", type=int, metavar="T", help="default: one a core; it changes no result")
    parser.add_argument("--matches", action="store_true", help="play whole matches, not single rounds")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler whose workers play the games")
    parser.add_argument("--plot", metavar="FILE", help="draw the result: .html, .png or .svg")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="the summary as one JSON object")
    output.add_argument("--csv", action="store_true", help="every game as a line of CSV")
    output.add_argument("--parquet", metavar="FILE", help="every game as a row of a Parquet file")
    return parser


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar where somebody is watching, nothing where the output is read by a program."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.advance(task, done)
