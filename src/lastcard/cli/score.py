"""`lastcard score`: the round of people who play with real cards, and a sheet that keeps their evening."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ..errors import LastcardError
from ..game.scoresheet import ScoreSheet, SheetError, read, write
from ..game.scoring import ReportedRound, RoundScore, ScoreError, made_of, score_round
from ..rulebooks import Rulebook
from .common import (
    Parser,
    UsageError,
    add_rules,
    alone_with,
    load_rulebook,
    print_json,
    read_file,
    write_file,
)

EXAMPLES = """examples:
  lastcard score classic Ann= Bob=R9,BS,W+4 Cid=G0,W
  lastcard score fool108 Ann= Bob=QS Cid=QH,6C --out QD --replenished Bob=15
  lastcard score classic Ann= Bob=R9 --sheet evening.json
  lastcard score Ann=G4 Bob= --sheet evening.json    the sheet knows its rules
  lastcard score --sheet evening.json            show the sheet
  lastcard score --sheet evening.json --undo     take the last round back
"""


# Which option a wrong report speaks of.
_OPTIONS = {
    "nobody_out": "--blocked",
    "out_missing": "--out CARD",
    "out_not_counted": "--out",
    "uncalled_not_counted": "--uncalled",
    "uncalled_off": "--uncalled",
    "replenished_not_counted": "--replenished",
    "replenished_unknown": "--replenished",
    "blocked_out": "--out, --uncalled",
}


@contextmanager
def _options_named() -> Iterator[None]:
    """What is wrong with a report, with the options that say it."""
    try:
        yield
    except ScoreError as error:
        option = _OPTIONS.get(error.code)
        raise UsageError(f"{error} ({option})" if option else str(error)) from None


def main(words: list[str]) -> int:
    """Score one round, or with `--sheet` add it to a file; raises UsageError for hands that can't be."""
    args = _parser().read(words)
    if args.word and (args.rules or "=" in args.word):  # the first word is a hand like the others
        args.hands = [args.word, *args.hands]
        args.word = None
    source = args.rules or args.word
    if args.undo or not args.hands and args.sheet:
        return _look_at_sheet(args)
    hands = _hands(args)
    if args.sheet:
        with alone_with(args.sheet):
            return _add_round(args, source, hands)
    if source is None:
        _parser().error("name the rulebook, such as: classic Ann= Bob=R9,BS")
    with _options_named():
        counted = score_round(load_rulebook(source, args.changes), hands)
    _show(counted, None, args)
    return 0


def _add_round(args: Namespace, source: str | None, hands: ReportedRound) -> int:
    """Put a round on the sheet, which knows its rulebook from the first one on."""
    kept = _read_sheet(args.sheet) if Path(args.sheet).exists() else None
    if source is None and (kept is None or args.changes):
        _parser().error("name the rulebook, such as: classic Ann= Bob=R9,BS")
    try:
        if source is not None:
            kept = _same_rules(kept, load_rulebook(source, args.changes), list(hands.hands))
        assert kept is not None
        with _options_named():
            counted = kept.add(hands)
    except SheetError as error:
        raise UsageError(f"{args.sheet}: {error}") from None
    write_file(args.sheet, write(kept))
    _show(counted, kept, args)
    return 0


def _parser() -> Parser:
    from argparse import RawDescriptionHelpFormatter

    parser = Parser(
        prog="lastcard score",
        description="Score the hands held at the end of a round. An empty hand is the player who went out.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument(
        "hands", metavar="NAME=CARDS", nargs="*", help="cards separated by commas, as R9,BS,W+4"
    )
    parser.add_argument("--blocked", action="store_true", help="nobody went out")
    parser.add_argument("--out", metavar="CARD", help="the last card of the player who went out (fool108)")
    parser.add_argument(
        "--uncalled", action="store_true", help="going out, the last card was not called (fool108)"
    )
    parser.add_argument(
        "--replenished",
        metavar="NAME=POINTS",
        action="append",
        default=[],
        help="points charged to a player for replenishing the deck (fool108)",
    )
    parser.add_argument("--sheet", metavar="FILE", help="add the round to a running score sheet")
    parser.add_argument("--undo", action="store_true", help="take the last round of the sheet back")
    parser.add_argument("--json", action="store_true", help="one JSON object for programs")
    return parser


def _hands(args: Namespace) -> ReportedRound:
    hands: dict[str, str] = {}
    for word in args.hands:
        name, cards = _split(word, "NAME=CARDS")
        if name in hands:
            raise UsageError(f"{name!r} is there twice")
        hands[name] = cards
    charged: dict[str, int] = {}
    for word in args.replenished:
        name, points = _split(word, "NAME=POINTS")
        if not points.isascii() or not points.isdigit() or len(points) > 6:
            raise UsageError(f"--replenished {word}: {points!r} is not a number of points")
        if name in charged:
            raise UsageError(f"--replenished: {name!r} is there twice")
        charged[name] = int(points)
    return ReportedRound(
        hands=hands, out=args.out, uncalled=args.uncalled, replenished=charged, blocked=args.blocked
    )


