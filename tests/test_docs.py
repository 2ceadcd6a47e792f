"""The documents are true: their examples are run, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.bots.levels import LEVELS
from lastcard.cli import main as lastcard
from lastcard.haggle.cli import main as haggle

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
names = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
examples = pytest.mark.parametrize(
    "page",
    # tests/haggle/test_docs.py has its own, with pipes, and test_rulebooks_page.py, with files
    [page for page in PAGES if page.name not in ("haggle.md", "rulebooks.md")],
    ids=lambda page: page.name,
)
PROGRAMS = {"lastcard": lastcard, "haggle": haggle}


def consoles(page: Path) -> list[tuple[str, str]]:
    """The commands of the page's console blocks, each with what it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.slow
@examples
def test_console_examples_print_what_they_say(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # what they write is not ours to keep
    for command, output in consoles(page):
        program, *words = command.split()
        assert PROGRAMS[program](words) == 0
        assert capsys.readouterr().out == output


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page.name == "simulate.md" else ())  # the compiler
        for page in PAGES
        if page.name != "haggle.md"
    ],
    ids=lambda page: page.name,
)
def test_python_examples(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


@names
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_players_page_tells_every_level_and_every_key() -> None:
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    for name, level in LEVELS.items():
        assert f"| `{name}` | {level.about} |" in page
    shown = (ROOT / "client" / "src" / "pages" / "KeyHelp.svelte").read_text(encoding="utf-8")
    keys = [re.sub(r"<.*?>", "", one) for one in re.findall(r"<dt>(.*?)</dt>", shown)]
    assert re.findall(r"^\| (\S.*?) \|", page[page.index("| key |") :], re.M)[1:] == keys


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every link and every name in the API reference is found."""
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", "-b", "html", "docs"]
    done = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "api.html").read_text(encoding="utf-8")
    for name in ("Match", "Round", "play_match", "score", "Refusal"):
        assert f"lastcard.{name}" in page
    assert 'id="c4"' in (tmp_path / "rules.html").read_text(encoding="utf-8").lower()
