"""The command line: what it prints, what it refuses, and how it ends (G1, G3, G5, G6)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.haggle.cli import main
from lastcard.haggle.help import DEAL_HELP, HELP
from support.haggle.commands import COMMAND, ENV, process, refused, run

EXAMPLE = ("Taylor=YYR", "Tyler=OWB", "OtherTaylor=WBRO", "Dummy=WWWWWWW")
ANSWER = "OtherTaylor: 14\nTyler: 11\nTaylor: 9\nDummy: ELIMINATED\n"
LARGE = "YYYYYBBBBBRRRROOO"


def test_G1_the_example_as_a_process() -> None:
    ran = process(*EXAMPLE)
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (0, ANSWER, b"")


def test_G1_the_example_in_process() -> None:
    assert run(*EXAMPLE) == (0, ANSWER, "")


def test_G1_either_case() -> None:
    assert run("A=ybrow").out == run("A=YBROW").out


def test_G1_options_may_stand_anywhere() -> None:
    assert run("A=YY", "--double-first", "B=BB") == run("--double-first", "A=YY", "B=BB")


def test_G1_a_player_may_be_called_deal() -> None:
    assert run("deal=YY", "B=").out == "deal: 6\nB: 0\n"


def test_G1_names_that_look_like_options_go_after_two_dashes() -> None:
    assert run("--", "-x=YY", "--seed=R").out == "-x: 6\n--seed: 6\n"
    assert "goes after '--'" in refused("-x=YY")


def test_G1_names_from_anywhere() -> None:
    assert run("李雷=Y", "Zoë=", "👩‍👩‍👧=", "a b=", "#1=").out.startswith("李雷: 2\nZoë: 0\n👩‍👩‍👧: 0\n")


def test_G1_control_characters_in_names_do_not_reach_the_screen() -> None:
    assert run("A\nB: 99=Y", "\x1b[2J=", "\u202eevil=").out == "A\\nB: 99: 2\n\\x1b[2J: 0\n\\u202eevil: 0\n"


def test_G3_seed_repeats_and_says_nothing() -> None:
    first, again = run("--seed", "7", f"A={LARGE}"), run(f"A={LARGE}", "--seed=7")
    assert first == again
    assert first.err == ""


def test_G3_fresh_seed_is_told_with_what_was_removed() -> None:
    ran = run(f"A\t={LARGE}", "B=Y", "--json")
    answer = json.loads(ran.out)
    gone, seed = answer["removed"]["A\t"], answer["seed"]
    assert len(gone) == len(LARGE) - 13
    assert ran.err == f"haggle: over 13 cards: removed {gone} from 'A\\t'; --seed {seed} does it again\n"
    repeated = run(f"A\t={LARGE}", "B=Y", "--json", "--seed", str(seed))
    assert repeated == (0, ran.out, "")


@pytest.mark.parametrize("seed", ["", "x", "-1", "1.5", "1e3", "٣", " 1", "1_0", str(2**64), "9" * 5000])
def test_G5_bad_seeds(seed: str) -> None:
    assert "--seed needs a whole number" in refused("A=Y", "--seed", seed)


def test_G5_largest_seed() -> None:
    assert run("A=Y", "--seed", str(2**64 - 1)).code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "there are no players"),
        (("--",), "there are no players"),
        (("--json",), "there are no players"),
        (("Ada",), "'Ada' has no '='"),
        (("A=Y", "deal"), "'deal' has no '='"),
        (("",), "'' has no '='"),
        (("=YY",), "name is empty"),
        ((" =YY",), "name is empty"),
        (("A=Y", "B=", "A=R"), "two players have the name 'A'"),
        (("A\n=Y", "A\n=Y"), r"two players have the name 'A\n'"),
        (("A=YX",), "hand of 'A': 'X' is not a colour: expected Y, B, R, O or W"),
        (("A=Y=R",), "'=' is not a colour"),
        (("A=\x1b",), r"'\x1b' is not a colour"),
        (("A=\udcff",), r"'\udcff' is not a colour"),
        (("\u202e",), r"'\u202e' has no '='"),
        (("--bogus", "A=Y"), "there is no option '--bogus'"),
        (("-j",), "there is no option '-j'"),
        (("--json=1",), "there is no option '--json=1'"),
        (("A=Y", "--seed"), "--seed needs a number"),
        (("A=Y", "--csv"), "--csv needs the name of a file"),
        (("A=Y", "--seed", "1", "--seed=1"), "--seed is given twice"),
        (("--csv", "no\nsuch", "A=Y"), r"can't read 'no\nsuch': No such file"),
        (("--csv", "a\0b"), r"can't read 'a\x00b'"),
        (("--csv", "/"), "can't read '/': Is a directory"),
    ],
)
def test_G5_one_line_says_what_is_wrong(args: tuple[str, ...], says: str) -> None:
    assert says in refused(*args)


def test_G5_long_arguments_are_not_repeated_in_full() -> None:
    assert len(refused("x" * 100_000)) < 200


def test_G5_empty_hand() -> None:
    assert run("A=") == (0, "A: 0\n", "")


def test_G5_any_bytes_as_arguments_of_a_process() -> None:
    ran = process(b"\xff\xfe=YY", b"\xc3\xa9=")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout == b"\\udcff\\udcfe: 6\n\xc3\xa9: 0\n"
    ran = process(b"A=\xff")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"haggle: hand of 'A': '\\udcff' is not a colour: expected Y, B, R, O or W\n"


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_G5_names_that_the_terminal_can_not_show(env: dict[str, str]) -> None:
    ran = process("é=Y", "Ω=BBB", b"\xff=", "--explain", env=env)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"\n") == 6
    assert process("é", env=env).returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_G5_answer_that_can_not_be_written() -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run([COMMAND, f"A={LARGE}"], stdout=full, stderr=subprocess.PIPE, env=ENV)
    assert (ran.returncode, ran.stderr) == (2, b"haggle: can't write the answer: No space left on device\n")


@pytest.mark.slow
def test_G5_reader_that_has_gone() -> None:
    pipe = subprocess.PIPE
    ran = subprocess.Popen([COMMAND, "-"], stdin=pipe, stdout=pipe, stderr=pipe, env=ENV)
    assert ran.stdout is not None
    ran.stdout.close()
    _, err = ran.communicate(b"".join(b"Player %d=Y\n" % at for at in range(20_000)))
    assert (ran.returncode, err) == (0, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arg", ["A=Y", "A", "-"])
def test_G5_closed_streams(closed: str, arg: str) -> None:
    shell = ["sh", "-c", f'"$0" "$1" {closed}', COMMAND, arg]
    ran = subprocess.run(shell, capture_output=True, stdin=subprocess.DEVNULL, env=ENV)
    assert ran.returncode == (0 if arg == "A=Y" else 2)
    assert ran.stderr.count(b"\n") <= 1


def test_G5_interrupted_while_typing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(path: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("lastcard.haggle.files.read_text", interrupted)
    assert main(["-"]) == 130
    assert capsys.readouterr() == ("", "")


def test_G6_explain() -> None:
    assert run(*EXAMPLE, "--explain").out == (
        "OtherTaylor: 14\n"
        "  cards at face value (4): +14\n"
        "Tyler: 11\n"
        "  cards at face value (3): +11\n"
        "Taylor: 9\n"
        "  cards at face value (3): +5\n"
        "  rule 5: most yellow (2): +4\n"
        "Dummy: ELIMINATED\n"
        "  rule 6: 7 white handed in: ELIMINATED\n"
    )


def test_G6_names_inside_an_explanation_are_escaped() -> None:
    assert "blue at X\\n: -10" in run("A=", "X\n=BBBBB", "--explain").out


def test_json() -> None:
    answer = json.loads(run(*EXAMPLE, "--json").out)
    assert answer == {
        "scores": {"OtherTaylor": 14, "Tyler": 11, "Taylor": 9},
        "eliminated": ["Dummy"],
        "removed": {"OtherTaylor": "", "Tyler": "", "Taylor": "", "Dummy": ""},
        "seed": None,
    }
    assert list(answer["scores"]) == ["OtherTaylor", "Tyler", "Taylor"]
    explained = json.loads(run(*EXAMPLE, "--json", "--explain").out)
    assert explained["changes"]["Taylor"][-1] == {"rule": 5, "why": "most yellow (2)", "points": 4}


def test_json_holds_any_name() -> None:
    assert json.loads(run("\udcff\n=Y", "--json").out)["scores"] == {"\udcff\n": 2}


def test_options_reach_the_rules() -> None:
    attacked = ("A=YYYYBBBRRO", "B=BBBBB")
    assert run(*attacked).out == "A: 88\nB: 10\n"
    assert run(*attacked, "--double-first").out == "A: 98\nB: 10\n"
    assert run("A=R", "X=BBBBBBB").out == "A: -4\nX: ELIMINATED\n"
    assert run("A=R", "X=BBBBBBB", "--ignore-eliminated").out == "A: 6\nX: ELIMINATED\n"


def test_options_for_what_is_the_rule_now_still_work() -> None:
    hands = ("A=YYYYBBBRRO", "B=BBBBB", "X=BBBBBBB")
    assert run(*hands, "--double-last", "--count-eliminated") == run(*hands)
    assert refused(*hands, "--double-last", "--double-first").endswith(
        "--double-last and --double-first can't both be given\n"
    )


@pytest.mark.parametrize("args", [("--help",), ("-h",), ("A=Y", "--help"), ("--help", "nonsense")])
def test_help(args: tuple[str, ...]) -> None:
    assert run(*args) == (0, HELP, "")


def test_help_for_dealing() -> None:
    assert run("deal", "--help") == run("deal", "--players", "1", "-h") == (0, DEAL_HELP, "")


def test_plain_path_loads_nothing_that_is_slow() -> None:
    code = (
        "import sys; before = set(sys.modules); from lastcard.haggle.cli import main; main(sys.argv[1:]);"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code, *EXAMPLE], capture_output=True, text=True)
    loaded = set(ran.stderr.split())
    assert ran.stdout == ANSWER
    assert {name for name in loaded if not name.startswith("lastcard")} == {"__future__"}
    assert loaded & {"lastcard.haggle.deal", "lastcard.haggle.files", "lastcard.haggle.help"} == set()
