"""The stage: what Jupyter Book reads, with everything in it that a page shows.

A notebook is today's page with the outputs of its run. Pages show tables, figures and cards of each
other, so all runs are read first (`Book`), then each page is printed (`Printer`), with numbers in
its links. Plain pages include pieces that are made from the whole ledger.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from ..ask.runner import Run
from ..ask.store import Store
from ..lab.form import with_form
from ..project import notebook
from ..project.errors import BuildError, UserError
from ..project.files import digest_files, text_of
from ..project.places import Page, Project
from ..project.settings import settings
from ..project.text import cut
from . import colophon, ledger_page, numbering, title_page, transclusion
from . import rows as ledger
from .book import Book
from .citation import boxes, cite
from .printer import Files, Printer
from .reference import BLOCK, expand

if TYPE_CHECKING:
    from nbformat import NotebookNode

# a value with one brace too few, which MyST prints as it stands
_HALF = re.compile(r"\{\{\s*\w+\.\w+\s*\}(?!\})|(?<!\{)\{\s*\w+\.\w+\s*\}\}")


def stage(book: Book, known: Store) -> dict[str, bytes]:
    """Return what Jupyter Book reads, by the name of the file; `known` keeps the reference."""
    project = book.project
    files: dict[str, bytes] = {"_toc.yml": (project.root / "_toc.yml").read_bytes()}
    for folder, name in ((project.assets, "book/assets"), (project.root / "book", "book")):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                files[f"{name}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    texts = {f"generated/{name}": f"{piece}\n" for name, piece in pieces(book).items()}
    notebooks = {page.place for page in project.notebooks.values()}
    for name in project.pages:
        files.pop(f"{name}.md", None)  # its text comes; if it is gone, reading it will tell
        if name not in notebooks:
            texts[f"{name}.md"] = _plain_page(book, name, known)
    for run in book.runs.values():
        page = with_form(filled(book, run.page, Printer(book, run.page.place)), run)
        texts[f"{run.page.place}.ipynb"] = notebook.dumps(page)
    texts["_config.yml"] = _config(book, files)
    return files | {name: text.encode("utf-8") for name, text in texts.items()}


def _config(book: Book, files: Iterable[str]) -> str:
    """The settings of Jupyter Book, with the values that pages print."""
    config = settings(book.project)
    # what pages include is no page; Sphinx finds it by itself unless a folder's name has brackets
    texts = {name for name in files if name.endswith(".md")}
    others = sorted(texts - {f"{name}.md" for name in book.project.pages})
    config["exclude_patterns"] = [*config.get("exclude_patterns", []), "generated/**", *others]
    config["sphinx"]["config"]["myst_substitutions"] = book.values
    context = config["sphinx"]["config"].setdefault("html_context", {})
    context["whose"] = colophon.foot(book.project, config)
    if announcement := _rerun(book.runs.values()):
        config["sphinx"]["config"]["html_theme_options"]["announcement"] = announcement
    return yaml.safe_dump(config, sort_keys=False)


def _plain_page(book: Book, name: str, known: Store) -> str:
    """A page that is no notebook, with what it shows of others."""
    library = book.project.root / "lib"
    text = text_of(book.project.root / f"{name}.md")
    with _named(name):
        if not text.strip():
            raise BuildError("is empty")
        if BLOCK.search(text):  # a second for each word of prose else
            sources = digest_files(library.parent, [library.name])
            text = known.json(("reference", sources, text), expand, text, library)
        return _joined(book, text, "", Printer(book, name))


def _joined(book: Book, text: str, chapter: str, printer: Printer) -> str:
    """Prose of a page with numbers in its links, and with what it shows of others."""
    if half := _HALF.search(text):
        raise BuildError(f"{half[0]}: a value stands within two braces")
    place, way, here = printer.place, printer.way, printer.here
    text = numbering.written(text, chapter, place, book.numbers, way, here)
    return transclusion.expand(text, book.pieces, chapter, printer.printed)


def filled(book: Book, page: Page, printer: Printer) -> NotebookNode:
    """Return a page that is a notebook with all that it shows."""
    notebook = copy.deepcopy(book.pages[page.address])
    for cell in notebook.cells:  # from the top to the end
        if cell.cell_type == "markdown":
            with _named(page.place):
                cell.source = _joined(book, cell.source, page.chapter, printer)
        else:
            printer.fill(cell, page.chapter)
    return notebook


def filled_alone(
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
        As for `Printer`; by default the files are where they are in the run's folder.
    """
    import nbformat

    document = nbformat.read(folder / f"{page.name}.ipynb", as_version=4)
    book = Book.alone(project, page, folder)
    printer = Printer(book, page.place, top, files or (lambda _, kind, file: f"{kind}/{file}"))
    for cell in document.cells:
        printer.fill(cell, page.chapter)
    return document


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Name the page in what is wrong with it."""
    try:
        yield
    except (BuildError, UserError) as error:
        raise BuildError(f"{place}.md: {error}") from None


def _rerun(runs: Iterable[Run]) -> str:
    """What was run with other parameters than the book, for the head of all pages."""
    reruns = [
        f"{run.page.address} was run with "
        + ", ".join(
            f"<code>{name} = {escape(cut(str(value)))}</code>"
            for name, value in run.changed.items()
        )
        for run in runs
        if run.changed
    ]
    if not reruns:
        return ""
    return (
        f"<b>A rerun, not the book itself.</b> On this site {'; '.join(reruns)}. What is shown of "
        "it, here and on other pages, speaks of this run, also where words tell of the published "
        "sizes. All other pages were run as in the book."
    )


def pieces(book: Book) -> dict[str, str]:
    """Return what plain pages include, by file, for as many chapters as there are."""
    project = book.project
    config = settings(project)
    sources, own = ledger.apart(book.published)
    theirs = ledger.theirs(book.rows)
    paths = [project.root / f"book/found/{chapter}.md" for chapter in project.chapters]
    first = {chapter: pages[0].place for chapter, pages in project.chapters.items()}
    return {
        "story.html": title_page.story(theirs),
        "sources.md": title_page.sources(sources, theirs, first),
        "cite.html": boxes(*cite(config["title"], config["author"], config["html"]["baseurl"])),
        "colophon.html": colophon.colophon(project, config),
        "ledger.html": ledger_page.tool(book.published, book.rows),
        "legend.html": ledger_page.legend(theirs),
        "diagnoses.html": ledger_page.diagnoses(theirs),
        "noise.md": ledger_page.noise(theirs),
        "statuses.html": ledger_page.statuses(book.rows),
        "own.md": title_page.own(own, book.rows),
        "coverage.md": ledger_page.coverage(sources),
        "dictionary.md": ledger_page.dictionary(),
        "found.md": transclusion.expand(
            "\n".join(text_of(path) for path in paths if path.is_file()),
            book.pieces,
            "",
            Printer(book, "book/found").captioned,
        ),
    }
