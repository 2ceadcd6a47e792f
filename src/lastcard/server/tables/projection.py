"""What one viewer is shown of a table: every field is put in by name, for a seat or for a spectator."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection
from typing import NamedTuple, cast

from msgspec import structs

from ...bots import levels
from ...game import Event, View
from ...game.calling import calling
from ...game.events import AnyEvent
from ...game.fairness import commitment
from ...game.standing import Standing
from ...rulebooks import Rulebook
from ..common.faces import Face
from ..protocol import messages as m
from .drawing import TableDraw
from .renaming import Names, renamed
from .table import UNDER_WAY, RecentEvent, Table

HOST_MAY = ("bot", "offer", "kick", "host", "mute", "close")


class Around(NamedTuple):
    """What the room knows and no log stores: the time, who is there, what runs down."""

    now: int
    online: Collection[str] = ()
    idle: Collection[str] = ()  # people who have long done nothing
    watchers: Collection[str] = ()
    nameless: int = 0
    clock: m.Clock | None = None
    starts: int | None = None
    draw_deadline: int | None = None
    playing: Callable[[str], str] = levels.playing  # the level that plays for one that may not be available
    faces: Callable[[str], Face | None] = lambda _: None


class SharedPart(NamedTuple):
    """What is the same for everybody who looks: worked out once, however many look."""

    around: Around
    watchers: list[str]
    draw: m.DrawState | None
    seats: list[m.Seat]
    standing: Standing | None
    fairness: m.Fairness


def shared_part(table: Table, around: Around) -> SharedPart:
    """What all viewers of a table are shown, built once for all of them."""
    reserved = {seat: table.queue[person] for person, seat in table.reserved(around.online).items()}
    return SharedPart(
        around=around,
        watchers=sorted(around.watchers),
        draw=_draw(table, around.draw_deadline),
        seats=[_seat(table, i, around, reserved.get(i)) for i in range(len(table.seats))],
        standing=None if table.match is None else renamed(table.match.standing, table.shown_names),
        fairness=_fairness(table),
    )


def project(table: Table, person: str | None, shared: SharedPart) -> m.TableState:
    """The table as a person sees it; None is a spectator without a name."""
    seat = table.seat_of(person)
    player = table.player_of(seat)
    match, names, around = table.match, table.shown_names, shared.around
    game = match.round if match and match.rounds else None
    return m.TableState(
        code=table.code,
        version=table.version,
        n=table.n,
        now=around.now,
        phase=table.phase,
        rules=table.rules,
        title=table.rulebook.title,
        set=table.set,
        public=table.public,
        timer=table.timer,
        pace=table.pace,
        muted=table.muted,
        host=table.host,
        seats=shared.seats,
        watchers=shared.watchers,
        nameless=around.nameless,
        you=seat,
        may=may(table, person, around.online, around.idle),
        round=len(match.rounds) if match else 0,
        standing=shared.standing,
        view=None if game is None else renamed(for_people(game.view(player)), names),
        clock=around.clock,
        fairness=shared.fairness,
        suits=table.rulebook.suits,
        suit_word=table.rulebook.suit_word,
        calls=table.rulebook.call != "off",
        game=table.game if table.phase == "over" else None,
        calling=None if game is None or player is None else renamed(calling(game, player), names),
        queue=list(table.queue.values()),
        quick=table.quick,
        starts=around.starts,
        limit=table.rulebook.limit,
        why=None if game is None or player is None else game.reasons(player),
        draw=shared.draw,
    )


def _draw(table: Table, deadline: int | None) -> m.DrawState | None:
    """The draw for dealer: places of cards that are picked, and the cards themselves once all are shown."""
    drawing = table.drawing
    if drawing is None:
        return None
    draw, drawn = drawing.draw, drawing.drawn
    texts, numbers = table.rulebook.deck.texts, table.rulebook.tables.number

    def card(seat: int, place: int) -> m.PickedCard:
        shown = drawn.get(seat)
        if shown is None:
            return m.PickedCard(seat=seat, place=place)
        number = numbers[shown.kind]
        return m.PickedCard(
            seat=seat, place=place, card=texts[shown.kind], number=number if number >= 0 else None
        )

    return m.DrawState(
        number=draw.number,
        cards=draw.size,
        players=table.players,
        drawing=drawing.seats(draw.drawing),
        picked=[card(seat, place) for seat, place in drawing.picked],
        shown=draw.shown,
        tied=drawing.seats(draw.tied),
        dealer=drawing.seat(draw.dealer),
        first=drawing.seat(draw.first),
        skipped=sorted(drawing.hurried),
        deadline=deadline,
    )


def for_people(view: View) -> View:
    """A view that does not tell who of the others forgot to call: people have to notice it (C8)."""
    if view.phase == "over":
        return view
    own = {view.you}
    return structs.replace(
        view,
        called=[name for name in view.called if name in own],
        catchable=[name for name in view.catchable if name in own],
        legal=[action for action in view.legal if action.verb != "catch"],
    )


def _seat(table: Table, number: int, around: Around, reserved: str | None) -> m.Seat:
    occupant = table.seats[number]
    return m.Seat(
        seat=number,
        kind=occupant.kind,
        name=occupant.name or None,
        person=occupant.person,
        level=None if occupant.level is None else around.playing(occupant.level),
        online=occupant.kind == "bot" or (occupant.person is not None and occupant.person in around.online),
        ready=occupant.ready or occupant.kind == "bot",
        away=occupant.away,
        free=table.free(number),
        offered=occupant.offered,
        playing=table.in_match(number),
        opens=table.phase in UNDER_WAY and table.opens(number),
        reserved=reserved,
        face=None if occupant.person is None else around.faces(occupant.person),
    )


def may(
    table: Table, person: str | None, online: Collection[str] = (), idle: Collection[str] = ()
) -> list[str]:
    """The types of messages that would be accepted now, besides `act`: see `view.legal` and `calling`."""
    seat = table.seat_of(person)
    if seat is None:
        can_sit = person is not None and person not in table.banned
        return [
            *(["sit", "wait"] if can_sit else []),
            *([] if table.muted or person is None else ["say"]),
            "leave",
        ]
    can = ["say", "react", "shuffle", "stand", "leave", "away"]
    if table.drawing is not None:
        can.remove("shuffle")
        can += _may_in_draw(table, table.drawing, seat)
    if table.phase in ("waiting", "over") or (table.phase == "between" and table.in_match(seat)):
        can.append("ready")
    if table.quick:
        return can  # nobody is host
    host = None if table.host is None else table.seats[table.host].person
    present = host is not None and host in online and host not in idle
    if table.host == seat:
        can += HOST_MAY
        can += ["change"] if table.phase in ("waiting", "over") else []
    elif not present:
        can.append("host")
    if table.phase not in UNDER_WAY and (table.host == seat or not present):
        can.append("start")
    return can


def _may_in_draw(table: Table, drawing: TableDraw, seat: int) -> list[str]:
    if table.seats[seat].away or seat not in table.players:
        return []
    pick = ["pick"] if seat in drawing.waiting else []
    return pick if seat in drawing.hurried else [*pick, "skip"]


def _fairness(table: Table) -> m.Fairness:
    match, sealed = table.match, commitment(table.seed)
    if match is None or not match.rounds:
        return m.Fairness(
            commitment=sealed,
            additions=dict(table.additions),
            seed=None,
            next_commitment=None,
            next_additions=dict(table.additions),
        )
    seed = match.seeds[len(match.rounds) - 1]
    over = match.round.over
    return m.Fairness(
        commitment=seed.commitment,
        additions=dict(seed.additions),
        seed=seed.secret.hex() if over else None,
        next_commitment=sealed,
        next_additions=dict(table.additions),
    )


def events_since(table: Table, person: str | None, since: int) -> list[m.TableEvent]:
    """What happened after event `since`, as this person may see it."""
    player = table.player_of(table.seat_of(person))
    name = None if player is None or table.match is None else table.match.players[player]  # in the round
    first = bisect_right(table.recent_events, since, key=lambda one: one[0])
    names = table.shown_names
    return [_shown(one, name, names) for one in table.recent_events[first:]]


def _shown(one: RecentEvent, name: str | None, names: Names) -> m.TableEvent:
    n, at, version, what = one
    if isinstance(what, Event):
        seen = cast("AnyEvent", renamed(what.seen_by(name), names))
        return m.GameEvent(n=n, at=at, version=version, event=seen)
    return what


def deck_of(rulebook: Rulebook) -> m.Deck:
    """The cards of a rulebook, as clients draw and name them."""
    letters = list(rulebook.suits)
    cards = [
        m.CardInfo(
            card=kind.text,
            suit=letters[kind.suit] if kind.suit >= 0 else None,
            symbol=kind.symbol,
            name=kind.face.name,
            points=kind.value("points"),
            wild=kind.face.wild,
            draws=kind.face.draws,
            skips=kind.face.skips,
            flips=kind.face.flips,
            out=kind.value("out"),
        )
        for kind in rulebook.deck.kinds
    ]
    return m.Deck(suits=rulebook.suits, suit_word=rulebook.suit_word, cards=cards)


def lobby_table(
    table: Table, watchers: int, faces: Callable[[str], Face | None] = lambda _: None
) -> m.LobbyTable:
    """A table as the lobby lists it."""
    host = None if table.host is None else table.seats[table.host].name
    return m.LobbyTable(
        code=table.code,
        rules=table.rules,
        title=table.rulebook.title,
        host=host,
        people=[occupant.name for _, occupant in table.people()],
        bots=sum(occupant.kind == "bot" for occupant in table.seats),
        seats=len(table.seats),
        watchers=watchers,
        phase=table.phase,
        timer=table.timer,
        house_rules=len(table.set),
        quick=table.quick,
        faces=[face for _, one in table.people() if one.person and (face := faces(one.person))],
    )
