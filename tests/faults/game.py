"""One game: a table from its creation to its end, and what its people do there, chosen at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from .history import History, Message, Player, Shown

RULES: Final = ("classic", "fool108", "league", "rounds")
HEALED: Final = 25.0  # seconds in which a game goes on when nothing is broken any more
Calm = Callable[[], AbstractAsyncContextManager[None]]


async def play_game(players: list[Player], chance: random.Random, seconds: float, calm: Calm) -> History:
    """A game from create to close. If it takes long, the nemesis has to wait; then it must go on."""
    history = History()
    for one in players:
        one.sit_down(history)
    task = asyncio.create_task(_play(players, chance))
    try:
        done = await _ends(task, seconds)
        if not done:
            async with calm():
                moves = -1
                while not done and moves < _moves(history):
                    moves = _moves(history)
                    done = await _ends(task, HEALED)
    finally:
        history.waited_for = "" if history.finished else _seen(players)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    if done:
        task.result()
    return history


async def _ends(task: asyncio.Task[None], seconds: float) -> bool:
    done, _ = await asyncio.wait([task], timeout=seconds)
    return bool(done)


def _moves(history: History) -> int:
    """The version of the game that was shown last."""
    shown = (one.message["table"]["version"] for one in reversed(history.steps) if isinstance(one, Shown))
    return int(next(shown, 0))


def _seen(players: list[Player]) -> str:
    """What everybody saw last."""
    lines = []
    for one in players:
        table = one.table or {"n": 0, "version": 0, "phase": "nothing", "view": None}
        turn = table["view"] and table["view"]["turn"]
        lines.append(f"{one.name} saw {table['phase']}, event {table['n']}, turn of {turn}")
    return "; ".join(lines)


async def _play(players: list[Player], chance: random.Random) -> None:
    host, *others = players
    history = host.history
    bots = chance.random() < 0.4
    settings = {"rounds": chance.choice((1, 1, 2)), "max_turns": 120}
    seats = len(players) + bots
    created = await host.create(
        rules=chance.choice(RULES), set=settings, seats=seats, timer=600, pace="fast", public=True
    )
    while created["type"] != "ack":
        await asyncio.sleep(0.05)
        created = await host.create(rules=chance.choice(RULES), set=settings, seats=seats, timer=600)
    history.code = host.code = created["code"]
    await host.drop("to see it from the start")
    await host.be_there()
    for one in others:
        one.code = history.code
    async with asyncio.TaskGroup() as group:
        for one in others:
            group.create_task(_be_a_player(one))
        await _be_the_host(host, len(players), bots)
    history.finished = True


async def _be_the_host(host: Player, people: int, bots: bool) -> None:
    """Wait for the others, start, play, close."""
    while sum(seat["kind"] == "person" for seat in host.table.get("seats", ())) < people:
        await host.be_there()
        await _news(host)
    while bots and not any(seat["kind"] == "bot" for seat in host.table["seats"]):
        await host.command("bot", seat=people, level=host.chance.choice(("beginner", "casual")))
    while host.table["phase"] == "waiting":
        await host.command("start")
        await _news(host)
    while host.table["phase"] != "over":
        await _turn(host)
    while not host.gone:
        answer = await host.command("close")
        if answer["type"] == "ack":
            host.gone = True


async def _be_a_player(one: Player) -> None:
    await one.be_there(sit=True)
    while not one.gone:
        await _turn(one)


async def _news(one: Player) -> None:
    """Wait until something was shown, or for a moment: then there may be something to say."""
    one.changed.clear()
    try:
        async with asyncio.timeout(0.1 + 0.2 * one.chance.random()):
            await one.changed.wait()
    except TimeoutError:
        pass


async def _turn(one: Player) -> None:
    """Do one thing, or wait."""
    await one.be_there()
    if one.gone:
        return
    wish = _wish(one)
    if wish is None:
        await _news(one)
        return
    kind, more = wish
    if kind == "come":
        await one.be_there(sit=True)
    elif kind == "vanish":
        await one.drop("went away")
    else:
        answer = await one.command(kind, **more)
        if answer["type"] == "refused":
            await _news(one)
        elif kind == "leave":
            one.table = {**one.table, "you": None}  # we are in the lobby


def _wish(one: Player) -> tuple[str, Message] | None:
    """What this person wants now, by what is shown."""
    table, chance = one.table, one.chance
    if table["you"] is None:
        return ("come", {})
    me = table["seats"][table["you"]]
    if me["away"]:
        return ("away", {"away": False})
    if table["phase"] == "between":
        return None if me["ready"] else ("ready", {})
    if chance.random() < 0.03:
        return _aside(one)
    if table["phase"] == "playing" and table["view"]["turn"] == table["view"]["you"]:
        return ("act", {"action": _action(table, chance), "version": table["version"]})
    if table["phase"] == "playing" and chance.random() < 0.04:  # wrong, or brave
        wrong: Any = chance.choice(("draw", "call", f"catch {table['seats'][0]['name']}", "nonsense"))
        return ("act", {"action": wrong, "version": max(0, table["version"] - chance.randrange(3))})
    return None


def _action(table: Message, chance: random.Random) -> Any:
    legal = table["view"]["legal"]
    plays = [action for action in legal if action["verb"] == "play"]
    called = [action for action in plays if action.get("call")]
    return chance.choice(called or plays if plays and chance.random() < 0.9 else legal)


def _aside(one: Player) -> tuple[str, Message]:
    """Something beside the game."""
    what = one.chance.choice(("say", "say", "away", "leave", "vanish", "shuffle"))
    if what == "say":
        return ("say", {"text": f"{one.name} says {one.chance.randrange(10**9)}"})
    if what == "shuffle":
        return ("shuffle", {"text": f"salt {one.chance.randrange(10**9)}"})
    if what == "leave" and one.table["host"] != one.table["you"]:
        return ("leave", {})
    return ("away", {"away": True}) if what == "away" else ("vanish", {})
