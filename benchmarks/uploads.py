"""Forty uploads of long records at once: how others are served meanwhile, and how much memory it takes.

    python benchmarks/uploads.py

Prints the answer times of a ping on a socket, alone and beside the uploads, the memory of the server
before and at its most, and what the uploads were answered. They come from one address, then from forty.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import httpx
import msgspec

ROOT: Final = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from support.long_records import long_record  # noqa: E402
from support.server.people import Guest  # noqa: E402

UPLOADS: Final = 40
PINGS: Final = 100
BETWEEN: Final = 0.055  # seconds: a socket may send 20 messages in one


def upload(base: str, address: str, body: bytes, path: str) -> str:
    """Send one record from an address of this machine; how it was answered."""
    headers = {"origin": base, "content-type": "application/json"}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=120) as browser:
        said = browser.post(base + path, content=body, headers=headers).json()
    return str(said["refused"]["code"]) if "refused" in said else "done"


def upload_all(base: str, addresses: list[str], answers: multiprocessing.Queue[list[str]]) -> None:
    """All at once; in a process of its own, so that it does not slow down the pings."""
    record = msgspec.json.encode(long_record())
    kinds = ((b'{"record":' + record + b"}", "/api/replay"), (record, "/api/records"))
    with ThreadPoolExecutor(UPLOADS) as crowd:
        sent = [crowd.submit(upload, base, address, *kinds[i % 2]) for i, address in enumerate(addresses)]
        answers.put([one.result() for one in sent])


def pings(guest: Guest, enough: threading.Event | None = None) -> list[float]:
    """Answer times in milliseconds: PINGS of them, or as many as there are until it is enough."""
    times: list[float] = []
    while len(times) < PINGS if enough is None else not enough.is_set():
        began = time.perf_counter()
        guest.catch_up()
        times.append(1000 * (time.perf_counter() - began))
        time.sleep(BETWEEN)
    return sorted(times)


def tell(what: str, times: list[float], memory: str) -> None:
    """One line."""
    p50, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
    print(f"{what:34} ping p50 {p50:6.2f} ms, p99 {p99:7.2f} ms; {memory}")


def memory_of(pid: int) -> int:
    """Resident megabytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 >> 20


def family(pid: int) -> list[int]:
    """A process and those that it has started."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [pid, *(int(word) for one in children for word in one.read_text().split())]


def beside(base: str, pid: int, guest: Guest, what: str, addresses: list[str]) -> None:
    """Pings while the uploads run."""
    answers: multiprocessing.Queue[list[str]] = multiprocessing.Queue()
    sender = multiprocessing.Process(target=upload_all, args=(base, addresses, answers))
    most, enough, got = [0, 0], threading.Event(), list[str]()

    def watch() -> None:
        sender.start()
        while sender.is_alive() and not got:
            used = [memory_of(one) for one in family(pid)]
            most[0], most[1] = max(most[0], used[0]), max(most[1], sum(used[1:]))
            if not answers.empty():
                got.extend(answers.get())
            time.sleep(0.02)
        enough.set()

    watcher = threading.Thread(target=watch)
    began = time.perf_counter()
    watcher.start()
    times = pings(guest, enough)
    watcher.join()
    sender.join()
    assert len(got) == UPLOADS, "the uploads failed"
    tell(what, times, f"server at most {most[0]} MB, workers {most[1]} MB together")
    counted = ", ".join(f"{number} {code}" for code, number in Counter(got).most_common())
    print(f"{'':34} {time.perf_counter() - began:.1f} s: {counted}")


def main() -> None:
    """Measure a server as people run it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "lastcard", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--db", f"{folder}/t.db"], stdout=subprocess.PIPE, text=True, cwd=folder
        )
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split()[3]
            guest = Guest(base, "Ann")
            tell("nobody else", pings(guest), f"server {memory_of(server.pid)} MB, no worker")
            beside(base, server.pid, guest, "40 uploads from one address", ["127.0.0.2"] * UPLOADS)
            beside(
                base,
                server.pid,
                guest,
                "40 uploads from forty addresses",
                [f"127.0.1.{i}" for i in range(1, UPLOADS + 1)],
            )
            guest.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
