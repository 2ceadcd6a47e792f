"""The records that sampling and search work on: a `Search` holds everything, the rest is nested in it."""

from __future__ import annotations

from typing import Annotated

from ..engine.fields import ByCard, ByKind, BySeat, FieldRecord, Generator, Shape, record
from ..engine.state import State
from .heuristic import Heuristic
from .inference import ByChoice, ByPlay, BySlot, Inference

MAX_CANDIDATES = 2048

# What the sampler says about a choice: whether a heuristic player with the sampled hand makes it.
UNKNOWN, EXPLAINED, UNEXPLAINED = 0, 1, 2

ByCandidate = Annotated[list[int], Shape((MAX_CANDIDATES,))]


@record
class Sampler(FieldRecord):
    """The state of a Markov chain over the hidden cards: where they lie, and when they arrived."""

    hidden: BySlot  # the kind in each slot of the others
    undealt: ByCard  # the cards in nobody's slot
    undealt_n: int

    # As in the inference, except for what is sampled otherwise here.
    since_choice: BySlot
    since_lack: BySlot
    excluded: BySlot  # the kinds that the card in a slot can't be
    played_since_choice: ByPlay
    played_since_lack: ByPlay

    verdicts: ByChoice  # UNKNOWN, EXPLAINED or UNEXPLAINED
    old_verdicts: ByChoice  # the same before a proposal
    misfits: int  # how many are UNEXPLAINED
    voids: BySeat
    seen: ByKind  # scratch: cards of each kind that are not hidden
    rng: Generator
    sees_all: int  # 1: no hand is hidden from it. For measuring only: that is cheating


@record
class Search(FieldRecord):
    """One searcher: what it knows, its sampler, its candidates, and states to work in."""

    seat: int  # that is to choose
    inference: Inference
    heuristic: Heuristic
    sampler: Sampler

    candidates: ByCandidate
    sums: ByCandidate  # by how much each did better than the heuristic's choice
    squares: ByCandidate
    samples: ByCandidate  # in how many determinizations

    determinization: State  # the position with the hidden cards as sampled
    rollout: State  # the same, played to its end
    past: State  # the position at an earlier choice
