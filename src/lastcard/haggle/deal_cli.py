"""`haggle deal`: a trading round as text, as JSON, or as pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..plain_text import printable
from .deal import FEWEST, MOST, HaggleDeal, deal
from .options import parse_number, parse_seed, tokens
from .wording import HaggleError, shown

FLAGS = ("--help", "--json", "-h")
VALUED = {
    "--names": "the players' names",
    "--out": "the name of a directory",
    "--players": "a number",
    "--seed": "a number",
}


def answer_deal(args: Sequence[str]) -> tuple[str, str]:
    """What goes to standard output, and a note for standard error."""
    given: dict[str, str] = {}
    names: list[str] | None = None
    for option, text in tokens(args, FLAGS, VALUED):
        if option in ("-h", "--help"):
            from .help import DEAL_HELP

            return DEAL_HELP, ""
        if option == "--names":
            names = split_names(text)
        elif option:
            given[option] = text
        elif names is None:
            raise HaggleError(f"{shown(text)} is not expected: names follow --names")
        else:
            names += split_names(text)
    seed = parse_seed(given["--seed"]) if "--seed" in given else None
    dealt = deal(who_plays(given.get("--players"), names), seed)
    note = "" if seed is not None else f"dealt with --seed {dealt.seed}, which deals the same again"
    return worded(dealt, given), note


def split_names(text: str) -> list[str]:
    """The names in a list with commas; a text without a comma is one name."""
    return [name.strip() for name in text.split(",")] if "," in text else [text]


def who_plays(players: str | None, names: list[str] | None) -> int | list[str]:
    """The names, or how many players there are without names."""
    if players is None:
        if names is None:
            raise HaggleError("how many play? expected --players N or --names NAME ...")
        return names
    number = parse_number(players)
    if number is None or not FEWEST <= number <= MOST:
        raise HaggleError(f"--players needs a whole number from {FEWEST} to {MOST}, not {shown(players)}")
    if names is not None and len(names) != number:
        raise HaggleError(f"there are {len(names)} names for {number} players")
    return number if names is None else names


def worded(dealt: HaggleDeal, given: dict[str, str]) -> str:
    """The answer in the form that was asked for; the pages are written on the way."""
    files = []
    if "--out" in given:
        from .pages import write_pages

        files = write_pages(dealt, given["--out"])
    if "--json" in given:
        from json import dumps

        return dumps(as_dict(dealt), indent=2) + "\n"
    if files:
        return "".join(f"{printable(file)}\n" for file in files)
    return "".join(
        f"{printable(player.name)}: {player.hand}; {', '.join(rule.code for rule in player.rules)}\n"
        for player in dealt.players
    )


def as_dict(dealt: HaggleDeal) -> dict[str, Any]:
    """A deal ready for JSON."""
    return {
        "seed": dealt.seed,
        "players": [
            {"name": player.name, "hand": player.hand, "rules": [rule._asdict() for rule in player.rules]}
            for player in dealt.players
        ],
    }
