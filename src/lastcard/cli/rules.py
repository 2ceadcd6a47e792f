"""`lastcard rules`: the rulebooks, and each one as a sheet made from its data."""

from __future__ import annotations

import json
import textwrap

import msgspec

from ..rulebooks import Rulebook, load, names, options
from ..rulebooks.json_schema import json_schema
from ..rulebooks.sheet import as_text, in_english
from .common import Parser, add_rules, chosen, load_rulebook, print_json

FULL_TEXT = "The full text of the rules, clause by clause: docs/rules.md in the source repository"


def main(words: list[str]) -> int:
    """List the rulebooks, or print one as a sheet, as its options or as JSON."""
    parser = Parser(prog="lastcard rules", description="List the rulebooks, or print one as a rule sheet.")
    add_rules(parser)
    parser.add_argument("--options", action="store_true", help="show what can be set, and how it is set")
    parser.add_argument("--json", action="store_true", help="for programs: the sheet and the whole rulebook")
    parser.add_argument(
        "--schema", action="store_true", help="a JSON schema of rulebook files, for editors that check TOML"
    )
    args = parser.read(words)
    source = chosen(parser, args)
    if args.schema:
        if source or args.changes or args.options:
            parser.error("--schema is the same for all rulebooks: name none of them")
        print(json.dumps(json_schema(), indent=1))
        return 0
    if source is None:
        if args.changes or args.options:
            parser.error("name a rulebook to set its house rules or to see its options")
        _list(args.json)
        return 0
    rulebook = load_rulebook(source, args.changes)
    if args.json:
        print_json(_as_data(rulebook))
    elif args.options:
        _options(rulebook)
    else:
        print(f"{as_text(rulebook)}\n{FULL_TEXT}")
    return 0


def _list(as_json: bool) -> None:
    rulebooks = [load(name) for name in names()]
    if as_json:
        keys = ("name", "title", "about", "min_players", "most_players")
        print_json([{key: getattr(rulebook, key) for key in keys} for rulebook in rulebooks])
        return
    for rulebook in rulebooks:
        players = f"{rulebook.min_players} to {rulebook.most_players} players"
        print(f"{rulebook.name:8}  {rulebook.title}, {players}")
        print(f"{'':8}  {rulebook.about}")
    print("\n`lastcard rules NAME` prints one of them; your own TOML file works wherever a name does.")


def _options(rulebook: Rulebook) -> None:
    """Every field that can be set, its value here, and its sentence of help."""
    print(f"{rulebook.name}: what `--set FIELD=VALUE` can change, with the value in force\n")
    for one in options().values():
        value = str(getattr(rulebook, one.name)).lower()
        print(f"{one.name} = {value}   ({one.values})")
        print(textwrap.fill(one.help, 96, initial_indent="    ", subsequent_indent="    "))
    print(f"\n{FULL_TEXT}")


def _as_data(rulebook: Rulebook) -> dict[str, object]:
    return {
        "rules": msgspec.to_builtins(rulebook),
        "sheet": [section._asdict() for section in in_english(rulebook)],
    }
