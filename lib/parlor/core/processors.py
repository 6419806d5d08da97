"""The processors of this machine, shared by all that computes in one checkout.

Pages run side by side, and each may have work for several threads. There is a file for each
processor, and whoever computes holds the lock of one: nothing has to be told to anybody, and a
process that dies lets go of it.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from .places import keep_folder

try:
    import fcntl
except ImportError:  # Windows has no such locks: no processor is ever free, each has its own
    fcntl = None  # type: ignore[assignment]

Job = TypeVar("Job")
Done = TypeVar("Done")
WAIT = 0.02  # seconds between two looks at whether a processor is free


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def take(folder: Path) -> int | None:
    """Take a processor: the open file whose lock says so; None if none is free."""
    if fcntl is None:
        return None
    for number in range(processors()):
        try:
            file = os.open(folder / str(number), os.O_CREAT | os.O_RDWR, 0o666)
        except OSError:
            return None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
        else:
            return file
    return None


@contextmanager
def held() -> Iterator[None]:
    """Count as one processor in use, if one is free."""
    folder = keep_folder("processors")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        yield
        return
    file = take(folder)
    try:
        yield
    finally:
        if file is not None:
            os.close(file)


class Threads(ThreadPoolExecutor):
    """Threads for work that releases the interpreter's lock, one a processor that is free.

    One of them is always at work: this process has a processor of its own.
    """

    def __init__(self) -> None:
        self.workers = processors()
        super().__init__(self.workers)
        self._own = threading.Lock()
        self._folder = keep_folder("processors")
        with suppress(OSError):  # without it there is this one alone
            self._folder.mkdir(parents=True, exist_ok=True)

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do ``function(*args, **kwargs)`` when there is a processor for it."""
        return super().submit(self._do, function, *args, **kwargs)

    def _do(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        while True:
            if self._own.acquire(blocking=False):
                try:
                    return function(*args, **kwargs)
                finally:
                    self._own.release()
            if (file := take(self._folder)) is not None:
                try:
                    return function(*args, **kwargs)
                finally:
                    os.close(file)
            time.sleep(WAIT)


def in_threads(work: Callable[[Job], Done], jobs: Iterable[Job]) -> list[Done]:
    """Do jobs in threads, as many at a time as processors are free.

    Parameters
    ----------
    work : callable
        It is worth its while to release the interpreter's lock. What it gives must not depend on
        what others do meanwhile.
    jobs : iterable
        Its arguments. A single one is done here. After an error, or when somebody presses Ctrl-C,
        no further one is begun.

    Returns
    -------
    list
        What `work` gives for each, in their order.

    Examples
    --------
    >>> in_threads(abs, [-1, 2])
    [1, 2]
    """
    todo = list(jobs)
    if len(todo) < 2:
        return [work(job) for job in todo]
    with Threads() as threads:
        return list(threads.map(work, todo))
