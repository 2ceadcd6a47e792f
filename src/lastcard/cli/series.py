"""Bots as they are named in a command, and their games against each other: played, narrated and counted."""

from __future__ import annotations

import secrets
from argparse import Namespace
from typing import Any

import msgspec
from msgspec import Struct

from ..bots import registry
from ..bots.forfeits import Forfeit, Limits
from ..bots.referee import close, play_round
from ..game import Event, Match, seeded
from ..game.deal import check_players
from ..game.narrate import narrate
from ..rulebooks import Rulebook
from .common import Parser
from .terminal import stop

SPECS = """a bot is a built-in name, the name of an installed bot, module:Class, or a command line:
  random                        one of ours
  "python3 my_bot.py"           a program that reads and writes lines (docs/bot-protocol.md)
  cmd:my_bot                    the same, for a command without a space or a slash
  my_bots:Careful               a Python class, called with the rulebook, the players and a seed
"""


class Telling:
    """Tells a game while it is played, with all cards open."""

    def __init__(self, step: bool) -> None:
        self._step = step
        self.match: Match | None = None

    def begin(self, match: Match, number: int) -> None:
        """Print who plays game `number` (from 0), and what happened at its deal."""
        self.match = match
        first = match.players[match.round.deal.first]
        print(f"Game {number + 1}: {', '.join(match.players)}; {first} is first")
        self.events([*match.before, *match.round.events])

    def events(self, events: list[Event]) -> None:
        """Print what happened; with `--step`, wait for Enter after it."""
        assert self.match
        for event in events:
            print(f"  {narrate(event, self.match.rulebook)}")
        if self._step:
            stop(self.match)

    def forfeit(self, forfeit: Forfeit) -> None:
        """Print that a bot lost the game by a forfeit."""
        assert self.match
        show_forfeit(self.match.players[forfeit.seat], forfeit)


class PlayedGame(Struct, frozen=True, kw_only=True):
    """One game as it ended."""

    players: list[str]
    winner: str | None
    reason: str | None
    scores: dict[str, int]
    actions: int
    forfeits: list[Forfeit]

    def forfeited(self, name: str) -> bool:
        """Whether a player lost this game by a forfeit."""
        return any(self.players[one.seat] == name for one in self.forfeits)


class Count(Struct, frozen=True):
    """What one bot has to show; what `random` did in its place is not its own."""

    wins: int
    forfeits: int
    points: float | None  # a game, of those that it played to the end


class Series:
    """Games of the same bots, who move on by one seat from game to game."""

    def __init__(self, rulebook: Rulebook, specs: list[str], limits: Limits, seed: int | None) -> None:
        self.rulebook = rulebook
        self.names = _names(specs)
        self.specs = dict(zip(self.names, specs, strict=True))
        self.seed = secrets.randbits(32) if seed is None else seed
        self.games: list[PlayedGame] = []
        self._limits = limits
        check_players(rulebook, self.names)

    def play(self, number: int, telling: Telling | None) -> None:
        """Play game `number` (from 0) and keep its result; the players move on by a seat each game."""
        turn = number % len(self.names)
        players = [*self.names[turn:], *self.names[:turn]]
        match = Match(self.rulebook, players, seeded(f"{self.seed} game {number}"))
        match.deal()
        bots = []
        for name in players:
            seed = seeded(f"{self.seed} game {number} bot {name}").randbelow(1 << 32)
            bots.append(registry.create(self.specs[name], self.rulebook, players, seed))
        try:
            if telling is None:
                forfeits = play_round(match, bots, self._limits)
            else:
                telling.begin(match, number)
                forfeits = play_round(match, bots, self._limits, telling.events, telling.forfeit)
        finally:
            close(bots)
        self.games.append(_ended(match, forfeits))

    def count(self, name: str) -> Count:
        """A player's wins, forfeits and mean points; games that it forfeited don't count for the mean."""
        own = [game for game in self.games if not game.forfeited(name)]
        points = [game.scores[name] for game in own]
        wins = sum(game.winner == name for game in own)
        mean = sum(points) / len(points) if points else None
        return Count(wins, len(self.games) - len(own), mean)

    def as_data(self) -> dict[str, Any]:
        """The whole series, ready for JSON."""
        data = {
            "rules": self.rulebook.name,
            "seed": self.seed,
            "bots": self.specs,
            "counts": {name: self.count(name) for name in self.names},
            "games": self.games,
        }
        return dict(msgspec.to_builtins(data))


def _ended(match: Match, forfeits: list[Forfeit]) -> PlayedGame:
    end = match.round.view(None)
    return PlayedGame(
        players=match.players,
        winner=end.winner,
        reason=end.reason,
        scores=end.scores or {},
        actions=len(match.round.actions),
        forfeits=forfeits,
    )


def tell_series(series: Series, forfeits: bool) -> None:
    """The tally, and how seats were forfeited where that was not printed yet."""
    games, width = len(series.games), max(map(len, series.names))
    for number, game in enumerate(series.games if forfeits else (), 1):
        for one in game.forfeits:
            show_forfeit(f"Game {number}: {game.players[one.seat]}", one)
    print(f"{series.rulebook.title}, {games} game{'s' if games > 1 else ''}, seed {series.seed}")
    counts = {name: series.count(name) for name in series.names}
    for name, count in sorted(counts.items(), key=lambda item: -item[1].wins):
        line = f"  {name:{width}}  {count.wins} won ({count.wins / games:.0%})"
        if count.points is not None:
            line += f", {count.points:.1f} points a game"
        print(line + (f", {count.forfeits} forfeited" if count.forfeits else ""))


def show_forfeit(who: str, forfeit: Forfeit) -> None:
    """Print a forfeit, and what the bot wrote to standard error."""
    print(f"! {who} forfeits after {forfeit.step} actions: {forfeit.reason}: {forfeit.detail}")
    show_stderr(forfeit.stderr)


def show_stderr(text: str, most: int = 12) -> None:
    """The last lines that a bot wrote to standard error."""
    lines = text.rstrip().splitlines()[-most:]
    for line in lines:
        print("    | " + "".join(ch if ch.isprintable() else " " for ch in line))


def _names(specs: list[str]) -> list[str]:
    """Names for the players: what the bots are called."""
    return distinct([registry.label(spec) for spec in specs])


def distinct(labels: list[str]) -> list[str]:
    """Names, numbered where they are the same."""
    out: list[str] = []
    for label in labels:
        name, number = label, 1
        while name in out:
            number += 1
            name = f"{label}-{number}"
        out.append(name)
    return out


def add_time(parser: Parser) -> None:
    """`--time`, for bots that are held to the clock."""
    parser.add_argument(
        "--time", type=float, default=Limits().move, metavar="S", help="seconds a move (default: %(default)g)"
    )


def limits(parser: Parser, args: Namespace) -> Limits:
    """The limits that `--time` and `--sandbox` set; a usage error if the time is out of range."""
    if not 0.01 <= args.time <= 3600:
        parser.error("--time: expected 0.01 to 3600 seconds")
    return Limits(move=args.time, sandbox=args.sandbox)
