"""A table as the sum of its log: seats, settings, the match. No clocks, no sockets, no chance of its own.

`apply` takes one `Line` after the other. The same lines make the same table: so it stands as it was
after a restart. A line that the rules refuse raises `Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ...errors import LastcardError
from ...game import Event, Match, Refusal, Seed
from ...game.fairness import commitment
from ...rulebooks import Rulebook, load
from ..common.names import key
from ..protocol import messages as m
from . import events as e

A_MINUTE: Final = 60  # for a turn, where the timer is left to the table
KEPT_ANSWERS: Final = 1000  # to wishes, for those who ask again
KEPT_NOTES: Final = 500  # of a table's events, for those who come back
Phase = Literal["waiting", "playing", "between", "over"]
Note = tuple[int, int, int, Event | m.TableEvent]  # number, time, version, what


class Sitter(NamedTuple):
    """Who has played a seat to the end of a match: a person, or the level of a bot; both for one who left."""

    person: str | None
    level: str | None


class Chair:
    """A seat: who sits there."""

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
        return self.kind == "bot" or self.away


class Table:
    """The state of one table."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.n = 0
        self.version = 0
        self.turn_version = 0  # the version since which the same seat is asked the same question
        self.turn_since = 0
        self.moved_at = 0  # when something last happened in the game
        self.exposed_version = 0  # the one at which the last uncalled card landed
        self.phase: Phase = "waiting"
        self.closed: str | None = None
        self.rules = ""
        self.set: dict[str, bool | int | str] = {}
        self.public, self.muted = True, False
        self.timer: m.Timer = 0
        self.timed_since = 0  # when turns began to be timed
        self.pace: m.Pace = "normal"
        self.chairs: list[Chair] = []
        self.host: int | None = None
        self.match: Match | None = None
        self.players: list[int] = []  # the seats that play in the match
        self.game = ""
        self.seed = b""  # of the next deal
        self.additions: dict[str, str] = {}  # to it, by name
        self.banned: set[str] = set()
        self.queue: dict[str, str] = {}  # who waits for a seat: person and name, the first first
        self.unrated: set[str] = set()
        self.notes: list[Note] = []
        self.done: dict[tuple[str, str], tuple[int, int]] = {}  # (person, id): number and version
        self.finished: list[Sitter] = []  # who sat where when the match ended
        self._asked: tuple[Any, ...] = ()
        self._book: Rulebook | None = None

    # ---- What others ask ----

    @property
    def book(self) -> Rulebook:
        """The rulebook of the match, else of the next one."""
        assert self._book is not None
        return self._book if self.match is None else self.match.book

    @property
    def next_book(self) -> Rulebook:
        assert self._book is not None
        return self._book

    def seat_of(self, person: str | None) -> int | None:
        for seat, chair in enumerate(self.chairs):
            if person is not None and chair.kind == "person" and chair.person == person:
                return seat
        return None

    def former_seat(self, person: str) -> int | None:
        return next((seat for seat, chair in enumerate(self.chairs) if chair.former == person), None)

    def player_of(self, seat: int | None) -> int | None:
        """The place in the match of a seat."""
        return self.players.index(seat) if seat is not None and seat in self.players else None

    def in_match(self, seat: int) -> bool:
        return self.phase in ("playing", "between") and seat in self.players

    def free(self, seat: int) -> bool:
        """Whether somebody may sit down there now; in a match it is a bot's seat, between rounds."""
        chair = self.chairs[seat]
        if chair.kind != "bot" or not self.in_match(seat):
            return chair.kind != "person"
        return self.phase == "between" and (chair.offered or (self.public and chair.former is None))

    def people(self) -> list[tuple[int, Chair]]:
        return [(seat, chair) for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    @property
    def seconds(self) -> int:
        """How long this turn may take; 0: as long as one likes, for nobody waits who is no bot."""
        if self.timer != "auto":
            return self.timer
        turn = self.turn
        waiting = (seat != turn and self.in_match(seat) and not one.away for seat, one in self.people())
        return A_MINUTE if any(waiting) else 0

    @property
    def waited_since(self) -> int:
        """When the clock of this turn began."""
        return max(self.turn_since, self.timed_since)

    @property
    def turn(self) -> int | None:
        """The seat that is asked now."""
        if self.phase != "playing" or self.match is None:
            return None
        return self.players[self.match.round.state.turn]

    @property
    def exposed(self) -> bool:
        """Somebody holds one uncalled card and can be caught."""
        return self.phase == "playing" and self.match is not None and self.match.round.state.catchable != 0

    # ---- The log ----

    def apply(self, line: e.Line) -> None:
        """One more line of the log."""
        if self.closed is not None:
            raise LastcardError("the table is closed")
        untimed = self.seconds == 0
        _APPLY[type(line.entry)](self, line, line.entry)
        if untimed and self.seconds:
            self.timed_since = line.at
        self.n = line.n
        if line.person is not None and line.id is not None:
            self.done[line.person, line.id] = (line.n, self.version)
            if len(self.done) > KEPT_ANSWERS:
                del self.done[next(iter(self.done))]
        del self.notes[:-KEPT_NOTES]

    def _note(self, line: e.Line, kind: Callable[..., m.TableEvent], **what: Any) -> None:
        self.notes.append((line.n, line.at, self.version, kind(n=line.n, at=line.at, **what)))

    def _created(self, line: e.Line, entry: e.Created) -> None:
        self.chairs = [Chair() for _ in range(entry.seats)]
        self.seed = entry.seed
        self._settings(entry)
        self._note(line, m.Sealed, commitment=commitment(self.seed))

    def _settings(self, entry: e.Created | e.Changed) -> None:
        self.rules, self.set = entry.rules, entry.set
        self._book = _book(msgspec.json.encode(entry.book))
        self.public, self.timer, self.pace = entry.public, entry.timer, entry.pace

    def _changed(self, line: e.Line, entry: e.Changed) -> None:
        self._settings(entry)
        host = None if self.host is None else self.chairs[self.host]
        while len(self.chairs) > entry.seats:
            self.chairs.remove(next(chair for chair in reversed(self.chairs) if chair.kind == "empty"))
        self.chairs += [Chair() for _ in range(entry.seats - len(self.chairs))]
        self.host = None if host is None else self.chairs.index(host)
        self.match, self.players, self.phase = None, [], "waiting"
        for _, chair in self.people():
            chair.ready = False
        self._note(line, m.Settled, rules=self.rules)

    def _sat(self, line: e.Line, entry: e.Sat) -> None:
        chair = self.chairs[entry.seat]
        back = chair.former == entry.person
        if chair.kind == "bot" and not back:
            self._note(line, m.Went, name=chair.name, seat=entry.seat, why="replaced")
        if self.in_match(entry.seat) and not back:
            assert self.match is not None
            self.match.rename(self.players.index(entry.seat), entry.name)
            self.unrated.add(entry.person)  # others have played for these points
        chair.clear()
        chair.kind, chair.person, chair.name = "person", entry.person, entry.name
        self.queue.pop(entry.person, None)
        if back:
            self._note(line, m.Minded, name=entry.name, seat=entry.seat, away=False, why="back")
        else:
            self._note(line, m.Came, name=entry.name, seat=entry.seat, level=None)

    def _waits(self, line: e.Line, entry: e.Waits) -> None:
        self.queue.pop(entry.person, None)
        if entry.waits:
            self.queue[entry.person] = entry.name

    def _bot_sat(self, line: e.Line, entry: e.BotSat) -> None:
        chair = self.chairs[entry.seat]
        if chair.kind == "person":
            self._note(line, m.Went, name=chair.name, seat=entry.seat, why="replaced")
        chair.clear()
        chair.kind, chair.level, chair.name = "bot", entry.level, entry.name
        self._note(line, m.Came, name=entry.name, seat=entry.seat, level=entry.level)

    def _offered(self, line: e.Line, entry: e.Offered) -> None:
        self.chairs[entry.seat].offered = entry.offered

    def _rose(self, line: e.Line, entry: e.Rose) -> None:
        chair = self.chairs[entry.seat]
        name, person = chair.name, chair.person
        if entry.why == "kicked" and person is not None:
            self.banned.add(person)
            self.queue.pop(person, None)
        chair.clear()
        if self.in_match(entry.seat):
            chair.kind, chair.name, chair.level, chair.stand_in = "bot", name, entry.level, True
            chair.former = None if entry.why == "kicked" else person
            if entry.why != "left" and self.host is not None:
                self.unrated.add(self.chairs[self.host].person or "")
        self._note(line, m.Went, name=name, seat=entry.seat, why=entry.why)

    def _minded(self, line: e.Line, entry: e.Minded) -> None:
        chair = self.chairs[entry.seat]
        chair.away, chair.timeouts = entry.away, 0
        chair.ready = chair.ready and not entry.away
        self._note(line, m.Minded, name=chair.name, seat=entry.seat, away=entry.away, why=entry.why)

    def _host(self, line: e.Line, entry: e.HostIs) -> None:
        self.host = entry.seat
        if entry.seat is not None:
            self._note(line, m.Hosted, name=self.chairs[entry.seat].name, seat=entry.seat)

    def _ready(self, line: e.Line, entry: e.ReadyIs) -> None:
        self.chairs[entry.seat].ready = entry.ready

    def _muted(self, line: e.Line, entry: e.Muted) -> None:
        self.muted = entry.muted

    def _said(self, line: e.Line, entry: e.Said) -> None:
        self._note(line, m.Said, name=entry.name, seat=entry.seat, phrase=entry.phrase, text=entry.text)

    def _added(self, line: e.Line, entry: e.Added) -> None:
        self.additions[self.chairs[entry.seat].name] = entry.text

    def _closed(self, line: e.Line, entry: e.Closed) -> None:
        self.closed = entry.why

    # ---- The match ----

    def _deal(self, line: e.Line, entry: e.Deal) -> None:
        if entry.game:
            self._new_match(entry.game)
        assert self.match is not None
        seated = {self.chairs[seat].name for seat in self.players}
        added = {name: text for name, text in self.additions.items() if name in seated and text}
        game = self.match.deal_from(Seed(self.seed, added))
        self.seed, self.additions = entry.seed, {}
        self.version += 1
        for chair in self.chairs:
            chair.ready, chair.timeouts = False, 0
        self.phase = "playing"
        self._note(line, m.Dealt, round=len(self.match.rounds), version=self.version)
        before = self.match.before if len(self.match.rounds) == 1 else []
        self._happened(line, [*before, *game.events])

    def _new_match(self, game: str) -> None:
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.kind != "empty"]
        names = [self.chairs[seat].name for seat in seats]
        if self.match is not None and self.match.over and self.match.players == names:
            self.match = self.match.next_match()
        else:
            self.match = Match(self.next_book, names)
        self.players, self.game = seats, game
        self.unrated = set()

    def _did(self, line: e.Line, entry: e.Did) -> None:
        if self.match is None or self.phase != "playing":
            raise Refusal("no round is in play")
        player = self.player_of(entry.seat)
        if player is None:
            raise Refusal("this seat is not in the round")
        events = self.match.apply(player, entry.action)
        self.version += 1
        chair = self.chairs[entry.seat]
        if entry.timeout:
            chair.timeouts += 1
            self._note(line, m.TimedOut, name=chair.name, seat=entry.seat)
        elif not chair.played_by_bot:
            chair.timeouts = 0
        self._happened(line, events)

    def _happened(self, line: e.Line, events: list[Event]) -> None:
        assert self.match is not None
        self.notes += [(line.n, line.at, self.version, event) for event in events]
        self.moved_at = line.at
        s = self.match.round.state
        asked = (len(self.match.rounds), s.turn, s.phase, s.pile_n, s.turns)
        if asked != self._asked:
            self._asked, self.turn_version, self.turn_since = asked, self.version, line.at
        if s.catchable and any(event.type in ("play", "jump", "swap", "hands_passed") for event in events):
            self.exposed_version = self.version
        if self.match.round.over:
            self._round_over(line)

    def _round_over(self, line: e.Line) -> None:
        assert self.match is not None
        number = len(self.match.rounds)
        seed = self.match.seeds[number - 1].secret.hex()
        self._note(line, m.Revealed, round=number, seed=seed)
        self._note(line, m.Sealed, commitment=commitment(self.seed))
        self.phase = "over" if self.match.over else "between"
        if self.phase == "over":
            winners = self.match.standing.winners
            self._note(line, m.Ended, game=self.game, winners=winners)
            self.finished = [
                Sitter(self.chairs[seat].person or self.chairs[seat].former, self.chairs[seat].level)
                for seat in self.players
            ]
            for chair in self.chairs:
                if chair.stand_in:
                    chair.clear()

    def has_name(self, name: str) -> int | None:
        """The seat of somebody with this name, however it is written."""
        wanted = key(name)
        return next(
            (i for i, c in enumerate(self.chairs) if c.kind != "empty" and key(c.name) == wanted), None
        )


@lru_cache(maxsize=500)
def _book(data: bytes) -> Rulebook:
    """Tables with the same rules share one rulebook."""
    return load(msgspec.json.decode(data))


_APPLY: Final[dict[type, Callable[[Table, e.Line, Any], None]]] = {
    e.Created: Table._created,
    e.Changed: Table._changed,
    e.Sat: Table._sat,
    e.Waits: Table._waits,
    e.BotSat: Table._bot_sat,
    e.Offered: Table._offered,
    e.Rose: Table._rose,
    e.Minded: Table._minded,
    e.HostIs: Table._host,
    e.ReadyIs: Table._ready,
    e.Muted: Table._muted,
    e.Said: Table._said,
    e.Added: Table._added,
    e.Closed: Table._closed,
    e.Deal: Table._deal,
    e.Did: Table._did,
}
