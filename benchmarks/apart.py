"""A call in a process of its own: its time, its memory, and a limit on both."""

from __future__ import annotations

import math
import multiprocessing as mp
import resource
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

UNIT = 1 if sys.platform == "darwin" else 1024  # of the memory that the system reports
LATE = "late"
TICKS = 0.05  # seconds, of several ticks
IDLE = 30  # seconds of a clock that a process may take for one of a processor, on a busy machine


@dataclass(frozen=True)
class Apart:
    """What came of a call.

    Attributes
    ----------
    seconds : float
        CPU seconds, of all threads.
    peak : int
        Bytes that the process had at most, with Python and all that it imported.
    answer : object
        What the call has returned.
    error : str
        Why there is no answer, `""` if there is one.
    """

    seconds: float
    peak: int
    answer: Any = None
    error: str = ""


def apart(call: Callable[[], Any], limit: float = 60.0) -> Apart:
    """Call something in a fork of this process, which is ended after `limit` CPU seconds.

    A fork begins with the memory of this process, and what its call adds is counted on top.
    """
    fork = mp.get_context("fork")
    mine, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=_answer, args=(call, theirs, limit))
    process.start()
    theirs.close()
    try:
        return mine.recv() if mine.poll(IDLE * limit) else Apart(limit, 0, error=LATE)
    except EOFError:
        process.join()
        late = process.exitcode == -signal.SIGXCPU
        return Apart(limit, 0, error=LATE if late else "the process died")
    finally:
        process.kill()
        process.join()
        mine.close()


def _answer(call: Callable[[], Any], there: Connection, limit: float) -> None:
    most = max(1, math.ceil(limit))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    own, every = time.thread_time(), time.process_time()
    try:
        answer, error = call(), ""
    except Exception as problem:
        answer, error = None, f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
    own, every = time.thread_time() - own, time.process_time() - every
    # the clock of the process knows other threads, but where a limit is set it goes by ticks
    seconds = every if every - own > TICKS else own
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT
    there.send(Apart(seconds, peak, answer, error))
