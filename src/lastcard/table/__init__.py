"""What people and programs hold: Game, Action, Event, View, Record, Match. No rules here, and no I/O."""

from .events import Event
from .fairness import Seed
from .game import Deal, DealError, Game, Refusal
from .match import Match, MatchError
from .notation import Action, NotationError
from .record import Record, RecordError
from .replay import replay
from .source import KeyedStream, Source, seeded
from .standing import Standing
from .view import View

__all__ = [
    "Action",
    "Deal",
    "DealError",
    "Event",
    "Game",
    "KeyedStream",
    "Match",
    "MatchError",
    "NotationError",
    "Record",
    "RecordError",
    "Refusal",
    "Seed",
    "Source",
    "Standing",
    "View",
    "replay",
    "seeded",
]
