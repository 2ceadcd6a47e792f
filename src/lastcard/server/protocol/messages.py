"""Every message on the sockets, of browsers and bots alike (docs/protocol.md); those of HTTP: `http_models`.

What a client sends is a member of `FromClient`, what it gets one of `FromServer`. `typescript` writes the
client's types from these structs.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from ...game import Action
from ...game.calling import Calling
from ...game.events import AnyEvent
from ...game.reasons import Reasons
from ...game.standing import Standing
from ...game.view import View
from ...messages.message import Message
from ..common.emotes import Emote
from ..common.faces import Face
from ..common.refusal import RefusalKind

PROTOCOL: Final = 2
LARGEST_MESSAGE: Final = 8192  # bytes, from a client

# A client's own, of plain characters that every database keeps; the same id is never done twice.
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[!-~]+\Z")]
Code = Annotated[str, Meta(min_length=1, max_length=300)]  # of a table; a whole link is read as one
SeatNumber = Annotated[int, Meta(ge=0, le=19)]
Seconds = Annotated[int, Meta(ge=0, le=600)]
Timer = Seconds | Literal["auto"]  # auto: a minute where people wait for people, none for one among bots
Pace = Literal["slow", "normal", "fast"]

PHRASES: Final = ("hello", "luck", "nice", "oops", "think", "thanks", "sorry", "again", "bye", "gg")


# ---- What clients send -------------------------------------------------------------------------------------


class _Sent(Struct, kw_only=True, forbid_unknown_fields=True):
    """A message of a client. With an `id` it is answered by `ack` or `refused`."""


class Ping(_Sent, tag="ping"):
    """Is the line alive, and what does the server's clock say?"""

    sent: float


class Look(_Sent, tag="look"):
    """Whether the reader sees the page: a new socket does. Who is in turn and does not is told by push."""

    visible: bool


class Lobby(_Sent, tag="lobby"):
    """Leave whatever is open and watch the lobby; a `lobby` follows, and another when it has changed."""


class Create(_Sent, tag="create"):
    """A new table with its creator in seat 0. The ack has its code; the table follows."""

    id: Id
    rules: Annotated[str, Meta(max_length=40)] = "classic"
    set: Annotated[dict[str, bool | int | str], Meta(max_length=60)] = {}
    seats: Annotated[int, Meta(ge=2, le=20)] | None = None  # None: as many as the rulebook likes
    bots: str | None = None  # a level: fill the other seats with bots
    public: bool = True
    timer: Timer = "auto"  # for a turn; 0: nobody is timed
    pace: Pace = "normal"  # of the bots
    start: bool = False  # deal at once, if every seat is taken


class Quick(_Sent, tag="quick"):
    """Play with strangers: a seat at a table of theirs, now or from the next round, or at a new one.

    The ack has its code; the table follows. Who has a seat elsewhere is refused, or gives it up (`leave`).
    """

    id: Id
    rules: Annotated[str, Meta(max_length=40)] = "classic"
    leave: bool = False


class Open(_Sent, tag="open"):
    """Come to a table: into your own seat, else as a spectator. `since` is the last event that you have."""

    id: Id
    code: Code
    since: int | None = None
    sit: bool = False  # take a free seat if there is one, as an invitation does


class Sit(_Sent, tag="sit"):
    """Take a seat: one that is `free` now, or your own, in which a bot plays on for you.

    Without a number, in the middle of a round, you queue if a bot makes room when it is over. An empty seat
    that is taken during a match plays from the next one.
    """

    id: Id
    seat: SeatNumber | None = None


class Wait(_Sent, tag="wait"):
    """Queue for a seat, or not any more: the first in the queue who is there gets the next that is free."""

    id: Id
    wait: bool = True


class Stand(_Sent, tag="stand"):
    """Give the seat up and watch. In a match a bot goes on for it."""

    id: Id


class Leave(_Sent, tag="leave"):
    """Give the seat up, if there is one, and go back to the lobby."""

    id: Id


class Ready(_Sent, tag="ready"):
    """Ready for the deal, the next round or the rematch; or not any more."""

    id: Id
    ready: bool = True


class Start(_Sent, tag="start"):
    """Deal now (the host; or anybody seated when the host is away)."""

    id: Id


class Pick(_Sent, tag="pick"):
    """A card in the draw for dealer: its place from 1, or null for the one in front of you."""

    id: Id
    draw: int  # which draw it is meant for: `draw.number`
    place: Annotated[int, Meta(ge=1, le=100)] | None = None


class Skip(_Sent, tag="skip"):
    """Don't wait for the rest of the draw for dealer: the table picks for you. It ends when all skip."""

    id: Id


