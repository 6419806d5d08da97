"""Where numba keeps what `numba.njit(cache=True)` compiles: under a name of all that it is made of.

numba names it by the file of the function alone. So it would go on with old code when something
changes that the function calls in another module, or a constant that was read from a file. Here, in
a process that answers, the name is made from whatever of ours it has loaded and read by then.
`isolation` tells numba of it, which listens from 0.62 on.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

from numba.core.caching import _CacheLocator

from ..project.data_files import reads_of
from ..project.files import digest_text
from ..project.places import Project
from . import keys, sources


class Locator(_CacheLocator):
    """The folder of what is compiled of a function, as numba asks for it.

    Parameters
    ----------
    function : function
        What is compiled.
    file : str
        The file that defines it, if that is one.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._py_file, self._line = file, function.__code__.co_firstlineno
        self._is_ours = function.__module__ in sources.loaded
        self._folder = _shared(function.__module__, file) or tempfile.mkdtemp(prefix="numba-")

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
        """Return where any function is kept."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return self._folder

    def get_source_stamp(self) -> object:
        """Return what is compared with that of what is kept there."""
        return _Stamp() if self._is_ours else ""

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name apart."""
        return str(self._line)


def _shared(module: str, file: str) -> str | None:
    """The folder that other processes use as well; None if none can be written.

    There is none either if nobody knows what a function is compiled from: that of a page's cell,
    which may use a parameter, or of a package that is installed from elsewhere.
    """
    project = Project.here()
    with reads_of(project).ours():
        parts = [str(keys.ground(project))]
        if module in sources.loaded:
            parts += _known(project)
        elif not Path(file).is_relative_to(sys.prefix):
            return None
        folder = project.build / "numba" / module / digest_text(*parts)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # what was used since the book's runs is kept by a cleaning
        except OSError:
            return None
    return str(folder)


class _Stamp:
    """What a function is compiled from that was not known yet when it was defined.

    It may use a constant or another function that its module, or another, defines only later: what
    counts is what this process has loaded and read when the function is first called.
    """

    @cached_property
    def _first(self) -> str:
        project = Project.here()
        with reads_of(project).ours():
            return digest_text(*_known(project))

    def __eq__(self, other: object) -> bool:
        return self._first == other

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (self._first,)


def _known(project: Project) -> list[str]:
    """What this process has loaded of ours by now, and read."""
    meant = [keys.meaning(project, *one) for one in sources.loaded.items()]
    return meant + reads_of(project).so_far
