"""What people and programs hold: Round, Match, Action, Event, View, Record, scores. No rules here."""

from .deal import Deal, DealError
from .events import Event
from .fairness import Seed
from .match import Match, MatchError
from .notation import Action, NotationError
from .record import Record, RecordError
from .refusals import Refusal
from .replay import replay
from .round import Round
from .scoring import RoundScore, ScoreError, score
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
    "RoundScore",
    "ScoreError",
    "Seed",
    "Shuffler",
    "Standing",
    "View",
    "replay",
    "score",
    "seeded",
]
