"""What a link tells of a page before it is opened, as data and in words: nothing that is hidden.

Programs that show such links tell no language, so the words are English.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, structs

from ...game.record import Record
from ...game.replay import replay
from ...messages.message import Message
from ...rulebooks import Rulebook
from ..protocol.http_models import GameInfo
from ..protocol.messages import LobbyTable
from .card_art import FAN, fan_of, name_of

MOST_ACTIONS: Final = 20_000  # of a record that is gone through for its last card


class Row(Struct, frozen=True):
    """A player's line in the result of a match."""

    place: int
    name: str
    points: int


class Facts(Struct, frozen=True, kw_only=True):
    """A page in short: a heading, lines under it, and what its picture shows."""

    title: str
    about: str
    cards: tuple[str, ...] = FAN  # names of drawings, the last one on top
    above: str = ""  # over the title, in the picture
    heading: str = ""  # the title, in the picture, if it is another one there
    rows: tuple[Row, ...] = ()
    taken: int = 0
    seats: int = 0


def of_lobby() -> Facts:
    """The first page, and every page that has nothing of its own to tell."""
    return Facts(title="lastcard", about=str(Message("preview.lobby")))


def of_table(table: LobbyTable, rulebook: Rulebook) -> Facts:
    """An invitation: who invites, to what, and how many seats are taken."""
    taken = len(table.people) + table.bots
    about = Message("preview.seats", {"count": taken, "seats": table.seats})
    invites = Message("preview.invites", {"player": table.host, "title": table.title})
    alone = Message("preview.table", {"title": table.title})
    return Facts(
        title=str(alone if table.host is None else invites),
        about=str(about),
        above="" if table.host is None else str(Message("preview.invites.above", {"player": table.host})),
        heading=table.title,
        cards=fan_of(rulebook),
        taken=taken,
        seats=table.seats,
    )


def of_match(game: GameInfo) -> Facts:
    """A match in the history: places and points."""
    found = (Row(one.place, one.name, one.points) for one in game.seats)
    rows = tuple(sorted(found, key=lambda row: row.place))
    winners = ", ".join(row.name for row in rows if row.place == 1)
    rounds = Message("rounds", {"count": game.rounds})
    if game.state == "over":
        title = str(Message("preview.won", {"players": winners, "title": game.title}))
        heading = str(Message("preview.winner", {"players": winners}))
    else:
        rounds = Message("preview.left", {"rounds": rounds})
        title = heading = str(Message("preview.match", {"title": game.title}))
    points = ", ".join(f"{row.name} {row.points}" for row in rows)
    return Facts(
        title=title,
        about=f"{points} · {rounds}",
        above=f"{game.title} · {rounds}",
        heading=heading,
        rows=rows,
        cards=("back", "back", "back"),
    )


def of_record() -> Facts:
    """A record that somebody brought: whose match it is is theirs to tell, so no names."""
    return Facts(title=str(Message("preview.record")), about=str(Message("preview.lobby")))


def with_last_card(facts: Facts, card: str) -> Facts:
    """The same, with the last card that was played."""
    return structs.replace(facts, cards=("back", "back", card))


def last_card(record: Record) -> str:
    """The name of the drawing of the card that lies on top at the end; the match is gone through for it."""
    if sum(len(one.actions) for one in record.rounds) > MOST_ACTIONS:
        return "back"
    match = replay(record)
    seen = match.round.view(None)
    return name_of(match.rulebook, seen.top, seen.colour)
