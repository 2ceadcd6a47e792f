"""A bundled rulebook is one file: two are dropped into a copy of the package, and everything finds them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lastcard
from support.rulebook_fields import PAGE

ROOT = Path(__file__).parents[1]
KITCHEN = """extends = "classic"
name = "kitchen"
title = "Kitchen table"
about = "Classic, as it is played at home."
stacking = "any"
jump_in = true
target = 300

[faces]
S = { points = 25 }
"""
# Short suites that go over every rulebook inside their tests: run whole.
WHOLE = (
    *("test_rulebooks.py", "test_rulebook_schema.py", "test_house_rules.py", "test_rules_text.py"),
    "test_messages.py",
)
# Suites with a test for each rulebook: only those of the two new ones are run.
BY_RULEBOOK = (
    *(
        "test_conformance.py",
        "test_rename.py",
        "test_fairness.py",
        "bots/test_sampler.py",
        "bots/test_ladder.py",
    ),
    *("envs/test_layouts.py", "envs/test_play.py", "envs/test_conformance_suites.py"),
    *("server/test_twins.py", "server/test_secrets.py", "server/test_pages.py"),
)
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow or each_rulebook")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a copy of the package with two rulebooks more."""
    folder = tmp_path_factory.mktemp("package")
    copy = folder / "lastcard"
    shutil.copytree(
        Path(lastcard.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    (copy / "rulebooks" / "kitchen.toml").write_text(KITCHEN, encoding="utf-8")
    blocks = re.findall(
        r"^```toml\n(# eights\.toml\n.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    (copy / "rulebooks" / "eights.toml").write_text(blocks[-1], encoding="utf-8")
    return folder


def run(package: Path, *words: str) -> str:
    """What `python -m ...` prints, with the copy in the place of the package."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=env | {"PYTHONPATH": str(package)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_list_has_them_behind_the_others(package: Path) -> None:
    text = run(package, "lastcard", "rules")
    assert re.findall(r"^(\w+) ", text, re.M) == [
        "classic",
        "league",
        "rounds",
        "fool108",
        "eights",
        "kitchen",
    ]


def test_their_sheets_tell_what_is_in_them(package: Path) -> None:
    assert "Joker: goes on anything" in run(package, "lastcard", "rules", "eights")
    kitchen = run(package, "lastcard", "rules", "kitchen")
    assert "stacking: any. A draw card can be answered" in kitchen
    assert "jump_in: on." in kitchen
    assert "counts 25" in kitchen


@pytest.mark.parametrize(("rules", "hand"), [("kitchen", "RS"), ("eights", "JC KD 5S")])
def test_they_are_played_scored_and_simulated_by_name(package: Path, rules: str, hand: str) -> None:
    assert "2 games" in run(
        package, "lastcard", "bot", "play", "greedy", "random", "--rules", rules, "--games", "2"
    )
    assert "Ann: 25" in run(package, "lastcard", "score", rules, "Ann=", f"Bob={hand}")
    assert f'"rules": "{rules}"' in run(
        package, "lastcard", "simulate", rules, "--games", "200", "--seed", "1", "--json"
    )


def test_a_bot_is_checked_with_them(package: Path) -> None:
    text = run(package, "lastcard", "bot", "check", "greedy")
    assert re.findall(r"^ok +(eights|kitchen) +a whole game ", text, re.M) == ["eights", "kitchen"]


def test_suites_over_all_rulebooks_pass(package: Path) -> None:
    assert " passed" in run(package, *PYTEST, *(f"tests/{suite}" for suite in WHOLE))


@pytest.mark.parametrize("rules", ["kitchen", "eights"])
def test_every_suite_by_rulebook_has_tests_of_it_that_pass(package: Path, rules: str) -> None:
    words = (*PYTEST, "-k", rules, "-rA", *(f"tests/{suite}" for suite in BY_RULEBOOK))
    passed = re.findall(r"^PASSED tests/(.*?)::", run(package, *words), re.M)
    assert set(passed) == set(BY_RULEBOOK)
