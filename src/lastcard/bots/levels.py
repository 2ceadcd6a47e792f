"""Levels for people: how strong the company is, in words, and the bot that plays each."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final, NamedTuple


class Level(NamedTuple):
    """A strength that people can choose: the bot behind it, and a phrase about how it plays."""

    bot: str  # a name of `registry.BUILT_IN`
    about: str


LEVELS: Final = {
    "beginner": Level("random", "plays whatever fits"),
    "casual": Level("majority", "plays its longest colour and keeps its wilds"),
    "skilled": Level("tactician", "plans its hand and remembers who could not follow"),
    "master": Level("searcher", "thinks through many deals before every move"),
}
DEFAULT: Final = "casual"
NEEDS: Final = {"master": "numba"}  # a package that comes with lastcard[sim]
BOT_NAMES: Final = (  # what bots are called at a table
    *("Mira", "Otto", "Ines", "Juri", "Lena", "Sam", "Nora", "Theo", "Vera", "Hugo"),
    *("Olga", "Finn", "Rosa", "Egon", "Zoe", "Karl", "Anja", "Pavel", "Gwen", "Iris"),
)


@cache
def missing(level: str) -> str | None:
    """What a level needs and can't find here."""
    package = NEEDS.get(level)
    return package if package is not None and find_spec(package) is None else None


def playing(level: str) -> str:
    """The level that plays for this one here: itself, or the next below it where something is missing."""
    names = list(LEVELS)
    while missing(level):
        level = names[names.index(level) - 1]
    return level
