"""Where work is done: in threads, in processes, or on the workers of a dask scheduler.

All three are executors as `concurrent.futures` knows them, so that whoever has work does not know
where it is done, and what comes out is the same to the last byte. `completed` hands jobs to any of
them: never more than are soon begun, many short ones at a time, and again where a worker died.

Work for other machines travels with a description of what it is made of: the modules that it needs
and the versions of Python and of the packages that compute. A worker that has others refuses it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import platform
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from operator import length_hint
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from . import sealed
from .project import BuildError, UserError
from .slots import Threads, processors

if TYPE_CHECKING:
    import numpy as np

TRIES = 3  # times that a job may take its worker with it
AHEAD = 2  # batches that a worker has been given: one that it does and one to go on with
NEAR, FAR = 0.25, 1.0  # seconds that a batch is to take, by far more than handing it over
FEED = 200  # batches a second, at most: a scheduler does some times as many
SMALL = 50_000  # bytes of an array that is sent along as it is
PATIENCE = 10  # seconds for a scheduler to answer
_COMPUTE = ("numpy", "scipy", "numba", "llvmlite")  # their versions can change the last bit
_LIBRARY = Path(__file__).resolve().parents[2]
_SUBMITS = {  # what dask-jobqueue starts workers through, and the command of the queue
    "slurm": ("SLURMCluster", "sbatch"),
    "pbs": ("PBSCluster", "qsub"),
    "sge": ("SGECluster", "qsub"),
    "lsf": ("LSFCluster", "bsub"),
    "htcondor": ("HTCondorCluster", "condor_submit"),
    "oar": ("OARCluster", "oarsub"),
    "moab": ("MoabCluster", "msub"),
}
CLUSTERS = ("local", *_SUBMITS)
SCHEDULER = "PARLOR_SCHEDULER"  # tells a kernel where its long work is done


_where = threading.local()


class Lost(Exception):
    """A job ended its worker, each time that it was tried."""


class Refused(UserError):
    """A worker has other code or other packages than whoever gives it work."""


class SchedulerLost(BuildError):
    """The scheduler is gone. What was finished has been handed over before."""


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
    >>> with executor(jobs=1) as pool:
    ...     list(completed(pool, math.gcd, []))
    []
    """
    if scheduler is None and cluster is None:
        pool: Processes | Dask = Processes(jobs or processors())
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return
    if scheduler is not None and cluster is not None:
        raise UserError("--scheduler and --cluster are both given: one of them does the work")
    if scheduler is not None:
        if jobs is not None:
            raise UserError("--jobs and --scheduler: a scheduler has the workers that it has")
        address(scheduler)
    with _started(cluster, jobs) as found:
        pool = Dask.at(scheduler or found)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


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
    if getattr(_where, "worker", False):
        yield _Inline()
    elif place := os.environ.get(SCHEDULER):
        with executor(scheduler=place) as pool:
            yield pool
    else:
        with Threads() as threads:
            yield threads


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


# What is done where the work is


def _do(
    function: Callable[..., Any], jobs: list[dict[str, Any]], made: dict[str, str]
) -> tuple[float, list[Any]]:
    """Do a batch: how long it took, and results or exceptions."""
    if differs := _differs(tuple(made.items())):
        raise Refused(differs)
    start = time.perf_counter()
    results = []
    for job in jobs:
        try:
            results.append(function(**job))
        except Exception as error:
            results.append(_portable(error))
    return time.perf_counter() - start, results


def _portable(error: Exception) -> Exception:
    """An exception that can travel, and that says where it was raised."""
    told = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # it cannot be made again from its arguments
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.__traceback__ = None
    if told not in getattr(error, "__notes__", ()):
        error.add_note(told)
    return error


def made_of(modules: Iterable[str]) -> dict[str, str]:
    """Return what work is made of that needs some modules: their sources, and versions.

    Parameters
    ----------
    modules : iterable of str
        Modules of this library; those that they import are added. Others are passed over.

    Returns
    -------
    dict of str to str
        Digests by module, versions by package.

    Examples
    --------
    >>> sorted(name for name in made_of(["parlor.core.checks"]) if name.startswith("parlor"))
    ['parlor', 'parlor.core', 'parlor.core.checks']
    """
    from .keys import Library

    found = {name: _source(name) for name in sorted(Library(_LIBRARY).reached(modules))}
    return _versions() | found


