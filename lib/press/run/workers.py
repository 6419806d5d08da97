"""Where work is done: in threads, in processes of this machine, or by the workers of dask.

All three are executors as `concurrent.futures` knows them, so that whoever has work does not know
where it is done, and what comes out is the same to the last byte. `completed` hands jobs to any.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any

from . import isolation, sources
from .project import COMMAND, BuildError, Project, UserError, known_name
from .yaml_input import cut

SCHEDULER = "PRESS_SCHEDULER"  # tells a page's process where its long work is done
AHEAD = 1000  # jobs that are handed over before the first is back
PATIENCE = 10  # seconds for a scheduler to answer
_ADDRESS = re.compile(r"(?:tcp|tls)://[\w.:\[\]-]+:\d{1,5}")


@contextmanager
def executor(
    jobs: int | None = None,
    scheduler: str | None = None,
    cluster: str | None = None,
    *,
    threads: bool = False,
) -> Iterator[futures.Executor]:
    """Give what does work; what it started ends with the block.

    Parameters
    ----------
    jobs : int, optional
        Processes on this machine, or workers of a cluster that is started here; by default one a
        processor.
    scheduler : str, optional
        Address of a dask scheduler, such as ``"tcp://10.0.0.1:8786"``.
    cluster : str, optional
        What starts workers of its own: ``"local"``, or a queue, such as ``"slurm"``.
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
    if scheduler is not None or cluster is not None:
        with _client(jobs, scheduler, cluster) as client:
            yield client.get_executor(pure=False)
    elif threads:
        with futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
            try:
                yield pool
            finally:
                pool.shutdown(cancel_futures=True)
    else:
        with _processes(jobs or os.cpu_count() or 1) as pool:
            yield pool


@contextmanager
def scheduler_for(
    jobs: int | None, scheduler: str | None, cluster: str | None
) -> Iterator[str | None]:
    """Give the address of the scheduler that was asked for, as for `executor`; None if none was."""
    if scheduler is not None or cluster is not None:
        with _client(jobs, scheduler, cluster) as client:
            yield client.scheduler_info()["address"]
    elif jobs is not None:
        raise UserError("--jobs needs --cluster")
    else:
        yield None


def completed(
    pool: futures.Executor,
    function: Callable[..., Any],
    jobs: Iterable[dict[str, Any]],
    *,
    ahead: int | None = None,
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
    ahead : int, optional
        Jobs that are handed over before the first is back, by default 1000.

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
            with _deaf():
                for index, job in islice(todo, (ahead or AHEAD) - len(given)):
                    given[pool.submit(_call, function, job)] = index
            if not given:
                return
            done, _ = futures.wait(given, return_when=futures.FIRST_COMPLETED)
            for future in done:
                error = future.exception()
                if isinstance(error, futures.BrokenExecutor):
                    raise error
                yield given.pop(future), error or future.result()
    except (futures.BrokenExecutor, futures.CancelledError):
        raise BuildError(
            "a process was killed or out of memory, or the scheduler is gone; what is finished is "
            "kept, and the same command goes on"
        ) from None


def _call(function: Callable[..., Any], job: dict[str, Any]) -> Any:
    return function(**job)  # dask keeps some names of keyword arguments for itself


@contextmanager
def _processes(count: int) -> Iterator[futures.Executor]:
    """Processes in the environment of the project, which end with the block or with us."""
    project, ours = Project.here(), dict(os.environ)
    others = set(multiprocessing.active_children())
    with project.scratch("workers") as private:
        spawn = multiprocessing.get_context("spawn")
        pool = futures.ProcessPoolExecutor(count, spawn, _begin, (str(private),))
        os.environ.clear()  # processes take it over, and begin when there is work for them
        os.environ.update(isolation.environment(private))
        try:
            yield pool
        finally:
            os.environ.clear()
            os.environ.update(ours)
            for child in set(multiprocessing.active_children()) - others:
                child.kill()  # what is under way may take hours
            pool.shutdown(cancel_futures=True)


def _begin(private: str) -> None:
    """Let a process be one of ours, before it imports what computes."""
    sources.watch("press")
    os.chdir(private)
    os.dup2(2, 1)  # a stray print is no answer
    isolation.end_with_parent()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it reaches us, and we end them."""
    resource_tracker.ensure_running()  # which would let the signals through when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _client(jobs: int | None, scheduler: str | None, cluster: str | None) -> Iterator[Any]:
    """A client of the scheduler that was asked for."""
    if scheduler is not None and (cluster or jobs):
        raise UserError(
            "--scheduler: it has the workers that it has; leave out --cluster and --jobs"
        )
    if scheduler is not None and not _ADDRESS.fullmatch(scheduler):
        raise UserError(f"--scheduler '{cut(scheduler)}': write tcp://HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        raise UserError("dask is missing: pip install 'parlor-press[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # we tell it in our words
    with nullcontext(scheduler) if cluster is None else _started(cluster, jobs) as place:
        try:
            if scheduler is not None:
                with futures.ThreadPoolExecutor(1) as thread:  # a loop may run in this one
                    thread.submit(asyncio.run, _greet(scheduler)).result()
            client = Client(place, timeout=PATIENCE, set_as_default=False)
        except Exception as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            raise UserError(f"--scheduler {scheduler}: none answers there: {why}") from None
        if not client.nthreads():
            print(f"{COMMAND}: {scheduler or cluster}: waiting for workers", file=sys.stderr)
        try:
            _check_workers(client, scheduler or cluster)
            yield client
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.close(timeout=2)


async def _greet(scheduler: str) -> None:
    """Wait for an answer, but not without end, as a client does for a port that says nothing."""
    from distributed.comm import connect

    comm = await asyncio.wait_for(connect(scheduler), PATIENCE)
    await comm.close()


def _check_workers(client: Any, place: str | None) -> None:
    """Refuse workers that are there and lack the press: each task would end one, without a word."""
    try:
        client.run(_call, dict, {})
    except Exception as error:
        why = f"its workers have not what is installed here: {error}"
        raise UserError(f"{place}: {why}") from None


def _started(cluster: str, jobs: int | None) -> Any:
    """Workers of our own, as dask or dask-jobqueue starts them."""
    if cluster == "local":
        from distributed import LocalCluster

        with _deaf():
            return LocalCluster(
                n_workers=jobs or os.cpu_count(),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
    import dask_jobqueue

    names = [name for name in dir(dask_jobqueue) if name.endswith("Cluster")]
    kinds = {name.removesuffix("Cluster").lower(): name for name in names if "Queue" not in name}
    try:
        kind = kinds[known_name(cluster, ["local", *kinds], "cluster")]
        started = getattr(dask_jobqueue, kind)()
    except (ValueError, TypeError) as error:
        raise UserError(
            f"--cluster {cluster}: {error} (dask reads ~/.config/dask/jobqueue.yaml)"
        ) from None
    started.scale(jobs or 1)
    return started
