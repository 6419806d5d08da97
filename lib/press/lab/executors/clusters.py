"""Workers of a dask scheduler: one that is there, or one started here for its workers."""

from __future__ import annotations

import logging
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from parlor.core.slots import processors

from ...run.project import UserError
from .failures import TRIES, Lost, Refused, SchedulerLost
from .travel import SMALL, call, packed

if TYPE_CHECKING:
    import numpy as np

_MISSING = "dask is missing: pip install 'parlor[cluster]'"
PATIENCE = 10  # seconds for a scheduler to answer
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


# Text that any Python understands: a scheduler needs no parlor, and a worker without it can say so
_THERE = "__import__('press.lab.executors.clusters', fromlist=['there']).there(content, shared)"


def there(content: bytes, shared: dict[int, Any]) -> Any:
    """Do on a worker what `Dask` sent."""
    return call(content, shared)


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
        content = packed(function, sent, kwargs)
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
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith(
            ("press", "parlor")
        ):
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
def started(cluster: str, jobs: int | None) -> Iterator[str]:
    """Start workers of our own; the address of their scheduler."""
    try:
        workers = _local(jobs) if cluster == "local" else _queue(cluster, jobs)
    except ImportError:
        raise UserError(_MISSING) from None
    with workers:
        yield workers.scheduler_address


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
