"""The stage: what Jupyter Book reads, with everything in it that a page shows.

A notebook is today's page with the outputs of its run. Pages show tables, figures and cards of each
other, so all runs are read first (`Book`), then each page is printed (`Renderer`), with all its
places filled. Plain pages include pieces that are made from the whole ledger.
"""

from __future__ import annotations

from collections.abc import Iterable

import yaml

from ..ask.runner import Run
from ..ask.store import Store
from ..form.fields import with_form
from ..project import notebook
from ..project.files import digest_files, text_of
from ..project.settings import settings
from ..project.templates import html
from ..project.text import cut
from . import ledger_page, reference, title_page
from . import ledger_rows as ledger
from .book import Book
from .citation import boxes, cite, colophon, foot
from .rendering import Renderer
from .transclusion import expand, printed_page


def stage(book: Book, known: Store) -> dict[str, bytes]:
    """Return what Jupyter Book reads, by the name of the file; `known` keeps the reference."""
    project = book.project
    files: dict[str, bytes] = {"_toc.yml": (project.root / "_toc.yml").read_bytes()}
    for folder, name in ((project.assets, "book/assets"), (project.root / "book", "book")):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                files[f"{name}/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    texts = {f"generated/{name}": f"{piece}\n" for name, piece in includes(book).items()}
    for run in book.runs.values():
        place = run.page.place
        page = with_form(printed_page(book, run.page, Renderer(book, place)), run)
        texts[f"{place}.ipynb"] = notebook.dumps(page)
        files.pop(f"{place}.md", None)
    for name in project.pages:
        if f"{name}.ipynb" not in texts:
            texts[f"{name}.md"] = _plain_page(book, name, known)
    texts["_config.yml"] = _config(book, {*files, *texts})
    return files | {name: text.encode("utf-8") for name, text in texts.items()}


def _config(book: Book, files: set[str]) -> str:
    """The settings of Jupyter Book."""
    config = settings(book.project)
    # what pages include is no page; Sphinx finds it by itself unless a folder's name has brackets
    pages = {f"{name}.md" for name in book.project.pages}
    others = {name for name in files if name.endswith(".md")} - pages
    config["exclude_patterns"] = [*config.get("exclude_patterns", []), *sorted(others)]
    context = config["sphinx"]["config"].setdefault("html_context", {})
    context["whose"] = foot(book.project, config)
    if announcement := _rerun(book.runs.values()):
        config["sphinx"]["config"]["html_theme_options"]["announcement"] = announcement
    return yaml.safe_dump(config, sort_keys=False)


def _plain_page(book: Book, name: str, known: Store) -> str:
    """A page that is no notebook, with what it shows of others."""
    library = book.project.root / "lib"
    text = text_of(book.project.root / f"{name}.md")
    if reference.BLOCK.search(text):  # a second for each word of prose else
        sources = digest_files(library.parent, [library.name])
        text = known.json(("reference", sources, text), reference.expand, text, library)
    return expand(text, "", book, Renderer(book, name))


def _rerun(runs: Iterable[Run]) -> str:
    """What was run with other parameters than the book, for the head of all pages."""
    changed = {
        run.page.address: {name: cut(str(value)) for name, value in run.changed.items()}
        for run in runs
        if run.changed
    }
    return str(html("rerun.html", changed=changed)) if changed else ""


def includes(book: Book) -> dict[str, str]:
    """Return what plain pages include, by file, for as many chapters as there are."""
    project = book.project
    config = settings(project)
    sources, own = ledger.apart(book.published)
    theirs = ledger.theirs(book.rows)
    paths = (project.root / f"book/found/{chapter}.md" for chapter in project.chapters)
    cover = Renderer(book, "book/found")
    found = [
        expand(text_of(path), "", book, cover, cover.captioned, path)
        for path in paths
        if path.is_file()
    ]
    first = {chapter: pages[0].place for chapter, pages in project.chapters.items()}
    return {
        "story.html": title_page.story(theirs),
        "sources.md": title_page.sources(sources, theirs, first),
        "cite.html": boxes(*cite(config["title"], config["author"], config["html"]["baseurl"])),
        "colophon.html": colophon(project, config),
        "ledger.html": ledger_page.tool(book.published, book.rows),
        "legend.html": ledger_page.legend(theirs),
        "diagnoses.html": ledger_page.diagnoses(theirs),
        "noise.md": ledger_page.noise(theirs),
        "statuses.html": ledger_page.statuses(book.rows),
        "own.md": title_page.own(own, book.rows),
        "coverage.md": ledger_page.coverage(sources),
        "dictionary.md": ledger_page.dictionary(),
        "found.md": "\n".join(found),
    }
