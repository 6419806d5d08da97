"""Long work in pieces, several at a time, wherever it is done; interrupted work goes on."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import ContextVar
from typing import Any

from ..page.events import tell
from ..project.places import Project
from . import sources
from .answer_store import AnswerStore
from .store import store_of
from .tracing import is_asked, provenance_of_piece
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
        A pure function of a module: its result depends on its arguments alone. It is worth its
        while to release the interpreter's lock. Results are kept for as long as the modules do not
        change that it needs. What is bound to more than its arguments, a method or a function
        within a function, is called as well, but nothing of it is kept.
    jobs : iterable of dict
        Its keyword arguments, job by job: numbers, texts, tuples, arrays, frozen data classes.

    Yields
    ------
    job : dict
        The arguments, in the order of `jobs`, when all are done, in whatever order.
    result : object
        What `work` returns for them.

    Examples
    --------
    >>> import math
    >>> [result for _, result in in_pieces("roots", math.isqrt, [])]
    []
    """
    todo = list(jobs)
    if alone.get() or not (is_asked() and _is_named(work)):
        with ThreadPoolExecutor(1 if alone.get() else os.cpu_count()) as threads:
            yield from zip(todo, threads.map(lambda job: work(**job), todo), strict=True)
        return
    from joblib import hash as content_hash

    project = Project.here()
    named = [(str(content_hash(job, hash_name="sha1")), job) for job in todo]
    place = f"{work.__module__}.{work.__qualname__}"
    made = provenance_of_piece(work.__module__, pickle.dumps(todo))
    file = store_of(project, "pieces", f"{place}-{made.name}")
    with (
        closing(AnswerStore(file, project)) as kept,
        executor(scheduler=os.environ.get(SCHEDULER), threads=True) as pool,
    ):
        missing = {name: job for name, job in named if kept.get(name) is None}
        call = {"function": work, "made": made}
        done = kept.ask(
            pool, [*missing], (call | {"job": job} for job in missing.values()), pickle.dumps
        )
        for count, (_, result) in enumerate(done, start=len(todo) - len(missing) + 1):
            if isinstance(result, Exception):
                raise result
            tell(within=f"{count:,} of {len(todo):,} {what}")
        for name, job in named:
            yield job, pickle.loads(kept.get(name) or b"")


def _is_named(work: Callable[..., Any]) -> bool:
    """Whether a function is known by its name alone.

    A method has an object, and a function within another has that one's variables.
    """
    module = sys.modules[work.__module__]
    return work.__module__ in sources.loaded and getattr(module, work.__qualname__, None) is work
