"""Commands in the draw for dealer (C1): pick a card, skip the rest; and what the table picks for others."""

from __future__ import annotations

from ...game import MatchError
from ...game.dealer_draw import DrawError
from ..common.person import Person
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from . import events as e
from .drawing import TableDraw
from .table import Table

Events = list[e.LogEvent]


def _drawing(table: Table, who: Person) -> tuple[TableDraw, int]:
    """The draw that is held, and the seat of somebody who takes part in it."""
    seat = table.seat_of(who.id)
    if table.drawing is None:
        raise CommandRefused.because("stale", MatchError("no_draw"))
    if seat is None or seat not in table.players:
        raise CommandRefused("denied", "not_in_round")
    if table.seats[seat].away:
        raise CommandRefused("denied", "stand_in_plays")
    return table.drawing, seat


def pick(table: Table, who: Person, command: m.Pick, context: object) -> Events:
    """A card of one's own choice, or the one in front."""
    drawing, seat = _drawing(table, who)
    if command.draw != drawing.draw.number:
        raise CommandRefused("stale", "moved_on")
    if command.place is None and seat in drawing.waiting:
        return picked_by_table(table, [seat])
    try:
        drawing.check(seat, command.place or 0)
    except DrawError as error:
        raise CommandRefused.because("rules", error) from None
    return [e.CardPicked(seat=seat, place=command.place or 0)]


def skip(table: Table, who: Person, command: m.Skip, context: object) -> Events:
    """One tap is enough for the whole ceremony: the table picks now, and for whatever is drawn again."""
    drawing, seat = _drawing(table, who)
    out: Events = [] if seat in drawing.hurried else [e.CeremonySkipped(seat=seat)]
    return [*out, *picked_by_table(table, [seat] if seat in drawing.waiting else [])]


def picked_by_table(table: Table, seats: list[int]) -> Events:
    """Everybody gets the card in front of them."""
    assert table.drawing is not None
    picks = table.drawing.in_front_of(seats)
    return [e.CardPicked(seat=seat, place=place, by_table=True) for seat, place in picks]
