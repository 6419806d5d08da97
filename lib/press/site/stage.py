"""The stage: what Jupyter Book reads, with everything in it that a page shows.

A notebook is today's page with the outputs of its run. Pages show tables, figures and cards of each
other, so all runs are read first (`Book`), then each page is written: with numbers before captions
and in links, with cards as the ledger has them, and with the sources of checks. Plain pages include
pieces that are made from the whole ledger.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import yaml

from ..lab import sliders
from ..lab.form import with_form
from ..ledger import entries
from ..ledger.published import Published, load_all
from ..page import html
from ..page.chapter import BLOCKS
from ..run import notebook
from ..run.project import BuildError, Project, digest_files, text_of, title_of
from ..run.runner import Run
from ..run.settings import settings
from ..run.store import Store
from ..run.yaml_input import cut
from . import argument_map, formulas, ledger_page, numbering, title_page, transclusion
from .cards import Cards
from .citation import boxes, cite
from .reference import BLOCK, expand

if TYPE_CHECKING:
    from nbformat import NotebookNode

# a value with one brace too few, which MyST prints as it stands
_HALF = re.compile(r"\{\{\s*\w+\.\w+\s*\}(?!\})|(?<!\{)\{\s*\w+\.\w+\s*\}\}")


@dataclass(frozen=True)
class Book:
    """What the pages of a book are made of.

    Attributes
    ----------
    project : Project
        The project.
    runs : dict of str to Run
        A finished run for each page that is a notebook, by address.
    published : dict of str to Published
        What is recorded of the sources, by chapter.
    rows : list of dict
        The entries of the ledger.
    values : dict of str to dict
        What runs have given names, by chapter.
    blocks : dict of str to str
        Tables, figures and cards as HTML, by chapter and name.
    numbers : dict of str to Number
        What tables and figures are called, by chapter and id.
    pages : dict of str to NotebookNode
        The pages that are notebooks as readers see them, by address.
    """

    project: Project
    runs: dict[str, Run]
    published: dict[str, Published]
    rows: list[entries.Row]
    values: dict[str, dict[str, Any]]
    blocks: dict[str, str]
    numbers: numbering.Numbers
    pages: dict[str, NotebookNode]

    @classmethod
    def of(cls, project: Project, runs: dict[str, Run]) -> Book:
        """Return the book of a project from finished runs."""
        published = load_all(project.root / "data")
        checks = checks_of(runs.values())
        rows = [
            row
            for name, source in published.items()
            for row in entries.rows_of(source, checks.get(name, []))
        ]
        pages = {name: notebook.join(run.page.path, run.notebook) for name, run in runs.items()}
        blocks = _blocks(runs)
        numbers = _numbers(project, pages, blocks)
        for name, block in blocks.items():
            chapter = name.partition("/")[0]
            blocks[name] = numbering.captioned(block, chapter, "../../", numbers)
        for name, source in published.items():  # what pages show of a chapter's ledger as a whole
            blocks[f"{name}/map"] = argument_map.drawing(source, rows, "../../")
            blocks[f"{name}/yardsticks"] = ledger_page.yardsticks(source)
        book = cls(project, runs, published, rows, values_of(runs), blocks, numbers, pages)
        for name, page in pages.items():
            _complete(book, page, runs[name])
        return book

    @property
    def totals(self) -> dict[str, int]:
        """The ledger's totals."""
        return entries.totals(entries.theirs(self.rows))

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all pages, by place."""
        return {name: title_of(self.project.root / f"{name}.md") for name in self.project.pages}


def checks_of(runs: Iterable[Run]) -> dict[str, list[dict[str, Any]]]:
    """Return what finished runs have decided, by chapter, each check with the page it stands on."""
    found: dict[str, list[dict[str, Any]]] = {}
    for run in runs:
        told = found.setdefault(run.page.chapter, [])
        told += [check | {"page": run.page.place} for check in run.results()["checks"]]
    return found


def values_of(runs: dict[str, Run]) -> dict[str, dict[str, Any]]:
    """Return the named values of all pages by chapter; each name is given once."""
    found: dict[str, dict[str, Any]] = {run.page.chapter: {} for run in runs.values()}
    for address, run in runs.items():
        values, told = found[run.page.chapter], run.results()["values"]
        new = {k: formulas.safe(v) if isinstance(v, str) else v for k, v in told.items()}
        if twice := sorted(values.keys() & new.keys()):
            raise BuildError(f"{address}: another page has given {', '.join(twice)} already")
        values |= new
    return found


def stage(book: Book, known: Store) -> dict[str, bytes]:
    """Return what Jupyter Book reads, by the name of the file; `known` keeps the reference."""
    project = book.project
    found: dict[str, bytes] = {"_toc.yml": (project.root / "_toc.yml").read_bytes()}
    for folder, name in ((project.assets, "book/assets"), (project.root / "book", "book")):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                found[f"{name}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    texts = {f"generated/{name}": f"{piece}\n" for name, piece in pieces(book).items()}
    notebooks = {page.place for page in project.notebooks.values()}
    for name in project.pages:
        found.pop(f"{name}.md", None)  # its text comes; if it is gone, reading it will tell
        if name not in notebooks:
            texts[f"{name}.md"] = _plain_page(book, name, known)
    for address, run in book.runs.items():
        stops, curve = sliders.shown(project, run.page)
        page = with_form(book.pages[address], project, run.page, run.parameters, stops, curve)
        texts[f"{run.page.place}.ipynb"] = notebook.dumps(page)
    texts["_config.yml"] = _config(book, found)
    return found | {name: text.encode("utf-8") for name, text in texts.items()}


def _config(book: Book, files: Iterable[str]) -> str:
    """The settings of Jupyter Book, with the values that pages print."""
    config = settings(book.project)
    # what pages include is no page; Sphinx finds it by itself unless a folder's name has brackets
    texts = {name for name in files if name.endswith(".md")}
    others = sorted(texts - {f"{name}.md" for name in book.project.pages})
    config["exclude_patterns"] = [*config.get("exclude_patterns", []), "generated/**", *others]
    config["sphinx"]["config"]["myst_substitutions"] = book.values
    if told := _rerun(book.runs.values()):
        config["sphinx"]["config"]["html_theme_options"]["announcement"] = told
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
        text = _joined(book, text, "", name)
    return Cards(book.rows, book.published, library, name).written(text)


def _joined(book: Book, text: str, chapter: str, place: str) -> str:
    """Prose of a page with numbers in its links, and with what it shows of others."""
    if half := _HALF.search(text):
        raise BuildError(f"{half[0]}: a value stands within two braces")
    text = numbering.written(text, chapter, place, book.numbers)
    return transclusion.expand(text, book.blocks, chapter, "../" * place.count("/"))


def _complete(book: Book, page: NotebookNode, run: Run) -> None:
    """Give a page what it shows of others, numbers, cards, and the sources of checks."""
    cards = Cards(book.rows, book.published, book.project.root / "lib", run.page.place)
    chapter, way = run.page.chapter, run.page.up

    def is_elsewhere(figure: str) -> bool:  # then readers meet the drawing there
        number = book.numbers.get(f"{chapter}/{figure}")
        return number is not None and number.places[0] != run.page.place

    for cell in page.cells:
        if cell.cell_type == "markdown":
            with _named(run.page.place):
                text = _joined(book, cell.source, chapter, run.page.place)
            cell.source = cards.written(text)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                text = numbering.captioned(data["text/html"], chapter, way, book.numbers)
                text = html.filed(text, is_elsewhere)
                data["text/html"] = cards.written(text)


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Name the page in what is wrong with it."""
    try:
        yield
    except BuildError as error:
        raise BuildError(f"{place}.md: {error}") from None


