"""What people may try beside what is right: a call or an accusation that could be false (C8, F6).

`legal` holds what is right and tells by that who forgot to call. People are not told: they may call at any
time and accuse every opponent who holds one card, and the rules judge what they did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from ..engine import codes as c
from ..engine.legal import may_call, verify
from ..engine.react import call_is_false
from .events import CardPlayed, HandsPassed, HandsSwapped, JumpedIn

if TYPE_CHECKING:
    from .round import Player, Round

# A true call; one that costs cards; one that changes nothing; one that the rules don't let through.
CallOutcome = Literal["right", "false", "ignored", "refused"]


class Calling(Struct, frozen=True, kw_only=True):
    """What a call or an accusation would mean for one player now."""

    call: CallOutcome  # on its own
    with_play: CallOutcome  # with a play that `legal` does not offer with a call
    accusable: list[str]  # every opponent with one card, called or not; who came down to it last comes first
    catch_penalty: int  # cards for a player who is caught
    false_call_penalty: int
    false_catch_penalty: int


def calling(round: Round, player: Player) -> Calling | None:
    """What a player may try; None where the last card is not called."""
    book, seat = round.rulebook, round.seat(player)
    if book.call == "off":
        return None
    catches = book.call == "catch"
    return Calling(
        call=_call_outcome(round, seat),
        with_play=_with_play(round, seat),
        accusable=_accusable(round, seat) if catches else [],
        catch_penalty=book.catch_penalty if catches else 0,
        false_call_penalty=book.false_call_penalty if catches else 0,
        false_catch_penalty=book.false_catch_penalty if catches else 0,
    )


def _call_outcome(round: Round, seat: int) -> CallOutcome:
    s, r = round.state, round.rulebook.tables
    if verify(s, r, seat, c.pack(c.CALL)) != c.ALLOWED:
        return "refused"
    if may_call(s, r, seat):
        return "right"
    return "false" if call_is_false(s, r, seat) else "ignored"


def _with_play(round: Round, seat: int) -> CallOutcome:
    """A call with a play that does not leave one card is false; with the last card it is ignored (C6, F6)."""
    cards = round.state.count[seat]
    if round.rulebook.call == "points":
        return "refused" if cards > 2 else "ignored"
    return "false" if cards > 1 else "ignored"


def _accusable(round: Round, seat: int) -> list[str]:
    s = round.state
    if round.over or s.count[seat] == 0:
        return []
    ones = {name for i, name in enumerate(round.players) if i != seat and s.count[i] == 1}
    latest = [name for name in dict.fromkeys(_last_moved(round)) if name in ones] if len(ones) > 1 else []
    return [*latest, *(name for name in round.players if name in ones and name not in latest)]


def _last_moved(round: Round) -> Iterator[str]:
    """Whose hand was changed by a play, the last one first; when all hands move, nobody's is the last."""
    for event in reversed(round.events):
        if isinstance(event, HandsPassed):
            return
        if isinstance(event, CardPlayed | JumpedIn | HandsSwapped) and event.player is not None:
            yield event.player
        if isinstance(event, HandsSwapped):
            yield event.partner
