"""The server that is hurt: a process of its own, with a wall clock that others can set.

`python -m faults.victim DATABASE PORT ORIGIN CLOCK` is that process; CLOCK is a file of eight bytes, by
how many nanoseconds its wall clock is wrong. `Victim` starts it, and again after a kill.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent.parent
STARTS: Final = 60.0  # seconds until it must be up


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Victim:
    """One server at one port, however often it is started."""

    def __init__(self, database: str, folder: Path, origin: str = "") -> None:
        self.database, self.origin = database, origin
        self.port = free_port()
        self.log = folder / "server.log"
        self._clock = folder / "clock"
        self._clock.write_bytes(bytes(8))
        self.child: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        """Its address, without anything between."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Up when it returns."""
        words = [self.database, str(self.port), self.origin, str(self._clock)]
        command = [sys.executable, "-m", "faults.victim", *words]
        paths = [str(TESTS), os.environ.get("PYTHONPATH", "")]
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)  # it starts very often
        with self.log.open("a") as log:
            self.child = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=surroundings,
                start_new_session=True,  # Ctrl-C is for us
            )
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        if "lastcard is at" not in line:
            raise RuntimeError(f"the server did not start: {line!r}, {self.log.read_text()[-2000:]}")

    def send(self, what: signal.Signals) -> None:
        """To the process, if it runs."""
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(what)

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Gone when it returns; the exit code."""
        assert self.child is not None
        self.send(how)
        try:
            code = self.child.wait(15)
        except subprocess.TimeoutExpired:
            self.child.kill()
            code = self.child.wait()
        if self.child.stdout is not None:
            self.child.stdout.close()
        return code

    @property
    def died(self) -> int | None:
        """The exit code, if it has ended by itself."""
        return None if self.child is None else self.child.poll()

    def shift_clock(self, seconds: float) -> None:
        """Its wall clock is wrong by so much from now on."""
        with self._clock.open("r+b") as file:
            file.write(struct.pack("<q", int(seconds * 1e9)))


def _falsify_clock(file: str) -> None:
    with open(file, "rb") as opened:
        shared = mmap.mmap(opened.fileno(), 8, prot=mmap.PROT_READ)
    right = time.time_ns
    time.time_ns = lambda: right() + struct.unpack("<q", shared[:8])[0]
    time.time = lambda: time.time_ns() / 1e9


def main(words: list[str]) -> int:
    """Serve, with the quick times of the tests."""
    database, port, origin, clock = words
    _falsify_clock(clock)
    import msgspec

    from lastcard.server.run import serve
    from support.server.people import QUICK

    often = (1000.0, 1000.0)
    origins = (origin,) if origin else ()
    settings = msgspec.structs.replace(QUICK, port=int(port), origins=origins, chats=often)
    return serve(settings, database, browser=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
