"""Plays rounds with bots and writes what seat 0 sees as JSON: scenes to look at without a server.

.venv/bin/python client/dev/dump.py > client/dev/scenes.json
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from lastcard.bots.registry import create
from lastcard.game import Match, seeded
from lastcard.game.calling import calling
from lastcard.game.events import Event
from lastcard.rulebooks import load
from lastcard.rulebooks.options import options
from lastcard.server.tables.projection import deck_of, for_people

NAMES = ["Mira", "Anton", "Juno", "Wen", "Ada", "Otto", "Mila", "Raj", "Noor", "Pip"]


def scene(match: Match, events: list[Any]) -> dict[str, Any]:
    view = msgspec.to_builtins(for_people(match.round.view(0)))
    standing = msgspec.to_builtins(match.standing)
    values = {name: getattr(match.rulebook, name) for name in options()}
    deck = msgspec.to_builtins(deck_of(match.rulebook))
    out = {"view": view, "events": events[-60:], "standing": standing, "round": len(match.rounds)}
    return out | {"values": values, "deck": deck, "calling": msgspec.to_builtins(calling(match.round, 0))}


def seen(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events as seat 0 sees them."""
    return [event.seen_by(NAMES[0]).data() for event in events]


def steps(rules: str, players: int, seed: int, count: int, **options: Any) -> list[dict[str, Any]]:
    """The scenes after each of the first `count` actions of a match."""
    rulebook = load(rules, options)
    match = Match(rulebook, NAMES[:players], seeded(seed))
    bots = [create("majority", rulebook, NAMES[:players], seat) for seat in range(players)]
    events: list[Any] = []
    out: list[dict[str, Any]] = []
    while len(out) < count and not match.over:
        if not match.rounds or match.round.over:
            match.deal()
            events += seen(match.round.events)
        seat = match.round.state.turn
        action = bots[seat].choose(match.round.view(seat))
        events += seen(match.play(seat, action))
        out.append(scene(match, events))
    return out


def hoard(cards: int) -> dict[str, Any]:
    """Seat 0 draws and draws."""
    rulebook = load("league")
    match = Match(rulebook, NAMES[:4], seeded(3))
    match.deal()
    bots = [create("lazy", rulebook, NAMES[:4], seat) for seat in range(4)]
    events: list[Any] = []
    last = scene(match, events)
    while not match.round.over and len(match.round.view(0).hand) < cards or match.round.state.turn != 0:
        seat = match.round.state.turn
        legal = match.round.view(seat).legal
        want = next((action for action in legal if action.verb in ("draw", "pass")), legal[0])
        few = len(match.round.view(seat).hand) < 5
        action = want if seat == 0 or few else bots[seat].choose(match.round.view(seat))
        events += seen(match.play(seat, action))
        if match.round.over:
            break
        last = scene(match, events)
    return last


def main() -> None:
    scenes = {
        "classic4": steps("classic", 4, 7, 260),
        "classic2": steps("classic", 2, 1, 90),
        "classic10": steps("classic", 10, 5, 90),
        "league3": steps("league", 3, 2, 90),
        "rounds4": steps("rounds", 4, 2, 90),
        "fool3": steps("fool108", 3, 4, 90),
        "fool6": steps("fool108", 6, 4, 90),
        "house4": steps("classic", 4, 9, 120, stacking="any", jump_in=True, seven_zero=True),
        "hoard": [hoard(30)],
    }
    print(json.dumps(scenes, ensure_ascii=False))


if __name__ == "__main__":
    main()
