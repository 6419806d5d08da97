"""From finished runs to the book: its pages, and beside them all that can be downloaded."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

from ..ask.manifest import read_manifest, write_manifest
from ..ask.runner import Run, refuse_edited
from ..ask.store import Store, store_of
from ..form import slider_answers
from ..project.errors import BuildError
from ..project.files import digest_files, digest_text
from ..project.places import Project
from ..project.settings import addresses
from . import ledger_rows as ledger
from . import notebooks
from .book import Book
from .citation import INPUTS, Edition, stamp_pages
from .jupyter_book import to_html
from .search_index import write_index
from .stage import stage

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
    # what was read from pages and sources before is kept: to read all takes seconds
    kept = store_of(project, "site", f"pages-{project.tools}")
    with project.scratch("site") as scratch, closing(Store(kept)) as known:
        beside = scratch / "beside"
        with to_html(project, stage(book, known), scratch, keep=target is None) as site:
            _add_downloads(book, beside)  # Jupyter Book keeps one processor busy
        missing = [page for page in project.pages if not (site / f"{page}.html").is_file()]
        if missing:
            raise BuildError(f"pages of _toc.yml were not built: {', '.join(missing)}")
        edition = Edition.of(project)
        write_index(site, book, edition, known)
        stamp_pages(site, edition)  # last, so that what is known outlasts a commit
        shutil.copytree(beside, site, dirs_exist_ok=True)
        refuse_edited(runs.values())
        if target is None:
            write_manifest(site, key, totals=book.totals)
            project.publish(site, project.site)
        else:
            shutil.copytree(site, target)
    return book.totals


def offer(project: Project, pdf: Path) -> None:
    """Put a print of the finished book into its site, with a link in the foot of each page.

    A site in which only some pages have it is not whole, and is built anew.
    """
    key = site_key(project)
    manifest = read_manifest(project.site, key)
    assert manifest  # it was printed from that
    shutil.copy(pdf, project.site / "book.pdf")
    link = rf'<a href="\1" download="{pdf.name}">The book on paper</a> (PDF).'
    for page in project.site.rglob("*.html"):
        page.write_text(_ON_PAPER.sub(link, page.read_text("utf-8")), "utf-8")
    write_manifest(project.site, key, totals=manifest["totals"])


def _add_downloads(book: Book, site: Path) -> None:
    """Put into a site's folder what its pages offer for download, and the answers of sliders."""
    notebooks.write_notebooks(book, site)
    folder = site / "downloads"
    for run in book.runs.values():
        target = folder / run.page.chapter
        shutil.copy(run.folder / "results.json", target / f"results-{run.page.name}.json")
        for kind in ("tables", "figures", "widgets", "data"):
            for path in (run.folder / kind).glob("*"):
                shutil.copy(path, target)
    _, own = ledger.apart(book.published)
    theirs = ledger.theirs(book.rows)
    ledger.write(folder / "ledger", theirs, "The ledger of all sources")
    for chapter, source in own.items():
        rows = [row for row in book.rows if row["chapter"] == chapter]
        ledger.write(folder / chapter / f"ledger-{chapter}", rows, source.source["title"])
    for page, script in slider_answers.answers(book.project).items():
        (site / slider_answers.address(page)).write_text(script, "utf-8")
