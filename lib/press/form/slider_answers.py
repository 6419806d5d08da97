"""Answers of a lab on a grid, which its page shows without a server.

``sliders.yaml`` beside a lab says which parameters have sliders and where these stop, in the words
of `sweep`; or a list of such grids, of which the first that holds a question answers it. The build
asks the lab at every point; the answers are kept with those of all sweeps, so that a build asks
what is new.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..ask.answer_cell import Lab
from ..ask.grid import grid
from ..ask.sweep import Sweep, gather
from ..ledger.findings import plain
from ..page.answer import Answer, Quantity
from ..project.errors import BuildError
from ..project.files import fault, line_of, yaml_of
from ..project.numerals import set_numbers
from ..project.places import Page, Project
from ..project.records import slips
from ..project.user_input import Values, written

FILE = "sliders.yaml"  # beside the lab
MOST = 1000  # points of a lab: all are loaded with its page, and asked again after any change
_PLAIN = re.compile(r"\u2212?[\d,]+(\.\d+)?")


def address(page: Page) -> str:
    """Return the address of a page's answers on a grid, from the top of the site."""
    return f"downloads/{page.chapter}/sliders.js"


def grids(project: Project, page: Page) -> list[Sweep]:
    """Return the grids that a lab declares: one mapping, or a list of them.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        A lab.

    Returns
    -------
    list of Sweep
        Every point is allowed; empty if it has no sliders.

    Raises
    ------
    BuildError
        If the file is no mapping of parameters to stops, or a point is not allowed.
    """
    path = page.path.with_name(FILE)
    if not path.is_file():
        return []
    told, found = yaml_of(path, loader=Values), []
    with slips(path):
        lab = Lab.of(project, page)
    for place, one in enumerate(told if isinstance(told, list) else [told]):
        where = (place,) if isinstance(told, list) else ()
        if not isinstance(one, dict):
            raise fault(path, "holds no mapping from parameters to stops", line_of(path, *where))
        for name, values in one.items():
            with slips(path, *where, name):
                grid(lab.parameters, {name: values})
        with slips(path, *where):
            found.append(Sweep.of(lab, grid(lab.parameters, one)))
    if (count := sum(len(one.points) for one in found)) > MOST:
        raise fault(path, f"{count} points; it may be {MOST}")
    return found


def stops(found: Sweep) -> dict[str, list[str]]:
    """Return where the slider of each parameter stops, as one types it."""
    told = {}
    for name in found.names:
        values = {repr(point[name]): point[name] for point in found.points.values()}
        told[name] = [written(value) for value in values.values()]
    return told


def shown(project: Project, page: Page) -> tuple[dict[str, list[str]], str]:
    """Return where the fields of a page stop, and the script that holds the answers.

    Other pages than labs with sliders have neither.
    """
    found: dict[str, list[str]] = {}
    for block in grids(project, page):
        for name, texts in stops(block).items():
            found[name] = list(dict.fromkeys([*found.get(name, []), *texts]))
    script = f'<script defer src="{page.up}{address(page)}"></script>' if found else ""
    # what stands still everywhere is no slider
    return {name: texts for name, texts in found.items() if len(texts) > 1}, script


def answers(project: Project) -> dict[Page, str]:
    """Ask all labs at all points of their grids, as far as this has not been done.

    Parameters
    ----------
    project : Project
        The project.

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
    for page in map(project.page_asked, project.chapters):
        if not (found := grids(project, page)):
            continue
        points = {key: values for one in found for key, values in one.points.items()}
        told = {}
        for key, answer in gather(project, Sweep(found[0].lab, [], points)).items():
            if isinstance(answer, str):
                where = f"{page.address}: the sliders' point {points[key]}"
                raise BuildError(f"{where} failed: {answer}")
            told[key] = answer
        scripts[page] = script(found, told)
    return scripts


def script(found: list[Sweep], answers: Mapping[str, Answer]) -> str:
    """Return grids with their answers as a classic script.

    Parameters
    ----------
    found : list of Sweep
        The grids, in each the last parameter changing fastest.
    answers : mapping of str to Answer
        The answers, by the names of points.

    Returns
    -------
    str
        Sets ``window.parlorGrid``.
    """
    quantities: dict[tuple[str, str], int] = {}

    def point(key: str) -> list[Any]:
        answer = answers[key]
        rows = []
        for quantity in answer.quantities:
            name = (quantity.name, set_numbers(quantity.meaning))
            rows.append([quantities.setdefault(name, len(quantities)), *_row(quantity)])
        return [set_numbers(answer.asked), set_numbers(answer.said), *rows]

    fields = found[0].lab.parameters.model.model_fields
    grids = [
        {
            "axes": [{"name": name, "stops": texts} for name, texts in stops(one).items()],
            "points": list(map(point, one.points)),
        }
        for one in found
    ]
    labels = {  # without what they say of how long it takes
        name: (field.description or name).partition(" (")[0]
        for name, field in fields.items()
        if any(name in one.names for one in found)
    }
    data = {"labels": labels, "quantities": list(quantities), "grids": grids}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"window.parlorGrid={text};\n"


def _row(quantity: Quantity) -> list[Any]:
    """What is shown of a quantity: text, certainty, value, error; what the text says left out."""
    text, sure = set_numbers(quantity.told), set_numbers(quantity.certainty)
    row = [text, sure, _short(plain(quantity.value))]
    if sure == "standard error " + text.partition("\u00a0±\u00a0")[2]:
        return row[:1]
    if row[2] is not None and not quantity.error and _PLAIN.fullmatch(text):
        return row[:2]
    return [*row, _short(quantity.error)] if quantity.error else row


def _short(value: Any) -> float | None:
    """A number to the digits that a picture shows; of what is no number, nothing."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    return value if isinstance(value, int) and not isinstance(value, bool) else None
