"""A question is answered in some process, which says what the answer was made of.

Whoever asks keeps the answer under the name of what was asked for, and only if it was made of that:
of our modules as they lie where it was asked, and of the files that lie there. So it does not
matter where the process runs, when it began, or what was edited on the way.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..project.data_files import below, changed, reads, reads_of
from ..project.errors import BuildError
from ..project.places import Project
from . import keys, processes, sources

_UNKEPT = "nothing of it is kept, ask again (a server or a worker begun anew)"
# what this process was asked for first: all else is a part of that
_whole: keys.Provenance | None = None


@dataclass(frozen=True)
class Traced:
    """What a process answers.

    Attributes
    ----------
    result : object
        The result, or the exception that was raised.
    read : dict of str to str
        Hashes of the files that the process has read, by path.
    """

    result: Any
    read: dict[str, str]

    def verified(self, project: Project, now: dict[str, str] | None = None) -> Any:
        """Return the result, if it is that of what was asked for in a project.

        Parameters
        ----------
        project : Project
            Where it was asked.
        now : dict of str to str, optional
            How files lie there; see `changed`.

        Raises
        ------
        BuildError
            If it is that of something else: it is neither told nor kept.
        """
        if others := changed(project, self.read, now):
            why = f"whoever answered has read other files than lay here: {_some(others)}"
            raise BuildError(f"{why}; {_UNKEPT}")
        return self.result


def traced(function: Callable[..., Any], job: dict[str, Any], made: keys.Provenance) -> Traced:
    """Call a function in this process, and say what its result is made of.

    Parameters
    ----------
    function : callable
        A function of a module.
    job : dict
        Its arguments.
    made : Provenance
        What is asked for, or a part of what this process was asked for before.

    Returns
    -------
    Traced
        Its result, or what it has raised.

    Raises
    ------
    BuildError
        If it is not that of what was asked for.
    """
    global _whole
    project = Project.here()
    heard = reads_of(project)
    _whole = _whole or made
    if made.data:  # whoever opens them
        reads(*below(project.root / made.data))
    try:
        result = function(**job)
    except Exception as error:
        traceback.print_exc()  # for a log
        result = error
    try:
        with heard.ours():  # locks are no data
            _refuse_others(project, made)
        return Traced(result, heard.digests())
    except BuildError as error:
        raise BuildError(f"{error}; {_UNKEPT}") from None


def is_asked() -> bool:
    """Whether this process has been asked something: else nobody knows what it is made of."""
    return _whole is not None


def provenance_of_piece(module: str, brought: bytes) -> keys.Provenance:
    """Return what results of a module are made of, as this process was asked for them.

    They are also made of the modules that are named in pickled arguments: it may call these.
    """
    assert _whole
    return _whole.of([module, *(name for name in _whole.modules if name.encode() in brought)])


def unwatched(function: Callable[..., Any], job: dict[str, Any], made: keys.Provenance) -> Any:
    """Call a function in this process, which does not remember what it has loaded.

    It is for work that is given large arrays, for which a process beside a worker has no room.

    Parameters
    ----------
    function : callable
        A function of a module.
    job : dict
        Its arguments.
    made : Provenance
        What is asked for.

    Returns
    -------
    object
        Its result.

    Raises
    ------
    BuildError
        If it may be that of something else: its modules are others, or have changed since this
        process began.
    """
    if made.name not in _trusted:
        project = Project.here()
        if made.ground != _ground(project):
            raise BuildError(f"whoever answers has other packages, or another Python; {_UNKEPT}")
        for name, wanted in made.modules.items():
            if file := getattr(sys.modules.get(name), "__file__", None):
                path = Path(file)
                old = path.stat().st_ctime > keys.BEGUN
                if old or keys.meaning(project, name, path.read_bytes()) != wanted:
                    why = f"whoever answers may have other code than lies here: {name}"
                    raise BuildError(f"{why}; {_UNKEPT}")
        _trusted.add(made.name)
    return function(**job)


_trusted: set[str] = set()  # names of what `unwatched` has looked at
_ground = cache(keys.ground)  # what this process runs on


def _refuse_others(project: Project, made: keys.Provenance) -> None:
    """Raise a `BuildError` if this process has loaded something else than what was asked for."""
    if keys.outlived():
        raise BuildError("packages were installed since whoever answers began")
    if made.ground != _ground(project):
        raise BuildError("whoever answers has other packages, or another Python")
    wanted, whole = made.modules, (_whole or made).modules
    loaded = {name: keys.meaning(project, name, text) for name, text in sources.loaded.items()}
    if others := [name for name in wanted if loaded.get(name, wanted[name]) != wanted[name]]:
        raise BuildError(f"whoever answers has other code than lies here: {_some(others)}")
    ours = (name for name in loaded if not f"{name}.".startswith("press."))
    if unseen := [name for name in ours if name not in whole]:
        raise BuildError(f"used in a way that the key cannot see: {_some(unseen)}")


def _some(names: list[str]) -> str:
    return ", ".join(sorted(names)[:3]) + ", ..." * (len(names) > 3)


def traced_beside(name: str, call: bytes) -> bytes:
    """Answer as `traced` does, but in a process beside this one, which is a worker of dask.

    A worker has its user's settings, and a hash seed. Of our modules it has none: the question and
    the answer pass through it unread.

    Parameters
    ----------
    name : str
        Of what is asked for.
    call : bytes
        What `traced` is given, pickled.

    Returns
    -------
    bytes
        What it returns, pickled.
    """
    # they may have been killed, or have loaded or read what has been edited since
    with suppress(BrokenExecutor, BuildError):
        return _processes(name).submit(_unread, call).result()
    _processes.cache_clear()
    return _processes(name).submit(_unread, call).result()


def _unread(call: bytes) -> bytes:
    return pickle.dumps(traced(**pickle.loads(call)))


@lru_cache(4)  # of what was asked last: after an edit they load their modules anew
def _processes(name: str) -> Executor:
    """Processes beside this worker, as many as it asks at a time."""
    multiprocessing.current_process().daemon = False  # which might start none
    return processes.Pool(Project.here(), os.cpu_count() or 1)
