"""Answers of a lab on a grid, which its page shows without a server.

``sliders.yaml`` beside a lab says which parameters have sliders and where these stop, in the words
of `sweep`; or a list of such grids, of which the first that holds a question answers it. The build
asks the lab at every point; the answers are kept with those of all sweeps, so that a build asks
what is new.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..page.answer import Quantity
from ..project.errors import BuildError, UserError
from ..project.files import fault, text_of, yaml_of
from ..project.places import LAB, Page, Project
from ..project.yaml_input import Values, written
from .grid import grid
from .lab import Lab
from .sweep import Sweep, gather

FILE = "sliders.yaml"  # beside the lab
_PLAIN = re.compile(r"\u2212?[\d,]+(\.\d+)?")
MOST = 1000  # points of a lab: all are loaded with its page, and asked again after any change


def declared(page: Page) -> str:
    """Return the text that declares the sliders of a page: a lab's; empty if it has none."""
    path = page.path.with_name(FILE)
    return text_of(path) if page.name == LAB and path.is_file() else ""


def address(page: Page) -> str:
    """Return the address of a page's answers on a grid, from the top of the site."""
    return f"downloads/{page.chapter}/sliders.js"


def blocks(project: Project, page: Page) -> list[Sweep]:
    """Return the grids that a lab declares: one mapping, or a list of them.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        A lab with sliders.

    Returns
    -------
    list of Sweep
        Every point is allowed.

    Raises
    ------
    BuildError
        If the file is no mapping of parameters to stops, or a point is not allowed.
    """
    try:
        told = yaml_of(page.path.with_name(FILE), loader=Values)
        each = told if isinstance(told, list) else [told]
        lab = Lab.of(project, page)
        found = [_block(lab, one) for one in each]
        if not 0 < (count := sum(len(one.points) for one in found)) <= MOST:
            raise UserError(f"{count} points; it may be {MOST}")
    except UserError as error:
        raise fault(page.path.with_name(FILE), str(error)) from None
    return found


def _block(lab: Lab, told: Any) -> Sweep:
    if not isinstance(told, dict) or not told or not all(map(_are_stops, told.values())):
        raise UserError("holds no mapping from parameters to stops")
    rows = grid(lab.parameters, told)
    found = Sweep.of(lab, rows)
    if len(found.points) < len(rows):
        raise UserError(f"{len(rows)} points; all have to be different")
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
    """Return where the fields of a page stop, and the script that holds the answers.

    Other pages than labs with sliders have neither.
    """
    if not declared(page):
        return {}, ""
    found: dict[str, list[str]] = {}
    for block in blocks(project, page):
        for name, texts in stops(block).items():
            found[name] = list(dict.fromkeys([*found.get(name, []), *texts]))
    script = f'<script defer src="{page.up}{address(page)}"></script>'
    # what stands still everywhere is no slider
    return {name: texts for name, texts in found.items() if len(texts) > 1}, script


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
    for page in filter(declared, map(project.page_asked, project.chapters)):
        found = blocks(project, page)
        points = {key: given for one in found for key, given in one.points.items()}
        told = dict(zip(points, gather(project, Sweep(found[0].lab, points)), strict=True))
        for key, answer in told.items():
            if isinstance(answer, str):
                where = f"{page.address}: the sliders' point {points[key]}"
                raise BuildError(f"{where} failed: {answer}")
        scripts[page] = script(found, told, printed)
    return scripts


def script(found: list[Sweep], told: Mapping[str, Any], printed: Callable[[str], str]) -> str:
    """Return grids with their answers as a classic script.

    Parameters
    ----------
    found : list of Sweep
        The grids, in each the last parameter changing fastest.
    told : mapping of str to dict
        The answers, by the names of points; see `Answer.as_json`.
    printed : callable
        Sets the numbers in a text as pages print them.

    Returns
    -------
    str
        Sets ``window.parlorGrid``.
    """
    quantities: dict[tuple[str, str], int] = {}

    def point(answer: dict[str, Any]) -> list[Any]:
        made: list[Any] = [printed(answer["asked"]), printed(answer["said"])]
        for quantity in answer["quantities"]:
            q, value = Quantity.of_json(quantity), quantity["value"]
            name = (q.name, printed(q.meaning))
            number = quantities.setdefault(name, len(quantities))
            text, sure = printed(q.told), printed(q.certainty)
            drawn = isinstance(value, int | float) and not isinstance(value, bool)
            _, between, error = text.partition("\u00a0±\u00a0")
            row = [number, text, sure, _short(value if drawn else None)]
            if between and sure == f"standard error {error}":
                made.append(row[:2])  # the text says all
            elif drawn and not q.error and _PLAIN.fullmatch(text):
                made.append(row[:3])  # and here the value
            else:
                made.append([*row, _short(q.error)] if q.error else row)
        return made

    fields = found[0].lab.parameters.model.model_fields
    grids = [
        {
            "axes": [{"name": name, "stops": texts} for name, texts in stops(one).items()],
            "points": [point(told[key]) for key in one.points],
        }
        for one in found
    ]
    names = {name for one in found for name in one.names}
    labels = {  # without what they say of how long it takes
        name: (fields[name].description or name).partition(" (")[0]
        for name in fields
        if name in names
    }
    data = {"labels": labels, "quantities": list(quantities), "grids": grids}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"window.parlorGrid={text};\n"


def _short(value: float | None) -> float | None:
    """A number to the digits that a picture shows."""
    return value if value is None or isinstance(value, int) else float(f"{value:.5g}")
