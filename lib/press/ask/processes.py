"""Processes that answer: forks of a server that has imported what most of them need.

All of them, a page's and those that answer one point after another, have the project's environment
and nothing of the user's, end with whoever began them, and leave Ctrl-C to it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import chdir, contextmanager, suppress
from functools import cache
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..page.events import open_channel
from ..project.data_files import reads_of
from ..project.places import NAMED, Project
from . import isolation, sources

# of a short page nine tenths of the time would go into importing these; what is missing is not
# imported, since another paper may need no compiler
_SHARED = [
    "press.ask.execution", "IPython.core.interactiveshell", "joblib", "jupytext",
    "matplotlib.backends.backend_svg", "matplotlib.figure", "nbformat", "numba", "pandas",
    "papermill", "scipy.stats", "press.cli",
]  # fmt: skip
_one = threading.Lock()


def server(many: bool) -> ForkServerContext:
    """Return what processes come from; it is begun when it is first asked for.

    Parameters
    ----------
    many : bool
        Whether it is to import what most of them need: worth while for more than one.
    """
    with _one, _our_environment():
        if many:
            forkserver.set_forkserver_preload(_SHARED)
        forkserver.ensure_running()
    return multiprocessing.get_context("forkserver")


class Pool(ProcessPoolExecutor):
    """Processes that answer.

    Parameters
    ----------
    project : Project
        For which they answer.
    count : int
        How many there may be.
    many : bool, optional
        See `server`; by default whether there may be more than one.
    channel : Connection, optional
        By which they tell what happens; see `page.events`.
    """

    def __init__(
        self,
        project: Project,
        count: int,
        many: bool | None = None,
        channel: Connection | None = None,
    ) -> None:
        context = server(count > 1 if many is None else many)
        super().__init__(count, context, begin, (project.root, _path(project), channel))

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand over a job, as any executor does."""
        try:
            return super().submit(*arguments, **named)
        except (EOFError, ConnectionError) as error:
            raise BrokenProcessPool("the server of processes was killed") from error
        except BaseException:  # Ctrl-C, while it imports: it would begin the process all the same
            os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)  # type: ignore[attr-defined]
            raise

    def kill(self) -> None:
        """End them at once with all that they have started: what is under way may take hours."""
        for process in [*(self._processes or {}).values()]:
            process.kill()
            assert process.pid
            with suppress(ProcessLookupError):  # it has just begun, and has started nothing yet
                os.killpg(process.pid, signal.SIGKILL)


def begin(root: Path, path: list[str], channel: Connection | None) -> None:
    """Let this process be one of ours, before it imports what computes."""
    gc.freeze()  # what the server has imported stays, and is no more searched for garbage
    os.setpgid(0, 0)  # it can be ended with all that it starts
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.path[:] = path
    os.environ[NAMED] = str(root)
    os.chdir(os.environ["HOME"])
    os.dup2(2, 1)  # a stray print is no answer
    if channel:
        open_channel(channel)
    sources.watch(root)
    reads_of(Project(root))


def _path(project: Project) -> list[str]:
    """Where modules are looked for: where a fresh interpreter does, not where the user stands."""
    users = {"", str(Path.cwd()), *os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    return [*map(str, project.libraries), *(folder for folder in sys.path if folder not in users)]


def _end_with_parent() -> None:
    """End with whoever began this process, however that ended, and with all that it has started."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os.killpg(0, signal.SIGKILL)


@cache
def _home() -> TemporaryDirectory[str]:
    """The folder in the place of the user's, for as long as this command lasts."""
    return TemporaryDirectory(prefix="press-", ignore_cleanup_errors=True)


@contextmanager
def _our_environment() -> Iterator[None]:
    """What the server takes over when it begins: Ctrl-C reaches us alone, and we end it."""
    ours, home = dict(os.environ), Path(_home().name)
    theirs = isolation.environment(home)
    resource_tracker.ensure_running()  # which would let Ctrl-C through again
    deaf = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    with chdir(home):
        os.environ.clear()
        os.environ.update(theirs)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(ours)
            signal.pthread_sigmask(signal.SIG_SETMASK, deaf)
