"""Many games: batches of the compiled engine, on as many threads as there are cores."""

from .batch import Matches, Rounds, simulate

__all__ = ["Matches", "Rounds", "simulate"]
