"""Writes files as the present version does: `python tests/old_files/write.py FOLDER`.

Run it before a change of what is stored, and keep the folder: tests/test_old_files.py reads what is here.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import old_files as look
from support.server.people import Guest, Message, Process, submit

rng = random.Random(15)
Until = Callable[[Message], Any]
NAMES = ("Ann", "Bob", "Cid", "Zoë Ångström")


# ---- Tables of a server ------------------------------------------------------------------------------------


def opened(people: list[Guest], **how: Any) -> str:
    """A table where these people sit and nobody waits for a clock, unless `how` says so."""
    host, *others = people
    code: str = host.must("create", **{"timer": 0, "pace": "fast", "seats": len(people), **how})["code"]
    for one in others:
        one.must("open", code=code, sit=True)
    return code


def start(people: list[Guest]) -> None:
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "playing")


def chosen(one: Guest) -> str:
    """Mostly a play; people forget their call, call for nothing and accuse each other."""
    legal = one.view["legal"]
    plays = [text for text in legal if text.startswith("play")] or legal
    return str(rng.choice(plays if rng.random() < 0.95 else legal))


def mischief(one: Guest) -> None:
    """A call or a catch out of turn: right, late or false."""
    others = [name for name in one.view["players"] if name != one.view["you"]]
    one.act(rng.choice(["call", f"catch {rng.choice(one.view['catchable'] or others)}"]))


def play(people: list[Guest], until: Until, mischievous: float = 0.0) -> None:
    """Everybody does something legal in turn, until the table looks so."""
    end = time.monotonic() + 240
    while not any(until(one.table) for one in people):
        assert time.monotonic() < end, people[0].table
        for one in people:
            if one.table["phase"] == "playing" and one.my_turn and not until(one.table):
                if rng.random() < mischievous or one.view["catchable"] and rng.random() < 0.5:
                    mischief(rng.choice(people))
                elif one.view["legal"]:
                    one.act(chosen(one))
            elif one.table["phase"] == "between" and not one.table["seats"][one.table["you"]]["ready"]:
                one.command("ready")
            one.quiet(0.02)
    for one in people:
        one.shown(until)


def over(table: Message) -> bool:
    return bool(table["phase"] == "over")


def asked(*phases: str, turns: int = 6) -> Until:
    """A person is in turn, is asked this, and no call is open."""

    def wanted(table: Message) -> bool:
        view = table["view"]
        if table["phase"] != "playing" or view["turns"] < turns or view["catchable"]:
            return False
        seats = {seat["name"]: seat["kind"] for seat in table["seats"]}
        return view["phase"] in phases and seats[view["turn"]] == "person"

    return wanted


def finished_matches(people: list[Guest]) -> dict[str, str]:
    """One or more of every rulebook, with calls, catches, penalties and house rules."""
    ann, bob, cid, zoe = people
    house = {"stacking": "any", "challenge": True, "draw_until_playable": True}
    wild = {"stacking": "same", "jump_in": True, "seven_zero": True, "call": "catch", "rounds": 1}
    matches: dict[str, tuple[list[Guest], dict[str, Any]]] = {
        "classic over": ([ann, bob, cid], {"rules": "classic", "set": {"target": 1}}),
        "classic house over": ([bob, zoe], {"rules": "classic", "set": {"target": 1, **house}, "seats": 2}),
        "league over": ([ann, zoe, cid], {"rules": "league", "set": {"rounds": 1}}),
        "rounds house over": ([cid, ann], {"rules": "rounds", "set": wild, "public": False}),
        "fool108 over": ([zoe, ann, bob], {"rules": "fool108", "set": {"limit": 20}}),
    }
    codes = {}
    for what, (some, how) in matches.items():
        codes[what] = opened(some, **how)
        some[-1].must("shuffle", text=f"{some[-1].name} shuffles too")
        start(some)
        play(some, over, 0.06)
        print(what, codes[what], some[0].table["standing"])
    return codes


def with_bots(people: list[Guest]) -> dict[str, str]:
    """A rated match against bots, and a seat that a bot goes on for."""
    ann, bob, *_ = people
    code = opened([ann], rules="rounds", set={"rounds": 1}, seats=3, bots="casual")
    start([ann])
    play([ann], over)
    left = opened([bob, ann], rules="classic", seats=3, set={"target": 200})
    bob.must("bot", seat=2, level="skilled")
    start([bob, ann])
    play([bob, ann], asked("play"))
    bob.must("offer", seat=2)
    bob.must("away")
    ann.shown(lambda t: t["seats"][0]["away"])
    play([ann], lambda t: asked("play", "drawn", turns=10)(t) and t["view"]["turn"] == "Ann")
    return {"bots over": code, "away": left}


def in_mid_round(people: list[Guest]) -> dict[str, str]:
    """Every rulebook in the middle of a round, at every question that comes up soon enough."""
    ann, bob, cid, _ = people
    house = {"stacking": "same", "challenge": True, "jump_in": True}
    wanted: dict[str, tuple[list[Guest], dict[str, Any], Until]] = {
        "classic drawn": ([ann, bob], {"rules": "classic"}, asked("drawn", turns=3)),
        "classic challenge": (
            [bob, cid],
            {"rules": "classic", "set": {"challenge": True, "decks": 2}},
            asked("challenge", turns=2),
        ),
        "classic stack": ([cid, ann, bob], {"rules": "classic", "set": house}, asked("stack", turns=2)),
        "league play": ([ann, cid], {"rules": "league", "timer": 600}, asked("play", turns=12)),
        "rounds play": ([bob, ann, cid], {"rules": "rounds", "public": False}, asked("play", turns=9)),
        "fool108 play": ([cid, bob], {"rules": "fool108"}, asked("play", turns=8)),
    }
    codes = {}
    for what, (some, how, until) in wanted.items():
        codes[what] = opened(some, **how)
        start(some)
        play(some, until)
        print(what, codes[what], some[0].view["phase"], some[0].view["turns"])
    return codes


def without_a_round(people: list[Guest], eve: Guest) -> dict[str, str]:
    """Waiting, between rounds, closed; with people who wait, watch, were kicked, were muted, and talk."""
    ann, bob, cid, zoe = people
    waiting = opened([zoe, bob], rules="fool108", seats=4, timer=45, pace="slow")
    zoe.must("bot", seat=3, level="beginner")
    bob.must("ready")
    zoe.must("say", text="Wer spielt mit? ♠ <b>fett</b>")
    cid.must("open", code=waiting, sit=True)
    zoe.must("kick", seat=2, why="a test")
    zoe.must("host", seat=1)
    eve.must("open", code=waiting)
    eve.must("say", phrase="hello")
    bob.must("mute")
    bob.must("change", set={"limit": 60})
    between = opened([ann, cid], rules="rounds", set={"rounds": 3})
    zoe.must("open", code=between)
    zoe.must("wait")
    start([ann, cid])
    play([ann, cid], lambda t: t["phase"] == "between")
    cid.must("shuffle", text="Cid's addition")
    closed = opened([bob, cid], rules="league")
    bob.must("close")
    return {"waiting": waiting, "between": between, "closed": closed}


def next_actions(base: str, tokens: dict[str, str], codes: dict[str, str]) -> dict[str, Message]:
    """Who is in turn at each table in play, and something that is legal there, as text."""
    out = {}
    for what, code in codes.items():
        for name, token in tokens.items():
            guest = Guest(base, name, token)
            seen = guest.command("open", code=code)["type"] == "ack" and guest.table["you"] is not None
            if seen and guest.my_turn:
                version, action = guest.table["version"], guest.view["legal"][0]
                out[what] = {"person": name, "version": version, "action": action}
            guest.close()
    return out


def views(base: str, tokens: dict[str, str], code: str) -> dict[str, Message]:
    """A table as Eve sees it, who watches; of those who sit or may not come what is different for them."""
    seen = {name: look.table(base, name, token, code) for name, token in tokens.items()}
    eve = seen.pop("Eve")
    others = {name: one for name, one in seen.items() if one.get("you", "refused") is not None}
    return {"Eve": eve, **{name: look.difference(eve, one) for name, one in others.items()}}


def server(folder: Path, scratch: Path) -> None:
    db = scratch / "tables.db"
    first = Process(str(db))
    people = [Guest(first.base, name) for name in NAMES]
    eve = Guest(first.base, "Eve")
    codes: dict[str, str] = {}
    for work in (finished_matches, with_bots, in_mid_round):
        codes |= work(people)
    codes |= without_a_round(people, eve)
    shared = submit(
        f"{first.base}/api/records",
        content=(folder / "records" / "play-rounds.json").read_bytes(),
        headers={"origin": first.base, "cookie": f"lastcard={eve.token}"},
    ).json()["game"]
    tokens = {str(one.name): str(one.token) for one in (*people, eve)}
    for one in (*people, eve):
        one.close()
    first.end(signal.SIGTERM)
    made = round(1000 * time.time())
    (folder / "server.sql").write_text(look.dump(db), encoding="utf-8")
    # The truth is what this version shows after a restart, of a copy that nothing else has touched.
    copy = look.load(folder / "server.sql", scratch / "copy.db")
    second = Process(str(copy))
    seen = {
        "made": made,
        "tokens": tokens,
        "codes": codes,
        "next": next_actions(second.base, tokens, codes),
        "shared": shared,
        **{f"table {what}": views(second.base, tokens, code) for what, code in codes.items()},
        **look.pages(second.base, tokens),
    }
    for game, played in seen["games"].items():
        file = folder / "records" / f"server-{played['rules']}-{game}.json"
        file.write_text(look.record(second.base, game), encoding="utf-8")
    second.end(signal.SIGTERM)
    keep(folder / "server.json", seen)


# ---- Records, sheets, leagues ------------------------------------------------------------------------------

PLAYED: dict[str, tuple[str, ...]] = {
    "play-rounds": ("rounds", "--players", "2"),
    "play-fool108": ("fool108", "--players", "4", "--set", "limit=60"),
    "play-stacking": (
        *("classic", "--players", "3", "--set", "target=100", "--set", "stacking=any"),
        *("--set", "seven_zero=true", "--set", "challenge=true"),
    ),
    "play-jump-in": (
        *("classic", "--players", "4", "--set", "rounds=1", "--set", "jump_in=true"),
        *("--set", "draw_until_playable=true", "--set", "no_action_finish=true", "--set", "decks=2"),
    ),
    "play-drawn": (
        *("league", "--players", "3", "--set", "rounds=1", "--set", "drawn=must", "--set", "after_draw=any"),
        *("--set", "must_play=false", "--set", "reverse_skips_with_two=false"),
    ),
}


def typed(words: list[str], keys: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lastcard", *words],
        input=keys,
        text=True,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, words


def records(folder: Path) -> None:
    """Matches at the terminal: somebody who types 1 for ever, and one who stops in mid-round."""
    for name, how in PLAYED.items():
        kept = str(folder / "records" / f"{name}.json")
        typed(["play", *how, "--seed", name, "--name", "Ann", "--pace", "0", "--record", kept], "1\n" * 5000)
    kept = str(folder / "records" / "interrupted.json")
    typed(
        ["play", "fool108", "--seed", "x", "--name", "Ann", "--pace", "0", "--record", kept], "1\n1\n1\nq\n"
    )


def true_records(folder: Path) -> None:
    some = sorted((folder / "records").glob("*.json"))
    seen = {file.name: {"replay": look.replayed(file), "verify": look.verified(file)} for file in some}
    keep(folder / "records.json", seen)


def sheets(folder: Path) -> None:
    """Score sheets of evenings with real cards."""
    evenings: dict[str, list[list[str]]] = {
        "classic": [
            ["classic", "Ann=", "Bob=R9,BS,W+4", "Cid=G0,W", "--set", "target=300"],
            ["Ann=G4,R+2", "Bob=", "Cid=W,W+4"],
        ],
        "league": [["league", "Ann=R9", "Bob=", "Cid=G0,W", "Dot=YS"]],
        "rounds": [["rounds", "Ann=", "Bob=R9"], ["Ann=R1", "Bob="]],
        "fool108": [
            ["fool108", "Ann=", "Bob=QS", "Cid=QH,6C", "--out", "QD", "--replenished", "Bob=15"],
            ["Ann=AS,KD", "Bob=", "Cid=6D", "--out", "9S", "--uncalled"],
        ],
    }
    seen = {}
    for rules, rounds in evenings.items():
        file = folder / "sheets" / f"{rules}.json"
        for words in rounds:
            assert look.lastcard("score", *words, "--sheet", str(file))[0] == 0
        seen[rules] = look.sheet(file)
    keep(folder / "sheets.json", seen)


def run_league(db: Path, *words: str) -> None:
    assert look.lastcard("league", "run", "--db", str(db), "--workers", "1", *words)[0] == 0


def stored(db: Path) -> int:
    if not db.exists():
        return 0
    with closing(sqlite3.connect(db, timeout=30)) as connection:
        try:
            return int(connection.execute("select count(*) from game").fetchone()[0])
        except sqlite3.OperationalError:  # no tables yet
            return 0


def leagues(folder: Path, scratch: Path) -> None:
    """Finished leagues in one store, one with a bot that forfeits; an interrupted one in another."""
    db = scratch / "leagues.db"
    run_league(
        *(db, "--name", "small", "--rules", "rounds", "--bots", "random,greedy,lazy", "--players", "2,3"),
        *("--rounds", "1", "--seed", "7"),
    )
    run_league(
        *(db, "--name", "house rules", "--rules", "fool108", "--set", "limit=50", "--bots", "random,greedy"),
        *("--bot", "broken=cmd:false", "--players", "2", "--rounds", "1", "--seed", "8"),
    )
    (folder / "leagues.sql").write_text(look.dump(db), encoding="utf-8")
    cut = scratch / "interrupted.db"
    words = ["--rules", "league", "--bots", "random,greedy,tactician", "--players", "3", "--seed", "9"]
    command = [sys.executable, "-m", "lastcard", "league", "run", "--db", str(cut), "--workers", "1"]
    child = subprocess.Popen([*command, *words, "--rounds", "50"], stdout=subprocess.DEVNULL)
    while stored(cut) < 1:
        time.sleep(0.001)
    child.send_signal(signal.SIGINT)
    assert child.wait(60) == 130
    (folder / "interrupted-league.sql").write_text(look.dump(cut), encoding="utf-8")
    before = look.league(cut, "league")
    deals = str(before["table"]["deals"] + 3)
    run_league(cut, "--rounds", deals)
    finished = {name: look.league(db, name) for name in ("small", "house rules")}
    keep(
        folder / "leagues.json",
        {**finished, "interrupted": before, "deals": deals, "resumed": look.league(cut, "league")},
    )


def keep(file: Path, data: Any) -> None:
    """A line for each thing that there is a truth about."""
    lines = [f"{json.dumps(key)}: {json.dumps(data[key], ensure_ascii=False)}" for key in sorted(data)]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(folder: Path) -> None:
    for name in ("records", "sheets"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        records(folder)
        sheets(folder)
        leagues(folder, Path(scratch))
        server(folder, Path(scratch))
    true_records(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
