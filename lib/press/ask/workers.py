"""Where work is done: in threads, in processes of this machine, or by the workers of dask.

All three are executors as `concurrent.futures` knows them, so that whoever has work does not know
where it is done, and what comes out is the same to the last byte. `completed` hands jobs to any.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from ..project.errors import BuildError, UserError
from ..project.places import COMMAND, Project
from ..project.text import cut
from . import processes

SCHEDULER = "PRESS_SCHEDULER"  # tells a page's process where its long work is done
AHEAD = 1000  # jobs that are handed over before the first is back
PATIENCE = 10  # seconds for a scheduler to answer
LOOK = 2  # seconds between two looks whether there are workers
ABSENCE = 600  # seconds without any: whoever starts new ones by hand has done so by then
_KEPT = "what is finished is kept, and the same command goes on"


class Workers(futures.Executor):
    """The workers of a dask scheduler.

    Parameters
    ----------
    client : distributed.Client
        Who knows them.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._place = client.scheduler.address
        self._pool = client.get_executor(pure=False)

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> futures.Future[Any]:
        """Hand over a job."""
        return self._pool.submit(function, *args, **kwargs)

    def share(self, array: Any) -> Any:
        """Give an array to a worker once; jobs that get what this returns get the array."""
        return self._client.scatter(array)

    def wait(self) -> None:
        """Wait for workers, if there are none; a `BuildError` says that none has come."""
        try:
            if self._client.nthreads():
                return
            told = f"{COMMAND}: {self._place}: no workers; waiting for some, Ctrl-C stops"
            print(told, file=sys.stderr, flush=True)
            self._client.wait_for_workers(1, timeout=ABSENCE)
        except TimeoutError:
            raise BuildError(f"{self._place}: no worker for {ABSENCE} s; {_KEPT}") from None
        except Exception:  # the scheduler is gone, as its jobs will say
            return


@contextmanager
def executor(
    jobs: int | None = None, scheduler: str | None = None, *, threads: bool = False
) -> Iterator[futures.Executor]:
    """Give what does work; what it started ends with the block.

    Parameters
    ----------
    jobs : int, optional
        Processes or threads on this machine; by default one a processor.
    scheduler : str, optional
        Address of a dask scheduler, such as ``"tcp://10.0.0.1:8786"``.
    threads : bool
        Threads in the place of processes, for work that releases the interpreter's lock.

    Yields
    ------
    Executor
        What does the work.

    Raises
    ------
    UserError
        If no such executor can be had here: one line says why.
    """
    if scheduler is not None:
        with _client(jobs, scheduler) as client:
            yield Workers(client)
        return
    count = jobs or os.cpu_count() or 1
    pool = futures.ThreadPoolExecutor(count) if threads else processes.Pool(Project.here(), count)
    try:
        yield pool
    finally:
        if isinstance(pool, processes.Pool):
            pool.kill()
        pool.shutdown(cancel_futures=True)


def completed(
    pool: futures.Executor,
    function: Callable[..., Any],
    jobs: Iterable[dict[str, Any]],
    *,
    ahead: int = AHEAD,
) -> Iterator[tuple[int, Any]]:
    """Do jobs and yield what comes out as soon as it is there.

    Parameters
    ----------
    pool : Executor
        One of `executor`, or any other of `concurrent.futures`.
    function : callable
        A function of a module; its result depends on its arguments alone.
    jobs : iterable of dict
        Its keyword arguments, job by job. They are taken as they are needed.
    ahead : int, default 1000
        Jobs that are handed over before the first is back.

    Yields
    ------
    index : int
        Which job.
    result : object
        What the function returned, or the exception that it raised.

    Raises
    ------
    BuildError
        If a process was killed, or the scheduler is gone.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     dict(completed(threads, dict, [{"a": 1}, {"a": 2}]))
    {0: {'a': 1}, 1: {'a': 2}}
    """
    todo = enumerate(jobs)
    given: dict[futures.Future[Any], int] = {}
    try:
        while True:
            for index, job in islice(todo, ahead - len(given)):
                given[pool.submit(_call, function, job)] = index
            if not given:
                return
            done, _ = futures.wait(given, timeout=LOOK, return_when=futures.FIRST_COMPLETED)
            if not done and isinstance(pool, Workers):
                pool.wait()
            for future in done:
                error = future.exception()
                if isinstance(error, futures.BrokenExecutor):
                    raise error
                yield given.pop(future), error or future.result()
    except (futures.BrokenExecutor, futures.CancelledError):
        why = "a process was killed or out of memory, or the scheduler is gone"
        raise BuildError(f"{why}; {_KEPT}") from None


def _call(function: Callable[..., Any], job: dict[str, Any]) -> Any:
    return function(**job)  # dask keeps some names of keyword arguments for itself


@contextmanager
def _client(jobs: int | None, scheduler: str) -> Iterator[Any]:
    """A client of the scheduler that was asked for."""
    if jobs:
        raise UserError("--scheduler: it has the workers that it has; leave out --jobs")
    try:
        from distributed import Client
    except ImportError:
        why = "dask is missing: install the packages dask and distributed beside the press"
        raise UserError(f"--scheduler: {why}") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # we tell it in our words
    try:
        with futures.ThreadPoolExecutor(1) as thread:  # a loop may run in this one
            thread.submit(asyncio.run, _greet(scheduler)).result()
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
        client.run(_call, dict, {})  # without the press each job would end a worker without a word
    except Exception as error:
        why = str(error).partition("\n")[0] or "none answers there"
        raise UserError(f"--scheduler '{cut(scheduler)}': {why}") from None
    try:
        if not client.nthreads():
            print(f"{COMMAND}: {scheduler}: waiting for workers", file=sys.stderr)
        yield client
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=2)


async def _greet(scheduler: str) -> None:
    """Wait for an answer, but not without end, as a client does for a port that says nothing."""
    from distributed.comm import connect

    comm = await asyncio.wait_for(connect(scheduler), PATIENCE)
    await comm.close()
