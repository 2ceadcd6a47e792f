"""Why not: the reason for each card in a hand that can't be played now, and for a draw that is refused.

The page knows no rules: it shows these reasons. They follow from what the seat itself may see.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ..engine import codes as c
from ..engine.bits import lowest
from ..engine.legal import jump, plays, verify
from ..engine.pile import top_card
from ..engine.state import State
from ..messages.message import Message
from .notation import VERBS, Action, Notation, Verb
from .refusals import refusal

_WAY_ON: Final[dict[int, Verb]] = {c.ASK_DRAWN: "pass", c.ASK_STACK: "take", c.ASK_CHALLENGE: "take"}


class Unplayable(Struct, frozen=True):
    """Cards that can't be played for the same reason; a `card` in its words is each of these."""

    why: Message
    cards: list[str]


class Reasons(Struct, frozen=True):
    """What a seat can't do now, and why."""

    cards: list[Unplayable]
    draw: Message | None  # nothing can be drawn, passed or taken; None: it can


def reasons(notation: Notation, s: State, seat: int) -> Reasons | None:
    """Why a seat can't play some of its cards, or draw; None when the round is over."""
    if s.phase == c.OVER:
        return None
    r = notation.rulebook.tables
    way_on = _WAY_ON.get(s.phase, "draw")
    refused = verify(s, r, seat, c.pack(VERBS.index(way_on)))
    draw = _message(refused, notation, s, seat, Action(way_on)) if refused else None
    jumps = _could_jump(notation, s, seat)
    if draw is not None and refused == c.NOT_YOUR_TURN and not jumps:  # most seats, most of the time
        return Reasons([Unplayable(draw, _texts(notation, s.held[seat]))], draw)
    return Reasons(_stuck(notation, s, seat, "jump" if jumps else "play"), draw)


def _stuck(notation: Notation, s: State, seat: int, verb: Verb) -> list[Unplayable]:
    """The cards that can't be played, by their reasons."""
    code, by_number = VERBS.index(verb), dict[int, int]()
    left = s.held[seat] & ~_playable(notation, s, seat)
    while left:
        kind = lowest(left)
        left &= left - 1
        number = verify(s, notation.rulebook.tables, seat, c.pack(code, kind))
        by_number[number] = by_number.get(number, 0) | 1 << kind
    found = []
    for number, mask in by_number.items():
        cards = _texts(notation, mask)
        found.append(Unplayable(_message(number, notation, s, seat, Action(verb, card=cards[0])), cards))
    return found


def _texts(notation: Notation, mask: int) -> list[str]:
    return [text for kind, text in enumerate(notation.cards.texts) if mask >> kind & 1]


def _could_jump(notation: Notation, s: State, seat: int) -> bool:
    """Whether the same card as the top one could be played out of turn (H2)."""
    r = notation.rulebook.tables
    between = s.phase == c.ASK_PLAY and seat != s.turn
    return bool(r.jump_in) and between and not r.wilds >> top_card(s) & 1


def _playable(notation: Notation, s: State, seat: int) -> int:
    """The kinds that a seat may play now, in turn or out of it."""
    if seat == s.turn:
        return plays(s, notation.rulebook.tables)
    kind = jump(s, notation.rulebook.tables, seat)
    return 0 if kind == c.NOTHING else 1 << kind


def _message(number: int, notation: Notation, s: State, seat: int, action: Action) -> Message:
    found = refusal(number, notation, s, seat, action)
    return Message(found.key, {name: value for name, value in found.params.items() if name != "card"})
