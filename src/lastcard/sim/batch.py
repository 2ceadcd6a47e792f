"""`simulate`: so many games of a rulebook, dealt and played from one seed, in chunks on threads.

A game depends on the seed and its own number and on nothing else, so the result is the same on any number of
threads, and a run that is interrupted keeps every chunk that is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..ai import loops, policies
from ..engine import compiled
from ..engine.match import places
from ..errors import LastcardError
from ..parallel import executor, in_chunks, spans
from ..rulebooks import Rulebook, load
from ..seeds import seed_or_random

CHUNK = 4096  # games; small enough for a lively progress bar, large enough to forget the hand-over
MATCH_CHUNK = 256

Rows = np.ndarray[Any, Any]
Progress = Callable[[int], None]


class SimulationError(LastcardError):
    """Something that can't be simulated; the message says what."""


@dataclass(frozen=True)
class Run:
    """What was simulated, and how long it took."""

    rulebook: Rulebook
    players: int
    bots: tuple[str, ...]
    seed: int
    asked: int  # games that were asked for; fewer are there after an interruption
    seconds: float
    rows: Rows

    @property
    def games(self) -> int:
        """How many games are in `rows`."""
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for were played."""
        return self.games == self.asked

    @property
    def steps(self) -> int:
        """Actions and reactions in all games together."""
        return int(self.rows["steps"].sum())

    @property
    def games_per_second(self) -> float:
        """By the clock, without the time for compiling."""
        return self.games / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Rounds(Run):
    """Single rounds; `rows` holds one record a round (`ai.loops.ROUND`)."""

    def first_games(self, games: int) -> Rounds:
        """The same run as if it had been stopped after so many games."""
        return replace(self, rows=self.rows[:games])

    @cached_property
    def first(self) -> Rows:
        """The seat that came first in each round."""
        return np.arange(self.games) % self.players

    @property
    def points(self) -> Rows:
        """Everybody's points: a line for each round, a column for each seat."""
        return self.rows["points"][:, : self.players]

    @property
    def wins(self) -> list[int]:
        """Rounds won, by seat."""
        return [int((self.rows["winner"] == seat).sum()) for seat in range(self.players)]

    @property
    def ends(self) -> dict[str, int]:
        """How the rounds ended."""
        return {
            name: int((self.rows["reason"] == code).sum())
            for code, name in enumerate(("won", "blocked", "capped"), 1)
        }

    @property
    def mean_turns(self) -> float:
        """Turns in a round, on average."""
        return float(self.rows["turns"].mean()) if self.games else 0.0

    @property
    def first_wins(self) -> int:
        """Rounds won by the player who came first."""
        return int((self.rows["winner"] == self.first).sum())

    @property
    def last_cards(self) -> dict[str, int]:
        """How often each card was the one that won."""
        texts = self.rulebook.deck.texts
        counts = np.bincount(self.rows["last_card"][self.rows["winner"] >= 0], minlength=len(texts))
        return {text: int(n) for text, n in zip(texts, counts, strict=True) if n}


@dataclass(frozen=True)
class Matches(Run):
    """Whole matches; `rows` holds one record a match (`ai.loops.MATCH`)."""

    @property
    def totals(self) -> Rows:
        """Everybody's points at the end: a line for each match, a column for each seat."""
        return self.rows["totals"][:, : self.players]

    @cached_property
    def places(self) -> Rows:
        """Everybody's place in every match."""
        out = [[0] * self.players for _ in range(self.games)]
        for row, totals in zip(out, self.totals.tolist(), strict=True):
            places(self.rulebook.tables, totals, self.players, row)
        return np.array(out).reshape(self.games, self.players)

    @property
    def wins(self) -> list[int]:
        """Matches won, by seat; a shared first place counts for all who share it."""
        return [int(n) for n in (self.places == 1).sum(axis=0)]

    @property
    def mean_rounds(self) -> float:
        """Rounds in a match, on average."""
        return float(self.rows["rounds"].mean()) if self.games else 0.0


def simulate(
    rules: str | Path | Rulebook,
    *,
    players: int | None = None,
    games: int = 10_000,
    bots: Sequence[str] = ("random",),
    seed: int | None = None,
    threads: int | None = None,
    matches: bool = False,
    cluster: str | None = None,
    progress: Progress = lambda done: None,
) -> Rounds | Matches:
    """Play `games` rounds (or whole matches) with the simplest policies.

    One bot plays every seat, or there is one for each seat. `progress` gets the number of new games.
    `cluster` is the address of a Dask scheduler, whose workers then play the chunks instead of our threads.
    Ctrl-C ends the run early: the result then holds what is done, and `complete` is False.
    """
    rulebook = rules if isinstance(rules, Rulebook) else load(rules)
    players = rulebook.check_players(rulebook.default_players if players is None else players)
    levels = _levels(bots, players)
    seed = seed_or_random(seed)
    if games < 1:
        raise SimulationError("games: expected at least 1")
    job = BatchJob(rulebook, players, tuple(levels), seed, matches)
    with executor(threads, cluster) as (pool, at_once):
        pool.submit(job.run, 0, 1).result()  # compiles, or loads what was compiled, before the clock starts
        start = time.perf_counter()
        todo = spans(games, MATCH_CHUNK if matches else CHUNK)
        done = in_chunks(job.run, todo, pool, at_once, lambda rows: progress(len(rows)))
        seconds = time.perf_counter() - start
    rows = np.concatenate(done) if done else np.zeros(0, loops.MATCH if matches else loops.ROUND)
    result = Matches if matches else Rounds
    return result(
        rulebook, players, tuple(policies.NAMES[level] for level in levels), seed, games, seconds, rows
    )


def _levels(bots: Sequence[str], players: int) -> list[int]:
    for name in bots:
        if name not in policies.NAMES:
            raise SimulationError(f"there is no bot {name!r}: expected {', '.join(policies.NAMES)}")
    levels = [policies.NAMES.index(name) for name in bots]
    if len(levels) == 1:
        return levels * players
    if len(levels) != players:
        raise SimulationError(f"bots: expected 1 or {players}, not {len(levels)}")
    return levels


@dataclass(frozen=True)
class BatchJob:
    """All that a chunk needs to know; small, so that it can travel."""

    rulebook: Rulebook
    players: int
    levels: tuple[int, ...]
    seed: int
    matches: bool

    def run(self, start: int, count: int) -> Rows:
        """Play the games `start` to `start + count` with a state of their own."""
        states, players = np.zeros(1, compiled.STATE), np.zeros(1, loops.PLAYERS)
        states["players"] = self.players
        players["seed"] = self.seed
        players["policies"][0, : self.players] = self.levels
        out = np.zeros(count, loops.MATCH if self.matches else loops.ROUND)
        loop = loops.run_matches if self.matches else loops.run_rounds
        loop(states, compiled.rules_record(self.rulebook.tables, lean=not self.matches), players, start, out)
        return out
