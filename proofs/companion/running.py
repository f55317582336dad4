"""The same work on many chunks, the results in the order of the chunks, whatever the workers do.

At most a few chunks for each worker are under way at a time, so that memory does not grow with
their number.  A worker that is killed takes down a pool of Python's; a new pool does again what
was under way, and nothing else.

Imports stopping.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from proofs.companion.stopping import working_for_another

__all__ = ["Crashed", "Maker", "Pool", "cores", "in_order", "portions"]

C = TypeVar("C")
R = TypeVar("R")
#: makes an executor
Maker: TypeAlias = Callable[[], Executor]

#: chunks under way for each worker, and how often a chunk is tried before it is given up
_AHEAD, _TRIES = 3, 3


class Crashed(RuntimeError):
    """Workers die whenever they do this chunk."""


def cores() -> int:
    """How many this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class Pool:
    """Makes an executor of so many processes, as often as one is needed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __call__(self) -> Executor:
        forks = "fork" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("fork" if forks else None)
        return ProcessPoolExecutor(self.workers, context, working_for_another)


class _Queue(Generic[C, R]):
    """Chunks under way, the first of them first."""

    def __init__(self, work: Callable[[C], R], make: Maker) -> None:
        self.work, self.make = work, make
        self.executor = make()
        self.waiting: deque[tuple[C, Future[R]]] = deque()

    def add(self, chunk: C) -> None:
        try:
            self.waiting.append((chunk, self.executor.submit(self.work, chunk)))
        except BrokenProcessPool:
            self.again()
            self.waiting.append((chunk, self.executor.submit(self.work, chunk)))

    def again(self) -> None:
        """A new executor, which is given all that is under way."""
        self.close(at_once=True)
        self.executor = self.make()
        chunks = [chunk for chunk, _ in self.waiting]
        self.waiting = deque((c, self.executor.submit(self.work, c)) for c in chunks)

    def close(self, *, at_once: bool) -> None:
        """Workers that were not told to end would wait for work for ever.

        Where workers are terminated nothing is cancelled: Python's pool tells each future that it
        is broken, and one that is cancelled already makes that an error.
        """
        terminates = at_once and isinstance(self.executor, ProcessPoolExecutor)
        for _, future in () if terminates else self.waiting:
            future.cancel()
        self.executor.shutdown(wait=not at_once)
        if terminates:
            for child in multiprocessing.active_children():
                child.terminate()

    def next(self) -> R:
        for _ in range(_TRIES):
            try:
                found = self.waiting[0][1].result()
            except BrokenProcessPool:
                self.again()
            else:
                self.waiting.popleft()
                return found
        raise Crashed("the workers were killed three times at the same place")


def portions(things: Iterable[C], size: int) -> Iterator[tuple[C, ...]]:
    """So many of them at a time.

    >>> list(portions("abcde", 2))
    [('a', 'b'), ('c', 'd'), ('e',)]
    """
    left = iter(things)
    while portion := tuple(islice(left, size)):
        yield portion


def in_order(
    work: Callable[[C], R],
    chunks: Iterable[C],
    make: Maker | None,
    workers: int,
    ahead: int = _AHEAD,
) -> Iterator[R]:
    """The work's result for each chunk; without an executor in this process, one by one.

    >>> list(in_order(len, ["a", "bc", ""], None, 1))
    [1, 2, 0]
    """
    if make is None:
        yield from map(work, chunks)
        return
    queue = _Queue(work, make)
    finished = False
    try:
        for chunk in chunks:
            queue.add(chunk)
            if len(queue.waiting) >= ahead * workers:
                yield queue.next()
        while queue.waiting:
            yield queue.next()
        finished = True
    finally:
        queue.close(at_once=not finished)
