"""The layers: imports go one way only, and the public names are those that are declared."""

from __future__ import annotations

import ast
import importlib
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import lastcard

ROOT = Path(lastcard.__file__).parent

# What each part of the package may import from the others, and from outside the standard library.
MAY_IMPORT: dict[str, set[str]] = {
    "plain_text": set(),
    "messages": {"plain_text", "msgspec"},
    "errors": {"messages"},
    "seeds": {"errors"},
    "parallel": {"errors", "distributed"},
    "database": {"errors", "sqlalchemy", "alembic"},
    "engine": {"numba", "numpy"},  # compiled.py alone: see below
    "ai": {"engine", "numpy"},  # loops.py alone
    "haggle": {"errors", "messages", "plain_text", "numpy"},
    "rulebooks": {"errors", "messages", "engine", "msgspec"},
    "game": {"errors", "messages", "engine", "rulebooks", "msgspec"},
    "bots": {
        *("errors", "plain_text", "engine", "ai", "rulebooks", "game", "msgspec"),
        "numpy",  # compiled_search.py alone
    },
    "sim": {
        *("errors", "seeds", "parallel", "engine", "ai", "rulebooks", "game", "envs", "numpy"),
        *("pyarrow", "altair", "vl_convert", "lastcard"),
    },
    "league": {
        *(
            "errors",
            "seeds",
            "plain_text",
            "parallel",
            "database",
            "engine",
            "rulebooks",
            "game",
            "bots",
            "msgspec",
        ),
        *("sqlalchemy", "alembic", "openskill", "pyarrow", "lastcard"),
    },
    "envs": {
        *("errors", "seeds", "engine", "ai", "rulebooks", "game", "numpy"),
        *("gymnasium", "pettingzoo", "pyspiel"),
    },
    "server": {
        *("errors", "messages", "database", "rulebooks", "game", "bots", "haggle", "msgspec"),
        *("litestar", "uvicorn", "sqlalchemy", "alembic", "openskill", "lastcard"),
        *("pywebpush", "py_vapid", "cryptography"),  # push/ alone, where there are keys
        "resvg_py",  # pictures/ alone, when the first one is wanted
    },
    "cli": {
        *(
            "errors",
            "engine",
            "ai",
            "rulebooks",
            "game",
            "bots",
            "sim",
            "league",
            "server",
            "msgspec",
            "rich",
        ),
        "lastcard",
    },
    "__main__": {"cli"},
    "__init__": {"bots", "errors", "game", "rulebooks", "sim"},
}
FILES = sorted(ROOT.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """The parts of lastcard and the other packages that a file imports anywhere in it."""
    package = ["lastcard", *path.relative_to(ROOT).parts[:-1]]
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            full = [*base, *(node.module or "").split(".")] if node.module else base
            found |= (
                {".".join(full)} if len(full) > 1 else {f"{full[0]}.{alias.name}" for alias in node.names}
            )
    return found


def part(name: str) -> str | None:
    """`lastcard.game.round` -> `game`; None for the standard library."""
    import sys

    words = name.split(".")
    if words[0] == "lastcard":
        inner = words[1] if len(words) > 1 else ""
        return inner if inner in MAY_IMPORT else "lastcard"
    return None if words[0] in sys.stdlib_module_names else words[0]


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_every_part_has_its_permissions() -> None:
    assert {part_of(path) for path in FILES} == set(MAY_IMPORT)


@pytest.mark.parametrize("own", MAY_IMPORT)
def test_imports_go_one_way(own: str) -> None:
    for path in FILES:
        used = {part(name) for name in imports(path)} - {None, own} if part_of(path) == own else set()
        assert used <= MAY_IMPORT[own], f"{path}: {own} may not import {used - MAY_IMPORT[own]}"


@pytest.mark.parametrize("own", MAY_IMPORT)
def test_no_permission_is_left_over(own: str) -> None:
    """The list is as strict as the truth."""
    used = {part(name) for path in FILES if part_of(path) == own for name in imports(path)}
    assert MAY_IMPORT[own] - used == set()


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.parent.name in ("engine", "ai")], ids=lambda path: path.name
)
def test_the_engine_imports_nothing_but_compiled_py_does(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports(path)} - {"lastcard"}
    more = {"fields.py": {"linecache"}}.get(path.name, set())  # shows the lines of generated functions
    if path.name not in ("compiled.py", "loops.py"):
        assert outside <= {"__future__", "typing", "collections"} | more  # words about types only


