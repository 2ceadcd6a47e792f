"""`lastcard replay`: a record as it was played, and how it stands at its end."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ..game import Match, RecordError
from ..game.events import Event
from ..game.narrate import narrate
from ..game.record import Record, decode
from ..game.replay import begin, follow
from ..game.scoring import made_of
from ..rulebooks import RulebookError, load
from .common import Parser, UsageError, print_json, read_file
from .terminal import Quit, stop


def main(words: list[str]) -> int:
    """Print what happened in a record, or its final state as JSON; raises UsageError for a bad one."""
    parser = Parser(prog="lastcard replay", description="Replay a record (see docs/record.md).")
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print the final state as one JSON object")
    parser.add_argument(
        "--step", action="store_true", help="stop after every action (Enter goes on, q quits)"
    )
    args = parser.read(words)
    if args.json and args.step:
        parser.error("--json and --step don't go together")
    show(read(args.file), args.file, as_json=args.json, step=args.step)
    return 0


def read(file: str) -> Record:
    """A record from a file, with the rulebook that it names."""
    data = read_file(file)
    try:
        record = decode(data)
        _own_rulebook(record, file)
    except RecordError as error:
        raise UsageError(f"{file}: {error}") from None
    return record


def show(record: Record, name: str, *, as_json: bool, step: bool) -> None:
    """Print a record, wherever it came from; one that breaks a rule is refused before anything is printed."""
    try:
        match = begin(record)
        events = [*match.before, *(event for _, _, some in follow(match, record) for event in some)]
    except RecordError as error:
        raise UsageError(f"{name}: {error}") from None
    if as_json:
        print_json(_final(match, events))
        return
    with suppress(Quit):
        _tell(record, step)


def _own_rulebook(record: Record, file: str) -> None:
    """A record may name a TOML file, found beside the record: here, at the command line, and nowhere else."""
    if isinstance(record.rules, str) and record.rules.endswith(".toml"):
        try:
            record.rules = msgspec.to_builtins(load(Path(file).parent / record.rules))
        except RulebookError as error:
            raise UsageError(f"rules: {error}") from None


def _tell(record: Record, step: bool) -> None:
    """The story of a record that is known to be sound."""
    match = begin(record)
    for number, line, events in follow(match, record):
        if match.before and number == 1 and line is None:
            print("Draw for dealer")
            for event in match.before:
                print(f"  {narrate(event, match.rulebook)}")
        if line is None:
            print(f"Round {number}: {match.round.players[match.round.deal.first]} is first")
        for event in events:
            print(f"  {narrate(event, match.rulebook)}")
        if step:
            stop(match)
    print()
    _standing(match)


def _standing(match: Match) -> None:
    round = match.round
    if not round.over:
        view = round.view(None)
        colour = f", {match.rulebook.suits[view.colour]}" if view.colour else ""
        print(f"It is {view.turn}'s turn ({view.phase}); on top {view.top}{colour}")
    else:
        end = round.view(None)
        for name, points in (end.scores or {}).items():
            how = made_of((end.items or {})[name])
            print(f"{name}: {points}{f' ({how})' if how else ''}")
    standing = match.standing
    print("Totals: " + ", ".join(f"{name} {total}" for name, total in standing.totals.items()))
    if match.over:
        print(f"The match is over: {' and '.join(standing.winners)} won")
        if standing.losers:
            print(f"Lost: {', '.join(standing.losers)}; the next game goes to {standing.next_limit}")


def _final(match: Match, events: list[Event]) -> dict[str, Any]:
    """The object that docs/record.md describes."""
    round = match.round
    view, standing = round.view(None), match.standing
    return {
        "rules": match.rulebook.name,
        "players": match.players,
        "round": len(match.rounds),
        "over": round.over,
        "reason": view.reason,
        "winner": view.winner,
        "turn": view.turn,
        "phase": view.phase,
        "direction": view.direction,
        "top": view.top,
        "colour": view.colour,
        "hands": {name: sorted(round.hand(seat)) for seat, name in enumerate(match.players)},
        "draw_pile": view.draw_pile,
        "discard": len(view.discards),
        "owed": view.owed,
        "called": view.called,
        "catchable": view.catchable,
        "scores": view.scores,
        "items": view.items,
        "totals": standing.totals,
        "match_over": match.over,
        "match_winners": standing.winners if match.over else [],
        "losers": standing.losers if match.over else [],
        "next_limit": standing.next_limit if match.over else None,
        "events": [event.data() for event in events],
    }
