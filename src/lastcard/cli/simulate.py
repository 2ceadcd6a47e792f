"""`lastcard simulate`: many games at once, and what they say."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from ..rulebooks import Rulebook
    from ..sim.batch import Matches, Rounds
    from ..sim.trajectories import TrajectoryFile, Written

MOST_GAMES = 1_000_000_000  # whose results have to fit into memory
EXAMPLES = """examples:
  lastcard simulate rounds --players 2 --games 1000000
  lastcard simulate classic --bots greedy,random,random,random --matches
  lastcard simulate league --set stacking=any --csv > games.csv
  lastcard simulate classic --games 10000 --trajectories steps.parquet
"""


def main(words: list[str]) -> int:
    """Simulate and print, plot or export; 130 if Ctrl-C ended the run early."""
    parser = _parser()
    args = parser.read(words)
    source = chosen(parser, args)
    if source is None:
        parser.error("name a rulebook, such as: lastcard simulate rounds")
    if args.trajectories is not None:
        _check_trajectories(parser, args)
    rulebook = load_rulebook(source, args.changes)
    try:
        from ..sim import plots, summary
    except ImportError as error:
        raise UsageError(f"simulate needs {error.name}: install lastcard[sim]") from None
    if args.plot:
        plots.check(args.plot)
    for file in (args.plot, args.parquet):
        if file is not None:
            check_writable(file)
    run, written = _play(args, rulebook)
    if args.plot and run.games:
        plots.draw(run, args.plot)
    if args.json:
        print_json(summary.as_data(run) | ({"trajectories": vars(written)} if written else {}))
    elif args.csv or args.parquet:
        _export(args, run)
    else:
        print(summary.as_text(run), end="")
    if written and not args.json:
        print(written, file=sys.stderr if args.csv else sys.stdout)
    return 0 if run.complete and (not written or written.complete) else 130


def _play(args: Namespace, rulebook: Rulebook) -> tuple[Rounds | Matches, Written | None]:
    """The games, and what is in the file of their decisions, which is opened before they begin."""
    from ..ai import loops
    from ..engine import compiled
    from ..sim import simulate

    with ExitStack() as open_files:
        file = None
        if args.trajectories is not None:
            from ..sim.trajectories import TrajectoryFile

            file = open_files.enter_context(TrajectoryFile(args.trajectories))
        if not compiled.cache_folder(*loops.MODULES).exists() and sys.stderr.isatty():
            print("Compiling the engine: about 20 seconds, once for this version.", file=sys.stderr)
        with _progress(args.games) as progress:
            run = simulate(
                rulebook,
                players=args.players,
                games=args.games,
                bots=args.bots.split(","),
                seed=args.seed,
                threads=args.threads,
                matches=args.matches,
                cluster=args.cluster,
                progress=progress,
            )
        return run, _write_decisions(file, run) if file else None


def _check_trajectories(parser: Parser, args: Namespace) -> None:
    if args.matches:
        parser.error("--trajectories is about single rounds: leave out --matches")
    if args.parquet is not None and Path(args.parquet).resolve() == Path(args.trajectories).resolve():
        parser.error("--parquet and --trajectories need two different files")


def _write_decisions(file: TrajectoryFile, run: Rounds | Matches) -> Written:
    from ..sim.batch import Rounds
    from ..sim.trajectories import is_compiled

    assert isinstance(run, Rounds)
    if run.complete and not is_compiled() and sys.stderr.isatty():
        print(
            "Compiling what writes the decisions: about 25 seconds, once for this version.", file=sys.stderr
        )
    if not run.complete:  # Ctrl-C: no long work after it
        run = run.first_games(0)
    with _progress(run.games) as progress:
        return file.write(run, progress)


def _export(args: Namespace, run: object) -> None:
    from ..sim.batch import Matches, Rounds
    from ..sim.export import write_csv, write_parquet

    assert isinstance(run, (Rounds, Matches))
    if args.csv:
        write_csv(run, sys.stdout)
    else:
        write_parquet(run, args.parquet)
        print(f"{run.games:,} games are in {args.parquet}")


def _parser() -> Parser:
    from argparse import RawDescriptionHelpFormatter

    parser = Parser(
        prog="lastcard simulate",
        description="Play many games with the compiled bots, by the same rules that people play.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--players", type=int, metavar="N", help="default: as many as the rulebook says")
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=100_000, metavar="M", help="default: 100000"
    )
    parser.add_argument(
        "--bots", default="random", metavar="A,B,...", help="one for all seats, or one a seat"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same games")
    parser.add_argument(
        "--threads", type=whole(1, 1024), metavar="T", help="default: one a core; it changes no result"
    )
    parser.add_argument("--matches", action="store_true", help="play whole matches, not single rounds")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler whose workers play the games")
    parser.add_argument("--plot", metavar="FILE", help="draw the result: .html, .png or .svg")
    parser.add_argument(
        "--trajectories", metavar="FILE", help="every decision as a row of a Parquet file, for learning"
    )
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
