"""A finished run as a page of its own: the lab's page with this answer in the place of its text."""

from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup
from markupsafe import Markup

from ...project.parameters import Parameters
from ...project.places import Page, Project
from ...project.templates import html
from ...project.user_input import command, written
from ...site.transclusion import printed_alone
from ...site.typesetting import dress


def answer_page(project: Project, page: Page, text: str, folder: Path) -> str:
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

    Returns
    -------
    str
        A page of HTML.
    """
    soup = BeautifulSoup(text, "html.parser")
    if (article := soup.select_one("article:has(.pr-form)")) is None:
        return text
    (form,), sliders = article.select(".pr-form"), article.select(".pr-grid")
    run = json.loads((folder / "run.json").read_text("utf-8"))
    given = Parameters.of_page(page).changed(run["parameters"])
    typed = {name: written(value) for name, value in given.items()}
    form["data-given"] = json.dumps(typed)
    form["data-run"] = folder.name
    files = f"/-/files/{page.folder}/{folder.name}"
    document = printed_alone(project, page, folder, lambda _, kind, file: f"{files}/{kind}/{file}")
    outputs = [output for cell in document.cells for output in cell.get("outputs", [])]
    shown = [output.data.get("text/html", "") for output in outputs if "data" in output]
    answer = html(
        "answer.html",
        command=command(project, page, typed),
        seconds=run["wall_seconds"],
        outputs=Markup(dress("".join(shown))),
        notebook=f"/-/notebooks/{page.address}/{folder.name}/{page.name}.ipynb",
    )
    article.clear()
    article.extend([BeautifulSoup(answer, "html.parser"), form, *sliders])
    return str(soup)
