"""Rulebooks: a game of the family is a TOML file, checked by a schema and turned into the engine's tables."""

from .cards import Cards
from .loader import RulebookError, load, names
from .options import Option, options
from .resolve import Rules, resolve
from .schema import PlayerCountError, Rulebook

__all__ = [
    "Cards",
    "Option",
    "PlayerCountError",
    "Rulebook",
    "RulebookError",
    "Rules",
    "load",
    "names",
    "options",
    "resolve",
]
