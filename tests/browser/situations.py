"""Brings a table to where a test begins: people on sockets play it there, then one of them opens a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from server.people import Guest, Message

Make = Callable[[str], Guest]
Choose = Callable[[Message], str]
ROUNDS = 60  # more than any of these situations needs


def opened(guest: Make, *names: str, **how: Any) -> list[Guest]:
    """A table of the first, with the others seated and the cards dealt."""
    first, *others = [guest(name) for name in names]
    code = first.must("create", **({"seats": len(names), "public": False} | how))["code"]
    for one in others:
        one.must("open", code=code, sit=True)
    first.must("start")
    for one in (first, *others):
        one.shown(lambda table: table["phase"] == "playing")
    return [first, *others]


def first_legal(view: Message) -> str:
    """The first play without a call; draw or pass if there is none."""
    legal: list[str] = [text for text in view["legal"] if text != "call" and not text.startswith("catch ")]
    return next((text for text in legal if not text.endswith(" call")), legal[0])


def race(one: Guest, keep: str = "") -> Choose:
    """One gets rid of all cards but those that begin so; everybody else draws and passes (needs LAZY)."""

    def choose(view: Message) -> str:
        legal = [text for text in view["legal"] if text.startswith("play ") and view["you"] == one.name]
        legal = [text for text in legal if not (keep and text.startswith(f"play {keep}"))]
        lazy = [text for text in ("draw", "pass", "take") if text in view["legal"]]
        return first_legal({"legal": legal or lazy or view["legal"]})

    return choose


LAZY = {"must_play": False}


def play_until(people: Sequence[Guest], wanted: Callable[[], Any], choose: Choose = first_legal) -> None:
    """Everybody in turn plays what `choose` says, round after round, until it is as wanted."""
    dealt = 0
    while not wanted():
        table = people[0].table
        if table["phase"] == "playing":
            one = next(one for one in people if one.my_turn)
            version = one.must("act", action=choose(one.view), version=one.table["version"])["version"]
        else:
            dealt += 1
            assert dealt < ROUNDS, "it did not come"
            version = table["version"]
            for one in people:
                version = one.must("ready")["version"]
        for one in people:
            one.shown(partial(_at_least, version))


def _at_least(version: int, table: Message) -> bool:
    return bool(table["version"] >= version)


def holds(one: Guest, count: int, *starts: str) -> bool:
    """It is their turn with so many cards, and every one of these can be done."""
    legal = one.view["legal"] if one.my_turn else []
    fits = all(any(text.startswith(start) for text in legal) for start in starts)
    return bool(legal) and len(one.view["hand"]) == count and fits
