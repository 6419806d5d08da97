"""Long work in pieces: each finished piece is kept, so that interrupted work goes on from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .project import Project

PROGRESS = "application/vnd.parlor.progress+json"  # understood by `execute`, ignored by others


def in_pieces(
    what: str, work: Callable[..., Any], jobs: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Any]]:
    """Do one job after the other, but read what an earlier run has finished.

    Parameters
    ----------
    what : str
        What is counted, for the line that shows progress: ``"conditions"``.
    work : callable
        A pure function of the library: its result depends on its arguments alone, and can be
        pickled. Results are kept for as long as the library does not change.
    jobs : iterable of dict
        Its keyword arguments, job by job; their values can be pickled.

    Yields
    ------
    job : dict
        The arguments.
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
    for done, job in enumerate(todo):
        yield job, kept(**job)
        _tell(f"{done + 1:,} of {len(todo):,} {what}")


def _tell(text: str) -> None:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.display import publish_display_data

    if InteractiveShell.initialized():
        publish_display_data({PROGRESS: text})
