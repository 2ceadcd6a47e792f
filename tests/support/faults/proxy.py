"""A line that fails on request: frozen, slow, cut, refused, without answers, or without the one to a COMMIT.

It stands on a port of 127.0.0.1 in front of a server or a database (TCP or a Unix socket) and passes
bytes on. It knows one message of PostgreSQL's protocol, the simple query COMMIT, because what is
interesting is whether that was done.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Final, Literal
from urllib.parse import parse_qs, urlsplit

COMMIT: Final = b"Q\x00\x00\x00\x0bCOMMIT\x00"  # the whole message: its kind, its length, its text
# The database has not seen the COMMIT, and its end is cut, or left open in the middle of the transaction; or
# it has answered.
Moment = Literal["before", "open", "after"]
CHUNK: Final = 1 << 16


class Line:
    """One connection: two threads, each passes on what one end says."""

    def __init__(self, proxy: Proxy, client: socket.socket, database: socket.socket) -> None:
        self.proxy, self.client, self.database = proxy, client, database
        self._swallow = False  # the answer to a COMMIT: it is not passed on
        self.deaf = False  # the client has lost an answer: it hears nothing any more on this line
        for work in (self._to_database, self._to_client):
            threading.Thread(target=work, daemon=True).start()

    def _to_database(self) -> None:
        with suppress(OSError):
            while data := self.client.recv(CHUNK):
                self.proxy.flowing.wait()
                time.sleep(self.proxy.delay)
                if COMMIT in data and (moment := self.proxy.next_loss()) is not None:
                    if moment != "after":
                        self.proxy.has_lost(self, leave_open=moment == "open")
                        return
                    self._swallow = True
                self.database.sendall(data)
        self.cut()

    def _to_client(self) -> None:
        with suppress(OSError):
            while data := self.database.recv(CHUNK):
                self.proxy.flowing.wait()
                if self._swallow:
                    self.proxy.has_lost(self)
                    return
                self.deaf = self.deaf or self.proxy.deafening
                if self.deaf:
                    continue
                time.sleep(self.proxy.delay)
                self.client.sendall(data)
        self.cut()

    def cut(self, leave_open: bool = False) -> None:
        """Both ends hear that the line is gone; or only the client, and the database waits for more."""
        if not leave_open:
            self.proxy.lines.discard(self)
        for end in (self.client,) if leave_open else (self.client, self.database):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """`url` leads to the database at `target` through this line. Use as a context manager."""

    def __init__(self, target: str) -> None:
        self._target = urlsplit(target)
        self.flowing = threading.Event()
        self.flowing.set()
        self.delay = 0.0  # seconds, for everything that is passed on
        self.deafening = False
        self.lines: set[Line] = set()
        self.lost = threading.Semaphore(0)  # released once for each lost answer
        self._refusing = False
        self._losses: list[tuple[Moment, bool]] = []
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = port = int(self._door.getsockname()[1])
        user = self._target.username or "postgres"
        word = f":{self._target.password}" if self._target.password else ""
        path = self._target.path
        self.url = f"postgresql://{user}{word}@127.0.0.1:{port}{path}?sslmode=disable&gssencmode=disable"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self.flowing.set()
        self.cut()

    # ---- What goes wrong ----

    def lose_commits(self, moment: Moment, count: int = 1, then_down: bool = False) -> None:
        """Cut the line at the next COMMITs, done or not; with `then_down` nobody gets in until `up`."""
        with self._lock:
            self._losses += [(moment, then_down)] * count

    def freeze(self) -> None:
        """Pass nothing on, in both directions, and let everybody wait."""
        self.flowing.clear()

    def thaw(self) -> None:
        """Go on where it was frozen: nothing was lost."""
        self.flowing.set()

    def lose_answers(self) -> None:
        """Pass on what clients say, and nothing of what they are told."""
        self.deafening = True

    def hear_again(self) -> None:
        """New connections work; those that have lost an answer are cut."""
        self.deafening = False
        for line in list(self.lines):
            if line.deaf:
                line.cut()

    def cut(self, but: Line | None = None) -> None:
        """Close all connections; new ones are let in."""
        for line in self.lines - {but}:
            line.cut()

    def down(self, but: Line | None = None) -> None:
        """Close all connections and turn new ones away."""
        self._refusing = True
        self.cut(but)

    def up(self) -> None:
        """Let people in again."""
        self._refusing = False

    def mend(self) -> None:
        """Let nothing go wrong any more."""
        with self._lock:
            self._losses.clear()
            self.lost = threading.Semaphore(0)
        self.thaw()
        self.up()

    # ---- What the lines ask ----

    def next_loss(self) -> Moment | None:
        """Whether this COMMIT is to be lost, and at which moment."""
        with self._lock:
            return self._losses[0][0] if self._losses else None

    def has_lost(self, line: Line, leave_open: bool = False) -> None:
        """A line has lost its COMMIT, or the answer to it."""
        with self._lock:
            down = self._losses.pop(0)[1] if self._losses else False
        if down:  # first: else the server comes again before nobody gets in
            self.down(but=line)
        line.cut(leave_open)
        self.lost.release()

    # ---- The door ----

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                if self._refusing:
                    client.close()
                    continue
                try:
                    self.lines.add(Line(self, client, self._connect()))
                except OSError:  # the database is not there
                    client.close()

    def _connect(self) -> socket.socket:
        folder = parse_qs(self._target.query).get("host", [""])[0]
        port = self._target.port or 5432
        if not folder.startswith("/"):
            return socket.create_connection((self._target.hostname or folder or "127.0.0.1", port))
        found = socket.socket(socket.AF_UNIX)
        try:
            found.connect(f"{folder}/.s.PGSQL.{port}")
        except OSError:
            found.close()
            raise
        return found
