"""Events as sentences, for terminals and logs; the reader's own are told as "You play R7"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..rulebooks import Rulebook

Told = Mapping[str, Any]

_YOUR_VERB = {
    "passes": "pass",
    "catches": "catch",
    "goes": "go",
    "is": "are",
    "has": "have",
    "called": "called",
}


class _Reader:
    """Who reads, and by which rulebook: `says` puts the subject and its verb together."""

    def __init__(self, book: Rulebook, you: str | None) -> None:
        self.book = book
        self.you = you

    def name(self, player: str) -> str:
        return "you" if player == self.you else player

    def says(self, event: Told, verb: str) -> str:
        if event["player"] != self.you or self.you is None:
            return f"{event['player']} {verb}"
        return f"You {_YOUR_VERB.get(verb, verb.removesuffix('s'))}"

    def colour(self, letter: str) -> str:
        return self.book.suits[letter]


def narrate(event: Told, book: Rulebook, you: str | None = None) -> str:
    """One event, in the form that the reader may see (`Event.seen_by` or `in_the_open`)."""
    return _SENTENCES[event["type"]](event, _Reader(book, you))


def cards(n: int) -> str:
    return "a card" if n == 1 else f"{n} cards"


def _played(e: Told, reader: _Reader, verb: str) -> str:
    text = f"{reader.says(e, verb)} {e['card']}"
    if "colour" in e:
        text += f", {reader.colour(e['colour'])}"
    if "with" in e:
        text += f" with {reader.name(e['with'])}"
    return text


def _draw(e: Told, reader: _Reader) -> str:
    if e["count"] == 0:
        return f"{reader.says(e, 'finds')} nothing to draw"
    seen = f": {' '.join(e['cards'])}" if e.get("cards") else ""
    if e["why"] == "forced":
        return f"{reader.says(e, 'must')} draw {cards(e['count'])}{seen}"
    why = {"choice": "", "penalty": " as a penalty", "challenge": " for the challenge"}[e["why"]]
    return f"{reader.says(e, 'draws')} {cards(e['count'])}{why}{seen}"


def _challenge(e: Told, reader: _Reader) -> str:
    verdict = "guilty" if e["guilty"] else "innocent"
    shown = f" ({' '.join(e['hand'])})" if e.get("hand") else ""
    return f"{reader.says(e, 'challenges')} {reader.name(e['against'])}: {verdict}{shown}"


def _over(e: Told, reader: _Reader) -> str:
    if e["reason"] == "won":
        return f"{reader.says(e, 'goes')} out and {'win' if e['player'] == reader.you else 'wins'} the round"
    return f"The round is {e['reason']}: nobody wins it"


_SENTENCES: dict[str, Callable[[Told, _Reader], str]] = {
    "dealer_card": lambda e, r: f"{r.says(e, 'draws')} {e['card']} for the deal",
    "turn_up": lambda e, r: f"{e['card']} is turned up",
    "put_back": lambda e, r: f"{e['card']} may not start the pile and goes back",
    "open": lambda e, r: f"{r.says(e, 'opens')} with {e['card']}",
    "play": lambda e, r: _played(e, r, "plays"),
    "jump": lambda e, r: f"{_played(e, r, 'plays')} out of turn",
    "draw": _draw,
    "pass": lambda e, r: r.says(e, "passes"),
    "name": lambda e, r: f"{r.says(e, 'names')} {r.colour(e['colour'])}",
    "skip": lambda e, r: f"{r.says(e, 'loses')} the turn",
    "reverse": lambda e, r: "Play goes the other way",
    "owes": lambda e, r: f"{r.says(e, 'owes')} {cards(e['count'])}",
    "swap": lambda e, r: f"{r.says(e, 'swaps')} hands with {r.name(e['with'])}",
    "hands_passed": lambda e, r: "All hands are passed on",
    "reshuffle": lambda e, r: f"The discards are shuffled into a new draw pile of {cards(e['count'])}",
    "charge": lambda e, r: f"{r.says(e, 'is')} charged {e['points']} points for replenishing",
    "call": lambda e, r: f"{r.says(e, 'calls')} the last card",
    "false_call": lambda e, r: f"{r.says(e, 'called')} falsely",
    "catch": lambda e, r: f"{r.says(e, 'catches')} {r.name(e['caught'])} without a call",
    "false_catch": lambda e, r: f"{r.says(e, 'accuses')} {r.name(e['accused'])} falsely",
    "no_effect": lambda e, r: f"{r.says(e, 'is')} too late, nothing happens",
    "challenge": _challenge,
    "round_over": _over,
}
