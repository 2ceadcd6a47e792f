"""Who plays whom, on which deal, in which seat: a pure function of the number of bots and the table sizes.

Every deal is played by every combination of bots in every seating before the next deal begins, so a league
that stops after any whole deal is fair, and a longer one begins like a shorter one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

from .errors import LeagueError

ALL_ORDERS_UP_TO = 3  # players; beyond that a balanced part of the orders is enough
MOST_TABLES = 100_000  # games on one deal; more is a typing error


class Fixture(NamedTuple):
    """One game to be played."""

    number: int
    deal: int
    seats: tuple[int, ...]  # the entrant in each seat


class Schedule:
    """The games of a league in order; they never end.

    >>> schedule = Schedule(bots=2, sizes=(2,))
    >>> schedule.games_a_deal
    2
    >>> schedule.fixture(3)
    Fixture(number=3, deal=1, seats=(1, 0))
    """

    def __init__(self, bots: int, sizes: tuple[int, ...]) -> None:
        count = sum(comb(bots, size) * len(seatings(size)) for size in sizes)
        if count > MOST_TABLES:
            raise LeagueError(f"{bots} bots at tables of {_sizes(sizes)} make {count:,} games on every deal")
        self.tables = _tables(bots, sizes)

    @property
    def games_a_deal(self) -> int:
        """How many games are played on each deal."""
        return len(self.tables)

    def fixture(self, number: int) -> Fixture:
        """The game of a number, counted from 0; every number has one."""
        deal, table = divmod(number, len(self.tables))
        return Fixture(number, deal, self.tables[table])


@lru_cache(maxsize=4)  # every chunk of a league asks for the same
def _tables(bots: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Who sits where in the games on one deal."""
    return [
        tuple(chosen[place] for place in seating)
        for size in sizes
        for chosen in combinations(range(bots), size)
        for seating in seatings(size)
    ]


def seatings(players: int) -> list[tuple[int, ...]]:
    """The seatings of one combination on one deal: who of 0, 1, 2, ... sits in each seat.

    Two or three players sit in every order. More sit in a Williams design, a Latin square of as many seatings
    as players, and its mirror image if that number is odd: everybody gets every hand equally often, and plays
    right after everybody else equally often (not counting from the last seat to the first).
    """
    if players <= ALL_ORDERS_UP_TO:
        return list(permutations(range(players)))
    zigzag = [(place + 1) // 2 if place % 2 else -place // 2 % players for place in range(players)]
    square = [tuple((start + step) % players for step in zigzag) for start in range(players)]
    mirrored = [tuple(reversed(row)) for row in square] if players % 2 else []
    return square + mirrored


def _sizes(sizes: tuple[int, ...]) -> str:
    return " and ".join(map(str, sizes))
