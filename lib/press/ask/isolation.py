"""The environment of the processes that compute and print: the same for every user.

A user's settings of Python, matplotlib, IPython, Jupyter, numba or git and the locale must change
no number and no page. So each process gets an environment made from a list of what is allowed, with
a private folder in the place of the user's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..project.places import NAMED, Project

_ALLOWED = ("PATH", "LD_LIBRARY_PATH")


def environment(private: Path) -> dict[str, str]:
    """Return all variables that a process has.

    Parameters
    ----------
    private : Path
        An empty folder for whatever it and its libraries want to keep; gone afterwards.

    Returns
    -------
    dict
        Variables by name.
    """
    private.mkdir(0o700, parents=True, exist_ok=True)
    return {
        **{name: os.environ[name] for name in _ALLOWED if name in os.environ},
        "HOME": str(private),  # below which all libraries look for settings, if nobody says more
        "TMPDIR": str(private),
        NAMED: str(Project.here().root),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_PLATFORM_DIRS": "1",
        "MPLBACKEND": "agg",
        "NUMBA_CACHE_LOCATOR_CLASSES": "press.ask.numba_cache.Locator",
        # sums of a library's own threads would depend on how many there are
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def python(module: str, *arguments: str) -> list[str]:
    """Return the command that calls ``main`` of a module, which finds the project's packages.

    Parameters
    ----------
    module : str
        Such as ``"press.site.jupyter_book"``, or another that is installed.
    *arguments : str
        What `main` finds in ``sys.argv``.

    Returns
    -------
    list of str
        For `subprocess.Popen`.
    """
    folders = [str(folder) for folder in Project.here().libraries]
    # not by PYTHONPATH, since a folder's name may hold a colon
    code = f"import sys; sys.path[:0] = {folders!r}; from {module} import main; sys.exit(main())"
    return [sys.executable, "-s", "-P", "-X", "utf8", "-c", code, *arguments]
