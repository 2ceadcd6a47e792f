"""Hands from standard input and from CSV files (G5 for whole files)."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastcard.haggle.files import LARGEST_FILE
from support.haggle.commands import process, refused, run

HEADER = b"name,yellow,blue,red,orange,white\n"


@pytest.fixture
def csv_file(tmp_path: Path) -> Path:
    return tmp_path / "hands.csv"


def test_lines_with_comments_blanks_and_spaces() -> None:
    lines = b"\xef\xbb\xbf# the finals\r\n\r\nTaylor = YYR \r\n  \nTyler=OWB\n  # done\nOtherTaylor=WBRO"
    assert run("-", stdin=lines).out == "OtherTaylor: 14\nTyler: 11\nTaylor: 9\n"


def test_lines_through_a_process() -> None:
    assert process("-", stdin=b"A=YY\nB=R\n").stdout == b"A: 6\nB: 6\n"


def test_forty_players() -> None:
    lines = b"".join(b"P%d=%s\n" % (at, b"Y" * (at % 7)) for at in range(40))
    assert len(run("-", stdin=lines).out.splitlines()) == 40


def test_old_line_ends() -> None:
    assert run("-", stdin=b"A=YY\rB=R\r").out == "A: 6\nB: 6\n"


def test_lines_and_arguments_mix_in_the_order_given() -> None:
    assert run("A=B", "-", "C=B", stdin=b"B=B\n").out == "A: 2\nB: 2\nC: 2\n"
    assert "'-', line 1: two players have the name 'A'" in refused("A=B", "-", stdin=b"A=Y")


@pytest.mark.parametrize(
    ("stdin", "says"),
    [
        (b"", "there are no players"),
        (b"\n\n# nobody\n", "there are no players"),
        (b"A=Y\nBen\n", "'-', line 2: 'Ben' has no '='"),
        (b"A=Y\n\nA=R\n", "'-', line 3: two players have the name 'A'"),
        (b"A=Y\n=R\n", "'-', line 2: a player's name is empty"),
        (b"A=YZ\n", "'-', line 1: hand of 'A': 'Z' is not a colour"),
        (b"A=Y\nJ\xf6rg=R\n", "'-', line 2: not UTF-8"),
        (b"A=Y\x00\n", r"'\x00' is not a colour"),
        ("A=Y".encode("utf-16"), "line 1: not UTF-8"),
    ],
)
def test_G5_bad_lines(stdin: bytes, says: str) -> None:
    assert says in refused("-", stdin=stdin)


def test_G5_endless_input() -> None:
    assert "larger than 16 MB" in refused("-", stdin=b"#" * (LARGEST_FILE + 1))


@pytest.mark.parametrize(
    "text",
    [
        b"name,yellow,blue,red,orange,white\nA,2,0,1,0,0\nB,,1,,1,1\n",
        b"\xef\xbb\xbfName,Yellow,Blue,Red,Orange,White\r\nA,2,0,1,0,0\r\n\r\nB,,1,,1,1\r\n,,,,,\r\n",
        b"W;O;R;B;Y;Player\n0;0;1;0;2;A\n1;1;0;1;0;B\n",
        b'\n\nname\tyellow\tblue\tred\torange\twhite\nA\t2\t0\t1\t0\t0\n"B"\t 0 \t1\t0\t1\t1\n',
    ],
)
def test_csv(csv_file: Path, text: bytes) -> None:
    csv_file.write_bytes(text)
    assert run("--csv", str(csv_file)).out == run("A=YYR", "B=BOW").out
    assert run("--csv", "-", stdin=text).out == run("A=YYR", "B=BOW").out


def test_csv_names_may_hold_anything(csv_file: Path) -> None:
    csv_file.write_bytes(HEADER + b'"a=b, ""c""",1,0,0,0,0\n"two\nlines",0,0,0,0,0\n')
    assert run("--csv", str(csv_file)).out == 'a=b, "c": 2\ntwo\\nlines: 0\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "there are no players"),
        (HEADER, "there are no players"),
        (b"A,2,0,1,0,0\n", "line 1: 'A' is not a column: expected name, yellow"),
        (b"name,yellow,blue,red,orange\nA,1,1,1,1\n", "line 1: there is no column for white"),
        (b"yellow,blue,red,orange,white\n", "there is no column for name"),
        (b"name,yellow,Y,blue,red,orange,white\n", "there are two columns for yellow"),
        (b"name,player,yellow,blue,red,orange,white\n", "there are two columns for name"),
        (b"name,yellow,blue,red,orange,white,green\n", "'green' is not a column"),
        (HEADER + b"A,1,1,1,1\n", "line 2: expected 6 cells, not 5"),
        (HEADER + b"A,1,1,1,1,1,1\n", "line 2: expected 6 cells, not 7"),
        (HEADER + b"A,1,-1,1,1,1\n", "line 2: '-1' is not a number of cards"),
        (HEADER + b"A,1,1.5,1,1,1\n", "'1.5' is not a number of cards"),
        (HEADER + b"A,1,%s,1,1,1\n" % (b"9" * 5000), "is not a number of cards"),
        (HEADER + b"A,1,1,1,1,10000\n", "'10000' is not a number of cards: expected 0 to 9999"),
        (HEADER + b",1,1,1,1,1\n", "line 2: a player's name is empty"),
        (HEADER + b"A,1,1,1,1,1\nA,1,1,1,1,1\n", "line 3: two players have the name 'A'"),
        (HEADER + b'"A,1,1,1,1,1\n', "not CSV"),
        (HEADER + b'"A"B,1,1,1,1,1\n', "line 2: not CSV"),
        (HEADER + b"J\xf6rg,1,1,1,1,1\n", "line 2: not UTF-8"),
        (HEADER + b"A" * 200_000, "not CSV"),
    ],
)
def test_G5_bad_csv(csv_file: Path, text: bytes, says: str) -> None:
    csv_file.write_bytes(text)
    assert says in refused("--csv", str(csv_file))


def test_large_hands_from_a_file(csv_file: Path) -> None:
    csv_file.write_bytes(HEADER + b"A,6,6,6,6,6\nX,9999,9999,9999,9999,9999\n")
    scores = run("--csv", str(csv_file), "--seed", "1")
    assert scores.code == 0
    assert scores.out.endswith("X: ELIMINATED\n")
