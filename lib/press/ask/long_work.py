"""Long work in pieces, several at a time, wherever it is done; interrupted work goes on."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

from ..page.events import tell
from ..project.places import Project
from . import keys, sources
from .answering import Answers, within
from .store import store_of
from .workers import SCHEDULER, executor

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
    if not sources.is_known(
        work.__module__
    ):  # an editor's or a notebook's process: nobody knows its code
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            yield from zip(todo, threads.map(lambda job: work(**job), todo), strict=True)
        return
    from joblib import hash as content_hash

    project = Project.here()
    named = [(str(content_hash(job, hash_name="sha1")), job) for job in todo]
    place = f"{work.__module__}.{work.__qualname__}"
    made = within(keys.of_function(project, work))
    file = store_of(project, "pieces", f"{place}-{made.name}")
    with (
        Answers(file, project) as kept,
        executor(scheduler=os.environ.get(SCHEDULER), threads=True) as pool,
    ):
        missing = {name: job for name, job in named if kept.get(name) is None}
        left = set(missing)
        calls = (
            {"function": work, "job": job, "made": made, "whole": False} for job in missing.values()
        )
        done = kept.ask(pool, list(missing), calls, pickle.dumps)
        for name, job in named:
            while name in left:
                other, result = next(done)
                if isinstance(result, Exception):
                    raise result
                left.discard(other)
                tell(within=f"{len(todo) - len(left):,} of {len(todo):,} {what}")
            yield job, pickle.loads(kept.get(name) or b"")