def _split(word: str, form: str) -> tuple[str, str]:
    name, sign, rest = word.partition("=")
    if not sign:
        raise UsageError(f"{word!r}: expected {form}")
    return name, rest


def _same_rules(sheet: ScoreSheet | None, rulebook: Rulebook, players: list[str]) -> ScoreSheet:
    """The sheet as it stands, or a new one; the same rules must hold all evening."""
    if sheet is None:
        return ScoreSheet(rulebook, players)
    if sheet.rulebook != rulebook:
        kept = sheet.rulebook.name
        other = (
            f"is for {kept}, not {rulebook.name}"
            if kept != rulebook.name
            else f"has other house rules of {kept}"
        )
        raise UsageError(f"this sheet {other}")
    return sheet


def _read_sheet(name: str) -> ScoreSheet:
    data = read_file(name)
    try:
        return read(data)
    except LastcardError as error:
        raise UsageError(f"{name}: {error}") from None


def _look_at_sheet(args: Namespace) -> int:
    """Without a round: show the sheet, or take its last round back."""
    if args.sheet is None:
        _parser().error("--undo needs --sheet FILE")
    if args.hands:
        _parser().error("--undo takes a round back; it can't add one too")
    with alone_with(args.sheet):
        sheet = _read_sheet(args.sheet)
        if args.undo:
            try:
                sheet.undo()
            except SheetError as error:
                raise UsageError(f"{args.sheet}: {error}") from None
            write_file(args.sheet, write(sheet))
    if args.json:
        print_json(_sheet_data(sheet))
    else:
        _print_sheet(sheet)
    return 0


def _show(counted: RoundScore, sheet: ScoreSheet | None, args: Namespace) -> None:
    if args.json:
        data: dict[str, Any] = {"scores": counted.scores, "items": counted.items, "winner": counted.winner}
        print_json(data | (_sheet_data(sheet) if sheet else {}))
        return
    ranked = _ranked(counted)
    for name, points in counted.scores.items():
        print(f"{name}: {points}" + (f" ({made_of(counted.items[name])})" if ranked else ""))
    if sheet:
        print()
        _print_sheet(sheet)


def _sheet_data(sheet: ScoreSheet) -> dict[str, Any]:
    standing = msgspec.to_builtins(sheet.standing)
    renamed = {"match_over": standing.pop("over"), "match_winners": standing.pop("winners")}
    rounds = {"rounds": [one.scores for one in sheet.scores], "items": [one.items for one in sheet.scores]}
    return {**rounds, **standing, **renamed}


def _print_sheet(sheet: ScoreSheet) -> None:
    """The sheet as one keeps it on paper: a column a player, a line a round, then how it stands."""
    widths = [max(len(name), 6) for name in sheet.players]
    cells = zip(sheet.players, widths, strict=True)
    print("round  " + "  ".join(name.rjust(width) for name, width in cells))
    for number, one in enumerate(sheet.scores, 1):
        print(f"{number:5}  " + _line([one.scores[name] for name in sheet.players], widths))
    standing = sheet.standing
    print("total  " + _line(list(standing.totals.values()), widths))
    _print_origins(sheet)
    if not standing.over:
        goal = sheet.rulebook.target or sheet.rulebook.limit
        print(
            f"To {goal}."
            if goal
            else f"Round {len(sheet.scores)} of {sheet.rulebook.rounds or len(sheet.players)}."
        )
        return
    if standing.losers:
        losers = " and ".join(standing.losers)
        print(f"{losers} reached {sheet.rulebook.limit} and lost; {_won(standing.winners)}.")
        following = standing.next_limit
        print(f"If you play on at once, the next game goes to {following} (--set limit={following}).")
    elif sheet.rulebook.target and max(standing.totals.values()) >= sheet.rulebook.target:
        print(f"{_won(standing.winners)}: {sheet.rulebook.target} is reached.")
    else:
        print(f"The match is over: {_won(standing.winners)}.")


def _print_origins(sheet: ScoreSheet) -> None:
    """How points by rank came about, a line a player and round (L4)."""
    for number, one in enumerate(sheet.scores, 1):
        if _ranked(one):
            print(f"Round {number}")
            for name in sheet.players:
                print(f"  {name}: {made_of(one.items[name])}")


def _ranked(counted: RoundScore) -> bool:
    return any("divisor" in items for items in counted.items.values())


def _won(names: list[str]) -> str:
    return f"{names[0]} won" if len(names) == 1 else f"{' and '.join(names)} share the first place"


def _line(numbers: list[int], widths: list[int]) -> str:
    return "  ".join(str(n).rjust(width) for n, width in zip(numbers, widths, strict=True))
