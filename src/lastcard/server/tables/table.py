"""A table as the sum of its log: seats, settings, the match. No clocks, no sockets, no chance of its own.

`apply` takes one event after the other. The same events make the same table, so a restart changes nothing. An
event that the rules refuse raises `Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ...errors import LastcardError
from ...game import Event, Match, MatchError, Refusal, Seed
from ...game.fairness import commitment
from ...rulebooks import Rulebook, load
from ..common.names import key
from ..protocol import messages as m
from . import events as e
from .drawing import TableDraw
from .last_cards import LastCards
from .occupant import FinalPlayer, Occupant, Part
from .renaming import Names, renamed

A_MINUTE: Final = 60  # for a turn, where the timer is left to the table
KEPT_ANSWERS: Final = 1000  # to commands, for those who ask again
KEPT_EVENTS: Final = 500  # of a table's events, for those who come back
Phase = Literal["waiting", "drawing", "playing", "between", "over"]
UNDER_WAY: Final = ("drawing", "playing")  # nothing can be dealt then
RecentEvent = tuple[int, int, int, Event | m.TableEvent]  # number, time, version, what


class AutoPass(NamedTuple):
    """A pass that the table made: the version from which it was the question, that after it, its number."""

    asked: int
    version: int
    n: int


class Table:
    """The state of one table."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.n = 0
        self.last_at = 0  # the time of the newest event
        self.version = 0
        self.turn_version = 0  # the version since which the same seat is asked the same question
        self.turn_since = 0
        self.moved_at = 0  # when something last happened in the game
        self.last_cards = LastCards()
        self.auto_passed: dict[int, AutoPass] = {}  # by seat: the last time that the table passed for it
        self.phase: Phase = "waiting"
        self.closed: str | None = None
        self.rules = ""
        self.own: dict[str, Any] | None = None  # the rulebook, where it did not come with us
        self.set: dict[str, bool | int | str] = {}
        self.public, self.muted = True, False
        self.quick = False  # for strangers who want to play with people
        self.created_at = 0
        self.ready_since = 0  # since when somebody is ready for the next deal; 0: nobody is
        self.timer: m.Timer = 0
        self.timed_since = 0  # when turns began to be timed
        self.pace: m.Pace = "normal"
        self.seats: list[Occupant] = []
        self.host: int | None = None
        self.match: Match | None = None
        self.players: list[int] = []  # the seats that play in the match
        self.drawing: TableDraw | None = None  # the draw for dealer, until the deal
        self.game = ""
        self.seed = b""  # of the next deal
        self.additions: dict[str, str] = {}  # to it, by name
        self.banned: set[str] = set()
        self.queue: dict[str, str] = {}  # who waits for a seat: person and name, the first first
        self.unrated: set[str] = set()
        self.recent_events: list[RecentEvent] = []
        self.answered: dict[tuple[str, str], tuple[int, int]] = {}  # (person, id): number and version
        self.final_players: list[FinalPlayer] = []  # who sat where when the last round ended
        self.parts: dict[str, Part] = {}  # by person: what they have played of the match
        self._asked: tuple[Any, ...] = ()
        self._rulebook: Rulebook | None = None

    # ---- What others ask ----

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the match, else of the next one."""
        assert self._rulebook is not None
        return self._rulebook if self.match is None else self.match.rulebook

    @property
    def next_rulebook(self) -> Rulebook:
        """The rulebook of the next match."""
        assert self._rulebook is not None
        return self._rulebook

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, or None; None also stands for a spectator without a name."""
        for seat, occupant in enumerate(self.seats):
            if person is not None and occupant.kind == "person" and occupant.person == person:
                return seat
        return None

    def former_seat(self, person: str) -> int | None:
        """The seat that a bot holds for a person who left the match, or None."""
        return next((seat for seat, occupant in enumerate(self.seats) if occupant.former == person), None)

    def player_of(self, seat: int | None) -> int | None:
        """The place in the match of a seat."""
        return self.players.index(seat) if seat is not None and seat in self.players else None

    def in_match(self, seat: int) -> bool:
        """Whether a seat plays in the match that is under way."""
        return self.phase in ("drawing", "playing", "between") and seat in self.players

    def free(self, seat: int) -> bool:
        """Whether somebody may sit down there now; in a match it is a bot's seat, between rounds."""
        occupant = self.seats[seat]
        if occupant.kind != "bot" or not self.in_match(seat):
            return occupant.kind != "person"
        return self.phase == "between" and self.opens(seat)

    def opens(self, seat: int) -> bool:
        """Whether a bot makes room here between the rounds of the match: unless somebody may come back.

        Among strangers nobody is waited for.
        """
        occupant = self.seats[seat]
        makes_room = occupant.offered or occupant.former is None or self.quick
        return self.in_match(seat) and occupant.kind == "bot" and makes_room

    def reserved(self, here: Collection[str]) -> dict[str, int]:
        """Who of the people in the queue that are here plays from the next round, and in which seat."""
        opening = [seat for seat in self.players if self.phase in UNDER_WAY and self.opens(seat)]
        return dict(zip((person for person in self.queue if person in here), opening, strict=False))

    @property
    def shown_names(self) -> Names:
        """Who has another name than the one under which the round was dealt; it is shown instead."""
        if self.match is None:
            return {}
        now = (self.seats[seat].name for seat in self.players)
        return {old: new for old, new in zip(self.match.players, now, strict=True) if old != new and new}

    @property
    def taken(self) -> list[int]:
        """The seats that are not empty: those that would play in a match dealt now."""
        return [seat for seat, occupant in enumerate(self.seats) if occupant.kind != "empty"]

    def next_first(self, seats: Sequence[int]) -> int:
        """Who begins the next match, among the seats that play: the next after the last starter (F2)."""
        if self.match is None or not self.match.rounds:
            return 0
        last = self.players[self.match.round.deal.first]
        return next((i for i, seat in enumerate(seats) if seat > last), 0)

    def people(self) -> list[tuple[int, Occupant]]:
        """The seats that people hold, with their occupants."""
        return [(seat, occupant) for seat, occupant in enumerate(self.seats) if occupant.kind == "person"]

    @property
    def seconds(self) -> int:
        """How long this turn may take; 0: no limit, because only bots are waiting."""
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

    def last_card_landed(self, but: int | None = None) -> bool:
        """Whether somebody's last card has just landed; not the called one of a player (`but`) who acts."""
        if self.phase != "playing" or self.match is None:
            return False
        return self.last_cards.just_landed(self.match, but)

    @property
    def turn_verbs(self) -> set[str]:
        """What the seat in turn may do besides call and catch: only `pass` if nothing fits after a draw."""
        if self.turn is None or self.match is None:
            return set()
        return {str(action.verb) for action in self.match.round.legal()} - {"call", "catch"}

    # ---- The log ----

    def apply(self, numbered: e.NumberedEvent) -> None:
        """One more numbered of the log."""
        if self.closed is not None:
            raise LastcardError("the table is closed")
        untimed = self.seconds == 0
        _APPLY[type(numbered.event)](self, numbered, numbered.event)
        if untimed and self.seconds:
            self.timed_since = numbered.at
        self.n, self.last_at = numbered.n, max(self.last_at, numbered.at)
        if numbered.person is not None and numbered.command is not None:
            self.answered[numbered.person, numbered.command] = _answer(numbered, self.version)
            if len(self.answered) > KEPT_ANSWERS:
                del self.answered[next(iter(self.answered))]
        del self.recent_events[:-KEPT_EVENTS]

    def _announce(self, numbered: e.NumberedEvent, kind: Callable[..., m.TableEvent], **what: Any) -> None:
        self.recent_events.append(
            (numbered.n, numbered.at, self.version, kind(n=numbered.n, at=numbered.at, **what))
        )

    def _created(self, numbered: e.NumberedEvent, event: e.TableCreated) -> None:
        self.quick, self.created_at = event.quick, numbered.at
        self.seats = [Occupant() for _ in range(event.seats)]
        self.seed = event.seed
        self._settings(event)
        self._announce(numbered, m.SeedCommittedEvent, commitment=commitment(self.seed))

    def _settings(self, event: e.TableCreated | e.SettingsChanged) -> None:
        self.rules, self.own, self.set = event.rules, event.own, event.set
        self._rulebook = _rulebook(msgspec.json.encode(event.rulebook))
        self.public, self.timer, self.pace = event.public, event.timer, event.pace

    def _changed(self, numbered: e.NumberedEvent, event: e.SettingsChanged) -> None:
        self._settings(event)
        host = None if self.host is None else self.seats[self.host]
        while len(self.seats) > event.seats:
            self.seats.remove(next(occupant for occupant in reversed(self.seats) if occupant.kind == "empty"))
        self.seats += [Occupant() for _ in range(event.seats - len(self.seats))]
        self.host = None if host is None else self.seats.index(host)
        self.match, self.players, self.phase = None, [], "waiting"
        for _, occupant in self.people():
            occupant.ready = False
        self._announce(numbered, m.SettingsEvent, rules=self.rules)

    def _sat(self, numbered: e.NumberedEvent, event: e.SeatTaken) -> None:
        occupant = self.seats[event.seat]
        back = occupant.former == event.person
        if occupant.kind == "bot" and not back:
            self._announce(numbered, m.SeatVacatedEvent, name=occupant.name, seat=event.seat, why="replaced")
        if self.in_match(event.seat) and not back:
            assert self.match is not None
            self.match.rename(self.players.index(event.seat), event.name)
            self.unrated.add(event.person)  # others have played for these points
        occupant.clear()
        occupant.kind, occupant.person, occupant.name = "person", event.person, event.name
        self.queue.pop(event.person, None)
        if back:
            self._announce(numbered, m.StandInEvent, name=event.name, seat=event.seat, away=False, why="back")
        else:
            underway = self.phase in (*UNDER_WAY, "between")
            later = underway and not self.in_match(event.seat)
            self._announce(
                numbered, m.SeatTakenEvent, name=event.name, seat=event.seat, level=None, later=later
            )

    def _renamed(self, numbered: e.NumberedEvent, event: e.PersonRenamed) -> None:
        if event.person in self.queue:
            self.queue[event.person] = event.name  # keeps the place
        seat = self.seat_of(event.person)
        if seat is None:
            return
        old, self.seats[seat].name = self.seats[seat].name, event.name
        if old in self.additions:
            self.additions[event.name] = self.additions.pop(old)
        self._announce(numbered, m.RenamedEvent, old=old, name=event.name, seat=seat)
        if self.phase not in UNDER_WAY:
            self._settle_names()

    def _settle_names(self) -> None:
        """The match goes on under the names that are shown; so do its events, which are private by name."""
        names = self.shown_names
        if self.match is None or not names:
            return
        self.match.rename_all([names.get(name, name) for name in self.match.players])
        self.recent_events = [
            (n, at, version, renamed(what, names) if isinstance(what, Event) else what)
            for n, at, version, what in self.recent_events
        ]

    def _waits(self, numbered: e.NumberedEvent, event: e.QueueChanged) -> None:
        self.queue.pop(event.person, None)
        if event.waits:
            self.queue[event.person] = event.name
            soon = event.person in self.reserved(self.queue)
            self._announce(numbered, m.QueueEvent, name=event.name, soon=soon)

    def _bot_sat(self, numbered: e.NumberedEvent, event: e.BotSeated) -> None:
        occupant = self.seats[event.seat]
        if occupant.kind == "person":
            self._announce(numbered, m.SeatVacatedEvent, name=occupant.name, seat=event.seat, why="replaced")
        occupant.clear()
        occupant.kind, occupant.level, occupant.name = "bot", event.level, event.name
        self._announce(numbered, m.SeatTakenEvent, name=event.name, seat=event.seat, level=event.level)

    def _offered(self, numbered: e.NumberedEvent, event: e.SeatOffered) -> None:
        self.seats[event.seat].offered = event.offered

    def _rose(self, numbered: e.NumberedEvent, event: e.SeatVacated) -> None:
        occupant = self.seats[event.seat]
        name, person = occupant.name, occupant.person
        if event.why == "kicked" and person is not None:
            self.banned.add(person)
            self.queue.pop(person, None)
        occupant.clear()
        if self.in_match(event.seat):
            occupant.kind, occupant.name, occupant.level, occupant.stand_in = "bot", name, event.level, True
            occupant.former = None if event.why == "kicked" else person
            if event.why != "left" and self.host is not None:
                self.unrated.add(self.seats[self.host].person or "")
        self._announce(numbered, m.SeatVacatedEvent, name=name, seat=event.seat, why=event.why)

    def _minded(self, numbered: e.NumberedEvent, event: e.StandInChanged) -> None:
        occupant = self.seats[event.seat]
        occupant.away, occupant.timeouts = event.away, 0
        occupant.ready = occupant.ready and not event.away
        self._announce(
            numbered, m.StandInEvent, name=occupant.name, seat=event.seat, away=event.away, why=event.why
        )

    def _host(self, numbered: e.NumberedEvent, event: e.HostChanged) -> None:
        self.host = event.seat
        if event.seat is not None:
            self._announce(numbered, m.HostEvent, name=self.seats[event.seat].name, seat=event.seat)

    def _ready(self, numbered: e.NumberedEvent, event: e.ReadyChanged) -> None:
        self.seats[event.seat].ready = event.ready
        if not any(occupant.ready for occupant in self.seats):
            self.ready_since = 0
        elif self.ready_since == 0:
            self.ready_since = numbered.at

    def _muted(self, numbered: e.NumberedEvent, event: e.SpectatorsMuted) -> None:
        self.muted = event.muted

    def _said(self, numbered: e.NumberedEvent, event: e.ChatSent) -> None:
        what = {"phrase": event.phrase, "text": event.text}
        self._announce(numbered, m.ChatEvent, name=event.name, seat=event.seat, face=event.face, **what)

    def _added(self, numbered: e.NumberedEvent, event: e.SeedAdditionChanged) -> None:
        self.additions[self.seats[event.seat].name] = event.text

    def _closed(self, numbered: e.NumberedEvent, event: e.TableClosed) -> None:
        self.closed = event.why

    # ---- The match ----

    def _draw_begun(self, numbered: e.NumberedEvent, event: e.DealerDrawBegun) -> None:
        self._new_match(event.game, 0)
        assert self.match is not None
        self.drawing = TableDraw(self.match, self.players, self._next_seed(), numbered.at)
        self._nobody_ready()
        self.phase = "drawing"
        self._announce(numbered, m.DealerDrawEvent, number=1)

    def _picked(self, numbered: e.NumberedEvent, event: e.CardPicked) -> None:
        if self.drawing is None:
            raise MatchError("no_draw")
        self._tell(numbered, self.drawing.pick(event.seat, event.place, numbered.at))

    def _skipped(self, numbered: e.NumberedEvent, event: e.CeremonySkipped) -> None:
        if self.drawing is None:
            raise MatchError("no_draw")
        self.drawing.hurried.add(event.seat)

    def _drawn_again(self, numbered: e.NumberedEvent, event: e.DrawnAgain) -> None:
        if self.drawing is None:
            raise MatchError("no_draw")
        self.drawing.again(numbered.at)
        self._announce(numbered, m.DealerDrawEvent, number=self.drawing.draw.number)

    def _deal(self, numbered: e.NumberedEvent, event: e.RoundDealt) -> None:
        if event.game:
            self._new_match(event.game, event.first)
        assert self.match is not None
        seen = self.drawing is not None
        game = self.match.deal_from(self._next_seed() if self.drawing is None else self.drawing.seed)
        self.seed, self.additions, self.drawing = event.seed, {}, None
        self.version += 1
        self._nobody_ready()
        self.phase, self.ready_since = "playing", 0
        self._announce(numbered, m.DealEvent, round=len(self.match.rounds), version=self.version)
        before = self.match.before if len(self.match.rounds) == 1 and not seen else []
        self._happened(numbered, [*before, *game.events])

    def _next_seed(self) -> Seed:
        """What the next round is dealt from, with the additions of those who play."""
        seated = {self.seats[seat].name for seat in self.players}
        added = {name: text for name, text in self.additions.items() if name in seated and text}
        return Seed(self.seed, added)

    def _nobody_ready(self) -> None:
        for occupant in self.seats:
            occupant.ready, occupant.timeouts = False, 0

    def _new_match(self, game: str, first: int) -> None:
        seats = self.taken
        names = [self.seats[seat].name for seat in seats]
        if self.match is not None and self.match.over and self.match.players == names:
            self.match = self.match.next_match(first)
        else:
            self.match = Match(self.next_rulebook, names, first=first)
        self.players, self.game = seats, game
        self.unrated, self.parts = set(), {}

    def _did(self, numbered: e.NumberedEvent, event: e.ActionPlayed) -> None:
        if self.match is None or self.phase != "playing":
            raise Refusal("no_round")
        player = self.player_of(event.seat)
        if player is None:
            raise Refusal("not_in_round")
        events = self.match.play(player, event.action)
        self.version += 1
        occupant = self.seats[event.seat]
        if event.timeout:
            occupant.timeouts += 1
            self._announce(numbered, m.TimeoutEvent, name=occupant.name, seat=event.seat)
        elif event.auto:  # neither a time-out nor a sign of life
            self.auto_passed[event.seat] = AutoPass(self.turn_version, self.version, numbered.n)
        elif not occupant.played_by_bot:
            occupant.timeouts = 0
        self._happened(numbered, events)

    def _happened(self, numbered: e.NumberedEvent, events: list[Event]) -> None:
        assert self.match is not None
        self._tell(numbered, events)
        s = self.match.round.state
        asked = (len(self.match.rounds), s.turn, s.phase, s.pile_n, s.turns)
        if asked != self._asked:
            self._asked, self.turn_version, self.turn_since = asked, self.version, numbered.at
        self.last_cards.note(self.match, events, self.version)
        if self.match.round.over:
            self._round_over(numbered)

    def _tell(self, numbered: e.NumberedEvent, events: list[Event]) -> None:
        self.recent_events += [(numbered.n, numbered.at, self.version, event) for event in events]
        self.moved_at = numbered.at

    def _round_over(self, numbered: e.NumberedEvent) -> None:
        assert self.match is not None
        self._settle_names()
        number = len(self.match.rounds)
        seed = self.match.seeds[number - 1].secret.hex()
        self._announce(numbered, m.SeedRevealedEvent, round=number, seed=seed)
        self._announce(numbered, m.SeedCommittedEvent, commitment=commitment(self.seed))
        self.phase = "over" if self.match.over else "between"
        self._note_players()
        if self.phase == "over":
            winners = self.match.standing.winners
            self._announce(numbered, m.MatchEndedEvent, game=self.game, winners=winners)
            for occupant in self.seats:
                if occupant.stand_in:
                    occupant.clear()

    def _note_players(self) -> None:
        """Who has played the round that has just ended."""
        assert self.match is not None
        self.final_players = []
        for player, seat in enumerate(self.players):
            occupant = self.seats[seat]
            self.final_players.append(FinalPlayer(occupant.person or occupant.former, occupant.level))
            if occupant.person is not None:
                before = self.parts.get(occupant.person)
                rounds, points = (0, 0) if before is None else (before.rounds, before.points)
                points += self.match.round.state.points[player]
                self.parts[occupant.person] = Part(player, occupant.name, rounds + 1, points)

    def seat_named(self, name: str) -> int | None:
        """The seat of somebody with this name, however it is written."""
        wanted = key(name)
        return next(
            (i for i, c in enumerate(self.seats) if c.kind != "empty" and key(c.name) == wanted), None
        )


