"""Where pages are executed: a process that has imported what all of them need, and a fork for each.

It is sent runs by its standard input, and tells what happens by its standard output (see `events`).
When its input ends, whoever wanted the pages is gone or has no more, and what still runs is ended.
A fork executes its page by papermill, in itself: there is no kernel to be started, reached over a
network or left behind.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import logging
import multiprocessing
import multiprocessing.context
import os
import platform
import resource
import sys
import time
import traceback
from contextlib import suppress
from importlib.metadata import version
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ask import answering, isolation, sources
from ..page.events import open_channel, tell
from ..project.data_files import reads_of
from ..project.errors import BuildError
from ..project.notebook import clean, read_page
from ..project.places import Project

if TYPE_CHECKING:
    from .runner import Run

PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")
# of a short page nine tenths of the time would go into importing these
_SHARED = (
    "IPython.core.interactiveshell", "joblib", "jupytext", "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "nbformat", "numba", "pandas", "papermill", "scipy.optimize",
)  # fmt: skip


_MEMORY_UNIT = 2**20 if sys.platform == "darwin" else 2**10  # MiB, as the system counts memory
NO_WORDS = {"MemoryError": "there is not enough memory"}  # what Python does not say


def execute(run: Run, folder: Path) -> None:
    """Execute a page in this process, and leave notebook, ``run.json`` and files in a folder.

    Parameters
    ----------
    run : Run
        The page and its parameters.
    folder : Path
        An empty folder.

    Raises
    ------
    papermill.PapermillExecutionError
        If a cell raises.
    BuildError
        If what it was made of is not what was asked for, or nobody knows what it is.
    """
    import nbformat
    import papermill
    from papermill.engines import papermill_engines

    from .engine import InProcess

    start = time.perf_counter()
    project = Project.here()
    notebook = read_page(run.page.path)
    reads = reads_of(project, whole=True)  # its prose is no data
    answering.begin(run.made)
    tell(cells=len(notebook.cells) + bool(run.changed))
    papermill_engines.register("press", InProcess)
    logging.getLogger("papermill").setLevel(logging.ERROR)  # the press has checked the parameters
    executed = papermill.execute_notebook(
        notebook,
        None,
        parameters=run.changed,
        engine_name="press",
        kernel_name="python3",
        progress_bar=False,
    )
    nbformat.write(clean(executed, run.page.address), folder / run.notebook.name)
    answering.refuse_unseen(project)
    otherwise = tuple(sources.otherwise(run.made.modules))
    answered = answering.Answered(None, otherwise, reads.digests())
    if why := answered.why_not(project):
        raise BuildError(why)
    story = {
        "page": run.page.address,
        "key": run.key,
        "parameters": run.parameters,
        "made": run.made.parts,
        "read": answered.read,
        "python": platform.python_version(),
        "packages": versions(),
        "wall_seconds": round(time.perf_counter() - start, 3),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEMORY_UNIT,
    }
    (folder / "run.json").write_text(json.dumps(story, indent=2) + "\n", "utf-8")


def versions() -> dict[str, str]:
    """Return the versions of the packages on which numbers and figures depend most."""
    return {name: version(name) for name in PACKAGES if _is_installed(name)}


def _is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _live(
    run: Run, result: Path, work: Path, log: Path, variables: dict[str, str], told: Connection
) -> None:
    """The life of a fork: it ends with the process that it comes from."""
    isolation.end_with_parent()
    open_channel(told, run.page.address)
    printed = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):  # what libraries print goes to the log, and never into the notebook
        os.dup2(printed, stream)
    os.environ.update(variables)
    os.chdir(work)
    import papermill

    try:
        execute(run, result)
    except papermill.PapermillExecutionError as error:
        print(error, file=sys.stderr)
        cell = error.exec_count or 0
        why = error.evalue or NO_WORDS.get(error.ename, "")
        tell(error=f"cell [{cell}] raised {error.ename}: {why}")
    except BuildError as error:
        tell(error=str(error))
    except Exception as error:
        traceback.print_exc()
        name = type(error).__name__
        tell(error=f"{name}: {str(error) or NO_WORDS.get(name, '')}")
    else:
        tell(finished=True)


def main() -> int:
    """Take runs until there are no more."""
    # standard output is no place for what libraries print
    wanted, told = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    if "many" in sys.argv:
        for name in _SHARED:
            if _is_installed(name.partition(".")[0]):  # another paper may need no compiler
                importlib.import_module(name)
        if numba := sys.modules.get("numba"):
            numba.njit("f8(f8)")(lambda x: x)  # wakes the compiler, which takes a third of a second
    fork = multiprocessing.get_context("fork")
    running: dict[Any, tuple[multiprocessing.context.ForkProcess, str]] = {}
    with suppress(EOFError):
        while True:
            for ready in wait([wanted, *running]):
                if ready is wanted:
                    run, *given = wanted.recv()
                    child = fork.Process(target=_live, args=(run, *given, told), daemon=True)
                    child.start()
                    running[child.sentinel] = child, run.page.address
                else:
                    child, page = running.pop(ready)
                    child.join()
                    open_channel(told, page)
                    tell(ended=child.exitcode)
    for child, _ in running.values():
        child.kill()
    return 0
