"""Environments for learning: PettingZoo, Gymnasium, OpenSpiel, and many compiled tables at once.

Each lives in a module of its own (`lastcard.envs.pettingzoo`, `.gymnasium`, `.vector`, `.openspiel`) and
imports its framework there: nothing heavy is loaded by this package itself.
"""

from .layout import Layout, action_at, index_of, lay_out

__all__ = ["Layout", "action_at", "index_of", "lay_out"]