def _blocks(runs: dict[str, Run]) -> dict[str, str]:
    """Tables, figures and cards of all pages by chapter and name, each of which is used once."""
    found: dict[str, str] = {}
    for run in runs.values():
        path = run.folder / BLOCKS
        told = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        for name, block in told.items():
            name = f"{run.page.chapter}/{name}"
            if name in found:
                raise BuildError(f"{run.page.address}: another page has made {name} already")
            found[name] = block
    return found


def _numbers(
    project: Project, pages: dict[str, NotebookNode], blocks: dict[str, str]
) -> numbering.Numbers:
    """The numbers of tables and figures, which follow the order of the contents."""
    return numbering.assign(
        (page.chapter, page.place, numbering.frames(pages[address], page.chapter, blocks))
        for address, page in project.notebooks.items()
    )


def _rerun(runs: Iterable[Run]) -> str:
    """What was run with other parameters than the book, for the head of all pages."""
    told = [
        f"{run.page.address} was run with "
        + ", ".join(
            f"<code>{name} = {escape(cut(str(value)))}</code>"
            for name, value in run.changed.items()
        )
        for run in runs
        if run.changed
    ]
    if not told:
        return ""
    return (
        f"<b>A rerun, not the book itself.</b> On this site {'; '.join(told)}. What is shown of "
        "it, here and on other pages, speaks of this run, also where words tell of the published "
        "sizes. All other pages were run as in the book."
    )


def pieces(book: Book) -> dict[str, str]:
    """Return what plain pages include, by file, for as many chapters as there are."""
    project = book.project
    config = settings(project)
    sources, own = entries.apart(book.published)
    theirs = entries.theirs(book.rows)
    told = [project.root / f"book/found/{chapter}.md" for chapter in project.chapters]
    first = {chapter: found[0].place for chapter, found in project.chapters.items()}
    return {
        "story.html": title_page.story(theirs),
        "sources.md": title_page.sources(sources, theirs, first),
        "cite.html": boxes(*cite(config["title"], config["author"], config["html"]["baseurl"])),
        "ledger.html": ledger_page.tool(book.published, book.rows),
        "legend.html": ledger_page.legend(entries.totals(theirs)),
        "diagnoses.html": ledger_page.diagnoses(theirs),
        "noise.md": ledger_page.noise(theirs),
        "statuses.html": ledger_page.statuses(book.rows),
        "own.md": title_page.own(own, book.rows),
        "coverage.md": ledger_page.coverage(sources),
        "dictionary.md": ledger_page.dictionary(),
        "found.md": title_page.found(
            [text_of(path) for path in told if path.is_file()], book.blocks
        ),
    }