def _answer(numbered: e.NumberedEvent, version: int) -> tuple[int, int]:
    """What is answered to a command, now and when it is repeated."""
    event = numbered.event
    if isinstance(event, e.CommandAnswered) and event.n:
        return event.n, event.version
    return numbered.n, version


@lru_cache(maxsize=500)
def _rulebook(data: bytes) -> Rulebook:
    """Tables with the same rules share one rulebook."""
    return load(msgspec.json.decode(data))


_APPLY: Final[dict[type, Callable[[Table, e.NumberedEvent, Any], None]]] = {
    e.TableCreated: Table._created,
    e.SettingsChanged: Table._changed,
    e.SeatTaken: Table._sat,
    e.PersonRenamed: Table._renamed,
    e.QueueChanged: Table._waits,
    e.BotSeated: Table._bot_sat,
    e.SeatOffered: Table._offered,
    e.SeatVacated: Table._rose,
    e.StandInChanged: Table._minded,
    e.HostChanged: Table._host,
    e.ReadyChanged: Table._ready,
    e.SpectatorsMuted: Table._muted,
    e.ChatSent: Table._said,
    e.SeedAdditionChanged: Table._added,
    e.TableClosed: Table._closed,
    e.DealerDrawBegun: Table._draw_begun,
    e.CardPicked: Table._picked,
    e.CeremonySkipped: Table._skipped,
    e.DrawnAgain: Table._drawn_again,
    e.RoundDealt: Table._deal,
    e.ActionPlayed: Table._did,
    e.CommandAnswered: lambda *_: None,
}


def replayed(code: str, log: Iterable[e.NumberedEvent]) -> Table:
    """A table from its log."""
    table = Table(code)
    for one in log:
        table.apply(one)
    return table
