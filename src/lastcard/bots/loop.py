"""Running a table: whoever is in turn acts, and whoever could react is asked first, in the order of C7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.legal import asked
from ..game import Event, Match, View
from .base import Bot

REACTIONS = ("call", "catch", "jump")

Seen = dict[str, Any]  # an event, as `Event.seen_by` tells it
Watch = Callable[[list[Event]], None]


def play_match(match: Match, players: Sequence[Bot], watch: Watch = lambda events: None) -> None:
    """Deal and play rounds until the match is over; `watch` gets the events of every deal and action."""
    while not match.over:
        if not match.rounds or match.round.over:
            round = match.deal()
            watch([*(match.before if len(match.rounds) == 1 else ()), *round.events])
        play_round(match, players, watch)


def play_round(match: Match, players: Sequence[Bot], watch: Watch = lambda events: None) -> None:
    round = match.round
    told = [0] * len(players)  # how many of the events each seat has been told
    while not round.over:
        if ask_reactions(match, players, watch, told):
            continue
        seat = round.state.turn
        tell(match, seat, players[seat], told)
        watch(match.apply(seat, players[seat].choose(round.view(seat))))


def tell(match: Match, seat: int, player: Bot, told: list[int]) -> None:
    """Before it is asked, a player that wants to know hears what has happened, as its seat saw it."""
    notice = getattr(player, "notice", None)
    if notice is not None:
        events = match.round.events
        notice([event.seen_by(match.players[seat]) for event in events[told[seat] :]])
        told[seat] = len(events)


def ask_reactions(match: Match, players: Sequence[Bot], watch: Watch, told: list[int]) -> bool:
    """Ask every seat that could react, once; True if somebody jumped in, which is a new situation."""
    round = match.round
    order = [asked(round.state, i) for i in range(len(players))]
    for seat in order:
        view = round.view(seat)
        if not reactions(view):
            continue
        tell(match, seat, players[seat], told)
        text = players[seat].respond(view)
        if text is not None:
            watch(match.apply(seat, text))
            if text.startswith("jump") or round.over:
                return True
    return False


def reactions(view: View) -> list[str]:
    """What a seat that is asked for a reaction can answer, if it wants to."""
    return [text for text in view.legal if text.split()[0] in REACTIONS]