class Act(_Sent, tag="act"):
    """An action of your own seat, at the version it was chosen from: one of `view.legal`, or as text."""

    id: Id
    version: int
    action: Action | Annotated[str, Meta(min_length=1, max_length=80)]


class AddBot(_Sent, tag="bot"):
    """Put a bot into a seat (the host): an empty one, or in place of the person there."""

    id: Id
    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)] = "casual"


class Offer(_Sent, tag="offer"):
    """Let a person take a bot's seat between rounds, although somebody may come back to it (the host).

    Other bots make room between rounds without an offer.
    """

    id: Id
    seat: SeatNumber
    offer: bool = True


class Kick(_Sent, tag="kick"):
    """Empty a seat (the host). In a match a bot goes on for it. The kicked can't come back to the table."""

    id: Id
    seat: SeatNumber
    why: Annotated[str, Meta(max_length=80)] = ""


class HandOver(_Sent, tag="host"):
    """Make somebody else the host; or take over (`seat` is your own) when the host is away."""

    id: Id
    seat: SeatNumber


class Away(_Sent, tag="away"):
    """Step away (a bot goes on for the seat), or come back."""

    id: Id
    away: bool = True


class Say(_Sent, tag="say"):
    """Chat: one of the phrases, or a short text."""

    id: Id
    phrase: Annotated[str, Meta(max_length=20)] | None = None
    text: Annotated[str, Meta(max_length=140)] | None = None


class React(_Sent, tag="react"):
    """A reaction at your seat, for a moment. It is neither answered nor stored; a lost one stays lost."""

    emote: Emote


class Mute(_Sent, tag="mute"):
    """Spectators may not chat, or may again (the host)."""

    id: Id
    mute: bool = True


class Shuffle(_Sent, tag="shuffle"):
    """Your own addition to the seed of the next deal; it can be changed until the deal."""

    id: Id
    text: Annotated[str, Meta(max_length=64)]


class Change(_Sent, tag="change"):
    """Other rules or settings, before the match (the host). What is None stays."""

    id: Id
    rules: Annotated[str, Meta(max_length=40)] | None = None
    set: Annotated[dict[str, bool | int | str], Meta(max_length=60)] | None = None
    seats: Annotated[int, Meta(ge=2, le=20)] | None = None
    public: bool | None = None
    timer: Timer | None = None
    pace: Pace | None = None


class Close(_Sent, tag="close"):
    """Close the table (the host): everybody is back in the lobby."""

    id: Id


FromClient = (
    Ping
    | Look
    | Lobby
    | Create
    | Quick
    | Open
    | Sit
    | Wait
    | Stand
    | Leave
    | Ready
    | Start
    | Pick
    | Skip
    | Act
    | AddBot
    | Offer
    | Kick
    | HandOver
    | Away
    | Say
    | React
    | Mute
    | Shuffle
    | Change
    | Close
)


# ---- What happens at a table -------------------------------------------------------------------------------


class _TableEvent(Struct, kw_only=True, forbid_unknown_fields=True):
    n: int  # events of a table are numbered; several may share the number of the logged event they come from
    at: int  # the server's clock, in milliseconds since 1970


class GameEvent(_TableEvent, tag="game"):
    """Something in the game, as this seat saw it (docs/record.md); `version` is the one it led to."""

    version: int
    event: AnyEvent


class DealerDrawEvent(_TableEvent, tag="dealer_draw"):
    """Cards lie face down for the draw for dealer; `number` above 1: once more, for the tied."""

    number: int


class DealEvent(_TableEvent, tag="deal"):
    """A round begins."""

    round: int
    version: int


class ChatEvent(_TableEvent, tag="chat"):
    """Chat. `seat` is null for a spectator."""

    name: str
    seat: int | None
    phrase: str | None
    text: str | None
    face: Face | None = None  # when it was said; null in old logs


class SeatTakenEvent(_TableEvent, tag="seat_taken"):
    """Somebody took a seat; `level` for a bot."""

    name: str
    seat: int
    level: str | None
    later: bool = False  # in the middle of a match: they play from the next one


class QueueEvent(_TableEvent, tag="queue"):
    """Somebody waits for a seat; `soon`: a bot makes room for them when the round is over."""

    name: str
    soon: bool


class SeatVacatedEvent(_TableEvent, tag="seat_vacated"):
    """Somebody gave up a seat or was made to: `left`, `kicked`, `replaced`."""

    name: str
    seat: int
    why: Literal["left", "kicked", "replaced"]


