"""The bodies of the HTTP part (docs/protocol.md): names, rules, history, replays, score sheets.

`typescript` writes the client's types from these structs too; `HTTP` lists those that stand for themselves.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from ...game import Action
from ...game.events import AnyEvent
from ...game.moments import Moment
from ...game.record import Record
from ...game.scoring import ReportedRound, RoundScore
from ...game.standing import Standing
from ...game.view import View
from ...messages.message import Message
from ...rulebooks.options import Option
from ...rulebooks.sheet import Section
from ..common.faces import Face
from ..common.refusal import RefusalKind
from .messages import CardInfo, LobbyTable, Me


class RequestRefused(Struct, kw_only=True, frozen=True):
    """The answer is no. After a question nothing has gone wrong and the status is 200, else 400 and more."""

    refused: Message
    code: RefusalKind
    suggestion: str | None = None  # another name that is free


class NameWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The name that somebody asks for; without one they get a proposed name, or keep the one they have.

    `ticket` is that of their socket (`welcome`): it is theirs from now on, without being opened again.
    """

    name: Annotated[str, Meta(max_length=200)] | None = None
    ticket: Annotated[str, Meta(max_length=100)] = ""


class FaceWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The face that somebody chooses."""

    face: Face


class LinkCode(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A code that links another device to the same person, once, within a few minutes."""

    code: Annotated[str, Meta(max_length=40)]


class PushWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Where a browser can be sent messages, and its keys: a `PushSubscription` of the browser."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?$")]


