"""Forks that live a life of their own."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn


class Birth:
    """A process that prepares itself and waits until it is told; what `subprocess.Popen` can do."""

    stdin = stdout = stderr = None

    def __init__(self, prepare: Callable[[], object], work: Callable[[str], None]) -> None:
        reading, writing = os.pipe()
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            os.close(writing)
            live(partial(_wait, reading, prepare, work))
        os.close(reading)
        self._told = writing

    def tell(self, line: str) -> None:
        """Let it begin, with a text."""
        os.write(self._told, os.fsencode(line))
        os.close(self._told)

    def poll(self) -> int | None:
        """Return the exit status, or None while it lives."""
        return self._ended(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for its end, and return the exit status."""
        return self._ended(0)

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it lives."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, how: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, how)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode


def _wait(reading: int, prepare: Callable[[], object], work: Callable[[str], None]) -> None:
    prepare()
    with os.fdopen(reading, "rb") as told:
        line = os.fsdecode(told.read())
    if line:  # else whoever would have told is gone
        work(line)


def live(work: Callable[[], Any]) -> NoReturn:
    """Do the work of a fork, and end."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()  # Ctrl-C reaches the runner alone, which ends the others
        status = work() or 0
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
