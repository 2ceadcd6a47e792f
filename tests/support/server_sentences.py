"""Every sentence that the server can say to a person, found in the source, with `{}` for what is filled in.

Errors, refusals, complaints about rulebooks, the words behind refusal codes, and Haggle's explanations.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from lastcard.messages import catalogue

SOURCE = Path(__file__).parents[2] / "src" / "lastcard"
# Where a sentence for people can come from while the server runs.
PLACES = (
    *sorted((SOURCE / "server").rglob("*.py")),
    *sorted((SOURCE / "rulebooks").glob("*.py")),
)
# What only a command line or a program reaches: files, options, the store, starting the server.
MODULES_ELSEWHERE = {"store", "open_record", "typescript", "run", "static_files", "settings", "offered_bots"}
FUNCTIONS_ELSEWHERE = {"_read", "_content", "_locate"}
SPEAKS = re.compile(r"(Error|Refused|Problem|NameTaken)$")


@cache
def sentences() -> dict[str, str]:
    """Each template and where it stands."""
    found: dict[str, str] = {}
    for path in PLACES:
        if path.stem in MODULES_ELSEWHERE:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in _said(tree, path.stem):
            if re.search(r"[a-z]{2}", text) and " " in text:  # neither what others have said nor a code
                found.setdefault(re.sub(r"(\{\}){2,}", "{}", text), path.name)
    for key, message in catalogue().items():
        if key.startswith("sheet.") or "." not in key:
            continue  # the phrase book has those
        for one in [message] if isinstance(message, str) else message.values():
            if re.search(r"[a-z]{2}", _open(one)):
                found.setdefault(_open(one), key)
    return found


def _said(tree: ast.Module, module: str) -> Iterator[str]:
    for function in _functions(tree):
        if function.name in FUNCTIONS_ELSEWHERE:
            continue
        names = _assigned(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                yield from _from_call(node, names)
            if module == "guard" and isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                yield from _templates(node.value.elts[-1], names)  # a status, and what is said with it
            if module == "checks" and isinstance(node, ast.Yield) and node.value is not None:
                yield from _templates(node.value, names)
    for statement in tree.body:
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if module == "refusals" and isinstance(value, ast.Dict):
            yield from (_open(text) for one in value.values for text in _templates(one, {}))
        if module == "notation" and isinstance(value, ast.Constant) and "{" in str(value.value):
            yield _open(str(value.value))


def _open(text: str) -> str:
    """Named places as unnamed ones."""
    return re.sub(r"\{\w+\}", "{}", text)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _assigned(function: ast.AST) -> dict[str, ast.expr]:
    return {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _from_call(node: ast.Call, names: dict[str, ast.expr]) -> Iterator[str]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    why = [one.value for one in node.keywords if one.arg == "why"]
    if called in ("CommandRefused", "change", "Change") and len(node.args) > 1:
        yield from _templates(node.args[1], names)
    elif called == "refuse" and len(node.args) > 2:
        yield from _templates(node.args[2], names)
    elif called == "Problem":
        for one in why:
            yield from _templates(one, names)
    elif SPEAKS.search(called) and node.args:
        yield from _templates(node.args[0], names)


def _templates(node: ast.expr, names: dict[str, ast.expr]) -> Iterator[str]:
    """The texts an expression can be; none where it only passes on what was said elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from map("".join, product(*(_parts(one, names) for one in node.values)))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        for left in _templates(node.left, names):
            yield from (left + right for right in [*_templates(node.right, names)] or ["{}"])
    elif isinstance(node, ast.IfExp):
        yield from _templates(node.body, names)
        yield from _templates(node.orelse, names)
    elif isinstance(node, ast.Name) and node.id in names:
        yield from _templates(names[node.id], {})


def _parts(node: ast.expr, names: dict[str, ast.expr]) -> list[str]:
    """A piece of an f-string: its text, the texts of a name that has only fixed ones, or an open place."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    meant = names.get(getattr(getattr(node, "value", None), "id", ""))
    if isinstance(meant, ast.IfExp):
        texts = [
            one.value for one in (meant.body, meant.orelse) if isinstance(one, ast.Constant) and one.value
        ]
        if len(texts) == 2:
            return [str(text) for text in texts]
    return ["{}"]
