"""A page executed in a process of its own, by papermill: there is no kernel to be started."""

from __future__ import annotations

import importlib.util
import logging
import os
import platform
import resource
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ..page.events import tell
from ..project.errors import BuildError
from ..project.notebook import clean
from ..project.parameters import Parameters
from ..project.places import Page
from .keys import PACKAGES

_MEMORY_UNIT = 2**20 if sys.platform == "darwin" else 2**10  # MiB, as the system counts memory
LOG = "log.txt"  # in a run's folder: what libraries had to say, if anything


def execute(
    notebook: Any,
    page: Page,
    lines: dict[str, int],
    parameters: dict[str, Any],
    changed: dict[str, Any],
    scratch: Path,
    variables: dict[str, str],
) -> dict[str, Any]:
    """Execute a page in this process.

    Parameters
    ----------
    notebook : NotebookNode
        The page; see `read_page`.
    page : Page
        What it is a notebook of.
    lines : dict of str to int
        In which lines of the page its cells begin, by their ids.
    parameters, changed : dict
        All its parameters, and those that are not the defaults.
    scratch : Path
        A folder with the log in it, to work in, and the folder ``result``, which gets the notebook.
    variables : dict of str to str
        What the page finds in its environment besides.

    Returns
    -------
    dict
        What ran it, how long it took, how much memory it needed.

    Raises
    ------
    BuildError
        If a cell raises: a line says which, and what. If the defaults are others by now.
    """
    import nbformat
    import papermill
    from papermill.engines import papermill_engines

    from .shell import InProcess

    start = time.perf_counter()
    log = os.open(scratch / LOG, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):  # what libraries print goes there, and never into the notebook
        os.dup2(log, stream)
    os.environ.update(variables)
    work = scratch / "work"
    work.mkdir()
    os.chdir(work)
    # from the notebook: to read the page here would make its prose a part of the answer
    declared = [
        cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])
    ]
    own = Parameters.of_source(page.chapter, "\n".join(declared))
    if own.validate(changed) != parameters:  # the defaults are those of a library that was edited
        raise BuildError("its parameters were edited: ask again")
    logging.getLogger("papermill").setLevel(logging.ERROR)  # the press has checked the parameters
    tell(cells=len(notebook.cells) + bool(changed))
    papermill_engines.register("press", InProcess)
    how = {"engine_name": "press", "kernel_name": "python3", "progress_bar": False}
    where = {"page": f"{page.place}.md", "lines": lines}  # for what is said of an exception
    notebook = papermill.execute_notebook(notebook, None, parameters=changed, **how, **where)
    nbformat.write(clean(notebook, page.address), scratch / "result" / f"{page.name}.ipynb")
    return {
        "python": platform.python_version(),
        "packages": versions(),
        "wall_seconds": round(time.perf_counter() - start, 3),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEMORY_UNIT,
    }


def versions() -> dict[str, str]:
    """Return the versions of the packages on which numbers and figures depend most."""
    return {name: version(name) for name in PACKAGES if importlib.util.find_spec(name)}