class StandInEvent(_TableEvent, tag="stand_in"):
    """A bot goes on for a person (`away`), or the person is back."""

    name: str
    seat: int
    away: bool
    why: Literal["stepped", "timeout", "left", "back"]


class HostEvent(_TableEvent, tag="host"):
    """There is a new host."""

    name: str
    seat: int


class RenamedEvent(_TableEvent, tag="renamed"):
    """Somebody in a seat has another name: everything is shown under it now, also what was before."""

    old: str
    name: str
    seat: int


class SettingsEvent(_TableEvent, tag="settings"):
    """Rules or settings have changed."""

    rules: str


class SeedCommittedEvent(_TableEvent, tag="commitment"):
    """The seed of the next deal is fixed: its SHA-256 (docs/fairness.md)."""

    commitment: str


class SeedRevealedEvent(_TableEvent, tag="seed"):
    """The seed of a round that is over."""

    round: int
    seed: str


class MatchEndedEvent(_TableEvent, tag="match_ended"):
    """The match is over; `game` is its number in the history."""

    game: str
    winners: list[str]


class TimeoutEvent(_TableEvent, tag="timeout"):
    """A person's time was up: the server moved for the seat."""

    name: str
    seat: int


TableEvent = (
    GameEvent
    | DealerDrawEvent
    | DealEvent
    | ChatEvent
    | SeatTakenEvent
    | QueueEvent
    | SeatVacatedEvent
    | StandInEvent
    | HostEvent
    | RenamedEvent
    | SettingsEvent
    | SeedCommittedEvent
    | SeedRevealedEvent
    | MatchEndedEvent
    | TimeoutEvent
)


# ---- What the server sends ---------------------------------------------------------------------------------


