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
# What bots are called at a table: like no person, because a server keeps these names from people.
BOT_NAMES: Final = (
    *("Gizmo", "Pixel", "Bolt", "Widget", "Cog", "Dynamo", "Bobbin", "Servo", "Turbo", "Piston"),
    *("Gadget", "Quartz", "Sprocket", "Magnet", "Fuse", "Ratchet", "Volt", "Tinker", "Lever", "Bleep"),
    *("Rivet", "Socket", "Transistor", "Pulley", "Hinge", "Flange", "Diode", "Spanner", "Bracket", "Toggle"),
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