class PushEnd(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A browser that wants no more messages."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern="^[!-~]*$")]


class PushState(Struct, kw_only=True, frozen=True):
    """Whether a browser is sent messages now."""

    on: bool


class LevelInfo(Struct, kw_only=True, frozen=True):
    """A strength of bots that the page offers, or a bot that the operator brings."""

    name: str
    own: bool  # the operator's


class Invitation(Struct, kw_only=True, frozen=True):
    """A table as the page of its link shows it to somebody who does not sit there."""

    code: str
    rules: str
    title: str
    about: str  # the rulebook in one line
    set: dict[str, bool | int | str]  # house rules
    host: str | None
    people: list[str]
    faces: list[Face]  # of the people, in their order
    bots: int
    seats: int
    phase: str
    quick: bool
    # Their seat is there already; or from when they would play: the next deal, round or match.
    seat: Literal["yours", "deal", "round", "match", "none"]


class RulebookInfo(Struct, kw_only=True, frozen=True):
    """A rulebook as the page lists it."""

    name: str
    title: str
    about: str
    min_players: int
    most_players: int
    default_players: int
    hand: int
    scoring: str


class About(Struct, kw_only=True, frozen=True):
    """What a client needs before the first table."""

    protocol: int
    build: str
    version: str
    phrases: list[str]
    levels: list[LevelInfo]
    default_level: str
    rules: list[RulebookInfo]
    for_others: str | None  # the address to give to friends; null: only this machine can come
    push_key: str | None = None  # to subscribe to messages with; null: this server sends none


class RulesPage(Struct, kw_only=True, frozen=True):
    """A rulebook with its house rules: as a sheet, and as a form. `rules` is what `create` takes."""

    rules: str
    info: RulebookInfo
    options: list[Option]
    values: dict[str, bool | int | str]  # in force
    usual: dict[str, bool | int | str]  # as the rulebook comes
    sheet: list[Section]
    suits: dict[str, str]
    suit_word: str
    cards: list[CardInfo]


class RulesWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """House rules to be set in a rulebook, by the name of the option."""

    set: Annotated[dict[str, bool | int | str], Meta(max_length=60)] = {}


class OwnRules(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A rulebook that somebody brings, as the text of a TOML file."""

    toml: str


class SeatResult(Struct, kw_only=True, frozen=True):
    """How one seat stood at the end; `person` or `bot` says who played it.

    Where the match was rated, what the rating of the person was and is: as shown, 1000 for a newcomer.
    """

    name: str
    person: str | None
    bot: str | None
    place: int
    points: int
    rated: bool
    face: Face | None = None  # of the person, as they look now
    rating_before: int | None = None
    rating_after: int | None = None


class PlayerLeft(Struct, kw_only=True, frozen=True):
    """A person who has played so many rounds of a match, and in whose seat somebody else went on."""

    name: str
    person: str
    rounds: int


GameState = Literal["playing", "left", "over"]


class GameInfo(Struct, kw_only=True, frozen=True):
    """A match in the history: its finished rounds. It is over, was left, or goes on (`state`)."""

    game: str
    rules: str
    title: str
    house_rules: int
    ended: int
    rounds: int
    seats: list[SeatResult]
    state: GameState = "over"
    left: list[PlayerLeft] = []


class MatchEnd(Struct, kw_only=True, frozen=True):
    """The end of a match: how it ended, and up to three remarkable moments with the step of their replay.

    `picture` is the path of one to share; null where this server makes none.
    """

    game: GameInfo
    moments: list[Moment]
    picture: str | None = None


class History(Struct, kw_only=True, frozen=True):
    """One page of matches, newest first."""

    games: list[GameInfo]
    before: str | None  # ask for the next page with it


class ReplayStep(Struct, kw_only=True, frozen=True):
    """One step: who did what (null for the deal), what happened in the open, and every hand afterwards."""

    player: str | None
    action: Action | None
    events: list[AnyEvent]
    view: View
    hands: dict[str, list[str]]


class RoundCheck(Struct, kw_only=True, frozen=True):
    """Whether a round was dealt from its seed. `fair` is null where the record has no seed."""

    round: int
    fair: bool | None
    commitment: str | None
    seed: str | None
    additions: dict[str, str]
    why: Message


class Replay(Struct, kw_only=True, frozen=True):
    """One round of a record, step by step."""

    rules: str
    title: str
    players: list[str]
    bots: dict[str, str]  # by name their level; empty for a record that was brought here
    rounds: int
    round: int
    steps: list[ReplayStep]
    standing: Standing
    suits: dict[str, str]
    suit_word: str
    cards: list[CardInfo]
    checks: list[RoundCheck]
    faces: dict[str, Face] = {}  # by name, of the people


class ReplayWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A round of a record, or of a match that is stored here."""

    record: Record | None = None
    game: Annotated[str, Meta(max_length=40, pattern="^[!-~]*$")] | None = None
    round: Annotated[int, Meta(ge=1, le=999_999)] = 1


class StoredRecord(Struct, kw_only=True, frozen=True):
    """An uploaded record was stored: watch it at `/replay/{game}`, as any match that was played here."""

    game: str


class Ranked(Struct, kw_only=True, frozen=True):
    """A person in the leaderboard. `rating` is a careful one: 1000 + 40 (mu - 3 sigma)."""

    place: int
    person: str
    name: str
    rating: int
    mu: float
    sigma: float
    games: int
    wins: int
    face: Face | None = None


class Leaderboard(Struct, kw_only=True, frozen=True):
    """The best rated people of one rulebook."""

    rules: str
    rows: list[Ranked]


class RulesStats(Struct, kw_only=True, frozen=True):
    """One person's results in one rulebook: of matches that were finished, and of all finished rounds.

    `average_place` is null where no match was finished; `left` counts those that were not.
    """

    rules: str
    games: int
    wins: int
    rounds: int
    average_place: float | None
    points: int
    rating: int | None
    left: int = 0


class Stats(Struct, kw_only=True, frozen=True):
    """One person's results, by rulebook."""

    person: str
    name: str
    rules: list[RulesStats]


class MatchPlayed(Struct, kw_only=True, frozen=True):
    """A match in which a person has played: `place` is None where somebody else finished it."""

    game: str
    rules: str
    ended: int
    place: int | None
    rounds: int
    points: int


class ChatLine(Struct, kw_only=True, frozen=True):
    """What a person said at a table whose log is still kept."""

    at: int
    text: str


class PersonalData(Struct, kw_only=True, frozen=True):
    """Everything that the server has under a person's id. Times are milliseconds since 1970."""

    person: str
    name: str
    face: str | None
    created: int
    seen: int
    devices: int  # browsers that are this person
    notified_at: list[str]  # addresses of those that want to be told by push
    ratings: dict[str, int]
    matches: list[MatchPlayed]
    chat: list[ChatLine]


class ScoreWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An evening with real cards: every round as people report it."""

    set: Annotated[dict[str, bool | int | str], Meta(max_length=60)] = {}
    players: Annotated[list[str], Meta(max_length=20)]
    rounds: Annotated[list[ReportedRound], Meta(max_length=200)]


class ScoreSheetPage(Struct, kw_only=True, frozen=True):
    """A scored sheet: its rounds, and how the match stands."""

    rounds: list[RoundScore]
    standing: Standing


class HaggleWanted(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Hands as text (`YYROB`: letters of the colours); the rest as in `haggle --help`."""

    hands: Annotated[dict[str, Annotated[str, Meta(max_length=400)]], Meta(max_length=30)]
    seed: Annotated[int, Meta(ge=0)] | None = None
    count_eliminated: bool = True  # the cards of eliminated players count in rules 3, 5 and 9
    double_last: bool = True  # a pyramid doubles after the blue deductions


class HaggleChange(Struct, kw_only=True, frozen=True):
    """What one rule of Haggle did to a player's points."""

    rule: int
    why: Message
    points: int


class HagglePlayer(Struct, kw_only=True, frozen=True):
    """A player's result in Haggle, with the changes that led to it."""

    name: str
    points: int
    eliminated: bool
    changes: list[HaggleChange]


class HaggleScores(Struct, kw_only=True, frozen=True):
    """The result of a table of Haggle; `seed` is the one that rule 12 used, if it did."""

    players: list[HagglePlayer]  # best first
    seed: int | None


class Health(Struct, kw_only=True, frozen=True):
    """The answer for monitors: whether the database answers, open tables and sockets."""

    ok: bool
    tables: int
    sockets: int


HTTP: Final[tuple[Any, ...]] = (
    *(RequestRefused, Me, NameWanted, FaceWanted, LinkCode, About, RulesPage, RulesWanted, OwnRules),
    LobbyTable,
    Invitation,
    *(GameInfo, MatchEnd, History, Replay, ReplayWanted, StoredRecord, RoundCheck, Leaderboard, Stats),
    *(ScoreWanted, ScoreSheetPage, HaggleWanted, HaggleScores, Health),
)
