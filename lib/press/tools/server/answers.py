"""A finished run as a page of its own: the lab's page with this answer in the place of its text."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

from ...ask.lab import TAG
from ...lab.form import command
from ...project.parameters import Parameters
from ...project.places import Page, Project
from ...project.yaml_input import written
from ...site.math_renderer import dress
from ...site.stage import filled_alone


def answer_page(project: Project, page: Page, text: str, folder: Path, files: str) -> str:
    """Return a lab's page with the answer of a run: all but form and sliders makes room.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        The lab.
    text : str
        Its page as the book has it.
    folder : Path
        The finished run.
    files : str
        The address below which its files are.

    Returns
    -------
    str
        A page of HTML.
    """
    soup = BeautifulSoup(text, "html.parser")
    form = soup.select_one(".pr-form")
    article = form and form.find_parent("article")
    if not isinstance(form, Tag) or not isinstance(article, Tag):
        return text  # the book is older than its page
    run = json.loads((folder / "run.json").read_text("utf-8"))
    given = Parameters.of_page(page).changed(run["parameters"])
    typed = {name: written(value) for name, value in given.items()}
    form["data-given"] = json.dumps(typed)
    form["data-run"] = folder.name
    notebook = filled_alone(project, page, folder, lambda _chapter, _kind, file: f"{files}/{file}")
    shown = dress(_outputs(notebook))
    answer = (
        '<section class="pr-answer" aria-label="Your answer"><h1>Your answer</h1>'
        f"<p><code>{escape(command(project, page, typed))}</code>, "
        f"in {run['wall_seconds']:.1f} s.</p>"
        f'{shown}<p class="pr-downloads"><a href="{files}/{page.name}.ipynb" download>notebook</a>'
        "</p></section>"
    )
    sliders = article.select(".pr-grid")
    article.clear()
    article.extend([BeautifulSoup(answer, "html.parser"), form, *sliders])
    return str(soup)


def _outputs(notebook: Any) -> str:
    """The outputs from the answer on."""
    cells = notebook.cells
    tagged = [i for i, cell in enumerate(cells) if TAG in cell.metadata.get("tags", [])]
    return "".join(
        "".join(output.data["text/html"])
        for cell in cells[tagged[0] if tagged else 0 :]
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    )
