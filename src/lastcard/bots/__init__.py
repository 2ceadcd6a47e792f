"""Players: they get a View, never a Game, and answer with the text of an action."""

from .base import Bot
from .simple import SimpleBot, names

__all__ = ["Bot", "SimpleBot", "names"]