def _versions() -> dict[str, str]:
    found = {"Python": ".".join(platform.python_version_tuple()[:2]), "on": platform.machine()}
    for package in _COMPUTE:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def _source(module: str) -> str:
    """A digest of a module's file; of no file if there is none."""
    base = _LIBRARY.joinpath(*module.split("."))
    for file in (base / "__init__.py", base.with_suffix(".py")):
        with suppress(OSError):
            return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return "missing"


@cache
def _differs(made: tuple[tuple[str, str], ...]) -> str:
    """How this process differs from what work is made of; empty if it does not."""
    here = _versions() if made else {}
    for name, there in made:
        if name in here:
            if here[name] != there:
                return f"a worker has {name} {here[name]}, this process {there}"
        elif _source(name) != there:
            return (
                f"a worker has another {name} than this process: both need the same parlor, "
                "with no edit since they began"
            )
    return ""


# Processes of this machine


@dataclass(frozen=True)
class _Mapped:
    """An array in a file, in the place of the array itself."""

    path: str
    kept: Any = None  # what keeps the file there

    def __reduce__(self) -> tuple[Any, ...]:
        return _Mapped, (self.path,)

    def load(self) -> np.ndarray:
        import numpy as np

        return np.load(self.path, mmap_mode="r")


class Processes(Executor):
    """Processes in the environment of the project; the death of one costs a retry.

    Parameters
    ----------
    workers : int
        How many, started as they are needed.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._private = tempfile.TemporaryDirectory(prefix="parlor-", ignore_cleanup_errors=True)
        self._jobs: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._children: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._over = self._stopped = False

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do ``function(*args, **kwargs)`` in a process; all of it is pickled."""
        future: Future[Any] = Future()
        content = _packed(function, args, kwargs)
        with self._lock:
            if self._over:
                raise RuntimeError("the executor has been shut down")
            self._jobs.put((future, content))
            if len(self._threads) < self.workers:
                name = str(len(self._threads))
                self._threads.append(threading.Thread(target=self._serve, args=[name], daemon=True))
                self._threads[-1].start()
        return future

    def share(self, array: np.ndarray) -> _Mapped | np.ndarray:
        """Return what can be given in the place of an argument: processes map one file."""
        import numpy as np

        if array.nbytes <= SMALL:
            return array
        name = getattr(array, "filename", None)
        if isinstance(array, np.memmap) and name and Path(name).suffix == ".npy":
            return _Mapped(str(name), array)  # a file already
        number, path = tempfile.mkstemp(suffix=".npy", dir=self._private.name)
        with os.fdopen(number, "wb") as file:
            np.save(file, array)
        return _Mapped(path, _Removed(path))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: after all that was submitted, or at once if futures are cancelled."""
        with self._lock:
            self._over, self._stopped = True, self._stopped or cancel_futures
            for _ in self._threads:
                self._jobs.put(None)
            for child in self._children if cancel_futures else ():
                child.kill()
        if wait or cancel_futures:
            for thread in self._threads:
                thread.join()
            self._private.cleanup()

    def _serve(self, name: str) -> None:
        """One process: give it jobs, and start it again when it has died."""
        child: subprocess.Popen[bytes] | None = None
        while (job := self._jobs.get()) is not None:
            future, content = job
            if self._stopped:
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            answer = b""
            for _ in range(TRIES):
                try:
                    child = child or self._start(name)
                    assert child.stdin and child.stdout
                    _send(child.stdin, content)
                    answer = _receive(child.stdout)
                    break
                except (OSError, EOFError):
                    self._end(child)
                    child = None
            try:
                if self._stopped:
                    raise CancelledError
                if not answer:
                    raise Lost(f"its process died, {TRIES} times")
                good, value = pickle.loads(answer)
                if not good:
                    raise value
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(value)
        self._end(child)

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        environment = sealed.environment(Path(self._private.name) / name)
        with self._lock:
            if self._stopped:
                raise EOFError
            child = subprocess.Popen(
                sealed.python("parlor.press.executors"),
                env=environment,
                cwd=environment["PARLOR_SCRATCH"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C reaches whoever gave it work
            )
            self._children.add(child)
        return child

    def _end(self, child: subprocess.Popen[bytes] | None) -> None:
        if child is None:
            return
        assert child.stdin and child.stdout
        child.kill()
        child.wait()
        with suppress(OSError):
            child.stdin.close()
        child.stdout.close()
        with self._lock:
            self._children.discard(child)


class _Removed:
    """A file that goes when nothing needs it any more."""

    def __init__(self, path: str) -> None:
        weakref.finalize(self, lambda: Path(path).unlink(missing_ok=True))


def _send(file: BinaryIO | Any, content: bytes) -> None:
    file.write(struct.pack("<Q", len(content)))
    file.write(content)
    file.flush()


def _receive(file: BinaryIO | Any) -> bytes:
    head = file.read(8)
    if len(head) < 8:
        raise EOFError
    (size,) = struct.unpack("<Q", head)
    content: bytes = file.read(size)
    if len(content) < size:
        raise EOFError
    return content


def main() -> int:
    """Do what comes on standard input, job by job; a process of `Processes`."""
    if sys.platform == "linux":  # whoever gives work may be killed in the middle of it
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # a stray print is no answer
    jobs: SimpleQueue[bytes] = SimpleQueue()

    def receive() -> None:
        with suppress(EOFError, OSError):
            while True:
                jobs.put(_receive(incoming))
        os._exit(0)

    threading.Thread(target=receive, daemon=True).start()
    while True:
        try:
            answer = pickle.dumps((True, _call(jobs.get())), protocol=5)
        except Exception as error:
            answer = pickle.dumps((False, _portable(error)), protocol=5)
        try:
            _send(outgoing, answer)
        except OSError:
            return 0


def _packed(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """A call, behind what it is made of: that is read first."""
    call = pickle.dumps((function, args, kwargs), protocol=5)
    return pickle.dumps((_made_of_one(function.__module__), call), protocol=5)


@cache
def _made_of_one(module: str) -> dict[str, str]:
    return made_of([module])


def _call(content: bytes, shared: dict[int, Any] | None = None) -> Any:
    _where.worker = True
    made, call = pickle.loads(content)
    if differs := _differs(tuple(made.items())):
        raise Refused(differs)
    function, args, kwargs = pickle.loads(call)
    for place, value in (shared or {}).items():
        args = (*args[:place], value, *args[place + 1 :])
    return function(*(arg.load() if isinstance(arg, _Mapped) else arg for arg in args), **kwargs)


# Workers of a dask scheduler

# Text that any Python understands: a scheduler needs no parlor, and a worker without it can say so
_THERE = "__import__('parlor.press.executors', fromlist=['there']).there(content, shared)"


def there(content: bytes, shared: dict[int, Any]) -> Any:
    """Do on a worker what `Dask` sent."""
    return _call(content, shared)


class _Scattered:
    """An array that is sent to a worker when it is first needed, and again if that one dies."""

    def __init__(self, client: Any, array: np.ndarray) -> None:
        self.client, self.array = client, array
        self._promise: Any = None
        self._lock = threading.Lock()

    def promise(self) -> Any:
        """What dask knows it by."""
        import numpy as np

        with self._lock:
            for last in (False, False, False, True):
                if self._promise is not None and self._promise.status == "finished":
                    break
                try:
                    self._promise = self.client.scatter(np.asarray(self.array), hash=False)
                except OSError:  # the worker that it was sent to has just died
                    if last or self.client.status != "running":
                        raise
                    time.sleep(0.5)
            return self._promise


class Dask(Executor):
    """The workers of a dask scheduler.

    Parameters
    ----------
    client : distributed.Client
        Connected to the scheduler.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.address: str = client.scheduler.address
        self._counted, self._count = 0.0, 0
        self._over = False

    @classmethod
    def at(cls, place: str) -> Dask:
        """Connect to a scheduler.

        Raises
        ------
        UserError
            If none answers, or dask is not installed.
        """
        try:
            from distributed import Client
        except ImportError:
            raise UserError(_MISSING) from None
        _quiet()
        try:
            client = Client(place, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UserError(f"no scheduler answers at {place}: {why}") from None
        pool = cls(client)
        if not client.nthreads():
            print(f"parlor: {place} has no workers yet: waiting for them", file=sys.stderr)
        return pool

    @property
    def workers(self) -> int:
        """Threads of all workers; counted again after a second, since workers come and go."""
        now = time.monotonic()
        if now > self._counted + 1 and not self._over:
            with suppress(Exception):  # a scheduler that is lost is told by the futures
                self._count = sum(self.client.nthreads().values())
            self._counted = now
        return self._count

    def share(self, array: np.ndarray) -> _Scattered | np.ndarray:
        """Return what can be given in the place of an argument: it goes to a worker once."""
        return _Scattered(self.client, array) if array.nbytes > SMALL else array

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do ``function(*args, **kwargs)`` on a worker."""
        if self._over:
            raise RuntimeError("the executor has been shut down")
        shared = {place: arg for place, arg in enumerate(args) if isinstance(arg, _Scattered)}
        sent = tuple(None if place in shared else arg for place, arg in enumerate(args))
        content = _packed(function, sent, kwargs)
        future: Future[Any] = Future()
        try:
            self._send(future, content, shared, TRIES)
        except OSError as error:
            future.set_exception(self._told(error))
        return future

    def _send(
        self, future: Future[Any], content: bytes, shared: dict[int, _Scattered], tries: int
    ) -> None:
        handles = {place: one.promise() for place, one in shared.items()}
        names = {"content": content, "shared": handles}
        promise = self.client.submit(eval, _THERE, names, pure=False)

        def hand_over(promise: Any) -> None:
            try:
                result = promise.result()
            except CancelledError as error:
                known = getattr(error, "reason", "") != "scheduler-connection-lost"
                if known and tries > 1 and self.client.status == "running":
                    # the worker that held something shared is gone, and what needed it with it
                    if not future.cancelled():
                        try:
                            self._send(future, content, shared, tries - 1)
                        except Exception as other:
                            future.set_exception(self._told(other))
                elif future.set_running_or_notify_cancel():
                    future.set_exception(self._told(error))
            except BaseException as error:
                if future.set_running_or_notify_cancel():
                    raised = promise.status == "error"  # by the work, not on the way
                    future.set_exception(self._raised(error) if raised else self._told(error))
            else:
                if future.set_running_or_notify_cancel():
                    future.set_result(result)
            promise.release()  # else a worker that dies later would do it again

        promise.add_done_callback(hand_over)
        future.add_done_callback(lambda one: promise.cancel() if one.cancelled() else None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler, which forgets what it was given by us."""
        self._over = True
        with suppress(Exception):
            self.client.close(timeout=2)

    def _raised(self, error: BaseException) -> BaseException:
        """What a worker raised, without dask's words for it."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            return Lost("its worker died, again and again")
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("parlor"):
            return Refused(
                f"a worker of {self.address} has no parlor, or an old one: install there what is "
                "installed here"
            )
        return error

    def _told(self, error: BaseException) -> BaseException:
        """What went wrong on the way to a worker and back."""
        if isinstance(error, CancelledError | OSError):  # timeouts and closed connections too
            return SchedulerLost(
                f"the scheduler at {self.address} is gone; what is finished is kept, and the same "
                "command goes on"
            )
        return error


_MISSING = "dask is missing: pip install 'parlor[cluster]'"


def address(text: str) -> str:
    """Return the address of a scheduler; a `UserError` if it is none.

    Examples
    --------
    >>> address("tcp://10.0.0.1:8786")
    'tcp://10.0.0.1:8786'
    """
    if not re.fullmatch(r"(tcp|tls|ws|wss)://[\w.:\[\]-]+:\d{1,5}", text):
        raise UserError(f"--scheduler '{text[:60]}': write tcp://HOST:PORT")
    return text


@contextmanager
def _started(cluster: str | None, jobs: int | None) -> Iterator[str]:
    """Start what was asked for; its scheduler's address."""
    if cluster is None:
        yield ""
        return
    try:
        started = _local(jobs) if cluster == "local" else _queue(cluster, jobs)
    except ImportError:
        raise UserError(_MISSING) from None
    with started:
        yield started.scheduler_address


def _local(jobs: int | None) -> Any:
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=jobs or processors(),
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )


def _queue(name: str, jobs: int | None) -> Any:
    if name not in _SUBMITS:
        raise UserError(f"--cluster '{name[:60]}': one of {', '.join(CLUSTERS)}")
    import dask_jobqueue

    kind, command = _SUBMITS[name]
    if not shutil.which(command):
        raise UserError(f"--cluster {name}: there is no {command} on this machine")
    if jobs is None:
        raise UserError(f"--cluster {name}: say with --jobs how many workers to ask for")
    try:
        started = getattr(dask_jobqueue, kind)(scheduler_options={"dashboard": False})
    except (ValueError, TypeError) as error:
        why = " ".join(str(error).split())
        raise UserError(
            f"--cluster {name}: {why} (dask reads ~/.config/dask/jobqueue.yaml)"
        ) from None
    started.scale(jobs)
    return started


def _quiet() -> None:
    """Keep dask from telling in its own words what we tell in ours."""
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


if __name__ == "__main__":
    sys.exit(main())
