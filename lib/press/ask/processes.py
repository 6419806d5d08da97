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
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, contextmanager
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory

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


def about(project: Project) -> tuple[str, list[str]]:
    """Return what `begin` has to know of a project: its folder, and where modules are looked for.

    That is where a fresh interpreter looks, and not where the user happens to stand.
    """
    users = {"", str(Path.cwd()), *os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    others = (folder for folder in sys.path if folder not in users)
    return str(project.root), [*map(str, project.libraries), *others]


def pool(count: int) -> ProcessPoolExecutor:
    """Return an executor of processes that answer; what it may start is a number of them."""
    return ProcessPoolExecutor(count, server(many=count > 1), begin, about(Project.here()))


def begin(root: str, path: list[str]) -> None:
    """Let this process be one of ours, before it imports what computes; see `about`."""
    gc.freeze()  # what the server has imported stays, and is no more searched for garbage
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.path[:] = path
    os.environ[NAMED] = root
    os.chdir(os.environ["HOME"])
    os.dup2(2, 1)  # a stray print is no answer
    sources.watch(Path(root))
    reads_of(Project(Path(root)))


def _end_with_parent() -> None:
    """End with whoever began this process, however that ended."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


@cache
def _home() -> TemporaryDirectory[str]:
    """The folder in the place of the user's, for as long as this command lasts."""
    return TemporaryDirectory(prefix="press-", ignore_cleanup_errors=True)


@contextmanager
def _our_environment() -> Iterator[None]:
    """What the server takes over when it begins: Ctrl-C reaches us alone, and we end it."""
    ours, home = dict(os.environ), Path(_home().name)
    theirs = isolation.environment(home)
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
