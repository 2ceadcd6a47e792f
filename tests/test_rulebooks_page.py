"""docs/rulebooks.md is true: its files are played, its commands run, its refusals met, its tables right."""

from __future__ import annotations

import ast
import inspect
import re
import shlex
from pathlib import Path

import pytest

from lastcard.bots import SimpleBot
from lastcard.bots.loop import play_match
from lastcard.cli import main
from lastcard.game import Match, seeded
from lastcard.rulebooks import RulebookError, checks, load
from support.rulebook_fields import PAGE, filled_in

TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(toml|console)\n(.*?)^```$", TEXT, re.M | re.S)
REFUSED = re.findall(
    r"^\| `(\w+)` \| (`.*`) \| (.*?) \| .*\|$", TEXT[TEXT.index("## What is refused") :], re.M
)


def written(folder: Path, block: str) -> Path | None:
    """The file of a block whose first line is its name."""
    name = re.match(r"# (\w+\.toml)\n", block)
    if name is None:
        return None
    path = folder / name[1]
    path.write_text(block, encoding="utf-8")
    return path


def test_the_page_is_executed_from_top_to_bottom(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for kind, block in BLOCKS:
        if kind == "toml":
            written(tmp_path, block)
            continue
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            program, *words = shlex.split(command)
            assert program == "lastcard"
            main(words)
            said = capsys.readouterr()
            assert said.out + said.err == output, command
            ran += 1
    assert ran == 5


@pytest.mark.slow
def test_the_games_of_the_page_are_played_to_their_end(tmp_path: Path) -> None:
    files = {path for kind, block in BLOCKS if kind == "toml" and (path := written(tmp_path, block))}
    assert {path.name for path in files} == {"eights.toml", "kitchen.toml"}
    for path in files:
        rulebook = load(path)
        for count in range(rulebook.min_players, 5):
            players = ["Ann", "Bob", "Cid", "Dot"][:count]
            match = Match(rulebook, players, seeded(f"{path.name} {count}"))
            play_match(match, [SimpleBot(rulebook, players, "greedy", seat) for seat in range(count)])
            assert match.over
            assert max(match.standing.totals.values()) >= rulebook.target


def test_the_tables_of_fields_are_those_of_the_schema() -> None:
    assert filled_in(TEXT) == TEXT, "the fields have changed: `make schema` writes the tables again"


@pytest.mark.parametrize(("base", "says", "refusal"), REFUSED, ids=[row[1] for row in REFUSED])
def test_what_the_page_says_is_refused_is_refused(tmp_path: Path, base: str, says: str, refusal: str) -> None:
    path = tmp_path / "my.toml"
    lines = [f'extends = "{base}"', *re.findall(r"`([^`]*)`", says)]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: {refusal}"


def patterns() -> list[str]:
    """Each sentence with which a file can be refused as a whole, as a regular expression."""
    found = []
    for function in ast.parse(inspect.getsource(checks)).body:
        if isinstance(function, ast.FunctionDef) and function.name != "idle_changes":
            for node in ast.walk(function):
                if isinstance(node, ast.Yield) and node.value is not None:
                    parts = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
                    texts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in parts]
                    found.append("".join(texts))
    return found


@pytest.mark.parametrize("pattern", patterns())
def test_every_refusal_of_a_combination_is_on_the_page(pattern: str) -> None:
    said = [refusal for _, _, refusal in REFUSED]
    assert any(re.fullmatch(pattern, one) for one in said), "docs/rulebooks.md: add a row to What is refused"
