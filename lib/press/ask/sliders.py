"""Answers of a lab on a grid, which its page shows without a server.

``sliders.yaml`` beside a lab says which parameters have sliders and where these stop, in the words
of `sweep`. The build asks the lab at every point of the grid; the answers are kept with those of
all sweeps, so that a build asks what is new.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..page.answer import Quantity
from ..project.errors import BuildError, UserError
from ..project.files import fault, text_of
from ..project.places import LAB, Page, Project
from ..project.yaml_input import NotReadable, read_yaml, written
from .grid import grid
from .lab import Lab
from .sweep import Sweep, gather

FILE = "sliders.yaml"  # beside the lab
MOST = 500  # points of a lab: all are loaded with its page, and asked again after any change


def declared(page: Page) -> str:
    """Return the text that declares the sliders of a page: a lab's; empty if it has none."""
    path = page.path.with_name(FILE)
    return text_of(path) if page.name == LAB and path.is_file() else ""


def address(page: Page) -> str:
    """Return the address of a page's answers on a grid, from the top of the site."""
    return f"downloads/{page.chapter}/sliders.js"


def sweep(project: Project, page: Page) -> Sweep:
    """Return the grid that a lab declares.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        A lab with sliders.

    Returns
    -------
    Sweep
        Every point is allowed.

    Raises
    ------
    BuildError
        If the file is no mapping of parameters to stops, or a point is not allowed.
    """
    try:
        told = read_yaml(declared(page))
        if not isinstance(told, dict) or not told or not all(map(_are_stops, told.values())):
            raise UserError("holds no mapping from parameters to stops")
        lab = Lab.of(project, page)
        rows = grid(lab.parameters, told)
        found = Sweep.of(lab, rows)
        if len(found.points) < len(rows) or len(rows) > MOST:
            raise UserError(f"{len(rows)} points; it may be {MOST}, all different")
    except (UserError, NotReadable) as error:
        raise fault(page.path.with_name(FILE), str(error)) from None
    return found


def _are_stops(told: object) -> bool:
    return isinstance(told, list | str) and bool(told)


def stops(found: Sweep) -> dict[str, list[str]]:
    """Return where the slider of each parameter stops, as one types it."""
    told = {}
    for name in found.names:
        values = {repr(given[name]): given[name] for given in found.points.values()}
        told[name] = [written(value) for value in values.values()]
    return told


def shown(project: Project, page: Page) -> tuple[dict[str, list[str]], str]:
    """Return where the fields of a page stop, and the place of the answers, which a script fills.

    Other pages than labs with sliders have neither.
    """
    if not declared(page):
        return {}, ""
    return stops(sweep(project, page)), (
        '<section class="pr-grid" aria-label="Answers at once"><p role="status"></p>'
        '<div class="pr-curve"><label>Drawn: <select></select></label>'
        '<svg viewBox="0 0 560 220" role="img"></svg></div>'
        f'<script defer src="{page.up}{address(page)}"></script></section>'
    )


def answers(project: Project, printed: Callable[[str], str]) -> dict[Page, str]:
    """Ask all labs at all points of their grids, as far as this has not been done.

    Parameters
    ----------
    project : Project
        The project.
    printed : callable
        Sets the numbers in a text as pages print them.

    Returns
    -------
    dict of Page to str
        A script for each page that has sliders.

    Raises
    ------
    BuildError
        If a point fails.
    """
    scripts = {}
    for page in filter(declared, map(project.lab, project.chapters)):
        found = sweep(project, page)
        told = gather(project, found)
        for given, answer in zip(found.points.values(), told, strict=True):
            if isinstance(answer, str):
                raise BuildError(f"{page.address}: the sliders' point {given} failed: {answer}")
        scripts[page] = script(found, told, printed)
    return scripts


def script(found: Sweep, told: list[Any], printed: Callable[[str], str]) -> str:
    """Return a grid with its answers as a classic script.

    Parameters
    ----------
    found : Sweep
        The grid, the last parameter changing fastest.
    told : list of dict
        The answers, in order; see `Answer.as_json`.
    printed : callable
        Sets the numbers in a text as pages print them.

    Returns
    -------
    str
        Sets ``window.parlorGrid``.
    """
    quantities: dict[tuple[str, str], int] = {}
    points = []
    for answer in told:
        point: list[Any] = [printed(answer["asked"])]
        for quantity in answer["quantities"]:
            q, value = Quantity.of_json(quantity), quantity["value"]
            name = (q.name.replace("_", " "), printed(q.meaning))
            number = quantities.setdefault(name, len(quantities))
            drawn = isinstance(value, int | float) and not isinstance(value, bool)
            texts = [printed(q.told), printed(q.certainty)]
            point.append([number, *texts, value if drawn else None, quantity["error"]])
        points.append(point)
    fields = found.lab.parameters.model.model_fields
    axes = [
        {"name": name, "label": fields[name].description or name, "stops": texts}
        for name, texts in stops(found).items()
    ]
    data = {"axes": axes, "quantities": list(quantities), "points": points}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"window.parlorGrid={text};\n"
