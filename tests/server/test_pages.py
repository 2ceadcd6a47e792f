"""The HTTP part: who may talk to us, rules as forms, scores, histories, replays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from lastcard.rulebooks import names, options
from lastcard.server.protocol import http_models as h
from lastcard.server.web.static_files import StaticFiles
from support.server.people import (
    QUICK,
    Guest,
    Running,
    fetch,
    opened,
    play_out,
    post,
    refusal,
    register,
    running,
    submit,
    worded,
)

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def test_only_our_own_pages_may_talk_to_us(server: Running) -> None:
    wrong = ["http://evil.example", server.base + "0", server.base + "/", "null", server.base.upper()]
    for origin in wrong:
        assert post(server, "/api/me", {"name": "Ann"}, origin=origin).status_code == 403
        with (
            pytest.raises(InvalidStatus),
            connect(server.base.replace("http", "ws") + "/ws", origin=Origin(origin)),
        ):
            pass
    assert submit(f"{server.base}/api/me", json={"name": "Ann"}).status_code == 403
    assert fetch(f"{server.base}/health", headers={"host": "evil.example"}).status_code == 421
    assert post(server, "/api/me", {"name": "Ann"}).status_code == 200


def test_every_answer_has_strict_headers(server: Running) -> None:
    for path in ("/", "/health", "/api/about", "/nothing.js", "/api/nothing"):
        headers = fetch(server.base + path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "'unsafe-inline'" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"


def test_the_cookie_is_for_the_browser_only(server: Running) -> None:
    got = post(server, "/api/me", {"name": "Ann"})
    cookie = got.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert got.cookies["lastcard"] not in got.text


def test_28_an_identity_is_carried_over_once(server: Running) -> None:
    token = register(server.base, "Ann")
    got = post(server, "/api/me/link", None, cookie=f"lastcard={token}").json()["code"]
    other = post(server, "/api/link", {"code": got})
    assert other.json()["name"] == "Ann"
    assert other.cookies["lastcard"] != token
    assert "used already" in refusal(post(server, "/api/link", {"code": got}))
    gone = post(server, "/api/me/forget", None, cookie=f"lastcard={token}")
    assert gone.json()["person"] is None
    me = fetch(f"{server.base}/api/me", headers={"cookie": f"lastcard={token}"}).json()
    assert me["person"] is None


def test_messages_of_more_than_8_kb_and_rubbish_close_the_socket(guest: Make) -> None:
    for rubbish in ('{"type":"lobby"' + " " * 9000 + "}", "{", "\x00"):
        ann = guest(None)
        ann.socket.send(rubbish)
        assert ann.until(lambda m: m["type"] == "refused")["code"] == "invalid"
        assert ann.ended() == 4009
    ann = guest(None)
    ann.send(type="act", id="7", nonsense=True)
    assert ann.until(lambda m: m["type"] == "refused")["id"] == "7"
    ann.send(type="ping", sent=1)
    assert ann.until(lambda m: m["type"] == "pong")


def test_8_kb_are_counted_in_bytes_and_to_the_last_one(guest: Make) -> None:
    ann = guest(None)
    for letter in ("x", "ж"):
        text = '{"type":"act","id":"7","version":0,"action":"%s"}'
        size = 8192 - len(text % "")
        fits = text % (letter * (size // len(letter.encode())))
        ann.socket.send(fits + " " * (8192 - len(fits.encode())))
        why = ann.until(lambda m: m["type"] == "refused")["why"]  # too long a word, but read
        assert (why["code"], "action" in worded(why)) == ("server.invalid_message", True)
    ann.socket.send(fits + " " * (8193 - len(fits.encode())))
    assert "8 KB" in worded(ann.until(lambda m: m["type"] == "refused")["why"])
    assert ann.ended() == 4009


def test_new_tables_and_new_sockets_meet_limits(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, tables=(0.01, 2), sockets=(0.01, 3))
    with running(str(tmp_path / "t.db"), few) as server:
        ann, bob = Guest(server.base, "Ann"), Guest(server.base, "Bob")
        answers = [ann.command("create") for _ in range(3)]
        assert [answer.get("code") if answer["type"] == "refused" else "" for answer in answers] == [
            "",
            "",
            "rate",
        ]
        bob.must("create")  # it is Ann's limit
        Guest(server.base)
        with pytest.raises(InvalidStatus):
            Guest(server.base)


def test_floods_are_cut_off(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(QUICK, messages=(1, 5), posts=(0.1, 3))
    with running(str(tmp_path / "t.db"), slow) as server:
        ann = Guest(server.base)
        with suppress(ConnectionClosed):  # it may be cut off before all are sent
            for _ in range(10):
                ann.send(type="ping", sent=1)
        assert ann.ended() == 4008
        assert post(server, "/api/haggle", {"hands": {}}).status_code != 429
        assert 429 in [post(server, "/api/haggle", {"hands": {}}).status_code for _ in range(4)]


@pytest.mark.each_rulebook
@pytest.mark.parametrize("rules", names())
def test_51_a_rulebook_as_sheet_and_form(server: Running, rules: str) -> None:
    got = fetch(f"{server.base}/api/rules/{rules}").json()
    page = msgspec.convert(got, h.RulesPage)
    assert all(option.help.endswith(".") for option in page.options)
    assert set(page.values) == set(options())
    assert set(page.values) > {option.name for option in page.options}
    assert page.sheet
    assert page.cards
    house = post(server, f"/api/rules/{rules}", {"set": {"max_turns": 500}}).json()
    assert house["values"]["max_turns"] == 500
    wrong = post(server, f"/api/rules/{rules}", {"set": {"max_turns": 0}})
    assert "max_turns: expected 1 to 100000" in refusal(wrong)


@pytest.mark.each_rulebook
@pytest.mark.parametrize("rules", names())
def test_a_form_shows_the_switches_and_words_that_would_be_accepted_and_no_others(
    server: Running, rules: str
) -> None:
    got = fetch(f"{server.base}/api/rules/{rules}").json()
    shown = {option["name"]: option["choices"] for option in got["options"]}
    for name, option in options().items():
        for word in option.choices:
            value: bool | str = {"true": True, "false": False}.get(word, word)
            if value == got["usual"][name]:
                continue
            accepted = not refusal(post(server, f"/api/rules/{rules}", {"set": {name: value}}))
            assert accepted == (word in shown.get(name, ())), (name, word)


def test_a_form_shows_what_another_house_rule_makes_possible(server: Running) -> None:
    def shown(**set_: bool | int | str) -> set[str]:
        page = post(server, "/api/rules/fool108", {"set": set_}).json()
        return {option["name"] for option in page["options"]}

    assert shown(decks=2) - shown() == {"jump_in"}
    assert "catch_penalty" in shown(call="catch") - shown()
    assert "jump_in" in shown(decks=2, jump_in=True)  # to be put back


def test_score_sheets_and_haggle(server: Running) -> None:
    body = {"players": ["Ann", "Bob"], "rounds": [{"hands": {"Ann": "", "Bob": "R7 W"}}]}
    page = post(server, "/api/score/classic", body).json()
    assert page["rounds"][0]["scores"] == {"Ann": 57, "Bob": 0}
    assert page["standing"]["totals"]["Ann"] == 57
    body["rounds"] = [{"hands": {"Ann": "R7", "Bob": "R7 W"}}]
    assert refusal(post(server, "/api/score/classic", body)).startswith("round 1: nobody is out")
    scores = post(server, "/api/haggle", {"hands": {"Ann": "YYR", "Bob": "BBW"}}).json()
    assert {one["name"] for one in scores["players"]} == {"Ann", "Bob"}
    assert sum(c["points"] for c in scores["players"][0]["changes"]) == scores["players"][0]["points"]
    attacked = {"hands": {"Ann": "YYYYBBBRRO", "Ben": "BBBBB", "Xia": "R" * 7}}  # G2, G4
    for chosen, ann in (
        ({}, 2 * (48 - 10)),
        ({"double_last": False}, 2 * 48 - 10),
        ({"count_eliminated": False}, 2 * (54 - 10)),
    ):
        answer = post(server, "/api/haggle", attacked | chosen).json()
        assert answer["players"][0]["points"] == ann
    assert refusal(post(server, "/api/haggle", {"hands": {"Ann": "Q"}}))


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/me", {"name": "a:b"}, "name"),
        ("/api/me", {"name": "x" * 201}, "length"),
        ("/api/link", {"code": "NOTHING"}, "too old"),
        ("/api/rules/bridge", {}, "no rulebook"),
        ("/api/rules/classic", {"set": {"call": "off", "catch_penalty": 4}}, "catch_penalty"),
        ("/api/replay", {"game": "nothing"}, "no such match"),
        ("/api/replay", {"record": {"format": "lastcard/1"}}, "missing"),
        ("/api/records", {"format": "lastcard/1"}, "missing"),
        ("/api/score/classic", {"players": ["Ann", "Bob"], "rounds": [{"hands": {"Ann": "Q9"}}]}, "not Ann"),
        ("/api/haggle", {"hands": {"Ann": "Q"}}, "Q"),
    ],
)
def test_a_question_can_be_answered_with_no_and_nonsense_is_an_error(
    server: Running, path: str, body: Any, why: str
) -> None:
    """Browsers log every status of 400 and more as an error, also where the page tells it in a sentence."""
    assert why in refusal(post(server, path, body))
    rubbish = submit(server.base + path, content=b"{ no JSON", headers={"origin": server.base})
    assert rubbish.status_code == 400
    assert rubbish.json()["refused"]["code"] == "server.invalid_request"


def test_a_replay_of_nothing_is_no_question(server: Running) -> None:
    answer = post(server, "/api/replay", {"round": 1})
    assert (answer.status_code, worded(answer.json()["refused"])) == (400, "name a game, or send a record")


def test_a_finished_match_is_kept_rated_replayed_and_fair(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", set={"rounds": 2}, pace="fast")
    ann.must("shuffle", text="my own luck")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    play_out([ann, bob], lambda t: t["phase"] == "over")
    game = ann.shown(lambda t: t["phase"] == "over")["game"]
    (one,) = fetch(f"{server.base}/api/history?rules=classic").json()["games"]
    assert one["game"] == game
    assert {seat["name"] for seat in one["seats"]} == {"Ann", "Bob"}
    first = fetch(f"{server.base}/api/games/{game}/replay?round=1").json()
    assert [check["fair"] for check in first["checks"]] == [True] * first["rounds"]
    assert first["checks"][0]["additions"] == {"Ann": "my own luck"}
    promised = [e["commitment"] for m in ann.heard for e in m.get("events", ()) if e["type"] == "commitment"]
    assert first["checks"][0]["commitment"] == promised[0]
    assert first["steps"][-1]["view"]["phase"] == "over"
    record = fetch(f"{server.base}/api/games/{game}/record")
    pasted = post(server, "/api/replay", {"record": record.json(), "round": 1})
    assert pasted.json()["steps"] == first["steps"]
    rows = fetch(f"{server.base}/api/leaderboard?rules=classic").json()["rows"]
    assert [row["games"] for row in rows] == [1, 1]
    assert rows[0]["rating"] >= rows[1]["rating"]
    stats = fetch(f"{server.base}/api/people/{rows[0]['person']}/stats").json()
    assert stats["rules"][0]["games"] == 1
    assert post(server, "/api/replay", {"game": game}).json() == first
    for part in ("", "/record", "/replay"):
        assert fetch(f"{server.base}/api/games/nothing{part}").status_code == 404
    ann.must("ready")
    bob.must("ready")
    assert bob.shown(lambda t: t["phase"] == "playing")["round"] == 1  # the rematch


def test_matches_of_private_tables_are_listed_for_their_players_and_shown_by_the_link(
    server: Running, guest: Make
) -> None:
    ann, eve = guest("Ann"), guest("Eve")
    found = {}
    for public in (True, False):
        ann.must(
            "create", seats=2, bots="beginner", start=True, pace="fast", set={"rounds": 1}, public=public
        )
        ann.must("away")
        found[public] = ann.shown(lambda t: t["phase"] == "over")["game"]
        assert ann.table["public"] == public
        ann.must("leave")

    def listed(who: Guest | None, ask: str = "") -> set[str]:
        headers = {} if who is None else {"cookie": f"lastcard={who.token}"}
        got = fetch(f"{server.base}/api/history?{ask}", headers=headers).json()
        return {one["game"] for one in got["games"]}

    me = ann.heard[0]["me"]["person"]
    for ask in ("", "rules=classic", f"person={me}"):
        assert listed(ann, ask) == set(found.values())
        assert listed(eve, ask) == listed(None, ask) == {found[True]}
    assert listed(ann, f"before={found[False]}") == {found[True]}
    for part in ("", "/record", "/replay"):
        assert fetch(f"{server.base}/api/games/{found[False]}{part}").status_code == 200
    (row,) = fetch(f"{server.base}/api/leaderboard?rules=classic").json()["rows"]
    assert row["games"] == 2  # both count


def test_a_replay_tells_who_was_a_bot(server: Running, guest: Make) -> None:
    ann = guest("Ann")
    ann.must("create", seats=2, bots="casual", set={"rounds": 1}, pace="fast", start=True)
    (bot,) = [seat for seat in ann.shown(lambda t: t["view"])["seats"] if seat["kind"] == "bot"]
    play_out([ann], lambda t: t["phase"] == "over")
    game = ann.shown(lambda t: t["phase"] == "over")["game"]
    got = fetch(f"{server.base}/api/games/{game}/replay").json()
    assert got["bots"] == {bot["name"]: "casual"}
    record = fetch(f"{server.base}/api/games/{game}/record").json()
    assert post(server, "/api/replay", {"record": record, "round": 1}).json()["bots"] == {}


def test_fool108_goes_on_to_the_next_limit(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="fool108", set={"limit": 5}, pace="fast")
    ann.must("start")
    bob.shown(lambda t: t["phase"] == "playing")
    play_out([ann, bob], lambda t: t["phase"] == "over")
    limit = ann.shown(lambda t: t["phase"] == "over")["standing"]["next_limit"]
    ann.must("ready")
    bob.must("ready")
    table = server.server.hub.rooms[ann.table["code"]].table
    assert table.match is not None
    assert table.match.rulebook.limit == limit > 5


def test_without_a_client_the_page_says_how_to_build_it(server: Running, tmp_path: Path) -> None:
    assert "The client is not built" in StaticFiles(tmp_path).files["/index.html"].body.decode()
    assert fetch(f"{server.base}/replays").status_code == 200


@pytest.mark.parametrize("up", ["..", "%2e%2e", "..%2f..", "..\\.."])
def test_a_path_is_never_the_name_of_a_file(server: Running, up: str) -> None:
    """Sent as it is written: browsers and libraries would tidy it before."""
    for path in (f"/{up}/settings.py", f"/assets/{up}/{up}/settings.py", f"/{up}/{up}/{up}/{up}/etc/passwd"):
        line = HTTPConnection("127.0.0.1", server.port, timeout=10)
        line.request("GET", path)
        answer = line.getresponse()
        body = answer.read()
        line.close()
        page = answer.status == 200 and body == fetch(server.base).content  # any other page starts the client
        assert page or answer.status == 404, path
        assert b"Settings(Struct" not in body
        assert b"root:" not in body
