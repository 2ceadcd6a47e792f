"""Bots by what people type: a built-in name, an installed bot, `module:Class`, or a command line.

`check` refuses what can't be a bot, without starting it; `create` makes the bot for one table.
"""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from ..rulebooks import Rulebook
from .base import Bot
from .forfeits import BotError, worded
from .searcher import ROLLOUTS, Searcher, rollouts_for
from .simple import SimpleBot, names

GROUP: Final = "lastcard.bots"
Factory = Callable[[Rulebook, Sequence[str], int], Bot]


def _simple(level: str, rulebook: Rulebook, players: Sequence[str], seed: int) -> Bot:
    return SimpleBot(rulebook, players, level, seed)


def _majority(rulebook: Rulebook, players: Sequence[str], seed: int) -> Bot:
    from .majority import Majority

    return Majority(rulebook, players, seed)


def _tactician(rulebook: Rulebook, players: Sequence[str], seed: int) -> Bot:
    from .tactician import Tactician

    return Tactician(rulebook, players, seed)


def _searcher(name: str, rulebook: Rulebook, players: Sequence[str], seed: int) -> Bot:
    return Searcher(rulebook, players, seed, rollouts_for(name, len(players)))


BUILT_IN: Final[dict[str, Factory]] = {
    **{level: partial(_simple, level) for level in names()},
    "majority": _majority,
    "tactician": _tactician,
    **{name: partial(_searcher, name) for name in ROLLOUTS},
}


def create(spec: str, rulebook: Rulebook, players: Sequence[str], seed: int) -> Bot:
    """A bot for one table. A bot of a third party is started with its first round, not here."""
    if spec in BUILT_IN:
        return BUILT_IN[spec](rulebook, players, seed)
    if is_command(spec):
        words = command(spec)  # which refuses a system that has no such processes, before we import them
        from .program import ProcessBot

        return ProcessBot(words, rulebook, players)
    from .python_bot import PythonBot

    return PythonBot(factory(spec), rulebook, players, seed)


def check(spec: str) -> None:
    """Refuse a wrong spec with a BotError. A Python bot's module is imported, a program only looked for."""
    if spec in BUILT_IN:
        return
    if is_command(spec):
        command(spec)
    else:
        factory(spec)


def is_command(spec: str) -> bool:
    """Whether a spec is a command line: it starts with `cmd:`, or has a space or a slash in it."""
    return spec.startswith("cmd:") or " " in spec.strip() or "/" in spec


def command(spec: str) -> list[str]:
    """The words of a command line, its program found on our PATH, its files found in our folder.

    The bot has another folder and another environment, so whatever is named here gets its whole path.
    """
    try:
        words = shlex.split(spec.removeprefix("cmd:"))
    except ValueError as error:
        raise BotError(f"{spec}: not a command line: {str(error)[:1].lower()}{str(error)[1:]}") from None
    if not words:
        raise BotError(f"{spec!r}: expected a command line")
    if sys.platform == "win32":
        raise BotError(f"{spec}: programs as bots need Linux, macOS or another Unix")
    program = shutil.which(words[0])
    if program is None:
        there = os.path.isfile(words[0])
        why = "not executable (try chmod +x)" if there else "there is no such program"
        raise BotError(f"{spec}: {words[0]}: {why}")
    return [os.path.abspath(program), *map(_whole, words[1:])]


def _whole(word: str) -> str:
    """A word of a command; a file, also after an equals sign, with its whole path."""
    option, sign, path = ("", "", word) if os.path.exists(word) else word.rpartition("=")
    return f"{option}{sign}{os.path.abspath(path)}" if path and os.path.exists(path) else word


def factory(spec: str) -> Callable[..., Any]:
    """What makes an in-process bot: the object of an entry point or of `module:Class`."""
    if ":" in spec:
        module, _, name = spec.partition(":")
        if not all(word.isidentifier() for word in [*module.split("."), *name.split(".")]):
            raise BotError(f"{spec}: expected module:Class")
        return _load(spec, EntryPoint(spec, spec, GROUP))
    entry = installed().get(spec)
    if entry is None:
        known = [*BUILT_IN, *sorted(installed())]
        close = difflib.get_close_matches(spec, known, 1)
        hint = f"there are {', '.join(known)}, module:Class and commands"
        if close:
            hint = f"did you mean {close[0]}?"
        raise BotError(f"there is no bot {spec!r}; {hint}")
    return _load(spec, entry)


def installed() -> dict[str, EntryPoint]:
    """The bots that other packages bring, by name."""
    return _installed(tuple(sys.path))


@cache
def _installed(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """They are looked for on `sys.path`, which takes its time: once, as long as that stays the same."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _load(spec: str, entry: EntryPoint) -> Callable[..., Any]:
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # `module:Class` is looked for here as well
    try:
        found = import_module(entry.module)
        for name in entry.attr.split("."):
            found = getattr(found, name)
    except (Exception, SystemExit) as error:  # whatever happens in somebody else's module
        raise BotError(f"{spec}: {worded(error)}") from None
    if not callable(found):
        raise BotError(f"{spec}: not a class or function")
    return found


def label(spec: str) -> str:
    """A short name for a bot, good as the name of a player (N1): that of its script, program or class."""
    text = spec.rpartition(":")[2]
    if is_command(spec):
        program, *words = shlex.split(spec.removeprefix("cmd:"))
        script = next((word for word in words if os.path.isfile(word)), program)
        text = os.path.splitext(os.path.basename(script))[0]
    return "".join(ch for ch in text if ch.isalnum() or ch in "-_.+")[:20] or "bot"
