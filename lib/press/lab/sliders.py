"""Answers of a lab on a grid, which its page shows without a server.

``sliders.yaml`` beside a lab says which parameters have sliders and where these stop, in the words
of `sweep`. The build asks the lab at every point of the grid; the answers are kept with those of
all sweeps, so that a build asks what is new.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import closing
from html import escape
from typing import Any

from ..page.answer import Answer
from ..run.project import LAB, BuildError, Page, Project, UserError
from ..run.store import Store
from ..run.yaml_input import NotReadable, read_yaml
from .form import written
from .grid import grid
from .lab import Lab
from .sweep import Sweep, answers_file, gather
from .sweep import answers as answers_of

FILE = "sliders.yaml"  # beside the lab
MOST = 500  # points of a lab
HEAD = ("what", "value", "how sure", "meaning")


def declared(page: Page) -> str:
    """Return the text that declares the sliders of a page: a lab's; empty if it has none."""
    path = page.path.with_name(FILE)
    return path.read_text("utf-8") if page.name == LAB and path.is_file() else ""


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
    place = page.path.with_name(FILE).relative_to(project.root)
    try:
        stops = read_yaml(declared(page))
        if not isinstance(stops, dict) or not stops:
            raise BuildError(f"{place}: holds no mapping from parameters to stops")
        lab = Lab.of(project, page)
        found = Sweep.of(lab, grid(lab.parameters, stops))
    except (UserError, NotReadable) as error:
        raise BuildError(f"{place}: {error}") from None
    if len(found.keys) != math.prod(map(len, _stops(found).values())) or len(found.keys) > MOST:
        raise BuildError(f"{place}: {len(found.keys)} points; it may be {MOST}, all different")
    return found


def _stops(found: Sweep) -> dict[str, list[str]]:
    """Where the slider of each parameter stops, as one types it."""
    rows = found.design.rows
    return {
        name: list(dict.fromkeys(written(row[i]) for row in rows))
        for i, name in enumerate(found.design.names)
    }


def markup(
    project: Project, page: Page, values: Mapping[str, Any], answer: Mapping[str, Any]
) -> str:
    """Return the sliders of a page, and what its own run has answered.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        The page; it need not have sliders.
    values : mapping
        The parameters of its run.
    answer : mapping
        What the run has answered; see `Answer.as_json`.

    Returns
    -------
    str
        HTML, empty for a page without sliders.
    """
    if not declared(page):
        return ""
    moved, off = [], False
    for name, stops in _stops(sweep(project, page)).items():
        value = written(values[name])
        off = off or value not in stops
        at = stops.index(value) if value in stops else 0
        moved.append(
            f"<label><span><code>{name}</code> <output>{escape(value)}</output></span>"
            f'<input type="range" min="0" max="{len(stops) - 1}" value="{at}" disabled '
            f'aria-label="{name}, on the grid"></label>'
        )
    told = Answer.of_json(dict(answer))
    heads = "".join(f'<th scope="col">{name}</th>' for name in HEAD)
    rows = "".join(
        f"<tr><td>{escape(q.name.replace('_', ' '))}</td><td>{escape(q.told)}</td>"
        f'<td class="pr-words">{escape(q.certainty)}</td>'
        f'<td class="pr-long">{escape(q.meaning)}</td></tr>'
        for q in told.quantities
    )
    hidden = " hidden" if off else ""
    return (
        '<section class="pr-grid" aria-label="Answers at once">'
        f'<div class="pr-moved">{"".join(moved)}</div><p role="status">{escape(told.asked)}</p>'
        f'<div class="pr-table"{hidden}><div class="pr-scroll" tabindex="0" role="region" '
        f'aria-label="The numbers"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
        f'</table></div></div><div class="pr-curve"{hidden}>'
        '<select aria-label="What the picture shows"></select>'
        '<svg viewBox="0 0 360 180" role="img"></svg></div>'
        f'<script src="{page.up}{address(page)}"></script></section>'
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
    pages = [lab for chapter in project.chapters if declared(lab := project.lab(chapter))]
    return {page: script(*_asked(project, page), printed) for page in pages}


def _asked(project: Project, page: Page) -> tuple[Sweep, list[Answer]]:
    """A page's grid with the answer at each of its points, which sweeps of the lab share."""
    found = sweep(project, page)
    with closing(Store(answers_file(project, found.lab))) as kept:
        for place, why in gather(found, kept).failed.items():
            point = f"the sliders' point {found.given(place)}"
            raise BuildError(f"{page.address}: {point} failed: {why}")
        return found, [Answer.of_json(one) for one in answers_of(found, kept) if one]


def script(found: Sweep, told: list[Answer], printed: Callable[[str], str]) -> str:
    """Return a grid with its answers as a classic script.

    Parameters
    ----------
    found : Sweep
        The grid, the last parameter changing fastest.
    told : list of Answer
        The answers, in order.
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
        point: list[Any] = [printed(answer.asked)]
        for q in answer.quantities:
            name = (q.name.replace("_", " "), printed(q.meaning))
            number = quantities.setdefault(name, len(quantities))
            texts = [printed(q.told), printed(q.certainty)]
            point.append([number, *texts, _number(q.value), _number(q.error)])
        points.append(point)
    axes = [{"name": name, "stops": stops} for name, stops in _stops(found).items()]
    data = {"axes": axes, "quantities": list(quantities), "points": points}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"window.parlorGrid={text};\n"


def _number(value: Any) -> float | None:
    """A number as a picture needs it; None for all else."""
    try:
        number = None if isinstance(value, bool | str) else float(value)
    except (TypeError, OverflowError):
        return None
    return float(f"{number:.7g}") if number is not None and math.isfinite(number) else None
