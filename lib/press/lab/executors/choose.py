"""Which executor it is that an order asks for, or that a page's kernel was told to use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from parlor.core.slots import Threads, processors

from ...run.project import UserError
from .clusters import Dask, address, started
from .processes import Processes
from .travel import on_a_worker

SCHEDULER = "PARLOR_SCHEDULER"  # tells a kernel where its long work is done


@contextmanager
def executor(
    jobs: int | None = None, scheduler: str | None = None, cluster: str | None = None
) -> Iterator[Processes | Dask]:
    """Give an executor; what it started ends with the block.

    Parameters
    ----------
    jobs : int, optional
        Processes on this machine, or workers of a cluster that is started here; by default one a
        processor. A queue needs to be told.
    scheduler : str, optional
        Address of a dask scheduler, such as ``"tcp://10.0.0.1:8786"``.
    cluster : str, optional
        What starts workers of its own: ``"local"``, or a queue, such as ``"slurm"``.

    Yields
    ------
    Executor
        With the number of its `workers`.

    Raises
    ------
    UserError
        If no such executor can be had here: one line says why.

    Examples
    --------
    >>> import math
    >>> from press.lab.executors import completed
    >>> with executor(jobs=1) as pool:
    ...     list(completed(pool, math.gcd, []))
    []
    """
    with _pool(jobs, scheduler, cluster) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _pool(
    jobs: int | None, scheduler: str | None, cluster: str | None
) -> Iterator[Processes | Dask]:
    if scheduler is not None and cluster is not None:
        raise UserError("--scheduler and --cluster are both given: one of them does the work")
    if scheduler is not None and jobs is not None:
        raise UserError("--jobs and --scheduler: a scheduler has the workers that it has")
    if scheduler is not None:
        yield Dask.at(address(scheduler))
    elif cluster is not None:
        with started(cluster, jobs) as place:
            yield Dask.at(place)
    else:
        yield Processes(jobs or processors())


@contextmanager
def elsewhere(
    jobs: int | None = None, scheduler: str | None = None, cluster: str | None = None
) -> Iterator[str | None]:
    """Give the address of the scheduler that was asked for, as for `executor`; None if none was."""
    if scheduler is None and cluster is None:
        if jobs is not None:
            raise UserError("--jobs needs --cluster")
        yield None
        return
    with executor(jobs, scheduler, cluster) as pool:
        assert isinstance(pool, Dask)
        yield pool.address


class _Inline(Executor):
    """Does at once what it is given: on a worker, beside others that are at work."""

    workers = 1

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def here() -> Iterator[Executor]:
    """Give the executor that the command was told to use: a scheduler's workers, or threads.

    What is itself done by a worker does all by itself.
    """
    if on_a_worker():
        yield _Inline()
    elif place := os.environ.get(SCHEDULER):
        with executor(scheduler=place) as pool:
            yield pool
    else:
        with Threads() as threads:
            yield threads
