"""Brings a table to where a test begins.

A seed is looked for whose deal leads there in a few actions; people on sockets are dealt from it and play
them; then one of them opens a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any
from unittest.mock import patch

import msgspec

from lastcard.game import Match, View
from lastcard.game.fairness import Seed
from lastcard.rulebooks import load
from lastcard.server.tables import commands
from support.browser.people import Reader
from support.browser.visitors import Visitors
from support.server.people import Guest, Message

Make = Callable[[str], Guest]
Wanted = Callable[[View], Any]  # what the first player sees
Script = list[tuple[int, str]]  # who does what
SEEDS = 400
LAZY = {"must_play": False}  # people may draw at will


def opened(guest: Make, *names: str, seed: bytes | None = None, **how: Any) -> list[Guest]:
    """A table of the first, with the others seated and the cards dealt, from a given seed or any."""
    first, *others = [guest(name) for name in names]
    how = {"seats": len(names), "public": False, "rules": "classic"} | how
    if seed is None:
        code = first.must("create", **how)["code"]
    else:
        with patch.object(commands, "fresh", lambda: seed):
            code = first.must("create", **how)["code"]
    for one in others:
        one.must("open", code=code, sit=True)
    first.must("start")
    for one in (first, *others):
        one.shown(lambda table: table["phase"] == "playing")
    return [first, *others]


def staged(
    guest: Make, wanted: Wanted, *names: str, runner: int = 0, keep: str = "", **how: Any
) -> list[Guest]:
    """People at a table that looks to the first of them as wanted.

    On the way the runner plays whatever fits, but no card that starts with `keep`; everybody else draws and
    passes where the rules let them.
    """
    rules, changes = str(how.get("rules", "classic")), {**LAZY, **how.get("set", {})}
    seed, script = found(wanted, names, rules, tuple(changes.items()), runner, keep)
    people = opened(guest, *names, seed=seed, **{**how, "set": changes})
    for player, action in script:
        do(people, player, action)
    assert wanted(_view(people[0].view))
    return people


def poised(
    guest: Make,
    start: str,
    *names: str,
    actor: int = 1,
    upon: int | None = None,
    holding: int = 0,
    **how: Any,
) -> tuple[list[Guest], str]:
    """People at a table where one of them is about to do something that starts so; and what exactly.

    Everybody draws and passes on the way, or does what has to be done. `upon`: who comes next, and is hit by
    it; `holding`: how many cards the actor has left at most, and then they play what fits.
    """
    rules, changes = str(how.get("rules", "classic")), {**LAZY, **how.get("set", {})}
    seed, script, action = _poised(start, names, rules, tuple(changes.items()), actor, upon, holding)
    people = opened(guest, *names, seed=seed, **{**how, "set": changes})
    for player, what in script:
        do(people, player, what)
    return people, action


def do(people: list[Guest], player: int, action: str) -> None:
    """An action of one of them, until all who are on a socket have seen it."""
    done = people[player].must("act", action=action, version=people[player].table["version"])
    for one in people:
        one.shown(partial(_reached, done["version"]))


@cache
def _poised(
    start: str,
    names: tuple[str, ...],
    rules: str,
    changes: tuple[tuple[str, Any], ...],
    actor: int,
    upon: int | None,
    holding: int,
) -> tuple[bytes, Script, str]:
    rulebook = load(rules, dict(changes))
    for number in range(SEEDS):
        seed = number.to_bytes(32, "big")
        match = Match(rulebook, names)
        match.deal_from(Seed(seed, {}))
        game, script = match.round, Script()
        while len(script) < 60 and (turn := game.view(0).turn) is not None:
            player = match.players.index(turn)
            legal = [str(action) for action in game.legal(player)]
            found = [text for text in legal if text.startswith(start)]
            view = game.view(actor)
            few = not holding or len(view.hand) <= holding
            there = upon is None or (actor + view.direction) % len(names) == upon
            if player == actor and found and few and there:
                return seed, script, found[0]
            keep = start.removeprefix("play ")
            script.append((player, _choice(legal, bool(holding) and player == actor, keep)))
            game.play(*script[-1])
    raise AssertionError("no such deal")


def _reached(version: int, table: Message) -> bool:
    return bool(table["version"] >= version)


def _view(told: Mapping[str, Any]) -> View:
    return msgspec.convert(told, View)


@cache
def found(
    wanted: Wanted,
    names: tuple[str, ...],
    rules: str,
    changes: tuple[tuple[str, Any], ...],
    runner: int,
    keep: str,
) -> tuple[bytes, Script]:
    """The seed with the fewest actions on the way."""
    rulebook = load(rules, dict(changes))
    best: tuple[bytes, Script] | None = None
    for number in range(SEEDS):
        seed = number.to_bytes(32, "big")
        match = Match(rulebook, names)
        match.deal_from(Seed(seed, {}))
        script = _played(match, wanted, runner, keep, 60 if best is None else len(best[1]) - 1)
        best = best if script is None else (seed, script)
        if best is not None and len(best[1]) < 12:
            break
    assert best is not None, "no such deal"
    return best


def _played(match: Match, wanted: Wanted, runner: int, keep: str, most: int) -> Script | None:
    """What is done until it looks as wanted; None if that takes too long."""
    game, script = match.round, Script()
    while not wanted(game.view(0)):
        if len(script) >= most or game.view(0).turn is None:
            return None
        player = match.players.index(str(game.view(0).turn))
        action = _choice([str(action) for action in game.legal(player)], player == runner, keep)
        game.play(player, action)
        script.append((player, action))
    return script


def _choice(legal: list[str], runs: bool, keep: str) -> str:
    plays = [text for text in legal if text.startswith("play ") and not text.endswith(" call")]
    wanted = [text for text in plays if runs and not (keep and text.startswith(f"play {keep}"))]
    lazy = [text for text in ("draw", "pass", "take") if text in legal]
    return (wanted or lazy or plays or legal)[0]


# ---- What the first player sees ----


def a_turn(view: View, *starts: str) -> bool:
    """It is theirs, and each of these can be done."""
    yours = view.turn == view.you and view.phase == "play"
    return yours and all(any(str(action).startswith(start) for action in view.legal) for start in starts)


def a_turn_with_two(view: View) -> bool:
    return a_turn(view, "play ") and len(view.hand) == 2


def one_card_opposite(view: View) -> bool:
    return view.counts[view.players[1]] == 1


def only_pass(view: View) -> bool:
    """A card was drawn, and nothing fits."""
    fits = any(action.verb == "play" for action in view.legal)
    return view.turn == view.you and view.phase == "drawn" and not fits


def a_last_card(view: View) -> bool:
    return a_turn(view, "play ") and len(view.hand) == 1


def an_uncalled_card_across(view: View) -> bool:
    """The player on the other side of the table can be caught."""
    return view.counts[view.players[len(view.players) // 2]] == 1  # who forgot is not told


def ended(one: Guest) -> Message:
    """The table after its match, as its store tells it: their socket was taken over by a browser."""
    again = one.again()
    again.must("open", code=one.table["code"])
    table = again.shown(lambda table: table["phase"] == "over")
    again.close()
    return table


def lay_the_last_card(reader: Reader) -> None:
    """By keys; a wild may ask for its colour. The round is over then."""
    reader.press("ArrowRight", "Enter")
    reader.until(lambda seen: seen["picks"] or not seen["hand"])
    if reader.look()["picks"]:
        reader.press("1")
    reader.until(lambda seen: seen["over"])


def a_coloured_card(view: View) -> bool:
    plain = any(action.verb == "play" and action.colour is None for action in view.legal)
    return a_turn(view) and plain and len(view.hand) > 4


def a_wild(view: View) -> bool:
    return a_turn(view, "play W ") and len(view.hand) > 3


def a_wild_and_one_more(view: View) -> bool:
    return a_turn(view, "play W ") and len(view.hand) == 2


def a_queen(view: View) -> bool:
    return a_turn(view, "play Q") and len(view.hand) > 2


def at_table(visitor: Visitors, one: Guest, **how: object) -> Reader:
    """The browser of somebody who sits at a table; their socket is taken over."""
    reader = visitor(one.token, **how)
    reader.come(one.table["code"])
    reader.until(lambda seen: seen["hand"])
    return reader
