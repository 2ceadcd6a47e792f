"""Rules of one's own at a table: from the operator's command line, and from somebody's text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastcard.rulebooks import RulebookError, load, names
from lastcard.rulebooks.pasted import from_text
from lastcard.server.tables.events import encode
from lastcard.server.tables.offered_rulebooks import OfferedRulebooks
from support.own_rules import JOKERS, MOONS
from support.server.people import QUICK, Guest, Running, fetch, opened, play_out, post, refusal, running

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def brought(server: Running, toml: str) -> dict[str, Any]:
    """The page of a rulebook that was uploaded."""
    answer = post(server, "/api/rulebooks", {"toml": toml})
    assert refusal(answer) == ""
    page: dict[str, Any] = answer.json()
    return page


def test_a_pasted_rulebook_is_checked_and_shown_as_a_form_and_a_sheet(server: Running) -> None:
    page = brought(server, JOKERS)
    assert page["rules"].startswith("own-")
    assert page["info"]["title"] == "Kitchen table"
    assert len(page["cards"]) == 53
    assert {"card": "X", "suit": None, "wild": True, "draws": 4}.items() <= page["cards"][-1].items()
    assert page["sheet"]
    assert "draw_until_playable" in {one["name"] for one in page["options"]}
    changed = post(server, f"/api/rules/{page['rules']}", {"set": {"draw_until_playable": True}}).json()
    assert changed["values"]["draw_until_playable"] is True
    assert changed["usual"]["draw_until_playable"] is False


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ("title = ", "is not TOML"),
        ('extends = "classic"\nstackin = "same"', "did you mean stacking?"),
        ('extends = "classic"\nname = "classic"', "comes with lastcard"),
        ('extends = "/etc/passwd"', "extends: expected one of classic"),
        ('extends = "kitchen.toml"', "extends: expected one of classic"),
        ('extends = ["classic"]', "extends: expected one of classic"),
        ("a = " + "[" * 900, "nested too deeply"),
        ("a." * 600 + "b = 1", "line 1 is longer"),
        ("[faces]\n" + "\n".join(f"{n} = {{}}" for n in range(61)), "faces: at most 60"),
        ("# " + "x" * 900 + "\n" + "#\n" * 40_000, "64 KB"),
        ("a" * 500 + " = 1", "there is no such field"),
    ],
)
def test_a_text_that_can_not_be_used_is_refused_in_one_short_line(
    server: Running, toml: str, why: str
) -> None:
    said = refusal(post(server, "/api/rulebooks", {"toml": toml}))
    assert why in said
    assert "\n" not in said
    assert len(said) <= 300


def test_extends_never_reads_a_file_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.toml").write_text(JOKERS)
    monkeypatch.chdir(tmp_path)
    assert load("base.toml").name == "kitchen"
    with pytest.raises(RulebookError, match="extends: expected one of"):
        from_text('extends = "base.toml"')
    assert from_text('extends = "fool108"').title == "108 Fool, changed"


def test_rulebooks_can_be_sent_so_often_from_one_address(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), replace(QUICK, rulebooks_by_address=(0.0001, 2))) as server:
        answers = [post(server, "/api/rulebooks", {"toml": MOONS}) for _ in range(3)]
    assert [refusal(one) for one in answers[:2]] == ["", ""]
    assert "too fast" in refusal(answers[2])


def test_a_match_by_pasted_rules_is_played_stored_and_replayed(server: Running, guest: Make) -> None:
    rules = brought(server, JOKERS)["rules"]
    people = opened(guest, "Ann", "Bob", rules=rules, set={"draw_until_playable": True}, pace="fast")
    ann = people[0]
    assert (ann.table["rules"], ann.table["title"]) == (rules, "Kitchen table")
    deck = next(one["deck"] for one in ann.heard if one["type"] == "table" and one["deck"])
    assert [one["card"] for one in deck["cards"]][:3] == ["2C", "3C", "4C"]
    page = fetch(f"{server.base}/api/tables/{ann.table['code']}/rules").json()
    assert page["values"]["draw_until_playable"] is True
    ann.must("start")
    play_out(people, lambda table: table["phase"] == "over")
    game = ann.table["game"]
    info = fetch(f"{server.base}/api/games/{game}").json()
    assert (info["rules"], info["title"]) == (rules, "Kitchen table")
    assert [seat["rated"] for seat in info["seats"]] == [False, False]
    replay = fetch(f"{server.base}/api/games/{game}/replay").json()
    assert len(replay["cards"]) == 53
    assert replay["rules"].startswith("own-")
    assert fetch(f"{server.base}/api/leaderboard?rules={rules}").json()["rows"] == []


def test_the_deck_comes_when_a_table_is_opened_and_when_its_rules_change(
    server: Running, guest: Make
) -> None:
    ann, bob = opened(guest, "Ann", "Bob")
    rules = brought(server, MOONS)["rules"]
    ann.must("change", rules=rules, seats=2)
    for one in (ann, bob):
        one.shown(lambda table: table["rules"] == rules)
        decks = [heard["deck"] for heard in one.heard if heard["type"] == "table"]
        assert len(decks[0]["cards"]) == 54
        assert decks[-1]["suits"] == {"M": "moons", "T": "stars"}
    ann.must("start")
    assert ann.heard[-2]["deck"] is None  # the table, before the ack
    refused = ann.command("create", rules="own-0123456789abcdef")
    assert (refused["type"], refused["code"]) == ("refused", "invalid")


def test_a_table_keeps_its_own_rules_over_a_restart_without_them(tmp_path: Path) -> None:
    """The log holds the rulebook, with house rules and without: both play on and can be changed."""
    url = str(tmp_path / "t.db")
    extra = OfferedRulebooks([from_text(MOONS)])
    with running(url, rulebooks=extra) as server:
        about = fetch(f"{server.base}/api/about").json()
        assert [one["name"] for one in about["rules"]] == [*names(), "moons"]
        ann = Guest(server.base, "Ann")
        ann.must("create", rules="moons", set={"must_play": False}, seats=2, bots="casual", start=True)
        before, code = ann.table, ann.table["code"]
        ann.close()
    with running(url) as server:
        assert "moons" not in [one["name"] for one in fetch(f"{server.base}/api/about").json()["rules"]]
        ann = Guest(server.base, "Ann", ann.token)
        ann.must("open", code=code)
        for field in ("rules", "title", "set", "suits"):
            assert ann.table[field] == before[field]
        assert ann.view["hand"] == before["view"]["hand"]
        page = fetch(f"{server.base}/api/tables/{code}/rules").json()
        assert (page["values"]["must_play"], page["usual"]["must_play"]) == (False, True)
        play_out([ann], lambda table: table["phase"] == "over")
        ann.must("change", set={"draw_until_playable": True})
        assert ann.table["set"] == {"draw_until_playable": True}
        ann.close()


def test_bundled_tables_are_stored_as_they_were(server: Running, guest: Make) -> None:
    ann = guest("Ann")
    ann.must("create", rules="rounds")
    room = next(iter(server.server.hub.rooms.values()))
    first = server.server.store.load_log(room.live.id)[0].event
    assert '"own"' not in encode(first)


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        (JOKERS.replace('"kitchen"', '"classic"'), "classic: another rulebook has this name"),
        (JOKERS.replace("hand = 5", "hand = 0"), "hand:"),
    ],
)
def test_serve_refuses_rules_that_can_not_be_offered_in_one_line(tmp_path: Path, toml: str, why: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(toml)
    command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run(
        [*command, "--db", str(tmp_path / "t.db"), "--rules", str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.raises(RulebookError, match="moons: another rulebook has this name"):
        OfferedRulebooks([from_text(MOONS), from_text(MOONS)])
