"""A sweep: a lab asked at many points, each answer kept as soon as it is there.

A lab's finished points lie in one store, named by what its answers are made of. So a sweep that was
stopped goes on, and a finer one asks only what is new, whoever asked first.
"""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from ..page.answer import Answer
from ..project.errors import BuildError, UserError
from ..project.files import digest_text
from ..project.places import Project
from .answer_cell import Lab, ask
from .answering import Answers
from .progress import followed
from .store import store_of
from .workers import executor


@dataclass(frozen=True)
class Sweep:
    """A lab and the points at which it is asked.

    Attributes
    ----------
    lab : Lab
        The lab.
    names : list of str
        The parameters that were given.
    points : dict
        The points in order, each once and each allowed: the values of all parameters, by a name
        that is equal where these are.
    left_out : int
        How many points are not allowed, if they were to be left out.
    """

    lab: Lab
    names: list[str]
    points: dict[str, dict[str, Any]]
    left_out: int = 0

    @classmethod
    def of(cls, lab: Lab, rows: list[dict[str, Any]], skip: bool = False, hint: str = "") -> Sweep:
        """Check every point before the first is asked.

        Parameters
        ----------
        lab : Lab
            The lab.
        rows : list of dict
            Values by name, of the same parameters in each; see `grid`.
        skip : bool
            Whether points that are not allowed are left out; they are refused otherwise.
        hint : str, optional
            What is then said besides.

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
                    at = f", at point {number:,} of {len(rows):,}{hint}"
                    raise UserError(f"{error}{at if len(rows) > 1 else ''}") from None
                left_out += 1
                continue
            points[digest_text(json.dumps(values, sort_keys=True))] = values
        if not points:
            raise UserError(f"{lab.page.address}: none of {left_out:,} points is allowed")
        return cls(lab, list(rows[0]), points, left_out)


def gather(
    project: Project,
    sweep: Sweep,
    jobs: int | None = None,
    scheduler: str | None = None,
    *,
    force: bool = False,
) -> dict[str, Answer | str]:
    """Ask what has not been asked, keep each answer as soon as it is there, say how far it is.

    Parameters
    ----------
    project : Project
        The project, which keeps the answers.
    sweep : Sweep
        The points.
    jobs : int, optional
        How many processes ask, if there is anything to ask; by default one a processor.
    scheduler : str, optional
        The address of a dask scheduler, whose workers ask in their place.
    force : bool, default False
        Whether what is kept is asked again.

    Returns
    -------
    dict
        The answer at each point, by the name of that and in their order, without tables and
        figures; or a text, why it failed.

    Raises
    ------
    BuildError
        If an answer is not that of what was asked for: nothing of it is kept. If files were edited
        meanwhile: one table would show two states.
    """
    lab, name = sweep.lab, sweep.lab.page.address
    told: dict[str, dict[str, Any] | str] = {}
    file = store_of(project, "answers", f"{lab.page.folder}-{lab.made.name}")
    with closing(Answers(file, project)) as kept:
        for key in () if force else sweep.points:
            if (text := kept.get(key)) is not None:
                told[key] = json.loads(text)
        todo = [key for key in sweep.points if key not in told]
        head = f"{name}: {len(sweep.points):,} point{'s' * (len(sweep.points) > 1)}"
        head += f", {sweep.left_out:,} left out as not allowed" if sweep.left_out else ""
        head += f", {len(told):,} of them finished before" if told else ""
        print(head, file=sys.stderr)
        if todo:
            cell = {"code": lab.code, "file": str(lab.page.path)}
            questions = (cell | {"values": sweep.points[key]} for key in todo)
            calls = ({"function": ask, "job": job, "made": lab.made} for job in questions)
            with executor(jobs, scheduler) as pool:
                told.update(followed(name, kept.ask(pool, todo, calls, _dump), len(todo)))
        if others := kept.edited():
            why = f"{', '.join(others[:3])}: edited meanwhile; the same command goes on"
            raise BuildError(f"{name}: {why}")
    answers = ((key, told[key]) for key in sweep.points)
    return {key: one if isinstance(one, str) else Answer.of_json(one) for key, one in answers}


def _dump(answer: dict[str, Any] | str) -> bytes | None:
    """An answer as it is kept; why there is none is not, so that it is asked again."""
    if isinstance(answer, str):
        return None
    return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
