"""Long work in pieces, several at a time, wherever it is done; interrupted work goes on."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from . import keys
from .events import tell
from .project import Project, UserError
from .store import Store, store_of
from .workers import SCHEDULER, completed, executor

# whether this is a small part of other work, which keeps all processors busy and is kept as a whole
alone: ContextVar[bool] = ContextVar("alone", default=False)


def in_pieces(
    what: str, work: Callable[..., Any], jobs: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Any]]:
    """Do jobs, several at a time, but read what an earlier run has finished.

    They are done in threads, one a processor, or by the scheduler that the command was given; each
    is kept as soon as it is finished.

    Parameters
    ----------
    what : str
        What is counted, for the line that shows progress: ``"conditions"``.
    work : callable
        A pure function of the library: its result depends on its arguments alone. It is worth its
        while to release the interpreter's lock. Results are kept for as long as the modules do not
        change that it needs.
    jobs : iterable of dict
        Its keyword arguments, job by job: numbers, texts, tuples, arrays, frozen data classes.

    Yields
    ------
    job : dict
        The arguments, in the order of `jobs`, wherever and in whatever order they are done.
    result : object
        What `work` returns for them.

    Examples
    --------
    >>> import math
    >>> [result for _, result in in_pieces("roots", math.isqrt, [])]
    []
    """
    todo = list(jobs)
    if alone.get():
        for job in todo:
            yield job, work(**job)
        return
    if not todo:
        return
    from joblib import hash as content_hash

    names = [str(content_hash(job, hash_name="sha1")) for job in todo]
    with (
        TemporaryDirectory() as away,
        closing(Store(_file(work) or Path(away) / "pieces.sqlite")) as kept,
        executor(scheduler=os.environ.get(SCHEDULER), threads=True) as pool,
    ):
        missing = [number for number, name in enumerate(names) if kept.get(name) is None]
        left = set(missing)
        done = completed(pool, work, (todo[number] for number in missing))
        for number, job in enumerate(todo):
            while number in left:
                index, result = next(done)
                if isinstance(result, Exception):
                    raise result
                kept.put(names[missing[index]], pickle.dumps(result, protocol=5))
                left.discard(missing[index])
                tell(within=f"{len(todo) - len(left):,} of {len(todo):,} {what}")
            yield job, pickle.loads(kept.get(names[number]) or b"")


def _file(work: Callable[..., Any]) -> Path | None:
    """Where results are kept; None where no project is, or this process has older code than it."""
    try:
        project = Project.here()
    except UserError:
        return None  # a notebook that was downloaded
    if project.installed:  # and what it needs was, too: no names of results without sources
        return None
    made = keys.of_function(project, work)
    if keys.is_edited(project, made):
        return None
    name = f"{work.__module__}.{work.__qualname__}-{keys.name_of(made)}"
    return store_of(project, "pieces", name)
