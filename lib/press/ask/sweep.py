"""A sweep: a lab asked at many points, each answer kept as soon as it is there.

A lab's finished points lie in one store, named by what its answers are made of. So a sweep that was
stopped goes on, and a finer one asks only what is new, whoever asked first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import Any

from ..project.errors import BuildError, UserError
from ..project.files import digest_text
from ..project.places import Project
from ..project.text import cut, printable
from .answering import Answers
from .lab import Lab, solve
from .long_work import alone
from .progress import bar
from .store import store_of
from .workers import executor


@dataclass(frozen=True)
class Sweep:
    """A lab and the points at which it is asked.

    Attributes
    ----------
    lab : Lab
        The lab.
    points : dict
        The points in order, each once and each allowed: the values of the parameters that were
        given, by a name that is equal where all parameters are.
    left_out : int
        How many points are not allowed, if they were to be left out.
    """

    lab: Lab
    points: dict[str, dict[str, Any]]
    left_out: int = 0

    @classmethod
    def of(cls, lab: Lab, rows: list[dict[str, Any]], skip: bool = False) -> Sweep:
        """Check every point before the first is asked.

        Parameters
        ----------
        lab : Lab
            The lab.
        rows : list of dict
            Values by name, of the same parameters in each; see `grid`.
        skip : bool
            Whether points that are not allowed are left out; they are refused otherwise.

        Returns
        -------
        Sweep
            Points that ask the same are one.

        Raises
        ------
        UserError
            For the first point that is not allowed, or if none is left.
        """
        points: dict[str, dict[str, Any]] = {}
        left_out = 0
        for number, row in enumerate(rows, start=1):
            try:
                values = lab.parameters.validate(row)
            except UserError as error:
                if not skip:
                    at = f", at point {number:,} of {len(rows):,}; --skip leaves it out"
                    raise UserError(f"{error}{at if len(rows) > 1 else ''}") from None
                left_out += 1
                continue
            key = digest_text(json.dumps(values, sort_keys=True))
            points.setdefault(key, {name: values[name] for name in row})
        if not points:
            raise UserError(f"{lab.page.address}: none of {left_out:,} points is allowed")
        return cls(lab, points, left_out)

    def first(self) -> Sweep:
        """Return the first point alone."""
        return Sweep(self.lab, dict([next(iter(self.points.items()))]))

    @property
    def names(self) -> list[str]:
        """The parameters that were given."""
        return list(next(iter(self.points.values())))


def ask(code: str, values: dict[str, Any]) -> dict[str, Any] | str:
    """Answer one point, in whatever process, as JSON holds it; or say why it failed."""
    alone.set(True)  # all processors are busy with other points
    try:
        return solve(code, values).as_json()
    except Exception as error:  # in words, since not every exception can be sent
        return cut(printable(" ".join(f"{type(error).__name__}: {error}".split())), 200)


def gather(
    project: Project,
    sweep: Sweep,
    start: Callable[[], AbstractContextManager[Executor]] = executor,
    *,
    force: bool = False,
) -> list[dict[str, Any] | str]:
    """Ask what has not been asked, keep each answer as soon as it is there, say how far it is.

    Parameters
    ----------
    project : Project
        The project, which keeps the answers.
    sweep : Sweep
        The points.
    start : callable
        Starts what asks, if there is anything to ask.
    force : bool, default False
        Whether what is kept is asked again.

    Returns
    -------
    list
        The answer at each point, as `Answer.as_json` tells it, or a text: why it failed.

    Raises
    ------
    BuildError
        If an answer is not that of what was asked for: nothing of it is kept. If files were edited
        meanwhile: one table would show two states.
    """
    lab, name = sweep.lab, sweep.lab.page.address
    answers: dict[str, dict[str, Any] | str] = {}
    file = store_of(project, "answers", f"{lab.page.folder}-{lab.made.name}")
    with closing(Answers(file, project)) as kept:
        for key in () if force else sweep.points:
            if (text := kept.get(key)) is not None:
                answers[key] = json.loads(text)
        todo = [key for key in sweep.points if key not in answers]
        head = f"{name}: {len(sweep.points):,} point{'s' * (len(sweep.points) > 1)}"
        head += f", {sweep.left_out:,} left out as not allowed" if sweep.left_out else ""
        head += f", {len(answers):,} of them finished before" if answers else ""
        print(head, file=sys.stderr)
        if todo:
            validate = lab.parameters.validate
            jobs = ({"code": lab.code, "values": validate(sweep.points[key])} for key in todo)
            calls = ({"function": ask, "job": job, "made": lab.made} for job in jobs)
            with start() as pool, bar(name, len(todo)) as advance:
                for key, result in kept.ask(pool, todo, calls, _dump):
                    answers[key] = result
                    advance()
        if others := kept.edited():
            why = f"{', '.join(others[:3])}: edited meanwhile; the same command goes on"
            raise BuildError(f"{name}: {why}")
    return [answers[key] for key in sweep.points]


def _dump(answer: dict[str, Any] | str) -> bytes | None:
    """An answer as it is kept; why there is none is not, so that it is asked again."""
    if isinstance(answer, str):
        return None
    return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
