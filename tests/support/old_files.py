"""Files of an earlier version, and what is seen in them: shared by what writes them and the test.

Everything here goes through what people use (the command line, HTTP, sockets), so that it works with any
version of the code. What is compared is listed by name: a later version may show more.
"""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import time
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any

import httpx

from lastcard.cli import main
from support.server.people import Guest, fetch

Data = dict[str, Any]

# Columns of the server's store that hold a time, in milliseconds.
TIMES = (
    *(("person", "created"), ("person", "seen"), ("token", "created"), ("room", "created")),
    *(("entry", "at"), ("game", "ended"), ("shared", "kept"), ("beat", "at")),
)
TABLE = (
    *("code", "version", "n", "phase", "rules", "title", "set", "public", "timer", "pace", "muted", "host"),
    *("queue", "you", "round", "standing", "fairness", "game", "calls"),
)
SEAT = ("seat", "kind", "name", "person", "level", "ready", "away", "free", "offered")
VIEW = (
    *(
        "rules",
        "players",
        "you",
        "phase",
        "turn",
        "direction",
        "top",
        "colour",
        "hand",
        "counts",
        "draw_pile",
    ),
    *("discards", "drawn", "owed", "attacker", "called", "catchable", "turns", "refills", "reason", "winner"),
    *("scores", "items", "hands"),
)


# What points are made of: rulebooks may tell more of it by now.
ITEMS = ("cards", "queen", "uncalled", "replenished")
SHEET = ("rounds", "totals", "places", "losers", "next_limit", "match_over", "match_winners")


def dump(database: Path) -> str:
    """A SQLite file as text."""
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def load(dumped: Path, database: Path) -> Path:
    """A dump as a SQLite file again."""
    text = dumped.read_text(encoding="utf-8")
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(text)
    return database


def bring_up_to_date(database: Path, made: int) -> int:
    """Shift every time, as if the file had been written just now; how far.

    Tables and people that nobody has seen for long are cleared away, and a test must not depend on the date.
    """
    shift = round(1000 * time.time()) - made
    with closing(sqlite3.connect(database)) as connection, connection:
        for table, column in TIMES:
            connection.execute(f'update "{table}" set "{column}" = "{column}" + ?', (shift,))
    return shift


def itemised(view: Data) -> Data:
    """With the listed items only."""
    items = view["items"] or {}
    known = {name: {item: n for item, n in parts.items() if item in ITEMS} for name, parts in items.items()}
    return {**view, "items": known if view["items"] is not None else None}


def truth(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def lastcard(*words: str) -> tuple[int, str]:
    """The command: its exit code and what it prints."""
    with redirect_stdout(io.StringIO()) as out:
        code = main(list(words))
    return code, out.getvalue()


def replayed(record: Path) -> Data:
    """What `lastcard replay` makes of a record; the events as a digest, for there are many."""
    code, text = lastcard("replay", str(record), "--json")
    assert code == 0
    final: Data = itemised(json.loads(text))
    events = final.pop("events")
    canonical = json.dumps(events, sort_keys=True, ensure_ascii=False)
    return {**final, "events": len(events), "digest": hashlib.sha256(canonical.encode()).hexdigest()}


def verified(record: Path) -> Data:
    """What `lastcard verify` says; its sentences may be reworded."""
    code, text = lastcard("verify", str(record), "--json")
    return {
        "code": code,
        "rounds": [{"round": one["round"], "fair": one["fair"]} for one in json.loads(text)],
    }


def sheet(file: Path) -> Any:
    code, text = lastcard("score", "--sheet", str(file), "--json")
    assert code == 0
    shown = json.loads(text)
    return {field: shown[field] for field in SHEET}


def league(database: Path, name: str) -> Data:
    """The table of a league for programs, and what every game was."""
    code, text = lastcard("league", "table", "--db", str(database), "--name", name, "--json")
    assert code == 0
    table: Data = json.loads(text)
    del table["version"]  # of who prints it
    assert table.pop("secrets") == []  # that old leagues have none
    code, rows = lastcard("league", "export", "--db", str(database), "--name", name, "--csv")
    assert code == 0
    return {"table": table, "games": hashlib.sha256(rows.encode()).hexdigest()}


def table(base: str, name: str, token: str, code: str) -> Data:
    """A table as one person sees it, who opens it and goes again."""
    with closing(Guest(base, name, token)) as guest:
        answer = guest.command("open", code=code, since=0)
        if answer["type"] == "refused":
            return {"refused": answer["code"]}
        shown, view = guest.table, guest.table["view"]
        events = [event for message in guest.heard for event in message.get("events", ())]
    return {
        **{field: shown[field] for field in TABLE},
        "seats": [{field: seat[field] for field in SEAT} for seat in shown["seats"]],
        "view": view if view is None else itemised({field: view[field] for field in VIEW}),
        "said": [[one["name"], one["phrase"], one["text"]] for one in events if one["type"] == "chat"],
    }


def difference(usual: Data, one: Data) -> Data:
    """What is to be said of one, if the usual is known; the other way round: `merged`."""
    if "refused" in one or "refused" in usual:
        return one
    out = {field: value for field, value in one.items() if field != "view" and value != usual[field]}
    if one["view"] is not None:
        out["view"] = {field: value for field, value in one["view"].items() if value != usual["view"][field]}
    return out


def merged(usual: Data, different: Data) -> Data:
    if "refused" in different or "refused" in usual:
        return different
    view = usual["view"] if usual["view"] is None else {**usual["view"], **different.get("view", {})}
    return {**usual, **different, "view": view if view is None else _for_people(view)}


def _for_people(view: Data) -> Data:
    """Who of the others called or can be caught was told by protocol 1, and is not any more (C8)."""
    if view["phase"] == "over":
        return view
    own = {field: [name for name in view[field] if name == view["you"]] for field in ("called", "catchable")}
    return {**view, **{field: names for field, names in own.items() if field in view}}


def pages(base: str, tokens: dict[str, str]) -> Data:
    """What the site tells of finished matches and of the people who played them."""
    out: Data = {"history": {}, "games": {}, "stats": {}, "leaderboard": {}}
    for name, token in tokens.items():
        cookies = {"lastcard": token}
        with httpx.Client(base_url=base, cookies=cookies, verify=False) as browser:
            out["history"][name] = [one["game"] for one in browser.get("/api/history").json()["games"]]
            out["stats"][name] = browser.get("/api/me/stats").json()
            for game in out["history"][name]:
                out["games"][game] = browser.get(f"/api/games/{game}").json()
    for rules in ("classic", "league", "rounds", "fool108"):
        out["leaderboard"][rules] = fetch(f"{base}/api/leaderboard", params={"rules": rules}).json()
    return out


def without_later_fields(seen: Any, old: Any) -> Any:
    """What was seen, with those fields only that an earlier version had: a protocol may grow."""
    if isinstance(seen, dict) and isinstance(old, dict):
        return {name: without_later_fields(seen[name], old[name]) for name in seen if name in old}
    if isinstance(seen, list) and isinstance(old, list) and len(seen) == len(old):
        return [without_later_fields(*pair) for pair in zip(seen, old, strict=True)]
    return seen


def record(base: str, game: str) -> str:
    return fetch(f"{base}/api/games/{game}/record").text
