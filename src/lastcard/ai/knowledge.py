"""What one seat knows, as a record for the simplest policies: its own choices and what lies open.

`observe` copies from a state only what that seat may know; `bots/` fills the same record from a View. So a
policy is honest by construction, and it is written once.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.fields import BySeat, FieldRecord, Generator, record
from ..engine.legal import jump, may_call, plays, verbs
from ..engine.state import Rules, State

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("observe",)


@record
class Knowledge(FieldRecord):
    """A seat's knowledge, in games of one rulebook. Fields that a state has too carry the same names."""

    seat: int
    players: int
    direction: int
    count: BySeat  # cards in every hand, which all can see; `observe` fills in those that the rules ask for
    called: int
    catchable: int
    plays: int  # own kinds that may be played now
    verbs: int  # what else may be done in turn
    caller: int  # 1 if a call would be true now
    jump: int = c.NOTHING  # the kind to jump in with, or NOTHING
    rng: Generator  # the bot's own
    order: BySeat  # for a loop that asks the seats: the order of asking


def observe(s: State, r: Rules, seat: int, knowledge: Knowledge) -> None:
    """Copy what a seat may know, as far as these rules ask for it."""
    knowledge.seat = seat
    knowledge.count[seat] = s.count[seat]
    if r.swapping | r.passing:  # H3: hands that move round the table; else nobody asks for these
        knowledge.players = s.players
        knowledge.direction = s.direction
        for other in range(s.players):
            knowledge.count[other] = s.count[other]
    if r.call:
        knowledge.called = s.called
        knowledge.catchable = s.catchable
        knowledge.caller = 1 if may_call(s, r, seat) else 0
    if seat == s.turn:
        knowledge.plays = plays(s, r)
        knowledge.verbs = verbs(s, r, knowledge.plays)
        knowledge.jump = c.NOTHING
    else:
        knowledge.plays = knowledge.verbs = 0
        knowledge.jump = jump(s, r, seat)
