"""What people and programs hold: Round, Action, Event, View, Record, Match. No rules here, and no I/O."""

from .events import Event
from .fairness import Seed
from .match import Match, MatchError
from .notation import Action, NotationError
from .record import Record, RecordError
from .replay import replay
from .round import Deal, DealError, Refusal, Round
from .shuffler import HmacShuffler, Shuffler, seeded
from .standing import Standing
from .view import View

__all__ = [
    "Action",
    "Deal",
    "DealError",
    "Event",
    "HmacShuffler",
    "Match",
    "MatchError",
    "NotationError",
    "Record",
    "RecordError",
    "Refusal",
    "Round",
    "Seed",
    "Shuffler",
    "Standing",
    "View",
    "replay",
    "seeded",
]
