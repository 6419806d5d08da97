"""Processes of this machine, each in the environment of the project."""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from ...run import isolation
from .failures import TRIES, Lost
from .travel import SMALL, Mapped, call, packed, portable

if TYPE_CHECKING:
    import numpy as np


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
        content = packed(function, args, kwargs)
        with self._lock:
            if self._over:
                raise RuntimeError("the executor has been shut down")
            self._jobs.put((future, content))
            if len(self._threads) < self.workers:
                name = str(len(self._threads))
                self._threads.append(threading.Thread(target=self._serve, args=[name], daemon=True))
                self._threads[-1].start()
        return future

    def share(self, array: np.ndarray) -> Mapped | np.ndarray:
        """Return what can be given in the place of an argument: processes map one file."""
        import numpy as np

        if array.nbytes <= SMALL:
            return array
        name = getattr(array, "filename", None)
        if isinstance(array, np.memmap) and name and Path(name).suffix == ".npy":
            return Mapped(str(name), array)  # a file already
        number, path = tempfile.mkstemp(suffix=".npy", dir=self._private.name)
        with os.fdopen(number, "wb") as file:
            np.save(file, array)
        return Mapped(path, _Removed(path))

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
        environment = isolation.environment(Path(self._private.name) / name)
        with self._lock:
            if self._stopped:
                raise EOFError
            child = subprocess.Popen(
                isolation.python("press.lab.executors.processes"),
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
            answer = pickle.dumps((True, call(jobs.get())), protocol=5)
        except Exception as error:
            answer = pickle.dumps((False, portable(error)), protocol=5)
        try:
            _send(outgoing, answer)
        except OSError:
            return 0
