"""Leagues: every combination of bots on duplicate deals; a store, a table, a report.

What plays games is light; `run`, `store`, `rating` and `report` need the extra `league`: import them by name.
"""

from .errors import LeagueError
from .plan import Entrant, Plan, entrant
from .play import PlayedFixture, play
from .schedule import Fixture, Schedule, seatings
from .standings import Outcome, StandingRow, Tally

__all__ = [
    "Entrant",
    "Fixture",
    "LeagueError",
    "Outcome",
    "Plan",
    "PlayedFixture",
    "Schedule",
    "StandingRow",
    "Tally",
    "entrant",
    "play",
    "seatings",
]
