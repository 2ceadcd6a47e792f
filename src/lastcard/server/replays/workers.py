"""A few worker processes, started when they are needed; one that dies or takes too long is replaced.

Each has a thread that waits for it, so that the server's other threads are free whatever it does.
"""

from __future__ import annotations

import asyncio
import queue
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

import lastcard

from ..common.refusal import CommandRefused
from .jobs import Done, Job, decode_answer, encode, read_message, write_message

MODULE: Final = "lastcard.server.replays.worker"
PLACE: Final = Path(lastcard.__file__).parent.parent  # what the worker imports is what we have imported


class WorkerProcess:
    """One process and its pipes."""

    def __init__(self, megabytes: int) -> None:
        command = [sys.executable, "-m", MODULE, str(megabytes)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PLACE)
        self.asked = 0

    def ask(self, data: bytes, seconds: float) -> bytes | None:
        """Its answer; None if it died over it, or was ended because it took longer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.asked += 1
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        try:
            write_message(self.process.stdin, data)
            return read_message(self.process.stdout)
        except (OSError, ValueError):  # it is gone, or was closed under us
            return None
        finally:
            timer.cancel()

    def ended_by_itself(self) -> bool:
        """Whether it had enough: it took much memory, or had nothing to do for long."""
        try:
            return self.process.wait(1) == 0
        except subprocess.TimeoutExpired:
            return False

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


class Workers:
    """At most so many processes, each with so much memory, and so many seconds for a job."""

    def __init__(self, most: int, seconds: float, megabytes: int) -> None:
        self._seconds, self._megabytes = seconds, megabytes
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="lastcard-replay")
        self._free: queue.SimpleQueue[WorkerProcess] = queue.SimpleQueue()
        self._closed = False
        self.running: set[WorkerProcess] = set()

    async def do(self, job: Job) -> bytes:
        """The answer to a job, encoded; or CommandRefused."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)

    def close(self) -> None:
        """End all of them; those who wait for one get a refusal."""
        self._closed = True
        for worker in list(self.running):
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _do(self, job: Job) -> bytes:
        data = encode(job)
        worker = self._worker()
        found = worker.ask(data, self._seconds)
        while found is None:
            again = (
                worker.asked > 1 and worker.ended_by_itself()
            )  # after the job before: it has not begun this one
            self._drop(worker)
            if not again:
                raise CommandRefused("busy", "replay_too_slow")
            worker = self._worker()
            found = worker.ask(data, self._seconds)
        self._free.put(worker)
        said = decode_answer(found)
        if isinstance(said, Done):
            return said.body
        raise said.refusal()

    def _worker(self) -> WorkerProcess:
        """One that is free and alive; else a new one."""
        with suppress(queue.Empty):
            while True:
                worker = self._free.get_nowait()
                if worker.process.poll() is None:
                    return worker
                self._drop(worker)
        if self._closed:
            raise CommandRefused("busy", "replays_busy")
        worker = WorkerProcess(self._megabytes)
        self.running.add(worker)
        return worker

    def _drop(self, worker: WorkerProcess) -> None:
        self.running.discard(worker)
        worker.end()
