"""What one seat, or a spectator, may know: every field is put in by name, nothing is taken out."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

from ..engine import codes as c
from ..engine.score import lost_to_cards
from ..engine.state import State
from .events import REASONS, EventBuilder, Reason
from .notation import Action, Notation

# In the order of the engine's codes.
Phase = Literal["play", "drawn", "name", "stack", "challenge", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)


class View(Struct, frozen=True, kw_only=True):
    """A round as seen from one seat. `legal` holds all actions that are right for it now."""

    rules: str
    players: list[str]
    you: str | None
    phase: Phase
    turn: str | None
    direction: int
    top: str
    colour: str | None
    hand: list[str]  # empty for a spectator
    counts: dict[str, int]
    draw_pile: int
    discards: list[str]  # top card last; they lay open, one after the other
    drawn: str | None  # the card you have just drawn
    owed: int
    attacker: str | None  # whose card `owed` comes from
    called: list[str]
    catchable: list[str]
    turns: int
    refills: int
    legal: list[Action]
    reason: Reason | None
    winner: str | None
    scores: dict[str, int] | None  # when the round is over
    items: dict[str, dict[str, int]] | None
    hands: dict[str, list[str]] | None  # shown when the round is over


def view(notation: Notation, s: State, seat: int | None, legal: list[Action]) -> View:
    """What a seat may know of a state; None is a spectator."""
    players, cards = notation.players, notation.cards
    builder = EventBuilder(notation)
    over = s.phase == c.OVER
    mine = seat is not None and seat == s.turn and s.phase == c.ASK_DRAWN
    return View(
        rules=notation.rulebook.name,
        players=players,
        you=None if seat is None else players[seat],
        phase=PHASES[s.phase],
        turn=None if over else players[s.turn],
        direction=s.direction,
        top=cards.texts[s.pile[s.pile_n - 1]],
        colour=cards.suits[s.colour] if s.colour >= 0 else None,
        hand=[] if seat is None else builder.hand(s, seat),
        counts=dict(zip(players, s.count, strict=True)),
        draw_pile=s.deck_n,
        discards=[cards.texts[kind] for kind in s.pile[: s.pile_n]],
        drawn=cards.texts[s.drawn] if mine else None,
        owed=s.owed,
        attacker=players[s.attacker] if s.owed else None,
        called=seats(players, s.called),
        catchable=seats(players, s.catchable),
        turns=s.turns,
        refills=s.refills,
        legal=legal,
        reason=REASONS[s.reason],
        winner=players[s.winner] if s.winner >= 0 else None,
        scores=dict(zip(players, s.points, strict=True)) if over else None,
        items=items(notation, s) if over else None,
        hands={name: builder.hand(s, i) for i, name in enumerate(players)} if over else None,
    )


def seats(players: list[str], mask: int) -> list[str]:
    """The names of a bit set of seats."""
    return [name for seat, name in enumerate(players) if mask >> seat & 1]


def items(notation: Notation, s: State) -> dict[str, dict[str, int]]:
    """What each score is made of (F11), or how it came about: (base - lost) / divisor, rounded (L4)."""
    if notation.rulebook.scoring == "ranked":
        return {
            name: {
                "base": s.base_points[seat],
                "cards": s.card_points[seat],
                "lost": lost_to_cards(s, seat),
                "divisor": s.players,
            }
            for seat, name in enumerate(notation.players)
        }
    columns = {} if notation.rulebook.scoring == "wins" else {"cards": s.card_points}
    if notation.rulebook.scoring == "penalties":
        columns |= {"queen": s.last_points, "uncalled": s.uncalled, "replenished": s.charges}
    return {
        name: {item: column[seat] for item, column in columns.items()}
        for seat, name in enumerate(notation.players)
    }
