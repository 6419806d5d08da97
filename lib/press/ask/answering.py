"""A question is answered in some process, which says what the answer was made of.

Whoever asks keeps the answer under the name of what was asked for, and only if it was made of that:
of our modules as they lie where it was asked, and of the files that lie there. So it does not
matter where the process runs, when it began, or what was edited on the way.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from .store import Store
from .workers import Workers, completed

_UNKEPT = "nothing of it is kept, ask again (a server or a worker begun anew)"
_whole: keys.Made | None = None  # what this process was asked for first: all else is a part of that


@dataclass(frozen=True)
class Answered:
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

    def taken(self, project: Project, now: dict[str, str] | None = None) -> Any:
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


def witnessed(function: Callable[..., Any], job: dict[str, Any], made: keys.Made) -> Answered:
    """Call a function in this process, and say what its result is made of.

    Parameters
    ----------
    function : callable
        A function of a module.
    job : dict
        Its arguments.
    made : Made
        What is asked for, or a part of what this process was asked for before.

    Returns
    -------
    Answered
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
        return Answered(result, heard.digests())
    except BuildError as error:
        raise BuildError(f"{error}; {_UNKEPT}") from None


def part_of_whole(module: str, brought: bytes) -> keys.Made:
    """Return what results of a module are made of, as this process was asked for them.

    They are also made of the modules that are named in pickled arguments: it may call these.
    """
    assert _whole
    return _whole.of([module, *(name for name in _whole.modules if name.encode() in brought)])


_ground = cache(keys.ground)  # what this process runs on


def _refuse_others(project: Project, made: keys.Made) -> None:
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


def _beside(function: Callable[..., Any], job: dict[str, Any], made: keys.Made) -> Any:
    """Answer in a process of ours, for a worker of dask has its user's settings and a hash seed."""
    # they may have been killed, or have loaded or read what has been edited since
    with suppress(BrokenExecutor, BuildError):
        return _processes(made.name).submit(witnessed, function, job, made).result()
    _processes.cache_clear()
    return _processes(made.name).submit(witnessed, function, job, made).result()


@lru_cache(4)  # of what was asked last: after an edit they load their modules anew
def _processes(made: str) -> Executor:
    """Processes beside this worker, as many as it asks at a time."""
    multiprocessing.current_process().daemon = False  # which might start none
    return processes.Pool(Project.here(), os.cpu_count() or 1)


class Answers:
    """Answers that are kept, each for as long as the files lie there that it was made from.

    Parameters
    ----------
    file : Path
        The store, named by all else that they are made of; see `store_of`.
    project : Project
        Where it was asked.
    """

    def __init__(self, file: Path, project: Project) -> None:
        self._project = project
        self._kept = Store(file)
        self._now: dict[str, str] = {}  # how files lie there: all answers are of one state

    def close(self) -> None:
        """Close the store."""
        self._kept.close()

    def get(self, key: str) -> bytes | None:
        """Return what is kept of a question; None if it has to be asked."""
        read, _, content = (self._kept.get(key) or b"").partition(b"\n")
        return content if read and not changed(self._project, json.loads(read), self._now) else None

    def edited(self) -> list[str]:
        """Return the files that have changed since answers were taken that were made from them."""
        return changed(self._project, self._now)

    def ask(
        self,
        pool: Executor,
        keys: Sequence[str],
        calls: Iterable[dict[str, Any]],
        dump: Callable[[Any], bytes | None],
    ) -> Iterator[tuple[str, Any]]:
        """Ask questions, and keep each answer as soon as it is there.

        Parameters
        ----------
        pool : Executor
            Where they are answered; see `workers.executor`.
        keys : sequence of str
            The names of the questions.
        calls : iterable of dict
            What `witnessed` is given for each.
        dump : callable
            Returns the content of a result; None if it is not kept.

        Yields
        ------
        key : str
            Which question.
        result : object
            Its result, or the exception that it has raised.

        Raises
        ------
        BuildError
            If an answer is not that of what was asked for: it is neither told nor kept.
        """
        answer = _beside if isinstance(pool, Workers) else witnessed
        for index, answered in completed(pool, answer, calls):
            if isinstance(answered, BuildError):
                raise answered
            if isinstance(answered, BaseException):  # of whoever should have answered
                raise BuildError(f"{type(answered).__name__}: {answered}")
            result = answered.taken(self._project, self._now)
            if not isinstance(result, Exception) and (content := dump(result)) is not None:
                self._kept.put(keys[index], json.dumps(answered.read).encode() + b"\n" + content)
            yield keys[index], result
