"""A question is answered in some process, which says what the answer was made of.

Whoever asks keeps the answer under the name of what was asked for, and only if it was made of that:
of our modules as they lie where it was asked, and of the files that lie there. So it does not
matter where the process runs, when it began, or what was edited on the way.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..project.data_files import changed, reads, reads_of
from ..project.errors import BuildError
from ..project.files import digest_text
from ..project.places import Project
from . import keys, processes, sources
from .store import Store
from .workers import Workers, completed

_asked: dict[str, keys.Made] = {}  # of this process, by name: what it may have loaded
_allowed: set[str] = set()  # modules that it has loaded rightly, since to look takes a while
_grounds: list[dict[str, str]] = []  # that are its own, for the same reason


@dataclass(frozen=True)
class Answered:
    """What a process answers.

    Attributes
    ----------
    result : object
        The result, or the exception that was raised.
    otherwise : tuple of str
        Modules that the process has loaded otherwise than they were asked for.
    read : dict of str to str
        Hashes of the files that it has read, by path.
    fault : str
        Why nobody knows what it was made of, if so.
    """

    result: Any
    otherwise: tuple[str, ...] = ()
    read: dict[str, str] | None = None
    fault: str = ""

    def taken(self, project: Project) -> Any:
        """Return the result, if it is that of what was asked for in a project.

        Raises
        ------
        BuildError
            If it is that of something else: it is neither told nor kept.
        """
        why = self.fault
        if others := changed(project, self.read or {}):
            why = f"whoever answered has read other files than lie here: {', '.join(others[:3])}"
        if self.otherwise:
            names = ", ".join(self.otherwise[:3]) + ", ..." * (len(self.otherwise) > 3)
            why = f"whoever answered has other code than lies here: {names}"
        if why:
            raise BuildError(
                f"{why}; nothing of it is kept, ask again (a server or a worker begun anew)"
            )
        return self.result


def witnessed(
    function: Callable[..., Any], job: dict[str, Any], made: keys.Made, *, whole: bool = True
) -> Answered:
    """Call a function in this process, and say what its result is made of.

    Parameters
    ----------
    function : callable
        A function of a module.
    job : dict
        Its arguments.
    made : Made
        What is asked for.
    whole : bool, default True
        Whether this process does nothing else, so that whatever it has loaded belongs to it, and
        whatever all its threads read.

    Returns
    -------
    Answered
        Its result, or what it has raised.
    """
    project = Project.here()
    heard = reads_of(project)
    _begin(made, project)
    with heard.of_thread() as own:
        try:
            result = function(**job)
        except Exception as error:
            result = error
    try:
        with heard.ours():  # locks are no data
            _refuse_ground(project, made)
        if whole:
            _refuse_unseen(project)
        read = heard.digests(None if whole else own)
        return Answered(result, tuple(sources.otherwise(made.modules)), read)
    except BuildError as error:
        return Answered(result, fault=str(error))


def _beside(**call: Any) -> Answered:
    """Answer in a process of ours, for a worker of dask has its user's settings and a hash seed."""
    try:
        return _processes().submit(witnessed, **call).result()
    except BrokenExecutor:
        os._exit(1)  # as if it had been the worker: dask asks another


@cache
def _processes() -> Executor:
    """Processes beside this worker, as many as it asks at a time."""
    multiprocessing.current_process().daemon = False  # which might start none
    return processes.pool(os.cpu_count() or 1)


def within(made: keys.Made) -> keys.Made:
    """Return what a part of this process's answer is made of, which must be part of that.

    Raises
    ------
    BuildError
        If the code was edited since the whole was asked for.
    """
    whole = next(iter(_asked.values()), None)  # parts come later
    if whole is None:
        return made
    for name, source in made.modules.items():
        if name not in whole.modules or whole.modules[name].meaning != source.meaning:
            raise BuildError(f"{name} is not what was asked for: it was edited, ask again")
    data = {name: part for name, part in whole.parts.items() if name.startswith(keys.DATA)}
    return keys.Made(made.parts | data, made.modules)


def _begin(made: keys.Made, project: Project) -> None:
    """Watch what is loaded from now on; all of a chapter's data are read, whoever opens them."""
    _asked[made.name] = made
    sources.watch(*{name.partition(".")[0] for name in made.modules} - {"press"})
    for folder in (project.root / name for name in made.parts if name.startswith(keys.DATA)):
        reads(folder, *folder.rglob("*"))


def _refuse_ground(project: Project, made: keys.Made) -> None:
    """Raise a `BuildError` if this process runs on something else than what was asked for."""
    asked = {name: made.parts[name] for name in keys.GROUND}
    known = asked in _grounds
    if keys.outlived() or (not known and keys.replaced()):
        raise BuildError("packages were installed since whoever answers began")
    if not known and asked != keys.ground(project):
        raise BuildError("whoever answers has other packages, or another Python")
    if not known:
        _grounds.append(asked)


def _refuse_unseen(project: Project) -> None:
    """Raise a `BuildError` if this process has loaded modules of ours that nobody has asked for."""
    new = {name: module for name, module in sys.modules.items() if name not in _allowed}
    if new and (unseen := keys.unknown(project, _asked.values(), new)):
        raise BuildError(f"used in a way that the key cannot see: {', '.join(unseen)}")
    _allowed.update(new)


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
        self._same: dict[bytes, bool] = {}  # whether some files are as they were

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.close()

    def get(self, key: str) -> bytes | None:
        """Return what is kept of a question; None if it has to be asked."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        read, _, content = kept.partition(b"\n")
        if read not in self._same:
            digests = self._kept.get(read.decode())
            self._same[read] = digests is not None and not changed(
                self._project, json.loads(digests)
            )
        return content if self._same[read] else None

    def edited(self) -> list[str]:
        """Return the files that have changed since answers were taken that were made from them."""
        taken = (
            self._kept.get(read.decode()) or b"{}" for read, same in self._same.items() if same
        )
        return [name for read in taken for name in changed(self._project, json.loads(read))]

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
            if isinstance(answered, BaseException):  # of whoever should have answered
                raise BuildError(f"{type(answered).__name__}: {answered}")
            result = answered.taken(self._project)
            if not isinstance(result, Exception) and (content := dump(result)) is not None:
                self._put(keys[index], answered, content)
            yield keys[index], result

    def _put(self, key: str, answered: Answered, content: bytes) -> None:
        digests = json.dumps(answered.read or {})
        name = f"read {digest_text(digests)}"
        if name.encode() not in self._same:
            self._kept.put(name, digests.encode())
            self._same[name.encode()] = True
        self._kept.put(key, name.encode() + b"\n" + content)
