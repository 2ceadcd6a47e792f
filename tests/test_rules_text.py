"""docs/rules.md is the one text of the rules: a reference to a clause is a reference to one that is there.

A clause is a heading by itself (`### C4`), so that `docs/rules.md#c4` leads there on GitHub and on the docs
site. A reference to a clause is the letter of a chapter with one or two digits, standing as a word by itself.
Green cards look the same (`G7`), and so do parts of code. So we look only where people write for people, and
skip what stands in backticks:

- in documents: the text outside of code; in all of them but docs/rules.md a reference must be a link;
- in Python: comments and docstrings, and the names of tests, where an id stands between underscores;
- in TypeScript, Svelte, CSS and TOML: comments, and the names of tests, where an id comes first.

Texts that users read hold no ids: nobody could follow them there. In those a G counts only in parentheses,
since card texts are strings.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from lastcard.cli import main
from lastcard.rulebooks import names

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
CHAPTERS = "UCLTFGHN"
CLAUSE = re.compile(rf"(?<![\w#&+])[{CHAPTERS}]\d{{1,2}}(?![\w+])")
SHOWN_CLAUSE = re.compile(rf"(?<![\w#&+])[{CHAPTERS.replace('G', '')}]\d{{1,2}}(?![\w+])|\(G\d{{1,2}}[,)-]")
POSSIBLE = re.compile(rf"[{CHAPTERS}]\d")  # a file without it is not looked at closely: that takes long
LINK = re.compile(r"\[([^\]]*)\]\(([^)#]*)#?([^)]*)\)")
TEST_NAME = re.compile(r"^(?:async )?def (test_\w+)|^test\('([^']*)'", re.M)
COMMENTS = {
    ".ts": r"(?<!:)//[^\n]*|/\*.*?\*/",
    ".svelte": r"<!--.*?-->|(?<!:)//[^\n]*|/\*.*?\*/",
    ".css": r"/\*.*?\*/",
    ".toml": r"#[^\n]*",
}
SUFFIXES = {*COMMENTS, ".py", ".md", ".html", ".js", ".json", ".c", ".h", ".sh", ".txt"}
FOLDERS = ("src", "client", "docs", "tests", "benchmarks", "examples")
NOT_OURS = {"node_modules", "static", "golden", "__pycache__"}  # installed, built, recorded
# What only its authors could follow: documents outside of the repository, and two targets in one cell.
PRIVATE = re.compile(
    r"\b(?:RULES|UI|TABLE|DESIGN|STYLE|VOCABULARY)\.md|rulings\.md|\b[Ss]eeds? 00\d|\bRULES [A-Z]\d"
    r"|[|\"] ?\d[\d.]* \[\d[\d.]*\] ?[|\"]|than was asked\sfor|\bthe brief\b"
)


def written_in(*folders: str) -> list[Path]:
    """The files that people wrote there."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*"))
    return [
        path
        for path in paths
        if path.suffix in SUFFIXES and not NOT_OURS & set(path.relative_to(ROOT).parts) and path.is_file()
    ]


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Without code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def statements(block: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Those of a block and of all blocks in it; no expressions, which are most of a tree."""
    for node in block:
        yield node
        for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
            found = getattr(node, inner, None)
            if isinstance(found, list):
                yield from statements(found)


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    found = []
    for node in statements([tree]):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.append(first.value)
    return found


def comments(path: Path) -> list[str]:
    """Those of a Python file that may hold an id; to look closely takes long."""
    text = read(path)
    if not re.search(rf"#.*{POSSIBLE.pattern}", text):
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def remarks(path: Path) -> list[str]:
    """The comments and docstrings of a file of code, or the text of a document."""
    text = read(path)
    if path.suffix == ".md":
        return [text]
    if path.suffix == ".py":
        return [*comments(path), *(str(one.value) for one in docstrings(ast.parse(text)))]
    return re.findall(COMMENTS[path.suffix], text, re.S) if path.suffix in COMMENTS else []


def shown(path: Path) -> Iterator[str]:
    """The texts in a file that users may get to read."""
    text = read(path)
    if not POSSIBLE.search(text):
        return
    if path.suffix == ".py":
        tree = ast.parse(text)
        unseen = {id(one) for one in docstrings(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unseen:
                yield node.value
    elif path.suffix in COMMENTS:
        yield re.sub(COMMENTS[path.suffix], "", text, flags=re.S)
    elif path.suffix == ".json":
        yield text


def clauses() -> list[str]:
    return re.findall(rf"^### ([{CHAPTERS}]\d+)$", read(RULES), re.M)


def clauses_of_tests(path: Path) -> set[str]:
    """Those in the names of a file's tests: `test_C6_C7_...`, or `F12 the keys` in the client."""
    found: set[str] = set()
    for python, script in TEST_NAME.findall(read(path)):
        found |= {part for part in python.split("_") + script.split(" ")[:1] if CLAUSE.fullmatch(part)}
    return found


def referred_to(path: Path) -> set[str]:
    if not POSSIBLE.search(read(path)):
        return set()
    return {one for remark in remarks(path) for one in CLAUSE.findall(prose(remark))} | clauses_of_tests(path)


def found_in(paths: list[Path], found: dict[Path, set[str]]) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {one}" for path in paths for one in sorted(found[path])]


def test_clauses_are_numbered_without_gaps_and_have_a_title() -> None:
    for letter in CHAPTERS:
        numbers = [int(clause[1:]) for clause in clauses() if clause[0] == letter]
        assert numbers == list(range(1, max(numbers) + 1))
    assert len(re.findall(r"^### .*\n\n\*\*", read(RULES), re.M)) == len(clauses())


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_clause_that_is_referred_to_is_in_the_rules(folder: str) -> None:
    paths = written_in(folder) + (pages() if folder == "docs" else [])
    assert found_in(paths, {path: referred_to(path) - set(clauses()) for path in paths}) == []


def test_every_clause_has_a_test_that_carries_its_id() -> None:
    tested: set[str] = set().union(*map(clauses_of_tests, written_in("tests", "client/tests")))
    assert [clause for clause in clauses() if clause not in tested] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_clause_in_a_document_is_a_link_to_its_text(page: Path) -> None:
    text = prose(read(page))
    for label, target, anchor in LINK.findall(text):
        if CLAUSE.fullmatch(label):
            assert ((page.parent / target).resolve() if target else page, anchor) == (RULES, label.lower())
    if page != RULES:
        assert CLAUSE.findall(LINK.sub("", text)) == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_into_a_document_lead_to_one_of_its_headings(page: Path) -> None:
    for _, target, anchor in LINK.findall(prose(read(page))):
        if anchor and ":" not in target:
            headings = re.findall(r"^#+ (.*)$", read(page.parent / target if target else page), re.M)
            slugs = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
            assert anchor in slugs, f"{target}#{anchor}"


def test_what_users_read_names_no_clause() -> None:
    paths = written_in("src", "client/src")
    found = {path: {one for text in shown(path) for one in SHOWN_CLAUSE.findall(text)} for path in paths}
    assert found_in(paths, found) == []


def test_nothing_refers_to_documents_that_are_not_here() -> None:
    paths = written_in(*FOLDERS) + [path for path in ROOT.iterdir() if path.suffix in SUFFIXES | {""}]
    paths = [path for path in paths if path.is_file() and not path.name.startswith(".")]
    assert found_in(paths, {path: set(PRIVATE.findall(read(path))) for path in paths}) == []


@pytest.mark.parametrize("words", [[], ["--options"]], ids=["sheet", "options"])
@pytest.mark.parametrize("rules", names())
def test_the_sheet_of_a_rulebook_ends_with_where_the_rules_are(
    rules: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", rules, *words]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert RULES.relative_to(ROOT).as_posix() in last.split()
