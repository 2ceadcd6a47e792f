"""Chunks of a long run on threads, on processes or on a Dask cluster; the results are the same."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from .errors import LastcardError

T = TypeVar("T")
Span = tuple[int, int]  # the first game of a chunk, and how many


class ClusterError(LastcardError):
    """A cluster that can't be reached or used."""


class Enough(Exception):  # noqa: N818 - it is an answer
    """Raised where the results are taken: no more are wanted."""


def spans(games: int, chunk: int, first: int = 0) -> Iterator[Span]:
    """The games `first` to `games`, cut into chunks."""
    for start in range(first, games, chunk):
        yield start, min(chunk, games - start)


@contextmanager
def executor(threads: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Where chunks of compiled games run, and how many of them at a time."""
    if cluster is not None:
        with _on_cluster(cluster) as place:
            yield place
        return
    workers = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        yield pool, workers


@contextmanager
def processes(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Where chunks of plain Python run, and how many of them at a time; one worker is this very process."""
    if cluster is not None:
        with _on_cluster(cluster) as place:
            yield place
        return
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield Here(), 1
        return
    with ProcessPoolExecutor(workers, _Context(), _follow_the_parent) as pool:
        yield pool, workers


class Here(Executor):
    """Runs what it is given at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call the function now; its error is kept in the future, as any executor does."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Worker(SpawnProcess):
    """Deaf to Ctrl-C from its first moment: that is the parent's business."""

    def start(self) -> None:
        with _deaf_to_ctrl_c():
            super().start()


class _Context(SpawnContext):
    Process = _Worker


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _follow_the_parent() -> None:
    """In a worker: if the parent is killed, go too."""
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()


@contextmanager
def _on_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    with _client(address) as client:
        # A worker that dies takes nothing along: its chunks are played again elsewhere.
        yield client.get_executor(retries=10), max(sum(client.nthreads().values()), 1)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--cluster needs Dask: install lastcard[scale]") from None
    if not re.fullmatch(r"([a-z]+://)?[^/\s]+:\d{1,5}", address):
        raise ClusterError(f"{address}: expected the address of a Dask scheduler, such as 127.0.0.1:8786")
    try:
        client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ClusterError(f"{address}: there is no Dask scheduler: {error}") from None
    try:
        yield client
    finally:
        client.close()


def each_chunk(
    play: Callable[[int, int], T],
    todo: Iterator[Span],
    pool: Executor,
    at_once: int,
    take: Callable[[Span, T], None],
    done: Callable[[T], None],
) -> bool:
    """Give every result to `take`, then tell `done`; False after Ctrl-C, True otherwise.

    `take` ends the run by raising `Enough`. After Ctrl-C it still gets the chunks that have begun; it may be
    given the same one twice.
    """
    running: dict[Future[T], Span] = {}

    def collect() -> None:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            result = future.result()
            take(running[future], result)
            del running[future]  # not before: Ctrl-C in between gives it to `take` again
            done(result)

    try:
        for start, count in todo:
            running[pool.submit(play, start, count)] = (start, count)
            if len(running) >= 2 * at_once:
                collect()
        while running:
            collect()
    except Enough:
        pass
    except KeyboardInterrupt:
        with suppress(Enough):
            for future, span in running.items():
                if not future.cancel():  # it has begun: a moment, and nothing is lost
                    take(span, future.result())
        return False
    finally:
        for future in running:
            future.cancel()
    return True


def in_chunks(
    play: Callable[[int, int], T],
    todo: Iterator[Span],
    pool: Executor,
    at_once: int,
    done: Callable[[T], None],
) -> list[T]:
    """The results in the order of the games; after Ctrl-C those that are done, without a gap."""
    results: dict[int, tuple[int, T]] = {}

    def take(span: Span, result: T) -> None:
        results[span[0]] = (span[1], result)

    each_chunk(play, todo, pool, at_once, take, done)
    return list(_without_gaps(results))


def _without_gaps(results: dict[int, tuple[int, T]]) -> Iterator[T]:
    expected = 0
    for start in sorted(results):
        if start != expected:
            return
        count, result = results[start]
        yield result
        expected += count
