"""Events as English sentences, for terminals and logs, worded by their keys in the catalogue of messages."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from ..messages import catalogue, sentence
from ..rulebooks import Rulebook
from . import events as e

_PEOPLE: Final = ("with", "caught", "accused", "against")


def narrate(event: e.Event, rulebook: Rulebook, you: str | None = None) -> str:
    """One event, in the form that the reader may see (`Event.seen_by`, or the whole of it in a replay)."""
    mine = you is not None and event.player == you
    code = _code(event)
    if mine and f"{code}.you" in catalogue():
        code += ".you"
    if isinstance(event, e.PlayerCaught) and event.caught == you:
        code = "event.catch.at.you"
    if isinstance(event, e.DealerChosen) and event.first == you:
        code = "event.dealer.at.you"
    return sentence(code, _params(event, rulebook, you)) + _shown(event)


def _code(event: e.Event) -> str:
    """The key of an event; some have one for each case."""
    code = f"event.{event.type}"
    match event:
        case e.CardPlayed(colour=str()):
            return f"{code}.named"
        case e.CardPlayed(partner=str()):
            return f"{code}.with"
        case e.CardsDrawn():
            return _drawn(event, code)
        case e.DealersTied(number=None):
            return f"{code}.none"
        case e.Challenged():
            return f"{code}.{'guilty' if event.guilty else 'innocent'}"
        case e.RoundEnded(player=None):
            return f"{code}.nobody"
    return code


def _drawn(event: e.CardsDrawn, code: str) -> str:
    if event.count == 0:
        return f"{code}.none"
    if event.why != "choice":
        return f"{code}.{event.why}"
    return f"{code}.seen" if event.cards else code


def _params(event: e.Event, rulebook: Rulebook, you: str | None) -> dict[str, object]:
    """What goes into the places: the event's fields, with the colour in words and the reader as "you"."""
    params: dict[str, object] = event.data()
    if params["player"] == you and you is not None:
        params["player"] = sentence("you", {})
    for person in _PEOPLE:
        if you is not None and params.get(person) == you:
            params[person] = sentence("you.object", {})
    if isinstance(event, e.DealersTied) and you is not None:
        params["players"] = [sentence("you.object", {}) if name == you else name for name in event.players]
    if "colour" in params:
        params["colour"] = rulebook.suits[str(params["colour"])]
    if isinstance(event, e.CardsDrawn) and event.cards:
        params["cards"] = " ".join(event.cards)
    params.setdefault("count", params.get("points", 0))
    return params


def _shown(event: e.Event) -> str:
    """Cards that the reader sees and the sentence does not name."""
    cards: list[str] | UnsetType = UNSET
    if isinstance(event, e.CardsDrawn) and event.why != "choice":
        cards = event.cards
    elif isinstance(event, e.Challenged):
        cards = event.hand
    return f" ({' '.join(cards)})" if cards else ""
