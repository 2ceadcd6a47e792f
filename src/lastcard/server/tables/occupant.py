"""Who sits in the seats of a table."""

from __future__ import annotations

from typing import Literal, NamedTuple


class FinalPlayer(NamedTuple):
    """Who played a seat to the end of a match: a person, or the level of a bot; both if the person left."""

    person: str | None
    level: str | None


class Part(NamedTuple):
    """What a person has played of a match: so many of its rounds, and the points of those."""

    seat: int  # in the match
    name: str
    rounds: int
    points: int


class Occupant:
    """Who sits in a seat: nobody, a person or a bot; and for a person who is away, that a bot plays on."""

    __slots__ = (
        "away",
        "former",
        "kind",
        "level",
        "name",
        "offered",
        "person",
        "ready",
        "stand_in",
        "timeouts",
    )

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Make the seat empty."""
        self.kind: Literal["empty", "person", "bot"] = "empty"
        self.name = ""
        self.person: str | None = None
        self.level: str | None = None
        self.ready = self.away = False
        self.offered = False  # a bot's seat that the host lets somebody take in a match
        self.stand_in = False  # a bot under the name of a person who is gone, until the match is over
        self.former: str | None = None  # that person, who may come back
        self.timeouts = 0

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot acts for the seat, also for a person who is away."""
        return self.kind == "bot" or self.away
