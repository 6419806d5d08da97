"""From finished runs to the book: its pages, and beside them all that can be downloaded."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ..ask import sliders
from ..ask.manifest import read_manifest, write_manifest
from ..ask.runner import Run, refuse_edited
from ..ask.store import Store, store_of
from ..project import notebook
from ..project.errors import BuildError
from ..project.files import digest_files, digest_text
from ..project.places import Project
from ..project.settings import addresses, settings
from . import download
from . import rows as ledger
from .bibliography import labels
from .book import Book
from .citation import INPUTS, Edition, stamp_pages
from .jupyter_book import to_html
from .numerals import set_numbers
from .printer import Printer
from .search import write_index
from .stage import filled, stage
from .wheels import cell, write_wheels

_ON_PAPER = re.compile("<!-- on paper: (.*?) -->")  # of extra-footer.html


def site_key(project: Project) -> str:
    """Return a hash of everything that the book is made from, and of which edition it is."""
    inputs = digest_files(project.root, INPUTS)
    return digest_text(inputs, project.tools, repr(Edition.of(project)), *addresses())


def finished_totals(project: Project) -> dict[str, int] | None:
    """Return the ledger's totals if the book stands there and is up to date, else None."""
    manifest = read_manifest(project.site, site_key(project))
    return manifest and manifest["totals"]


def build(project: Project, runs: dict[str, Run], target: Path | None = None) -> dict[str, int]:
    """Build the book from finished runs.

    Parameters
    ----------
    project : Project
        The project.
    runs : dict of str to Run
        A finished run for each page that is a notebook, by address.
    target : Path, optional
        Where to put it; by default ``_build/html``, which is replaced only by a whole new book.

    Returns
    -------
    dict of str to int
        The ledger's totals.

    Raises
    ------
    BuildError
        If Jupyter Book warns of anything, a page is missing, or was edited since it ran.
    """
    key = site_key(project)
    book = Book.of(project, runs)
    with project.scratch("site") as scratch, closing(Store(_known(project))) as known:
        beside = scratch / "beside"
        site = to_html(
            project,
            lambda: stage(book, known),
            scratch,
            target is None,
            lambda: _add_downloads(book, beside),
        )
        missing = [page for page in project.pages if not (site / f"{page}.html").is_file()]
        if missing:
            raise BuildError(f"pages of _toc.yml were not built: {', '.join(missing)}")
        (site / ".buildinfo").unlink()  # a hash of this machine's paths, of use to Sphinx alone
        shutil.rmtree(site / "_sources")  # as Sphinx reads them, and nobody else
        write_index(site, book, known)
        stamp_pages(site, Edition.of(project))  # last, so that what is known outlasts a commit
        shutil.copytree(beside, site, dirs_exist_ok=True)
        refuse_edited(runs.values())
        if target is None:
            write_manifest(site, key, totals=book.totals)
            project.publish(site, project.site, replace=True)
        else:
            shutil.copytree(site, target)
    return book.totals


def offer(project: Project, pdf: Path) -> None:
    """Put a print of the finished book into its site, with a link in the foot of each page."""
    key = site_key(project)
    manifest = read_manifest(project.site, key)
    assert manifest  # it was printed from that
    with project.scratch("site") as scratch:
        site = scratch / "html"
        shutil.copytree(project.site, site)
        shutil.copy(pdf, site / "book.pdf")
        link = rf'<a href="\1" download="{pdf.name}">The book on paper</a> (PDF).'
        for page in site.rglob("*.html"):
            page.write_text(_ON_PAPER.sub(link, page.read_text("utf-8")), "utf-8")
        write_manifest(site, key, totals=manifest["totals"])
        project.publish(site, project.site, replace=True)


def _known(project: Project) -> Path:
    """Where what was read from pages and sources before is kept: to read all takes seconds."""
    return store_of(project, "site", f"pages-{project.tools}")


def _add_downloads(book: Book, site: Path) -> None:
    """Put into a site's folder what its pages offer for download, and the answers of sliders."""
    (site / "downloads").mkdir(parents=True)
    _add_notebooks(book, site)
    _add_runs(site / "downloads", book.runs.values())
    for name, text in _ledgers(book).items():
        (site / "downloads" / name).write_text(text, "utf-8", newline="")
    for page, script in sliders.answers(book.project, set_numbers).items():
        (site / sliders.address(page)).write_text(script, "utf-8")


def _add_notebooks(book: Book, site: Path) -> None:
    """Put each page as a notebook beside its tables, where the button of the page leads."""
    works = labels(book.project.root / "book/references.bib")
    top = settings(book.project)["html"]["baseurl"] or "../../"
    install = cell(write_wheels(book.project, site), top)
    about = download.Context(top, book.titles, book.values, works, install)
    for run in book.runs.values():
        page = filled(book, run.page, Printer(book, run.page.place, top))
        text = notebook.dumps(download.plain(page, run.page.place, about))
        target = site / "downloads" / run.page.chapter
        target.mkdir(parents=True, exist_ok=True)
        (target / run.notebook.name).write_text(text, "utf-8")


def _add_runs(folder: Path, runs: Iterable[Run]) -> None:
    """Put every table, figure and widget's data where the pages' links lead."""
    for run in runs:
        target = folder / run.page.chapter
        shutil.copy(run.folder / "results.json", target / f"results-{run.page.name}.json")
        for kind in ("tables", "figures", "widgets", "data"):
            for path in sorted((run.folder / kind).glob("*")):
                shutil.copy(path, target)


def _ledgers(book: Book) -> dict[str, str]:
    """The files of the ledger of all sources, and of what the book claims itself."""
    _, own = ledger.apart(book.published)
    files = _files_of("ledger", ledger.theirs(book.rows), "The ledger of all sources")
    for chapter, source in own.items():
        rows = [row for row in book.rows if row["chapter"] == chapter]
        files |= _files_of(f"{chapter}/ledger-{chapter}", rows, source.source["title"])
    return files


def _files_of(name: str, rows: list[ledger.Row], title: str) -> dict[str, str]:
    """A part of the ledger as CSV and JSON, with what its columns mean."""
    table = f"{name}.csv"
    metadata = ledger.metadata(table.rpartition("/")[2], title, rows)
    return {
        f"{name}.json": ledger.to_json(rows),
        table: ledger.to_csv(rows),
        f"{table}-metadata.json": metadata,
    }
