"""People at a real server: a browser's cookie and socket, and nothing that a browser has not."""

from __future__ import annotations

import asyncio
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any

import httpx
import msgspec
import sqlalchemy as sa
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from lastcard.game import Action
from lastcard.messages import sentence
from lastcard.server.push.keys import PushKeys
from lastcard.server.run import listen
from lastcard.server.settings import Settings
from lastcard.server.storage.schema import metadata
from lastcard.server.tables.offered_bots import OfferedBots
from lastcard.server.tables.offered_rulebooks import OfferedRulebooks
from lastcard.server.web.app import Server

QUICK = Settings(
    port=0,
    window=0.15,
    stage=0,
    paces={"slow": 0.5, "normal": 0.02, "fast": 0.0},
    catch_after=0.2,
    passes=None,  # people pass by hand, at once
    draw_seconds=0,  # no ceremony: `with_draw` is for its tests
    draw_shown=0.05,
    lobby_every=0.05,
    heartbeat_every=0.1,
    messages=(1000, 1000),
    posts=(1000, 1000),
    reads=(1000, 1000),
    sockets=(1000, 1000),
    tables=(1000, 1000),
    guesses=(1000, 1000),
)
PATIENCE = 10.0  # seconds before a test says that something did not come
Message = dict[str, Any]
SOCKETS: list[Guest] = []  # those that are open


class Running:
    """A server in a thread of this process, on a port of its own."""

    def __init__(
        self,
        url: str,
        settings: Settings = QUICK,
        rulebooks: OfferedRulebooks | None = None,
        bots: OfferedBots | None = None,
        push_keys: PushKeys | None = None,
    ) -> None:
        taken = listen("127.0.0.1", 0)
        self.port = int(taken.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self.server = Server(settings, url, self.port, rulebooks=rulebooks, bots=bots, push_keys=push_keys)
        config = uvicorn.Config(self.server.app, ws="websockets-sansio", log_level="error", access_log=False)
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [taken]}, daemon=True)
        self._thread.start()
        wait_for(lambda: self._uvicorn.started)

    def clean(self) -> None:
        """As if it were new: no tables, no people, nothing kept. Its sockets are closed already."""
        wait_for(lambda: not self.server.hub.connections)
        self.do(self._clean())

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Something in the server's own loop."""
        loop = next(iter(self.server.background._tasks)).get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    async def _clean(self) -> None:
        hub = self.server.hub
        for room in list(hub.rooms.values()):
            hub.forget(room)
        hub._seats.clear()
        hub._created.clear()
        hub._closed._made.clear()
        self.server.identity._known.clear()
        await hub.store.run(_empty)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(10)


class Process:
    """`lastcard serve` as people run it."""

    def __init__(self, db: str, port: int = 0, *words: str) -> None:
        command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", "--port", str(port), "--db", db]
        command += words
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        self.line = self.child.stdout.readline()
        self.base = self.line.split()[3]

    def end(self, how: int = signal.SIGKILL) -> str:
        self.child.send_signal(how)
        _, told = self.child.communicate(timeout=20)
        return told


def _empty(connection: sa.Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())


@contextmanager
def running(
    url: str,
    settings: Settings = QUICK,
    rulebooks: OfferedRulebooks | None = None,
    bots: OfferedBots | None = None,
    push_keys: PushKeys | None = None,
) -> Iterator[Running]:
    server = Running(url, settings, rulebooks, bots, push_keys)
    try:
        yield server
    finally:
        server.stop()


def wait_for(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)
    return found


def fetch(url: str, **how: Any) -> httpx.Response:
    """GET, by a browser that has no cookies; httpx.get reads all certificates of the machine every time."""
    with httpx.Client(verify=False) as browser:
        return browser.get(url, **how)


def submit(url: str, **how: Any) -> httpx.Response:
    """POST, by a browser that has no cookies."""
    with httpx.Client(verify=False) as browser:
        return browser.post(url, **how)


def post(server: Running, path: str, body: Any, **headers: str) -> httpx.Response:
    """POST, by a page of the server itself."""
    return submit(server.base + path, json=body, headers={"origin": server.base, **headers})


def refusal(answer: httpx.Response) -> str:
    """Why a question was answered with no; "" if it was not."""
    assert answer.status_code == 200, answer.text
    said = answer.json()
    return worded(said["refused"]) if "refused" in said else ""


def worded(message: Message) -> str:
    """A message as it comes over the wire, in English."""
    return sentence(message["code"], message["params"])


def register(base: str, name: str) -> str:
    """A name of one's own; the token is what the cookie holds."""
    answer = submit(f"{base}/api/me", json={"name": name}, headers={"origin": base})
    assert not refusal(answer), f"{name}: {refusal(answer)}"
    return str(answer.cookies["lastcard"])


def give_up_name(base: str, token: str | None) -> None:
    """Let others have the name: many tests share a server. One that is gone has no names to give."""
    if token is not None:
        mine = {"origin": base, "cookie": f"lastcard={token}"}
        with suppress(httpx.TransportError):
            submit(f"{base}/api/me", json={"name": f"gone {secrets.token_hex(4)}"}, headers=mine)


