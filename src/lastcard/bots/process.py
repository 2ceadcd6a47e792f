"""A bot's process and its pipes: lines in and out by the clock, standard error kept, nothing left behind."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from . import sandbox
from .forfeits import Failure, Limits
from .supervisor import alive
from .supervisor import end as kill

SUPERVISOR: Final = str(Path(__file__).with_name("supervisor.py"))
KEPT: Final = 8 << 10  # bytes of standard error that are kept: the last ones
GRACE: Final = 0.2  # seconds in which a bot may end by itself when its standard input is closed
CHUNK: Final = 1 << 16
TICK: Final = 0.1  # seconds between two looks at the supervisor, which a bot may have stopped
PATIENCE: Final = 10.0  # seconds for the supervisor to end everything
STOPPED: Final = "its supervisor was stopped"


class BotProcess:
    """One process of a bot, from its start to its end."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self.began = time.monotonic()
        self._folder = tempfile.mkdtemp(prefix="lastcard-bot-")
        self._news, theirs = socket.socketpair()
        try:
            self._supervisor = self._start(command, limits, theirs, self._folder)
        except BaseException:
            self._news.close()
            os.rmdir(self._folder)
            raise
        finally:
            theirs.close()
        pipes = self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._in, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        self._waiting = b""  # still to be written to the bot
        self._out = bytearray()  # read from the bot, and not yet taken
        self._err = bytearray()
        self._err_bytes = 0
        self._heard = bytearray()  # from the supervisor
        self._ending = ""  # how the bot ended
        self._bot = 0  # its process, which is also its group
        self._closed = False  # the bot's standard output
        self._selector = selectors.DefaultSelector()
        self._listen(self._stdout, self._read_out)
        self._listen(self._stderr, self._read_err)
        self._listen(self._news.fileno(), self._read_news)
        os.set_blocking(self._in, False)

    @staticmethod
    def _start(
        command: Sequence[str], limits: Limits, theirs: socket.socket, folder: str
    ) -> subprocess.Popen[bytes]:
        own = 0
        if sandbox.wanted(limits.sandbox):
            own, command = sandbox.PROCESSES, sandbox.wrapped(command, folder, limits.hidden)
        settings = (theirs.fileno(), limits.memory, limits.cpu, limits.processes, own, folder)
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-E", SUPERVISOR, *map(str, settings), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={},
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C is for us, not for the bots
        )

    @property
    def stderr(self) -> str:
        """The end of what the bot has written to standard error."""
        return self._err.decode(errors="replace")

    def send(self, line: bytes) -> None:
        """Hand a line to the bot; what the pipe can't take now is written while we wait for the answer."""
        idle = not self._waiting
        self._waiting += line
        self._write()
        if idle and self._waiting:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._write)

    def receive(self, seconds: float) -> bytes | None:
        """The bot's next line without its end, None if there is none in time, or a Failure.

        What has come is read even where no time is left: somebody else may have used it up.
        """
        until = time.monotonic() + seconds
        self._pump(0)
        while True:
            self._check_size()
            if b"\n" in self._out:
                line, _, rest = self._out.partition(b"\n")
                self._out = rest
                return bytes(line)
            if self._ending or self._closed:
                self._ended()
                continue
            left = until - time.monotonic()
            if self._stopped():
                raise Failure("crashed", STOPPED)
            if left <= 0:
                return None
            self._pump(min(left, TICK))

    def has_more(self) -> bool:
        """Whether the bot has written something that nobody asked for."""
        self._pump(0)
        if self._stopped():
            raise Failure("crashed", STOPPED)
        if len(self._out) > self.limits.line:
            raise Failure("flood", f"more than {self.limits.line} bytes that nobody asked for")
        return bool(self._out)

    def interrupt(self) -> None:
        """Have the bot ended, from another thread: one that waits for its answer hears that it is gone."""
        with suppress(OSError):
            self._news.shutdown(socket.SHUT_WR)

    def end(self, grace: float = 0.0) -> None:
        """End the bot and all that came from it; with `grace`, it may first end by itself."""
        self._waiting = b""
        self._stop_writing()
        self._pipes[0].close()  # the end of its questions
        until = time.monotonic() + grace
        with suppress(Failure):
            while not self._ending and (left := until - time.monotonic()) > 0:
                self._pump(left)
            self._pump(0)  # its last words
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()
        self._dismiss()

    def _dismiss(self) -> None:
        """Tell the supervisor to end everything, and wait until it has."""
        until = time.monotonic() + PATIENCE
        with self._news, suppress(OSError):
            self._news.shutdown(socket.SHUT_WR)
            self._news.settimeout(TICK)
            while time.monotonic() < until and not self._stopped():
                with suppress(TimeoutError):
                    if not self._news.recv(CHUNK):
                        break
        if not self._stopped():
            with suppress(subprocess.TimeoutExpired):
                self._supervisor.wait(1)
        if self._supervisor.poll() != 0:  # it can't do it any more
            self._end_without_it()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end_without_it(self) -> None:
        """End what comes from a supervisor that can't: as long as it is there, we find it all."""
        until = time.monotonic() + PATIENCE
        while self._supervisor.poll() is None and time.monotonic() < until:
            found = alive(self._supervisor.pid)
            for pid in found:
                kill(os.kill, pid)
            if not found:
                break
        self._supervisor.kill()
        self._supervisor.wait()
        if self._bot:
            kill(os.killpg, self._bot)

    def _stopped(self) -> bool:
        """Whether somebody has stopped the supervisor, as far as the system tells."""
        if self._supervisor.returncode is not None or not hasattr(os, "waitid"):
            return False
        try:
            how = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._supervisor.pid, how) is not None
        except ChildProcessError:
            return False

    def _listen(self, fd: int, heard: Callable[[], None]) -> None:
        os.set_blocking(fd, False)
        self._selector.register(fd, selectors.EVENT_READ, heard)

    def _pump(self, seconds: float) -> None:
        """Move what can be moved; wait for it if there is nothing yet."""
        for key, _ in self._selector.select(max(seconds, 0)):
            key.data()

    def _write(self) -> None:
        try:
            self._waiting = self._waiting[os.write(self._in, self._waiting) :]
        except BlockingIOError:
            return
        except OSError:  # the bot no longer reads; whether it has ended, the supervisor tells
            self._waiting = b""
        if not self._waiting:
            self._stop_writing()

    def _stop_writing(self) -> None:
        with suppress(KeyError):
            self._selector.unregister(self._in)

    def _read_out(self) -> None:
        data = self._read(self._stdout)
        self._closed = self._closed or data == b""
        self._out += data or b""

    def _read_err(self) -> None:
        data = self._read(self._stderr) or b""
        self._err = (self._err + data)[-KEPT:]
        self._err_bytes += len(data)
        if self._err_bytes > self.limits.errors:
            raise Failure("flood", f"more than {self.limits.errors} bytes on standard error")

    def _read_news(self) -> None:
        """The supervisor's lines: `bot PID`, then how the bot ended."""
        data = self._read(self._news.fileno())
        self._heard += b"gone\n" if data == b"" else data or b""
        while b"\n" in self._heard:
            line, _, self._heard = self._heard.partition(b"\n")
            what, _, more = line.decode().partition(" ")
            if what == "bot":
                self._bot = int(more)
            elif not self._ending:
                self._ending = line.decode()

    def _read(self, fd: int) -> bytes | None:
        """What there is to read; b"" at the end, None if there is nothing now."""
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(fd)
        return data

    def _check_size(self) -> None:
        if self._out.find(b"\n", 0, self.limits.line + 1) < 0 and len(self._out) > self.limits.line:
            raise Failure("flood", f"a line of more than {self.limits.line} bytes")

    def _ended(self) -> None:
        """The bot has ended or closed its output: a last line may still be there, else it is a Failure."""
        until = time.monotonic() + GRACE
        while not (self._ending and self._closed) and (left := until - time.monotonic()) > 0:
            before = len(self._out)
            self._pump(0 if self._ending else left)
            self._check_size()
            if b"\n" in self._out:
                return
            if self._ending and len(self._out) == before:
                break
        if b"\n" in self._out:
            return
        if not self._ending:
            raise Failure("silent", "closed its standard output")
        with suppress(Failure):
            self._pump(0)  # its last words
        raise self._fate()

    def _fate(self) -> Failure:
        what, _, more = self._ending.partition(" ")
        if what == "forks":
            return Failure("forks", f"more than {more} processes at once")
        if what == "exec":
            return Failure("start", f"can't be started: {more}")
        if what == "exit":
            return Failure("crashed", f"ended with exit code {more}")
        if what == "signal" and int(more) == signal.SIGXCPU:
            return Failure("crashed", f"used up its {self.limits.cpu} seconds of CPU time")
        if what == "signal":
            return Failure("crashed", f"was killed by {signal.Signals(int(more)).name}")
        return Failure("crashed", STOPPED if what == "stopped" else "its supervisor is gone")