class Seat(Struct, kw_only=True, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str | None
    person: str | None  # the public id of the person
    level: str | None  # of the bot that sits here, or plays on for the person
    online: bool
    ready: bool
    away: bool  # a bot goes on for the person
    free: bool = False  # somebody else may sit down here now
    offered: bool = False  # a bot's seat that the host lets somebody take between rounds
    playing: bool = (
        False  # plays in the match that is under way; a person who does not plays from the next one
    )
    opens: bool = False  # a bot's seat that somebody may take when this round is over
    reserved: str | None = None  # who takes it then
    face: Face | None = None  # of the person; bots have none


class Clock(Struct, kw_only=True, frozen=True):
    """Who is waited for, and until when by the server's clock (compare `now`)."""

    seat: int
    deadline: int
    seconds: int


class PickedCard(Struct, kw_only=True, frozen=True):
    """A card of the draw for dealer that somebody has picked; `card` is null until all are shown."""

    seat: int
    place: int  # from 1
    card: str | None = None
    number: int | None = None  # null: face down, or a card that does not count


class DrawState(Struct, kw_only=True, frozen=True):
    """The draw for dealer, the same for everybody: face-down cards, and who has picked which (C1)."""

    number: int  # which draw: 1, and more for the tied
    cards: int  # how many lie there, those that are picked included
    players: list[int]  # the seats that play in the match
    drawing: list[int]  # those that pick in this draw
    picked: list[PickedCard]  # in the order of the picks
    shown: bool  # all have picked: their cards lie open
    tied: list[int]  # the seats that draw again, when it is shown and not decided
    dealer: int | None  # a seat
    first: int | None  # the seat that starts
    skipped: list[int]  # for whom the table picks, and who doesn't want to wait
    deadline: int | None  # then the table picks for everybody else, by the server's clock


class Fairness(Struct, kw_only=True, frozen=True):
    """The seed of the round in play or to be dealt next (docs/fairness.md)."""

    commitment: str
    additions: dict[str, str]  # of the players, by name
    seed: str | None  # shown when the round is over
    next_commitment: str | None  # between rounds: of the one to come
    next_additions: dict[str, str]  # those for the next deal, so far


class CardInfo(Struct, kw_only=True, frozen=True):
    """A kind of card: its text, suit letter (null: none), symbol, the face's name, effects and points."""

    card: str
    suit: str | None
    symbol: str
    name: str
    points: int
    wild: bool
    draws: int
    skips: bool
    flips: bool
    out: int  # points for going out with it


class Deck(Struct, kw_only=True, frozen=True):
    """All that a client needs to draw and name the cards of a rulebook."""

    suits: dict[str, str]  # letter to name, in the order of the rulebook
    suit_word: str
    cards: list[CardInfo]


class TableState(Struct, kw_only=True, frozen=True):
    """All that one viewer may know about a table.

    `view` leaves out who of the others has called and who can be caught: `calling` says what may be tried.
    """

    code: str
    version: int  # of the game: an `act` names it
    n: int  # the number of the last event
    now: int  # the server's clock
    phase: Literal["waiting", "drawing", "playing", "between", "over"]
    rules: str
    title: str
    set: dict[str, bool | int | str]
    public: bool
    timer: Timer
    pace: Pace
    muted: bool  # spectators may not chat
    host: int | None  # a seat
    seats: list[Seat]
    watchers: list[str]
    nameless: int  # how many more watch without a name
    you: int | None  # your seat; null for a spectator
    may: list[str]  # the types of messages that you may send now: start, kick, sit, ...
    round: int
    standing: Standing | None
    view: View | None
    clock: Clock | None
    fairness: Fairness
    suits: dict[str, str]  # letter to name
    suit_word: str
    calls: bool  # whether the last card is called here
    game: str | None  # the number in the history, when the match is over
    calling: Calling | None = None  # what a call or an accusation would mean for you; null for spectators
    queue: list[str] = []  # who waits for a seat, the first first
    quick: bool = False  # a table of strangers: nobody is host, and it deals by itself
    starts: int | None = None  # when it does, by the server's clock
    limit: int = 0  # at which the match in play is lost; it may not be the one that was set
    why: Reasons | None = None  # what your hand can't do now; null for a spectator or between rounds
    draw: DrawState | None = None  # in the phase `drawing`


class LobbyTable(Struct, kw_only=True, frozen=True):
    """A public table, as the lobby lists it."""

    code: str
    rules: str
    title: str
    host: str | None
    people: list[str]
    bots: int
    seats: int
    watchers: int
    phase: Literal["waiting", "drawing", "playing", "between", "over"]
    timer: Timer
    house_rules: int  # how many are set
    quick: bool = False  # a table of strangers
    faces: list[Face] = []  # of the people, in their order


class Me(Struct, kw_only=True, frozen=True):
    """Who the browser is."""

    person: str | None  # the public id; null: no name yet
    name: str | None
    table: str | None  # the code of a table where a seat of yours is held: offer to rejoin
    face: Face | None = None


class Welcome(Struct, kw_only=True, frozen=True, tag="welcome"):
    """The first message on a socket. A `build` other than the page's own: reload the page."""

    protocol: int
    build: str
    now: int
    me: Me
    ticket: str = ""  # for `POST /api/me`, which makes the socket of somebody without a name theirs


class MeNow(Struct, kw_only=True, frozen=True, tag="me"):
    """Who the browser is has changed: a first name on this socket, or another one."""

    me: Me


class Pong(Struct, kw_only=True, frozen=True, tag="pong"):
    """The answer to a ping: its own time back, and the server's in milliseconds."""

    sent: float
    now: int


class LobbyNow(Struct, kw_only=True, frozen=True, tag="lobby"):
    """The public tables; `why` says what became of the table of somebody who was sent here."""

    tables: list[LobbyTable]
    online: int
    why: Literal["", "kicked", "closed", "left", "gone"] = ""
    text: str = ""


class TableNow(Struct, kw_only=True, frozen=True, tag="table"):
    """The table as it is now, and what happened since the last message; with `resync`, since `since`.

    `deck` comes with `resync` and when the rules have changed; otherwise it is null and stays as it was.
    """

    table: TableState
    events: list[TableEvent]
    resync: bool = False
    deck: Deck | None = None


class Ack(Struct, kw_only=True, frozen=True, tag="ack"):
    """Done and stored. What it led to was sent before. A repeated id gets the same answer."""

    id: str
    n: int | None = None  # the logged event's number
    version: int | None = None
    code: str | None = None  # of the table


class Refused(Struct, kw_only=True, frozen=True, tag="refused"):
    """Not done. After `stale` the table follows; `dropped` came too late, at no cost."""

    id: str | None
    code: RefusalKind
    why: Message  # in detail


class Reaction(Struct, kw_only=True, frozen=True, tag="reaction"):
    """Somebody with a seat reacts: shown there for a moment to everybody who is at the table now."""

    seat: int
    name: str
    emote: Emote


class Elsewhere(Struct, kw_only=True, frozen=True, tag="elsewhere"):
    """The table was opened in another tab or on another device: this socket is closed, don't fight back."""


class Closing(Struct, kw_only=True, frozen=True, tag="closing"):
    """The server is about to stop or restart: reconnect by yourself."""

    why: Message


FromServer = Welcome | MeNow | Pong | LobbyNow | TableNow | Ack | Refused | Reaction | Elsewhere | Closing
