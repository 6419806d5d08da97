"""Jobs are handed to an executor in batches, and taken back as soon as they are done.

Never more are given than are soon begun, many short ones at a time, and again where a worker died.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from itertools import islice
from operator import length_hint
from queue import SimpleQueue
from typing import Any

from parlor.core.slots import processors

from .clusters import Dask
from .failures import Lost, Refused, SchedulerLost
from .processes import Processes
from .same import differs, made_of
from .travel import portable

AHEAD = 2  # batches that a worker has been given: one that it does and one to go on with
NEAR, FAR = 0.25, 1.0  # seconds that a batch is to take, by far more than handing it over
FEED = 200  # batches a second, at most: a scheduler does some times as many


def completed(
    pool: Executor,
    function: Callable[..., Any],
    jobs: Iterable[dict[str, Any]],
    *,
    needs: Iterable[str] = (),
) -> Iterator[tuple[int, Any]]:
    """Do jobs by an executor and yield what comes out as soon as it is there.

    Parameters
    ----------
    pool : Executor
        One of `executor`, or any other of `concurrent.futures`.
    function : callable
        A function of a module; its result depends on its arguments alone.
    jobs : iterable of dict
        Its keyword arguments, job by job. They are taken as they are needed.
    needs : iterable of str
        Modules that the work needs, besides the function's own and what that imports.

    Yields
    ------
    index : int
        Which job.
    result : object
        What the function returned, or the exception that it raised, or `Lost`.

    Raises
    ------
    Refused
        If a worker has other code or packages than this process.
    SchedulerLost
        If the scheduler is gone.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     dict(completed(threads, dict, [{"a": 1}, {"a": 2}]))
    {0: {'a': 1}, 1: {'a': 2}}
    """
    strange = isinstance(pool, Processes | Dask)  # where modules could be others
    made = made_of({function.__module__, *needs}) if strange else {}
    pace = _Pace(FAR if isinstance(pool, Dask) else NEAR, length_hint(jobs))
    todo = enumerate(jobs)
    alone: deque[tuple[int, dict[str, Any]]] = deque()  # what was in a batch that was lost
    given: dict[Future[Any], list[tuple[int, dict[str, Any]]]] = {}
    ready: SimpleQueue[Future[Any]] = SimpleQueue()
    try:
        while True:
            workers = _workers(pool)
            pace.seconds = max(pace.seconds, workers / FEED)
            while len(given) < AHEAD * workers:
                size = pace.batch(workers)
                batch = [alone.popleft()] if alone else list(islice(todo, size))
                if not batch:
                    break
                future = pool.submit(_do, function, [job for _, job in batch], made)
                given[future] = batch
                future.add_done_callback(ready.put)
            if not given:
                return
            future = ready.get()
            batch = given.pop(future)
            try:
                seconds, results = future.result()
            except Lost as lost:
                if len(batch) == 1:
                    pace.done(1, 0.0)
                    yield batch[0][0], lost
                else:
                    alone.extend(batch)  # one of them does it: the others are not to suffer
                continue
            except CancelledError:
                raise SchedulerLost("the executor was shut down before the work was done") from None
            pace.done(len(batch), seconds)
            for (index, _), result in zip(batch, results, strict=True):
                yield index, result
    finally:
        for future in given:
            future.cancel()


class _Pace:
    """How many jobs make a batch that takes the time it should."""

    def __init__(self, seconds: float, jobs: int) -> None:
        self.seconds, self.left = seconds, jobs
        self.each: float | None = None  # seconds of a job, of late

    def done(self, jobs: int, seconds: float) -> None:
        """Learn from a batch."""
        self.left -= jobs
        now = seconds / jobs
        self.each = now if self.each is None else (self.each + now) / 2

    def batch(self, workers: int) -> int:
        """Jobs of the next batch: one until a time is known, fewer where few are left."""
        if self.each is None:
            return 1
        size = int(self.seconds / max(self.each, 1e-6))
        if self.left > 0:  # so that all workers end at about the same time
            size = min(size, self.left // (2 * AHEAD * workers))
        return max(1, size)


def _workers(pool: Executor) -> int:
    found = getattr(pool, "workers", None) or getattr(pool, "_max_workers", None)
    return max(1, found or processors())


def _do(
    function: Callable[..., Any], jobs: list[dict[str, Any]], made: dict[str, str]
) -> tuple[float, list[Any]]:
    """Do a batch: how long it took, and results or exceptions."""
    if other := differs(tuple(made.items())):
        raise Refused(other)
    start = time.perf_counter()
    results = []
    for job in jobs:
        try:
            results.append(function(**job))
        except Exception as error:
            results.append(portable(error))
    return time.perf_counter() - start, results
