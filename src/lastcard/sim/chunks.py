"""Chunks of a long run on an executor: threads here, or a Dask cluster; the results are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from ..errors import LastcardError

T = TypeVar("T")
Span = tuple[int, int]  # the first game of a chunk, and how many


class ClusterError(LastcardError):
    """A cluster that can't be reached or used."""


def spans(games: int, chunk: int) -> Iterator[Span]:
    for start in range(0, games, chunk):
        yield start, min(chunk, games - start)


@contextmanager
def executor(threads: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Where the chunks run, and how many of them at a time."""
    if cluster is None:
        workers = threads or os.cpu_count() or 1
        with ThreadPoolExecutor(workers) as pool:
            yield pool, workers
        return
    with _client(cluster) as client:
        # A worker that dies takes nothing along: its chunks are played again elsewhere.
        yield client.get_executor(retries=10), max(sum(client.nthreads().values()), 1)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--cluster needs Dask: install lastcard[scale]") from None
    try:
        client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ClusterError(f"{address}: there is no Dask scheduler: {error}") from None
    try:
        yield client
    finally:
        client.close()


def in_chunks(
    play: Callable[[int, int], T],
    todo: Iterator[Span],
    pool: Executor,
    at_once: int,
    done: Callable[[T], None],
) -> list[T]:
    """The results in the order of the games; after Ctrl-C those that are done, without a gap."""
    results: dict[int, tuple[int, T]] = {}
    running: dict[Future[T], Span] = {}

    def collect() -> None:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            start, count = running.pop(future)
            results[start] = (count, future.result())
            done(results[start][1])

    try:
        for start, count in todo:
            running[pool.submit(play, start, count)] = (start, count)
            if len(running) >= 2 * at_once:
                collect()
        while running:
            collect()
    except KeyboardInterrupt:
        for future, (start, count) in running.items():
            if not future.cancel():  # it has begun: a moment, and nothing is lost
                results[start] = (count, future.result())
    return list(_without_gaps(results))


def _without_gaps(results: dict[int, tuple[int, T]]) -> Iterator[T]:
    expected = 0
    for start in sorted(results):
        if start != expected:
            return
        count, result = results[start]
        yield result
        expected += count
