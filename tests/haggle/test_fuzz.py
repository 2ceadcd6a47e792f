"""Whatever stands in the arguments, the command ends with 0 or 2 and keeps G5."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.haggle.commands import check, run

pytestmark = pytest.mark.slow  # many random command lines

WORDS = [
    *(
        b"--seed",
        b"--json",
        b"--explain",
        b"--double-first",
        b"--ignore-eliminated",
        b"--csv",
        b"--help",
        b"-h",
    ),
    *(
        b"-",
        b"--",
        b"--seed=7",
        b"deal",
        b"--players",
        b"--names",
        b"3",
        b"7",
        b"Ada,Ben",
        b"=",
        b"A=",
        b"A=YYR",
    ),
    *(b"B=wwwwwww", b"deal=B", b"YBROWYBROWYBROWY", b"C=YYYYYYBBBBBBRRRR"),
]

ALPHABET = b"YBROWybrow=-, \n\t\x00\x1b\xff\xc3\xa9"


@pytest.fixture(autouse=True)
def empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def mangled(dice: Random) -> bytes:
    """A word, random bytes, or both; a path from the root would be somebody's file."""
    kind = dice.randrange(4)
    if kind == 0:
        text = dice.randbytes(dice.randrange(0, 24))
    elif kind == 1:
        text = bytes(dice.choices(ALPHABET, k=dice.randrange(0, 24)))
    else:
        text = dice.choice(WORDS)
        if kind == 3:
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.randbytes(dice.randrange(1, 4)) + text[at:]
    return text.replace(b"/", b"|")


def test_G5_20_000_command_lines_of_random_bytes() -> None:
    dice = Random(5)
    codes = {0: 0, 2: 0}
    for _ in range(20_000):
        args = [os.fsdecode(mangled(dice)) for _ in range(dice.randrange(0, 6))]
        ran = run(*args, stdin=mangled(dice))
        check(ran)
        codes[ran.code] += 1
    assert min(codes.values()) > 500


def test_G5_20_000_players_of_random_bytes() -> None:
    dice = Random(6)
    for _ in range(20_000):
        name = dice.randbytes(dice.randrange(1, 9))
        hand = bytes(dice.choices(b"YBROWybrow", k=dice.randrange(20)))
        ran = run(os.fsdecode(name + b"=" + hand), "--explain")
        check(ran)


words = st.one_of(
    st.sampled_from(WORDS).map(os.fsdecode),
    st.text(max_size=12),
    st.binary(max_size=12).map(os.fsdecode),
    st.from_regex(r"[A-Za-z]{1,5}=[YBROWybrow]{0,18}", fullmatch=True),
)


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(args=st.lists(words, max_size=6), stdin=st.binary(max_size=60))
def test_G5_hypothesis_command_lines(args: list[str], stdin: bytes) -> None:
    check(run(*(arg.replace("/", "|") for arg in args), stdin=stdin))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(st.text(min_size=1, max_size=8).filter(lambda name: "=" not in name), unique=True),
    hand=st.text("YBROWybrow", max_size=20),
)
def test_G1_one_line_a_player_whatever_the_names(names: list[str], hand: str) -> None:
    ran = run("--", *(f"{name}={hand}" for name in names))
    check(ran)
    if ran.code == 0:
        assert ran.out.count("\n") == len(names)
