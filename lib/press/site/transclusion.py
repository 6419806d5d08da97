"""The places of a page, each filled once: its outputs, and in prose what was made elsewhere.

A page asks for a table or figure of its chapter by a block ``{shown} NAME``, for the card of an
entry by ``{shown} entry ID``, and for those of another chapter by ``{shown} chapter/NAME``. A value
stands in two braces. A link to a table or figure, ``[](#figure-NAME)`` or from another chapter
``[](#CHAPTER/figure-NAME)``, becomes its number, which a table written by an author has too: it
stands in a block ``:::{titled} NAME`` that begins with its title. All of this is done before Sphinx
reads a page, so that a page changes on disk whenever something in it does.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

from ..project.errors import BuildError, UserError, known_name
from ..project.files import fault, text_of
from ..project.places import Page, Project
from .addresses import slug
from .book import Book
from .pieces import PLACE, Piece, find
from .rendering import Files, Renderer

if TYPE_CHECKING:
    from nbformat import NotebookNode


def expand(
    text: str,
    chapter: str,
    book: Book,
    renderer: Renderer,
    printed: Callable[[Piece], str] | None = None,
    file: Path | None = None,
) -> str:
    """Fill the places of some prose.

    Parameters
    ----------
    text : str
        Some MyST Markdown.
    chapter : str
        The page's chapter, whose pieces need no more than their names; ``""`` if it has none.
    book : Book
        What there is.
    renderer : Renderer
        Of this page.
    printed : callable, optional
        Returns a piece as HTML; by default as the renderer does.
    file : Path, optional
        Where the text stands; by default in the page's file.

    Returns
    -------
    str
        The text with HTML in it.

    Raises
    ------
    BuildError
        If there is nothing of a name, with file and line.
    """
    at = ""

    def put(place: re.Match[str]) -> str:
        nonlocal at
        at = place[0]
        match place.lastgroup:
            case "shown":
                piece = find(book.pieces, chapter, place["shown"])
                return indent(_raw((printed or renderer.printed)(piece)), place["margin"])
            case "table":
                fragment = f"table-{slug(place['titled'])}"
                title, table = (PLACE.sub(put, place[part]) for part in ("title", "table"))
                caption = book.numbers[f"{chapter}/{fragment}"].caption(renderer.way)
                start = f'<figure class="pr-table" id="{fragment}"><figcaption>'
                end = (_raw("</figcaption>"), table, _raw("</figure>"))
                return "\n\n".join([_raw(start), f"{caption}{title}", *end])
            case "target":
                of, _, fragment = place["target"].rpartition("/")
                name = f"{of or chapter}/{slug(fragment)}"
                number = book.numbers[known_name(name, [*book.numbers], "table or figure")]
                there = f"{renderer.way}{number.places[0]}.html"
                page = renderer.here if renderer.place in number.places else there
                return number.link(page, place["text"])
            case "value":
                return str(book.values[known_name(place["value"], [*book.values], "value")])
            case "half":  # MyST prints it as it stands
                raise BuildError(f"{place[0]}: a value stands within two braces")
        return place[0]  # code

    try:
        return PLACE.sub(put, text)
    except (BuildError, UserError) as error:
        file = file or book.project.root / f"{renderer.place}.md"
        above, found, _ = (text_of(file) if file.is_file() else "").partition(at)
        raise fault(file, str(error), above.count("\n") + 1 if found else None) from None


def printed_page(book: Book, page: Page, renderer: Renderer) -> NotebookNode:
    """Return a page that is a notebook with all that it shows."""
    notebook = copy.deepcopy(book.pages[page.address])
    for cell in notebook.cells:  # from the top to the end
        if cell.cell_type == "markdown":
            cell.source = expand(cell.source, page.chapter, book, renderer)
        else:
            renderer.fill(cell, page.chapter)
    return notebook


def printed_alone(
    project: Project, page: Page, folder: Path, files: Files | None = None, top: str | None = None
) -> NotebookNode:
    """Return the notebook of a finished run, by itself, with what its outputs show.

    Parameters
    ----------
    project : Project
        The project.
    page : Page
        The page.
    folder : Path
        The finished run.
    files, top : optional
        As for `Renderer`; by default the files are where they are in the run's folder.
    """
    import nbformat

    document = nbformat.read(folder / f"{page.name}.ipynb", as_version=4)
    book = Book.alone(project, page, folder)
    renderer = Renderer(book, page.place, top, files or (lambda _, kind, file: f"{kind}/{file}"))
    for cell in document.cells:
        renderer.fill(cell, page.chapter)
    return document


def _raw(html: str) -> str:
    return f"``````{{raw}} html\n{html}\n``````"
