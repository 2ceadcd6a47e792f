"""Other names in the middle of a round.

A round is played under the names that it was dealt with: its log, its record and its bots know no others. Who
takes another name is shown under it at once, and the match takes it over when the round is over.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, cast

from msgspec import Struct, structs

from ...game import Action, Match
from ...game.notation import Notation, NotationError

T = TypeVar("T")
Names = dict[str, str]  # of players: in the round, and as they are shown
# The fields of views, events, actions and standings in which names of players stand.
FIELDS: Final = frozenset(
    (
        *("player", "players", "partner", "first", "caught", "accused", "against", "you", "turn", "attacker"),
        *("called", "catchable", "winner", "counts", "scores", "items", "hands", "legal", "accusable"),
        *("totals", "places", "winners", "losers"),
    )
)


def renamed(value: T, names: Names) -> T:
    """A struct with other names in it."""
    if not names or not isinstance(value, Struct):
        return value
    fields = [name for name in value.__struct_fields__ if name in FIELDS]
    changed = {name: _in_field(getattr(value, name), names) for name in fields}
    return cast("T", structs.replace(value, **changed))


def _in_field(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_in_field(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(name, name): one for name, one in value.items()}
    return renamed(value, names)


def as_played(match: Match | None, shown: Names, action: Action | str) -> Action | str:
    """An action that was chosen under the names that are shown, under those of the round."""
    if not shown or match is None:
        return action
    notation = Notation(match.rulebook, [shown.get(name, name) for name in match.players])
    try:
        read = notation.read(action)
    except NotationError:
        return action  # the round says what is wrong with it
    return renamed(read, {new: old for old, new in shown.items()})
