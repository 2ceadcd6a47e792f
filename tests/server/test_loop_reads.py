"""The database is never asked on the event loop: while one person waits for it, all others play on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
import sqlalchemy as sa

from lastcard.server.protocol import messages as m
from lastcard.server.web.routes import ROUTES
from support.server.people import Guest, Running, running

pytestmark = pytest.mark.slow  # they start servers

NAMED = {"kind:str": "replay", "path:path": "nothing/there", "rules:str": "classic"}
BODIES: dict[str, Any] = {
    "/api/me": {"name": "Eve"},
    "/api/me/face": {"face": "owl"},
    "/api/link": {"code": "AAAAABBBBB"},
    "/api/me/push": {"endpoint": "https://push.example/x", "p256dh": "k", "auth": "a"},
    "/api/me/push/end": {"endpoint": "https://push.example/x"},
    "/api/rules/classic": {"set": {}},
    "/api/rulebooks": {"toml": 'extends = "classic"\nname = "mine"'},
    "/api/score/classic": {"players": ["a", "b"], "rounds": []},
    "/api/haggle": {"players": [{"name": "a", "cards": "r"}]},
}
WITH: dict[type, dict[str, Any]] = {
    m.Ping: {"sent": 1},
    m.Look: {"visible": True},
    m.Pick: {"draw": 1},
    m.Act: {"version": 0, "action": "draw"},
    m.AddBot: {"seat": 2, "level": "beginner"},
    m.Offer: {"seat": 2},
    m.Kick: {"seat": 2},
    m.HandOver: {"seat": 1},
    m.Say: {"phrase": "hello"},
    m.React: {"emote": "laugh"},
    m.Shuffle: {"text": "mix"},
    m.Change: {"seats": 4},
}


@contextmanager
def threads_that_ask(server: Running) -> Iterator[set[str]]:
    """The names of the threads in which a statement was executed."""
    found: set[str] = set()

    def note(*_: object) -> None:
        found.add(threading.current_thread().name)

    engine = server.server.store.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)


def forget_everybody(server: Running) -> None:
    """Who is asked for is not at hand."""
    server.server.identity._known.clear()
    server.server.hub.faces._known.clear()


def ask_everything(server: Running, cookies: list[str], names: dict[str, str]) -> int:
    """Ask all routes, by all of these people; how many there were."""
    asked = 0
    with httpx.Client(verify=False, timeout=30) as browser:
        for handler in ROUTES:
            for path in handler.paths:
                for name, value in names.items():
                    path = path.replace(f"{{{name}}}", value)
                for cookie in cookies:
                    forget_everybody(server)
                    headers = {"origin": server.base, "cookie": f"lastcard={cookie}"}
                    for method in handler.http_methods:
                        body = BODIES.get(path, {}) if method == "POST" else None
                        browser.request(method, server.base + path, json=body, headers=headers)
                        asked += 1
    return asked


def test_no_route_and_no_command_asks_the_store_on_the_event_loop(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db")) as server:
        ann, bob, cid = (Guest(server.base, name) for name in ("Ann", "Bob", "Cid"))
        game = finished_match(cid)
        code = ann.must("create", seats=3)["code"]
        bob.must("open", code=code, sit=True)
        with threads_that_ask(server) as asking:
            kinds = get_args(m.FromClient)
            for kind in sorted(kinds, key=lambda one: one in (m.Lobby, m.Leave, m.Quick, m.Close)):
                forget_everybody(server)
                command = {"type": kind.__struct_config__.tag, **WITH.get(kind, {})}
                for field in kind.__struct_fields__:
                    command |= {"id": f"x-{command['type']}"} if field == "id" else {}
                    command |= {"code": code} if field == "code" else {}
                bob.send(**command)
                ann.catch_up()
                bob.catch_up()
            assert "lastcard-writer" in asking  # what was sent had effects
            names = {**NAMED, "code:str": code, "game:str": game, "name:str": f"{game}.png"}
            names["person:str"] = ann.heard[0]["me"]["person"]
            assert ask_everything(server, ["nobody", bob.token or "", ann.token or ""], names) > 3 * len(
                ROUTES
            )
            ann.again().close()
        assert all(one.startswith(("lastcard-", "asyncio_")) for one in asking), asking
        assert "lastcard-reader_0" in asking


def finished_match(one: Guest) -> str:
    one.must("create", seats=2, bots="beginner", start=True, pace="fast", set={"rounds": 1})
    one.must("away")
    game = one.shown(lambda t: t["phase"] == "over")["game"]
    one.must("leave")
    return str(game)
