"""Answers of a lab on a grid, which its page shows without a server.

``sliders.yaml`` beside a lab says which parameters have sliders and where these stop, in the words
of `parlor sweep`. The build asks the lab at every point of the grid; the answers are kept with
those of all sweeps, so that a build asks what is new.
"""

from __future__ import annotations

import json
import math
from contextlib import closing
from typing import Any

import yaml

from ..page.answer import Answer
from ..run import keys
from ..run.memo import Memo
from ..run.project import LAB, BuildError, Page, Project, UserError
from ..run.store import Store
from .form import labs, written
from .grid import grid
from .lab import Lab
from .sweep import Sweep, answers_file, gather
from .sweep import answers as answers_of

FILE = "sliders.yaml"  # beside the lab
MOST = 500  # points of a lab


def sweeps(project: Project) -> dict[str, Sweep]:
    """Return the grids that labs declare, by the page's address.

    Parameters
    ----------
    project : Project
        The checkout.

    Returns
    -------
    dict of str to Sweep
        Every point is allowed.

    Raises
    ------
    BuildError
        If a file is no mapping of parameters to stops, or a point is not allowed.
    """
    return {
        name: _declared(project, page) for name, page in labs(project).items() if declared(page)
    }


def declared(page: Page) -> bool:
    """Say whether there are sliders for a page: it is a lab with their file beside it."""
    return page.name == LAB and page.path.with_name(FILE).is_file()


def _declared(project: Project, page: Page) -> Sweep:
    path = page.path.with_name(FILE)
    place = path.relative_to(project.root)
    try:
        told = yaml.safe_load(path.read_text("utf-8"))
        if not isinstance(told, dict) or not told:
            raise BuildError(f"{place}: holds no mapping from parameters to stops")
        lab = Lab.of(project, page)
        sweep = Sweep.of(lab, grid(lab.parameters, told))
    except (UserError, yaml.YAMLError) as error:
        raise BuildError(f"{place}: {' '.join(str(error).split())}") from None
    stops = [len({repr(row[i]) for row in sweep.design.rows}) for i in range(len(told))]
    if len(sweep.keys) != math.prod(stops) or len(sweep.keys) > MOST:
        raise BuildError(f"{place}: {len(sweep.keys)} points; it may be {MOST}, all different")
    return sweep


def answers(project: Project, memo: Memo) -> dict[str, str]:
    """Ask all labs at all points of their grids, as far as this has not been done.

    Parameters
    ----------
    project : Project
        The checkout.
    memo : Memo
        What was made before.

    Returns
    -------
    dict of str to str
        A script for each page, by its address.

    Raises
    ------
    BuildError
        If a point fails.
    """
    labs = [lab for chapter in project.chapters if declared(lab := project.lab(chapter))]
    of = [keys.name_of(keys.of_page(project, lab, {})) for lab in labs]
    of += [lab.path.with_name(FILE).read_text("utf-8") for lab in labs]
    told = memo.text("sliders", tuple(of), lambda: json.dumps(_answers(project)))
    scripts: dict[str, str] = json.loads(told)
    return scripts


def _answers(project: Project) -> dict[str, str]:
    scripts = {}
    for name, sweep in sweeps(project).items():
        with closing(Store(answers_file(project, sweep.lab))) as kept:
            for place, why in gather(sweep, kept).failed.items():
                raise BuildError(f"{name}: the sliders' point {sweep.given(place)} failed: {why}")
            scripts[name] = script(sweep, [answer for answer in answers_of(sweep, kept) if answer])
    return scripts


def script(sweep: Sweep, found: list[Answer]) -> str:
    """Return a grid with its answers as a classic script.

    Parameters
    ----------
    sweep : Sweep
        The grid, the last parameter changing fastest.
    found : list of Answer
        The answers, in order.

    Returns
    -------
    str
        Sets ``window.parlorGrid``.
    """
    axes = []
    for i, name in enumerate(sweep.design.names):
        stops = list(dict.fromkeys(written(row[i]) for row in sweep.design.rows))
        axes.append({"name": name, "stops": stops})
    quantities: dict[tuple[str, str], int] = {}
    points = []
    for answer in found:
        point = []
        for q in answer.quantities:
            number = quantities.setdefault((q.name.replace("_", " "), q.meaning), len(quantities))
            told = [number, q.told, q.certainty, _number(q.value), _number(q.error)]
            while told[-1] is None:
                told.pop()
            point.append(told)
        points.append([answer.asked, *point])
    data = {"axes": axes, "quantities": list(map(list, quantities)), "points": points}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"window.parlorGrid={text};\n"


def _number(value: Any) -> float | None:
    """A number as a picture needs it; None for all else."""
    try:
        number = None if isinstance(value, bool | str) else float(value)
    except (TypeError, OverflowError):
        return None
    return float(f"{number:.7g}") if number is not None and math.isfinite(number) else None