class Guest:
    """One socket. Every message that comes is kept in `heard`; `table` is the last state shown."""

    def __init__(
        self, base: str, name: str | None = None, token: str | None = None, watches: bool = False
    ) -> None:
        self.base, self.name, self._watches = base, name, watches
        self.token = register(base, name) if name is not None and token is None else token
        self._mark = secrets.token_hex(3)  # a command's id is never used again after a return
        self._numbers = count(1)
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.table: Message = {}
        self.closed: int | None = None
        self._stack = ExitStack()
        SOCKETS.append(self)
        self.socket = self._connect()
        self.until(lambda m: m["type"] == "welcome")

    def _connect(self) -> ClientConnection:
        headers = {"cookie": f"lastcard={self.token}"} if self.token else {}
        where = self.base.replace("http", "ws") + ("/ws?watch" if self._watches else "/ws")
        opening = connect(
            where, origin=Origin(self.base), additional_headers=headers, max_size=None, max_queue=None
        )  # what is not read must not keep it from closing
        return self._stack.enter_context(opening)

    def again(self) -> Guest:
        """The same browser with a new socket."""
        return Guest(self.base, self.name, self.token)

    def close(self) -> None:
        self._stack.close()
        if self in SOCKETS:
            SOCKETS.remove(self)

    def send(self, **message: Any) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def hear(self, patience: float = PATIENCE) -> Message | None:
        """The next message; None if none comes."""
        try:
            text = self.socket.recv(timeout=patience)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            self.closed = error.rcvd.code if error.rcvd else 1006
            return None
        assert isinstance(text, str)
        message: Message = msgspec.json.decode(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message["table"]
        return message

    def until(self, wanted: Callable[[Message], Any], patience: float = PATIENCE) -> Message:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            message = self.hear(end - time.monotonic())
            assert message is not None, f"{self.name}: it did not come (closed: {self.closed})"
            if wanted(message):
                return message
        raise AssertionError(f"{self.name}: it did not come")

    def command(self, kind: str, id: str | None = None, **more: Any) -> Message:
        """Send a wish and wait for its answer."""
        wish = f"{self._mark}-{next(self._numbers)}" if id is None else id
        self.send(type=kind, id=wish, **more)
        return self.until(lambda m: m["type"] in ("ack", "refused") and m["id"] == wish)

    def must(self, kind: str, **more: Any) -> Message:
        answer = self.command(kind, **more)
        assert answer["type"] == "ack", answer
        return answer

    def shown(self, wanted: Callable[[Message], Any], patience: float = PATIENCE) -> Message:
        """Wait until the table looks so."""
        if not (self.table and wanted(self.table)):
            self.until(lambda m: m["type"] == "table" and wanted(m["table"]), patience)
        return self.table

    def told(self, **event: Any) -> None:
        """Wait until the table has told of this event of the game."""

        def tells(message: Message) -> bool:
            events = message["events"] if message["type"] == "table" else []
            return any(one["type"] == "game" and event.items() <= one["event"].items() for one in events)

        if not any(tells(message) for message in self.heard):
            self.until(tells)

    def quiet(self, seconds: float = 0.1) -> list[Message]:
        """What comes within a while."""
        before = len(self.heard)
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.hear(max(0.001, end - time.monotonic())) is not None:
            pass
        return self.heard[before:]

    def catch_up(self) -> list[Message]:
        """All that the server had sent before it answered this: nothing more is on its way."""
        before = len(self.heard)
        number = next(self._numbers)
        self.send(type="ping", sent=number)
        self.until(lambda m: m["type"] == "pong" and m["sent"] == number)
        return self.heard[before:]

    def ended(self) -> int | None:
        """The code with which the socket is closed."""
        while self.hear() is not None:
            pass
        return self.closed

    def act(self, action: Any, version: int | None = None) -> Message:
        return self.command(
            "act", action=action, version=self.table["version"] if version is None else version
        )

    @property
    def view(self) -> Message:
        view: Message = self.table["view"]
        return view

    @property
    def actions(self) -> list[Action]:
        """What the server offers."""
        return msgspec.convert(self.view["legal"], list[Action])

    @property
    def legal(self) -> list[str]:
        """The same as text, which the server takes as well."""
        return [str(action) for action in self.actions]

    @property
    def my_turn(self) -> bool:
        return bool(self.table["phase"] == "playing" and self.view["turn"] == self.view["you"])


def opened(guest: Callable[[str | None], Guest], *names: str, **how: object) -> list[Guest]:
    """A table of the first, with the others seated."""
    first, *others = [guest(name) for name in names]
    code = first.must("create", **({"seats": len(names)} | how))["code"]
    for one in others:
        one.must("open", code=code, sit=True)
    first.shown(lambda t: sum(s["kind"] == "person" for s in t["seats"]) == len(names))
    return [first, *others]


def play_out(people: list[Guest], until: Callable[[dict[str, object]], bool]) -> None:
    """Everybody plays the first legal thing when in turn, until the table looks so."""
    end = time.monotonic() + 30
    while not until(people[0].table):
        assert time.monotonic() < end
        for one in people:
            if one.table["phase"] == "drawing" and "skip" in one.table["may"]:
                one.command("skip")
            elif one.table["phase"] == "playing" and one.my_turn and one.actions:
                legal = one.actions  # with the call, or the next action would be held back
                action = next((action for action in legal if action.call), legal[0])
                one.command("act", action=action, version=one.table["version"])
            elif (
                one.table["phase"] in ("between", "over")
                and not one.table["seats"][one.table["you"]]["ready"]
            ):
                if until(one.table):
                    return
                one.command("ready")
            one.quiet(0.005)
