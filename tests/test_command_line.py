"""`lastcard` as people run it: what it prints, its exit codes, and errors in one line."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard import Match
from lastcard.cli import main
from lastcard.cli.terminal import Paint, Teller, TerminalPlayer
from support.golden_records import FOLDER
from support.scenes import scene


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run_(*words: str) -> Ran:
        code = main(list(words))
        told = capsys.readouterr()
        if code == 2:  # bad input: one line on standard error, nothing on standard output
            assert told.out == ""
            assert told.err.count("\n") == 1
        return Ran(code, told.out, told.err)

    return run_


def record(**more: Any) -> dict[str, Any]:
    """Ann and Bob with two cards each: R1 R2 and R3 G4; R7 is turned up."""
    one = {"first": "Ann", "deck": "R1 R3 R2 G4 R7 B1 B2 B3 B4 B5", "actions": []}
    whole = {"format": "lastcard/1", "rules": "classic", "set": {"hand": 2}, "players": ["Ann", "Bob"]}
    return whole | {"rounds": [one | more.pop("round", {})]} | more


@pytest.fixture
def replay(run: Any, tmp_path: Path) -> Any:
    def replay_(data: object, *words: str) -> Ran:
        path = tmp_path / "game.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        ran: Ran = run("replay", str(path), *words)
        ran.err = ran.err.replace(str(path), "game.json")
        return ran

    return replay_


def test_help_and_version(run: Any) -> None:
    assert "usage: lastcard" in run("--help").out
    assert run("--version").out.startswith("lastcard ")
    assert "there is no command 'fly'" in run("fly").err


@pytest.mark.slow
def test_help_of_every_command_exits_0() -> None:
    for command in ("play", "rules", "score", "replay", "simulate"):
        done = subprocess.run(
            [sys.executable, "-m", "lastcard", command, "--help"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0
        assert f"usage: lastcard {command}" in done.stdout


def test_help_imports_no_more_than_it_needs() -> None:
    code = "import sys; from lastcard.cli import main; main(['--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("argparse", "msgspec", "json", "tomllib", "lastcard.game", "lastcard.engine"):
        assert f"'{heavy}'" not in done.stdout


def test_rules_lists_and_prints(run: Any) -> None:
    assert [name for name in ("classic", "league", "rounds", "fool108") if name in run("rules").out]
    assert "Wild Draw Four" in run("rules", "classic").out
    assert "stacking: same" in run("rules", "--set", "stacking=same", "classic").out
    assert "jump_in = false" in run("rules", "classic", "--options").out
    assert json.loads(run("rules", "league", "--json").out)["rules"]["scoring"] == "ranked"
    assert run("rules", "classic", "--set", "stacking=maybe").code == 2
    assert run("rules", "klassik").code == 2


def test_rules_of_an_own_file(run: Any, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('extends = "classic"\ntarget = 250\n')
    assert "reach 250 points" in run("rules", str(tmp_path / "my.toml")).out
    assert "reach 250 points" in run("rules", "--rules", str(tmp_path / "my.toml")).out


# score


def test_score_classic(run: Any) -> None:
    assert run("score", "classic", "Ann=", "Bob=R9,BS,W+4", "Cid=G0,W").out == "Ann: 129\nBob: 0\nCid: 0\n"


def test_score_fool108(run: Any) -> None:
    hands = ("score", "fool108", "Ann=", "Bob=QS", "Cid=QH,6C", "--out", "QD")
    assert run(*hands).out == "Ann: -20\nBob: 40\nCid: 9\n"
    assert run(*hands, "--uncalled", "--replenished", "Bob=15").out == "Ann: 0\nBob: 55\nCid: 9\n"


def test_score_league_rounds_and_blocked(run: Any) -> None:
    assert (
        run("score", "league", "Ann=R9,R9,R2", "Bob=", "Cid=W,W,W,W,RS,R+2,R7").out
        == "Ann: 60 (200 - 20, divided by 3)\nBob: 100 (300, divided by 3)\nCid: 4 (100 - 87, divided by 3)\n"
    )
    assert run("score", "rounds", "Bob=R1", "Ann=").out == "Bob: 0\nAnn: 1\n"
    assert run("score", "classic", "Ann=R1", "Bob=R2", "--blocked").out == "Ann: 0\nBob: 0\n"
    assert run("score", "fool108", "--blocked", "Ann=QS", "Bob=AH").out == "Ann: 3\nBob: 11\n"


def test_L4_a_sheet_tells_how_the_points_came_about(run: Any, tmp_path: Path) -> None:
    sheet = ("--sheet", str(tmp_path / "evening.json"))
    run("score", "league", "Ann=R9,R9,R2", "Bob=", *sheet)
    run("score", "Ann=", "Bob=RS", *sheet)
    told = run("score", *sheet).out
    assert "Round 1\n  Ann: 100 - 20, divided by 2\n  Bob: 200, divided by 2\nRound 2\n" in told
    data = json.loads(run("score", *sheet, "--json").out)
    assert data["items"][1]["Bob"] == {"base": 100, "cards": 10, "lost": 10, "divisor": 2}


def test_score_by_an_own_file(run: Any, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('extends = "classic"\n[faces]\nS = { points = 25 }\n')
    path = str(tmp_path / "my.toml")
    assert run("score", path, "Ann=", "Bob=RS").out == "Ann: 25\nBob: 0\n"
    assert run("score", "--rules", path, "Ann=", "Bob=RS").out == "Ann: 25\nBob: 0\n"
    assert run("score", "Ann=", "Bob=RS", "--rules", path).out == "Ann: 25\nBob: 0\n"


def test_score_json_itemises(run: Any) -> None:
    data = json.loads(run("score", "fool108", "Ann=", "Bob=QS", "--out", "8C", "--json").out)
    assert data["scores"] == {"Ann": 0, "Bob": 40}
    assert data["items"]["Bob"] == {"cards": 0, "queen": 40, "uncalled": 0, "replenished": 0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("classic Ann= Bob=R17", "there is no card 'R17' in classic"),
        ("classic Ann= Ann=R1", "'Ann' is there twice"),
        ("classic Ann= Bob=R2,R2,R2", "R2 is there more often than in the deck (2)"),
        ("classic Ann=R1 Bob=R2", "nobody is out"),
        ("classic Ann= Bob= Cid=R1", "Ann and Bob can't both be out"),
        ("classic Ann= Bob=R1 --blocked", "Ann is out, so the round is not blocked"),
        ("fool108 Ann= Bob=6C", "fool108 needs the last card of the player who went out (--out CARD)"),
        ("fool108 Ann= Bob=6C --out 6C", "6C is there more often than in the deck (1)"),
        ("fool108 Ann= Bob=6C --out 7C --replenished Zoe=5", "there is no player 'Zoe'"),
        ("fool108 Ann= Bob=6C --out 7C --replenished Bob=x", "'x' is not a number of points"),
        ("fool108 Ann= Bob=6C --out 7C --replenished Bob=-5", "'-5' is not a number of points"),
        ("classic Ann= Bob=R1 --out R2", "the last card played does not count in classic (--out)"),
        ("classic Ann=", "classic is for 2 to 10 players, not 1"),
        ("classic Ann Bob=R1", "'Ann': expected NAME=CARDS"),
        ("classic =R1 Bob=", "a name has 1 to 24 characters"),
        ("classic", "not 0"),
        ("", "name the rulebook, such as"),
        ("chess Ann= Bob=R1", "there is no rulebook 'chess'"),
        ("classic Ann= Bob=R1 --fly", "unrecognized arguments: --fly"),
        ("classic Ann= Bob=9R", "there is no card '9R' in classic; did you mean R9?"),
        (
            "fool108 Ann= Bob=6C --out 7C --uncalled --set call=off",
            'a missed call does not count without call = "points" (--uncalled)',
        ),
        ("--undo", "--undo needs --sheet FILE"),
    ],
)
def test_score_refuses_in_one_line(run: Any, words: str, says: str) -> None:
    ran = run("score", *words.split())
    assert ran.code == 2
    assert says in ran.err


def test_score_sheet_runs_to_the_target(run: Any, tmp_path: Path) -> None:
    sheet = str(tmp_path / "evening.json")
    round_ = ("score", "classic", "Ann=", "Bob=W,W,W,W,W+4", "--sheet", sheet)
    assert run(*round_).out.startswith("Ann: 250\nBob: 0\n")
    assert run("score", "classic", "Bob=W,W,W,W,W+4", "Zoe=", "--sheet", sheet).code == 2
    told = run(*round_)
    assert "Ann won: 500 is reached." in told.out
    assert "the match on this sheet is over" in run(*round_).err
    assert run("score", "--sheet", sheet, "--undo").out.endswith("To 500.\n")
    data = json.loads(run("score", "--sheet", sheet, "--json").out)
    assert (data["totals"], data["match_over"]) == ({"Ann": 250, "Bob": 0}, False)
    assert (
        "is for classic, not fool108"
        in run("score", "fool108", "Ann=", "Bob=6C", "--out", "8C", "--sheet", sheet).err
    )
    assert "other house rules" in run(*round_, "--set", "target=300").err
    assert run("score", "classic", "--sheet", sheet).out.endswith("To 500.\n")
    told = run("score", "Bob=", "Ann=R1", "--sheet", sheet)  # the sheet knows its rules
    assert told.out.startswith("Bob: 1\nAnn: 0\n")


@pytest.mark.slow
def test_score_sheet_keeps_links_and_modes_and_every_round(tmp_path: Path) -> None:
    sheet, link = tmp_path / "sheet.json", tmp_path / "link.json"
    link.symlink_to(sheet)
    words = ["score", "classic", "Ann=", "Bob=R1", "--sheet", str(link)]
    assert main(words) == 0
    sheet.chmod(0o600)
    command = [sys.executable, "-m", "lastcard", *words]
    together = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [one.wait() for one in together] == [0] * 4
    assert link.is_symlink()
    assert sheet.stat().st_mode & 0o777 == 0o600
    assert len(json.loads(sheet.read_bytes())["rounds"]) == 5


def test_score_sheet_says_who_loses_at_108(run: Any, tmp_path: Path) -> None:
    sheet = str(tmp_path / "evening.json")
    hand = "Bob=6C,6D,6H,6S,7C,7D,7H,7S,8C,8D,8H,8S,10C,10D,10H"
    told = run("score", "fool108", "Ann=", hand, "--out", "9C", "--sheet", sheet).out
    assert "Bob reached 108 and lost; Ann won." in told
    assert "the next game goes to 114 (--set limit=114)" in told


def test_score_sheet_damaged(run: Any, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text("{}")
    ran = run("score", "classic", "Ann=", "Bob=R1", "--sheet", str(tmp_path / "s.json"))
    assert "is not a score sheet" in ran.err
    assert (tmp_path / "s.json").read_text() == "{}"


# replay


def test_replay_json(replay: Any) -> None:
    data = json.loads(replay(record(round={"actions": ["Ann: play R1 call", "Bob: play R3"]}), "--json").out)
    assert data["over"] is False
    assert data["reason"] is None
    assert data["winner"] is None
    assert (data["turn"], data["phase"], data["direction"]) == ("Ann", "play", 1)
    assert (data["top"], data["colour"]) == ("R3", "R")
    assert data["hands"] == {"Ann": ["R2"], "Bob": ["G4"]}
    assert (data["draw_pile"], data["discard"]) == (5, 3)
    assert data["scores"] is None
    assert data["totals"] == {"Ann": 0, "Bob": 0}
    assert (data["match_over"], data["match_winners"], data["losers"], data["next_limit"]) == (
        False,
        [],
        [],
        None,
    )
    assert all("type" in event and "player" in event for event in data["events"])


def test_replay_to_the_end_of_a_round(replay: Any) -> None:
    actions = ["Ann: play R1 call", "Bob: play R3", "Ann: play R2"]
    data = json.loads(replay(record(round={"actions": actions}), "--json").out)
    assert (data["over"], data["reason"], data["winner"], data["turn"]) == (True, "won", "Ann", None)
    assert data["scores"] == data["totals"] == {"Ann": 4, "Bob": 0}


def test_replay_of_the_issue_example_format(replay: Any) -> None:
    told = replay(record(round={"actions": ["Ann: play R1", "Bob: play R7"]}))
    assert told.code == 2
    assert told.err == "game.json: round 1, action 2: Bob: play R7: Bob does not hold R7\n"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"format": "lastcard/2"}, "format"),
        ({"format": None}, "format"),
        ({"rules": "chess"}, "there is no rulebook 'chess'"),
        ({"set": {"hand": 2, "stacking": "x"}}, "stacking: expected off, same, any"),
        ({"players": ["Ann"]}, "2 to 10 players, not 1"),
        ({"players": ["Ann", "Ann"]}, "two players have this name"),
        ({"rounds": []}, "rounds: there are none"),
        ({"extra": 1}, "unknown field `extra`"),
        ({"round": {"first": "Zoe"}}, "round 1: first: there is no player 'Zoe'"),
        ({"round": {"dealer": "Ann"}}, "round 1: dealer: Ann sits left of Bob, not of Ann"),
        ({"round": {"deck": "R1 R3 R2 G4"}}, "round 1: deck: 2 players need at least 5 cards, not 4"),
        ({"round": {"deck": "R1 R1 R1 G4 R7"}}, "deck: R1 stands in it more often than the 2 times"),
        ({"round": {"deck": "R1 X1 R2 G4 R7"}}, "deck: there is no card 'X1' in classic"),
        ({"round": {"deck": "R1 R3 R2 G4 W+4"}}, "no card that is left may start the discard pile"),
        ({"round": {"back": [1]}}, "back: the turned-up card may start the pile"),
        ({"round": {"opening": "R1"}}, "opening: the first card is turned up in classic"),
        ({"round": {"actions": ["Ann play R1"]}}, "expected NAME: ACTION"),
        ({"round": {"actions": ["Zoe: draw"]}}, "there is no player 'Zoe'"),
        ({"round": {"actions": ["Bob: draw"]}}, "round 1, action 1: Bob: draw: it is Ann's turn"),
    ],
)
def test_replay_refuses_in_one_line(replay: Any, more: dict[str, Any], says: str) -> None:
    ran = replay(record(**more))
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.startswith("game.json: ")


def test_replay_needs_an_order_for_every_reshuffle(replay: Any) -> None:
    one = {"deck": "Y1 R3 Y2 G4 R7", "actions": ["Ann: draw", "Bob: play R3", "Ann: draw"]}
    ran = replay(record(round=one))
    assert (
        "action 3: Ann: draw: the draw pile is empty and the record has no order for the reshuffle" in ran.err
    )
    good = replay(record(round=one | {"reshuffles": ["R7"]}), "--json")
    assert json.loads(good.out)["hands"]["Ann"] == ["R7", "Y1", "Y2"]
    wrong = replay(record(round=one | {"reshuffles": ["R8"]}))
    assert "a reshuffle must be exactly the discards under the top card" in wrong.err


def test_replay_of_several_rounds_follows_the_rotation(replay: Any) -> None:
    whole = record(set={"hand": 2, "target": 8})
    first = whole["rounds"][0] | {"actions": ["Ann: play R1 call", "Bob: play R3", "Ann: play R2"]}
    second = {
        "first": "Bob",
        "deck": first["deck"],
        "actions": ["Bob: play R1 call", "Ann: play R3", "Bob: play R2"],
    }
    done = replay(whole | {"rounds": [first, second]}, "--json")
    assert json.loads(done.out)["totals"] == {"Ann": 4, "Bob": 4}
    assert "first: it is Bob's turn to be first" in replay(whole | {"rounds": [first, first]}).err
    league = whole | {"rules": "league", "set": {"hand": 2}}
    actions = ["Ann: play R1", "Bob: play R3", "Ann: play R2"]
    dealt = [first | {"dealer": "Bob", "actions": actions}, second | {"dealer": "Bob", "actions": []}]
    assert "round 2: dealer: it is Ann's turn to deal, not Bob's" in replay(league | {"rounds": dealt}).err
    unfinished = replay(whole | {"rounds": [whole["rounds"][0], second]})
    assert "round 2: the round before is not over" in unfinished.err


def test_replay_after_the_end_of_the_match(replay: Any) -> None:
    whole = record(set={"hand": 2, "target": 4})
    first = whole["rounds"][0] | {"actions": ["Ann: play R1 call", "Bob: play R3", "Ann: play R2"]}
    data = json.loads(replay(whole | {"rounds": [first]}, "--json").out)
    assert (data["match_over"], data["match_winners"]) == (True, ["Ann"])
    assert "round 2: the match is over" in replay(whole | {"rounds": [first, first | {"first": "Bob"}]}).err


def test_replay_of_fool108_without_an_opening(replay: Any) -> None:
    one = {"first": "Ann", "deck": "8C KH 10C JH KC 8D", "actions": ["Bob: draw"]}
    data = json.loads(replay(record(rules="fool108", round=one), "--json").out)
    assert (data["top"], data["hands"]["Ann"]) == ("8C", ["10C"])


def test_replay_tells_the_story(replay: Any) -> None:
    actions = ["Ann: play R1", "Bob: catch Ann", "Bob: play R3 call"]
    told = replay(record(round={"actions": actions})).out
    assert "Bob caught Ann without a call!" in told
    assert "2 penalty cards for Ann. (B1 B2)" in told
    assert "> Ann: R2 B1 B2" in replay(record(round={"actions": actions}), "--step").out


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1}', "\x00", '"lastcard/1"'])
def test_replay_of_rubbish(replay: Any, text: str) -> None:
    assert replay(text).code == 2


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_record_never_ends_in_a_traceback(data: st.DataObject) -> None:
    import tempfile

    text = (FOLDER / "fool108.json").read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 40))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[start + cut :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.json")
        path.write_text(damaged, encoding="utf-8", errors="replace")
        assert main(["replay", str(path)]) in (0, 2)


def test_replay_missing_file(run: Any) -> None:
    assert "can't be read: No such file" in run("replay", "nowhere.json").err


@pytest.mark.slow
def test_replay_from_standard_input_and_a_closed_pipe() -> None:
    command = f"{sys.executable} -m lastcard replay - | head -1"
    text = (FOLDER / "classic.json").read_text(encoding="utf-8")
    done = subprocess.run(["sh", "-c", command], input=text, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Round 1")
    assert "Traceback" not in done.stderr


# play


def play(tmp_path: Path, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "USER": "ann"}
    command = [sys.executable, "-m", "lastcard", "play", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, check=False, timeout=60
    )


def kept_match(tmp_path: Path) -> Path:
    """The one match that is kept."""
    (found,) = (tmp_path / "lastcard" / "matches").glob("match-*.json")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "league", "rounds", "fool108"])
def test_play_a_whole_match_by_numbers(tmp_path: Path, rules: str) -> None:
    done = play(tmp_path, "1\n" * 3000, rules, "--seed", "3", "--players", "3", "--set", "rounds=2")
    assert done.returncode == 0
    assert "The match is over" in done.stdout
    assert "Traceback" not in done.stderr
    assert ("divided by 3)" in done.stdout) == (rules == "league")  # L4


@pytest.mark.slow
def test_F2_F10_play_tells_how_the_next_game_goes_on(tmp_path: Path) -> None:
    rules = ("fool108", "--players", "2", "--set", "limit=1", "--seed", "1", "--pace", "0")
    done = play(tmp_path, "1\n" * 3000, *rules)
    (hint,) = [line for line in done.stdout.splitlines() if line.startswith("  lastcard play fool108")]
    words = shlex.split(hint)[2:]
    assert words[:4] == ["fool108", "--players", "2", "--set"]
    assert words[-2] == "--first"  # the first game was begun by Ann and had one round
    play(tmp_path, "q\ny\n", *words, "--pace", "0", "--record", str(tmp_path / "next.json"))
    record = json.loads((tmp_path / "next.json").read_text(encoding="utf-8"))
    assert record["rounds"][0]["first"] == words[-1] == record["players"][1]
    assert f"limit={record['rules']['limit']}" == words[4]


@pytest.mark.slow
def test_play_keeps_the_match_and_goes_on(tmp_path: Path) -> None:
    first = play(tmp_path, "1\nnonsense\n99\nq\ny\n", "--seed", "4", "--players", "2")
    assert "is not an action" in first.stdout
    assert "There is no move 99" in first.stdout
    assert "The match is kept. Go on with: lastcard play --resume" in first.stdout
    again = play(tmp_path, "q\ny\n", "--resume")
    assert again.returncode == 0
    assert "your move>" in again.stdout
    assert main(["replay", str(kept_match(tmp_path))]) == 0


@pytest.mark.slow
def test_C1_play_shows_the_draw_for_dealer_and_goes_on_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = play(tmp_path, "10\nnonsense\n5\nq\ny\n", "--seed", "1")
    assert "There is no card 10 to pick" in first.stdout
    assert "Type the number of a card" in first.stdout
    assert "A tie at 8 (you, Gizmo): one more draw." in first.stdout
    kept = kept_match(tmp_path)
    laid = json.loads(kept.read_text(encoding="utf-8"))["dealer_draw"]
    assert laid["picks"] == [["Ann: 5", "Gizmo: 4", "Pixel: 6", "Bolt: 8"]]
    again = play(tmp_path, "4\n\n\n\nq\ny\n", "--resume")  # Enter takes the one in front
    assert "A tie at 8 (you, Gizmo): one more draw." in again.stdout
    after = json.loads(kept.read_text(encoding="utf-8"))
    assert after["dealer_draw"]["piles"] == laid["piles"]
    assert after["dealer_draw"]["picks"][1][0] == "Ann: 4"
    capsys.readouterr()
    assert main(["replay", str(kept)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Draw for dealer"
    assert told[5] == "  A tie at 8 (Ann, Gizmo): one more draw."
    (deals,) = (line for line in told if " deals, " in line)
    assert deals == f"  {after['rounds'][0]['dealer']} deals, {after['rounds'][0]['first']} starts."
    assert told[told.index(deals) + 1].startswith("Round 1: ")


@pytest.mark.slow
def test_C1_play_goes_on_with_a_draw_that_nobody_has_picked_from(tmp_path: Path) -> None:
    play(tmp_path, "q\ny\n", "--seed", "4")
    kept = kept_match(tmp_path)
    before = json.loads(kept.read_text(encoding="utf-8"))
    assert (before["dealer_draw"]["picks"], before["rounds"]) == ([[]], [])
    again = play(tmp_path, "7\nq\ny\n", "--resume")
    assert "pick a card (1 to 9, Enter: any)>" in again.stdout
    after = json.loads(kept.read_text(encoding="utf-8"))["dealer_draw"]
    assert after["piles"] == before["dealer_draw"]["piles"]
    assert after["picks"][0][0] == "Ann: 7"


@pytest.mark.slow
def test_play_keeps_the_match_before_too(tmp_path: Path) -> None:
    play(tmp_path, "q\ny\n", "--seed", "4")
    play(tmp_path, "", "--seed", "5")
    assert len(list((tmp_path / "lastcard" / "matches").glob("match-*.json"))) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed", ["", "q\n", "?\nr\n\n", "9" * 5000 + "\n", "catch Gizmo\nn\n", "play w blue\n"]
)
def test_play_ends_quietly_with_its_input(tmp_path: Path, typed: str) -> None:
    done = play(tmp_path, typed, "--seed", "4", "--set", "seven_zero=on", "--set", "jump_in=on")
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.slow
def test_play_does_not_write_over_a_file(tmp_path: Path) -> None:
    precious = tmp_path / "precious.json"
    precious.write_text("precious")
    done = play(tmp_path, "", "--record", str(precious))
    assert (done.returncode, precious.read_text()) == (2, "precious")


@pytest.mark.slow
@pytest.mark.parametrize("home", ["/proc/nowhere", "/dev/null"])
def test_play_without_a_place_to_keep_the_match(home: str) -> None:
    env = os.environ | {"XDG_DATA_HOME": home}
    command = [sys.executable, "-m", "lastcard", "play"]
    done = subprocess.run(command, input="", capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0
    assert "This match was not kept." in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_names_and_arrows_in_a_terminal_without_them(tmp_path: Path, encoding: str) -> None:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": encoding}
    for words in (["play"], ["score", "classic", "Zo\u0119=", "Bob=R1"]):
        command = [sys.executable, "-m", "lastcard", *words]
        done = subprocess.run(command, input=b"", capture_output=True, env=env, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["rules classic", "--help", "score classic Ann= Bob=R1"])
def test_an_answer_that_cannot_be_written_is_one_line(words: str) -> None:
    command = f"{sys.executable} -m lastcard {words} > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "can't write the answer: No space left on device\n"


@pytest.mark.slow
def test_play_refuses_what_makes_no_sense(tmp_path: Path) -> None:
    assert play(tmp_path, "", "classic", "--players", "11").returncode == 2
    assert play(tmp_path, "", "fool108", "--set", "jump_in=true").returncode == 2
    assert play(tmp_path, "", "--pace", "nan").returncode == 2
    nobody = play(tmp_path, "", "rounds", "--first", "Zed")
    assert nobody.returncode == 2
    assert "--first: nobody is called 'Zed'; there are Ann, " in nobody.stderr
    assert play(tmp_path, "", "classic", "--rules", "league").returncode == 2


def test_U6_play_passes_by_itself_when_nothing_else_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("classic", ["Ann", "Bob"], seed=1)
    match.deal()
    cards = {"Ann": "B3 G4", "Bob": "R1 R3"}
    match.rounds[-1] = scene("classic", cards, top="R7", draw="B1 R2 B2").do("Ann: draw").round
    person = TerminalPlayer(match, Teller(match, 0, Paint(colour=False, symbols=False, width=80), 0.0))
    assert person.choose(match.round.view(0)) == "pass"
    assert capsys.readouterr().out == "  B1 does not fit: you pass.\n"
