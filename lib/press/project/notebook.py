"""A page of MyST Markdown as a notebook, and a run's outputs joined to today's prose."""

from __future__ import annotations

import copy
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UserError, known_name
from .files import fault, text_of

if TYPE_CHECKING:
    import nbformat

TAGS = (  # what the press and MyST-NB know
    "parameters", "answer", "remove-cell", "remove-input", "remove-output", "remove-stdout",
    "remove-stderr", "hide-cell", "hide-input", "hide-output", "raises-exception", "skip-execution",
    "injected-parameters", "full-width", "margin",
)  # fmt: skip
_INJECTED = "injected-parameters"  # papermill's tag


def read_page(page: Path) -> nbformat.NotebookNode:
    """Turn a page of MyST Markdown into a notebook with the same cell ids.

    Raises
    ------
    BuildError
        If it cannot be read, with the file and, where it is known, the line.
    """
    return copy.deepcopy(_read(page, text_of(page)))


@lru_cache(256)  # several parts of a build ask for the same page
def _read(page: Path, text: str) -> nbformat.NotebookNode:
    import jupytext

    try:
        notebook = jupytext.reads(text, fmt={"extension": page.suffix})
    except Exception as error:  # YAML of its head or of a cell, in whatever way it is wrong
        reason = " ".join(str(error).split())
        raise fault(page, f"cannot be read as a page: {reason}") from None
    for index, cell in enumerate(notebook.cells):
        cell["id"] = f"{page.stem.replace('_', '-')}-{index:03d}"
        for tag in cell.metadata.get("tags", []):
            try:
                known_name(str(tag), list(TAGS), "tag of a cell")
            except UserError as error:
                found = re.search(rf"tags:.*{re.escape(str(tag))}", text)
                line = text.count("\n", 0, found.start()) + 1 if found else None
                raise fault(page, str(error), line) from None
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return notebook


def tagged_cells(page: Path) -> list[tuple[str, list[str]]]:
    """Return the source of each code cell of a page, with its tags."""
    cells = _read(page, text_of(page)).cells
    return [(c.source, c.metadata.get("tags", [])) for c in cells if c.cell_type == "code"]


def cell_lines(page: Path) -> dict[str, int]:
    """Return the line of a page in which the code of each cell begins, by the cell's id."""
    text, lines, end = text_of(page), {}, 0
    for cell in _read(page, text).cells:
        source = re.escape(cell.source.strip("\n"))
        code = re.compile(rf"^{source}\s*^```", re.MULTILINE)
        if cell.cell_type == "code" and (found := code.search(text, end)):
            lines[cell.id] = text.count("\n", 0, found.start()) + 1
            end = found.end()
    return lines


def code_of(page: Path, tag: str) -> str:
    """Return the code of a page's cells with a tag, each line of it where it is in the page."""
    places, lines = cell_lines(page), list[str]()
    for cell in _read(page, text_of(page)).cells:
        if cell.cell_type == "code" and tag in cell.metadata.get("tags", []):
            lines += [""] * (places.get(cell.id, 1) - 1 - len(lines))
            lines += cell.source.strip("\n").split("\n")
    return "\n".join(lines)


def code_cells(page: Path, tag: str = "") -> list[str]:
    """Return the source of a page's code cells, or of those with a tag."""
    return [source for source, tags in tagged_cells(page) if not tag or tag in tags]


def clean(notebook: nbformat.NotebookNode, chapter: str) -> nbformat.NotebookNode:
    """Take out of an executed notebook what differs from run to run or names this machine."""
    notebook.metadata.pop("papermill", None)
    for cell in notebook.cells:
        cell.metadata.pop("papermill", None)
        if _INJECTED in cell.metadata.get("tags", []):
            cell["id"] = f"{chapter.replace('_', '-')}-injected"
    return notebook


def join(page: Path, executed: Path) -> nbformat.NotebookNode:
    """Return today's page with the outputs of a run of the same code.

    Parameters
    ----------
    page : Path
        The page's source, whose prose and tags may have changed since.
    executed : Path
        The run's notebook.

    Returns
    -------
    NotebookNode
        The page's cells, each code cell as it was executed, and the injected one where it was.

    Raises
    ------
    BuildError
        If the page's code is not what was run, because it was edited in between.
    """
    import nbformat

    notebook = read_page(page)
    ran: list[Any] = [
        cell for cell in nbformat.read(executed, as_version=4).cells if cell.cell_type == "code"
    ]
    own = [cell for cell in ran if _INJECTED not in cell.metadata.get("tags", [])]
    if [c.source for c in own] != [c.source for c in notebook.cells if c.cell_type == "code"]:
        raise fault(page, "it was edited since it ran: the same command goes on")
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            while _INJECTED in ran[0].metadata.get("tags", []):
                cells.append(ran.pop(0))
            done = ran.pop(0)
            cell["outputs"], cell["execution_count"] = done.outputs, done.execution_count
        cells.append(cell)
    notebook["cells"] = cells
    return notebook


def dumps(notebook: nbformat.NotebookNode) -> str:
    """Return a notebook as the text of its file."""
    import nbformat

    return str(nbformat.writes(notebook, indent=None, separators=(",", ":"))) + "\n"