def test_every_module_says_what_it_is_for() -> None:
    assert [str(path.relative_to(ROOT)) for path in FILES if not ast.get_docstring(parsed(path))] == []


@pytest.mark.parametrize("name", ["rulebooks", "game", "bots", "haggle", "sim", "league", "envs", "server"])
def test_public_names_are_declared_and_there(name: str) -> None:
    module = importlib.import_module(f"lastcard.{name}")
    for public in module.__all__:
        assert hasattr(module, public)


@pytest.mark.parametrize("name", ["server", "engine", "ai"])
def test_the_architecture_names_every_module(name: str) -> None:
    page = (ROOT.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / name).rglob("*.py")):
        known = path.stem == "__init__" or "migrations" in path.parts or f"`{path.stem}`" in page
        assert known, path.relative_to(ROOT)


# ---- Inside the server ----

SERVER = ROOT / "server"
SERVER_FILES = sorted(path for path in SERVER.rglob("*.py") if "migrations" not in path.parts)
# What each folder, or module beside the folders, may import from the others.
BASE = {"common", "protocol", "settings", "gc_policy"}
SERVER_MAY_IMPORT: dict[str, set[str]] = {
    "common": set(),
    "protocol": {"common"},
    "settings": set(),
    "gc_policy": set(),
    "socket_protocol": set(),
    "tables": {"common", "protocol"},
    "pictures": {"protocol"},
    "replays": BASE - {"gc_policy"} | {"tables", "pictures"},
    "storage": {"common", "protocol", "tables"},
    "push": BASE | {"storage"},
    "rooms": BASE | {"tables", "storage", "push"},
    "web": BASE | {"tables", "storage", "push", "rooms", "pictures", "replays"},
    "run": BASE | {"tables", "storage", "push", "web", "socket_protocol"},
    "open_record": BASE | {"web", "run", "replays"},
    "__init__": set(),
}
# Where alone these may be imported: the other parts neither wait nor store nor answer requests.
ONLY_IN: dict[str, set[str]] = {
    "asyncio": {"storage", "replays", "push", "rooms", "web", "run"},
    "threading": {"storage", "push", "replays"},
    "sqlalchemy": {"storage"},
    "alembic": {"storage"},
    "openskill": {"storage"},
    "pywebpush": {"push"},
    "resvg_py": {"pictures"},
    "litestar": {"web"},
    "uvicorn": {"run", "socket_protocol"},
}


def folder(path: Path) -> str:
    return path.relative_to(SERVER).parts[0].removesuffix(".py")


@cache
def server_imports(path: Path) -> set[Path]:
    """The modules of the server that one of them imports, as files."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for alias in node.names:
                submodule = base / f"{alias.name}.py"
                found.add(submodule if submodule.exists() else base.with_suffix(".py"))
    return {one for one in found if SERVER in one.parents and one.exists()}


@pytest.mark.parametrize("path", SERVER_FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_the_folders_of_the_server_import_one_way(path: Path) -> None:
    own = folder(path)
    used = {folder(one) for one in server_imports(path)} - {own}
    assert used <= SERVER_MAY_IMPORT[own]
    outside = {name.split(".")[0] for name in imports(path)}
    assert [name for name, places in ONLY_IN.items() if name in outside and own not in places] == []


def test_no_two_modules_of_the_server_import_each_other_in_a_circle() -> None:
    graph = {path: server_imports(path) for path in SERVER_FILES}
    assert sum(map(len, graph.values())) > 100
    TopologicalSorter(graph).prepare()  # raises CycleError
    hidden = [path.name for path in SERVER_FILES if "TYPE_CHECKING" in path.read_text(encoding="utf-8")]
    assert hidden == []


def test_the_store_knows_events_and_tables_and_nothing_that_decides() -> None:
    for path in SERVER_FILES:
        if folder(path) == "storage":
            tables = {one.stem for one in server_imports(path) if folder(one) == "tables"}
            assert tables <= {"events", "table"}, path.name


def test_no_two_classes_have_one_name() -> None:
    """A name means one thing in the whole package."""
    names = [
        node.name
        for path in FILES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []
