"""The league that a command of `lastcard league` is about."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any

from .common import Parser

if TYPE_CHECKING:
    from ..league import Plan
    from ..league.store import LeagueStore


def league_parser(command: str, **how: Any) -> Parser:
    """A parser with what every command of `lastcard league` takes: the store, and the league's name."""
    parser = Parser(prog=f"lastcard league {command}", formatter_class=RawDescriptionHelpFormatter, **how)
    parser.add_argument("--db", default="league.db", metavar="FILE", help="the store; default: league.db")
    parser.add_argument("--name", default="league", help="which league, where a store holds several")
    return parser


def open_league(args: Namespace) -> tuple[LeagueStore, Plan]:
    """The league that a command is about, and its open store; a LeagueError if it is not there."""
    from ..league import LeagueError
    from ..league.store import LeagueStore

    store = LeagueStore(args.db)
    plan = store.plan(args.name)
    if plan is None:
        names = ", ".join(store.names()) or "none"
        store.close()
        raise LeagueError(f"{args.db}: there is no league {args.name!r}; there are: {names}")
    return store, plan
