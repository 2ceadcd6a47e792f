"""What one seat knows, as a carrier for the kernel's bots: its own choices and what lies open on the table.

`look` copies from a state only what that seat may know; `bots/` fills the same carrier from a View. So a bot
is honest by construction, and it is written once.
"""

from __future__ import annotations

from . import codes as c
from .carriers import MAX_PLAYERS, Rules, State
from .legal import jump, may_call, plays, verbs


class Seat:
    """A seat's knowledge, in games of one rulebook. Fields that a state has too carry the same names."""

    __slots__ = (
        "called",
        "caller",
        "count",
        "direction",
        "jump",
        "open",
        "order",
        "players",
        "plays",
        "rng",
        "seat",
        "verbs",
    )

    seat: int
    players: int
    direction: int
    count: list[int]  # cards in every hand, which all can see; `look` fills in those that the rules ask for
    called: int
    open: int
    plays: int  # own kinds that may be played now
    verbs: int  # what else may be done in turn
    caller: int  # 1 if a call would be true now
    jump: int  # the kind to jump in with, or NOTHING
    rng: list[int]  # the bot's own generator
    order: list[int]  # for whoever asks the seats: the order of asking

    def __init__(self) -> None:
        self.called = self.open = self.caller = 0
        self.count = [0] * MAX_PLAYERS
        self.order = [0] * MAX_PLAYERS
        self.rng = [0] * 4


def look(s: State, r: Rules, seat: int, v: Seat) -> None:
    v.seat = seat
    v.count[seat] = s.count[seat]
    if r.swapping | r.passing:  # H3: hands that move round the table; else nobody asks for these
        v.players = s.players
        v.direction = s.direction
        for other in range(s.players):
            v.count[other] = s.count[other]
    if r.call:
        v.called = s.called
        v.open = s.open
        v.caller = 1 if may_call(s, r, seat) else 0
    if seat == s.turn:
        v.plays = plays(s, r)
        v.verbs = verbs(s, r, v.plays)
        v.jump = c.NOTHING
    else:
        v.plays = v.verbs = 0
        v.jump = jump(s, r, seat)
