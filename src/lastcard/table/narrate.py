"""Events as sentences, for terminals and logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..rulebooks import Rulebook


def narrate(event: Mapping[str, Any], book: Rulebook) -> str:
    """One event, in the form that the reader may see (`Event.seen_by` or `in_the_open`)."""
    return _SENTENCES[event["type"]](event, book)


def cards(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"


def _played(event: Mapping[str, Any], book: Rulebook, verb: str) -> str:
    text = f"{event['player']} {verb} {event['card']}"
    if "colour" in event:
        text += f" and names {book.suits[event['colour']]}"
    if "with" in event:
        text += f" with {event['with']}"
    return text


def _draw(event: Mapping[str, Any], book: Rulebook) -> str:
    n = event["count"]
    if n == 0:
        return f"{event['player']} finds nothing to draw"
    seen = f": {' '.join(event['cards'])}" if event.get("cards") else ""
    why = {"choice": "", "forced": " by force", "penalty": " as a penalty", "challenge": " for the challenge"}
    return f"{event['player']} draws {cards(n)}{why[event['why']]}{seen}"


def _challenge(event: Mapping[str, Any], book: Rulebook) -> str:
    verdict = "guilty" if event["guilty"] else "innocent"
    shown = f" ({' '.join(event['hand'])})" if event.get("hand") else ""
    return f"{event['player']} challenges {event['against']}: {verdict}{shown}"


def _over(event: Mapping[str, Any], book: Rulebook) -> str:
    if event["reason"] == "won":
        return f"{event['player']} goes out and wins the round"
    return f"The round is {event['reason']}: nobody wins it"


_SENTENCES: dict[str, Callable[[Mapping[str, Any], Rulebook], str]] = {
    "dealer_card": lambda e, b: f"{e['player']} draws {e['card']} for the deal",
    "turn_up": lambda e, b: f"{e['card']} is turned up",
    "put_back": lambda e, b: f"{e['card']} may not start the pile and goes back",
    "open": lambda e, b: f"{e['player']} opens with {e['card']}",
    "play": lambda e, b: _played(e, b, "plays"),
    "jump": lambda e, b: _played(e, b, "jumps in with"),
    "draw": _draw,
    "pass": lambda e, b: f"{e['player']} passes",
    "name": lambda e, b: f"{e['player']} names {b.suits[e['colour']]}",
    "skip": lambda e, b: f"{e['player']} loses the turn",
    "reverse": lambda e, b: "Play goes the other way",
    "owes": lambda e, b: f"{e['player']} owes {cards(e['count'])}",
    "swap": lambda e, b: f"{e['player']} and {e['with']} swap hands",
    "hands_passed": lambda e, b: "All hands are passed on",
    "reshuffle": lambda e, b: f"The discards are shuffled into a new draw pile of {cards(e['count'])}",
    "charge": lambda e, b: f"{e['player']} is charged {e['points']} points for replenishing",
    "call": lambda e, b: f"{e['player']} calls the last card",
    "false_call": lambda e, b: f"{e['player']} called falsely",
    "catch": lambda e, b: f"{e['player']} catches {e['caught']}, who has not called",
    "false_catch": lambda e, b: f"{e['player']} accuses {e['accused']} falsely",
    "no_effect": lambda e, b: f"{e['player']} is too late, nothing happens",
    "challenge": _challenge,
    "round_over": _over,
}
