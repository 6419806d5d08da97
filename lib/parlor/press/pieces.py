"""Long work in pieces, several at a time; finished ones are kept, and interrupted work goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .project import Project

PROGRESS = "application/vnd.parlor.progress+json"  # understood by `execute`, ignored by others


def in_pieces(
    what: str, work: Callable[..., Any], jobs: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Any]]:
    """Do jobs, one a processor at a time, but read what an earlier run has finished.

    Parameters
    ----------
    what : str
        What is counted, for the line that shows progress: ``"conditions"``.
    work : callable
        A pure function of the library: its result depends on its arguments alone, and can be
        pickled. It runs in threads, so that it is worth its while to release the interpreter's
        lock. Results are kept for as long as the library does not change.
    jobs : iterable of dict
        Its keyword arguments, job by job; their values can be pickled.

    Yields
    ------
    job : dict
        The arguments, in the order of `jobs`, whatever the number of processors.
    result : object
        What `work` returns for them.

    Examples
    --------
    >>> import math
    >>> [result for _, result in in_pieces("roots", math.isqrt, [])]
    []
    """
    from joblib import Memory

    kept = Memory(Project.here().pieces, verbose=0).cache(work)
    todo = list(jobs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda job: kept(**job), todo)
        for done, (job, result) in enumerate(zip(todo, made, strict=True)):
            _tell(f"{done + 1:,} of {len(todo):,} {what}")
            yield job, result


def _tell(text: str) -> None:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.display import publish_display_data

    if InteractiveShell.initialized():
        publish_display_data({PROGRESS: text})
