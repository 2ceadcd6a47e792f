"""Levels for people: how strong the company is, in words, and the bot that plays each."""

from __future__ import annotations

from typing import Final, NamedTuple


class Level(NamedTuple):
    bot: str  # a name of `registry.BUILT_IN`
    about: str


LEVELS: Final = {
    "beginner": Level("random", "plays whatever fits"),
    "casual": Level("majority", "plays its longest colour and keeps its wilds"),
    "skilled": Level("tactician", "plans its hand and remembers who could not follow"),
    "master": Level("searcher", "thinks through many deals before every move"),
}
DEFAULT: Final = "casual"
COMPANY: Final = (  # what bots are called at a table
    *("Mira", "Otto", "Ines", "Juri", "Lena", "Sam", "Nora", "Theo", "Vera", "Hugo"),
    *("Olga", "Finn", "Rosa", "Egon", "Zoe", "Karl", "Anja", "Pavel", "Gwen", "Iris"),
)
