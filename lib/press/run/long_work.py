"""Long work in pieces, several at a time, wherever it is done; interrupted work goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

from parlor.core.places import checkout

from ..lab import executors
from . import modules
from .pieces import Kept, tell
from .project import Project


def in_pieces(
    what: str, work: Callable[..., Any], jobs: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Any]]:
    """Do jobs, several at a time, but read what an earlier run has finished.

    They are done in threads, as many as there are processors that nobody else here uses, or by the
    scheduler that the command was given; each is kept as soon as it is finished.

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
        Short jobs cost nothing: many of them are handed over at a time.

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
    if not todo:
        return
    with closing(_store(work)) as kept, executors.here() as pool:
        missing = kept.missing(todo)
        left, there = set(missing), 0
        made: dict[int, Any] = {}
        done = executors.completed(pool, work, (todo[number] for number in missing))
        while True:
            while there < len(todo) and there not in left:
                job = todo[there]
                if there in made:
                    result = made.pop(there)
                else:
                    result = kept.result(job, lambda job=job: work(**job))  # type: ignore[misc]
                there += 1
                tell(f"{len(todo) - len(left):,} of {len(todo):,} {what}")
                yield job, result
            if not left:
                return
            number, result = next(done)
            if isinstance(result, Exception):
                raise result
            made[missing[number]] = kept.keep(todo[missing[number]], result)
            left.discard(missing[number])


def _store(work: Callable[..., Any]) -> Kept | _Nothing:
    """What is kept of some work; on a worker without a checkout there is nothing."""
    if checkout() is None:
        return _Nothing()
    modules.forget()
    return Kept(Project.here(), work.__module__, work.__qualname__)


class _Nothing:
    """In the place of `Kept`: keeps nothing."""

    def missing(self, jobs: list[dict[str, Any]]) -> list[int]:
        return list(range(len(jobs)))

    def result(self, job: dict[str, Any], make: Callable[[], Any]) -> Any:
        return make()

    def keep(self, job: dict[str, Any], result: Any) -> Any:
        return result

    def close(self) -> None:
        pass
