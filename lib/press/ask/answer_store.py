"""Answers that are kept, and asked for where none is: whoever asks has one store of them.

An answer is kept under the name of its question, with the files that it was made from. It is handed
out for as long as these lie there as they were.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from ..project.data_files import changed
from ..project.errors import BuildError
from ..project.places import Project
from .store import Store
from .tracing import traced, traced_beside
from .workers import Workers, completed


class AnswerStore:
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
            What `traced` is given for each.
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
        far = isinstance(pool, Workers)
        packed = ({"name": call["made"].name, "call": pickle.dumps(call)} for call in calls)
        found = completed(pool, traced_beside, packed) if far else completed(pool, traced, calls)
        for index, answered in found:
            if isinstance(answered, BuildError):
                raise answered
            if isinstance(answered, BaseException):  # of whoever should have answered
                raise BuildError(f"{type(answered).__name__}: {answered}")
            if far:
                answered = pickle.loads(answered)
            result = answered.verified(self._project, self._now)
            if not isinstance(result, Exception) and (content := dump(result)) is not None:
                self._kept.put(keys[index], json.dumps(answered.read).encode() + b"\n" + content)
            yield keys[index], result
