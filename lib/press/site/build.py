"""From executed notebooks and plain pages to a static book."""

from __future__ import annotations

import copy
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from ..lab import sliders
from ..lab.form import with_form
from ..ledger import entries
from ..ledger.published import Published, load_all
from ..page.chapter import BLOCKS
from ..run import keys, notebook
from ..run.manifest import read_manifest, write_manifest
from ..run.memo import Memo
from ..run.project import LIBRARY, BuildError, Project, digest_files, digest_text
from ..run.runner import Run
from ..run.settings import settings
from ..run.yaml_input import cut
from . import download, ledger_page, numbers, shown, title
from .bind import bind
from .cards import Cards
from .citation import INPUTS, Edition, Work, stamp_pages
from .numerals import printed
from .reference import expand
from .search import write_index
from .styles import send
from .works import labels

if TYPE_CHECKING:
    from nbformat import NotebookNode


RERUN = "A rerun, not the book itself"


@dataclass(frozen=True)
class Joined:
    """The pages that are notebooks, by address, with what runs have made of them.

    Attributes
    ----------
    pages : dict of str to callable
        Each returns a page as Sphinx reads it.
    made : dict of str to str
        A hash of all that a page is made of.
    blocks : dict of str to str
        Tables, figures and cards as HTML, by chapter and name.
    numbers : dict of str to Number
        What tables and figures are called, by chapter and id.
    name : str
        A hash of all that pages can show of each other.
    """

    pages: dict[str, Callable[[], NotebookNode]]
    made: dict[str, str]
    blocks: dict[str, str]
    numbers: numbers.Numbers
    name: str


def site_key(project: Project) -> str:
    """Return a hash of everything that the book is made from, and of which edition it is."""
    version = ".".join(map(str, sys.version_info[:2]))
    inputs = digest_files(project.root, INPUTS)
    inputs += digest_files(LIBRARY, ["press"])
    return digest_text(inputs, version, repr(Edition.of(project)))


def finished_totals(project: Project) -> dict[str, int] | None:
    """Return the ledger's totals if the book stands there and is up to date, else None."""
    found = read_manifest(project.site, site_key(project))
    return found and found["totals"]


def build(project: Project, runs: dict[str, Run], target: Path | None = None) -> dict[str, int]:
    """Build the book from finished runs.

    Parameters
    ----------
    project : Project
        The checkout.
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
        If Jupyter Book warns of anything, or a page is missing.
    """
    key = site_key(project)
    published = load_all(project.root / "data")
    results = {address: run.results() for address, run in runs.items()}
    checks = checks_of(runs.values())
    rows = [
        row for name in published for row in entries.rows_of(published[name], checks.get(name, []))
    ]
    counts = entries.totals(entries.theirs(rows))
    memo = keys.memo_of(project, __name__) if target is None else Memo()
    with project.scratch("site") as scratch:
        stage = scratch / "stage"
        book = joined(project, runs, rows, memo)
        _stage(project, runs, results, book, rows, stage, memo)
        (stage / "generated").mkdir()
        for name, piece in generated(project, published, checks, rows, memo).items():
            (stage / name).write_text(piece, "utf-8")
        ask = partial(sliders.answers, project, printed)  # what `add_files` needs
        site = bind(project, stage, scratch, target is None, ask)
        missing = [page for page in project.pages if not (site / f"{page}.html").is_file()]
        if missing:
            raise BuildError(f"pages of _toc.yml were not built: {', '.join(missing)}")
        stamp_pages(site, Edition.of(project))
        (site / ".buildinfo").unlink()  # a hash of this machine's paths, of use to Sphinx alone
        _lighten(site)
        add_files(project, site, runs, book, published, rows, memo)
        if target is None:
            write_manifest(site, key, totals=counts)
            project.publish(site, project.site, replace=True)
        else:
            shutil.copytree(site, target)
    return counts


def add_files(
    project: Project,
    site: Path,
    runs: dict[str, Run],
    book: Joined,
    published: dict[str, Published],
    rows: list[entries.Row],
    memo: Memo,
) -> None:
    """Put beside the pages of a site what is made from them, and what they offer for download."""
    results = {address: run.results() for address, run in runs.items()}
    titles = _titles(project)
    write_index(site, project.pages, rows, published)
    _add_notebooks(project, site, runs, book, values_of(runs, results), titles, memo)
    _add_runs(site / "downloads", runs)
    chapters = list(dict.fromkeys(run.page.chapter for run in runs.values()))
    of = (json.dumps([chapters, rows]), keys.digest_folder(project.root / "data/published"))
    ledgers = memo.text("ledgers", of, partial(_ledgers, chapters, published, rows))
    for name, text in json.loads(ledgers).items():
        (site / "downloads" / name).write_text(text, "utf-8", newline="")
    for page, script in sliders.answers(project, printed).items():
        (site / sliders.address(page)).write_text(script, "utf-8")


def _stage(
    project: Project,
    runs: dict[str, Run],
    results: dict[str, dict[str, Any]],
    joined: Joined,
    rows: list[entries.Row],
    stage: Path,
    memo: Memo,
) -> None:
    """Copy what Jupyter Book reads: executed notebooks in the place of the chapters' sources."""
    book = stage / "book"
    shutil.copytree(project.assets, book / "assets")
    shutil.copy(project.root / "_toc.yml", stage)
    for path in (project.root / "book").iterdir():
        if path.is_dir():
            shutil.copytree(path, book / path.name, dirs_exist_ok=True)
        else:
            shutil.copy(path, book)
    for name, text in staged(project, runs, results, joined, rows, memo).items():
        (stage / name).with_suffix(".md").unlink(missing_ok=True)
        (stage / name).write_text(text, "utf-8")


def staged(
    project: Project,
    runs: dict[str, Run],
    results: dict[str, dict[str, Any]],
    joined: Joined,
    rows: list[entries.Row],
    memo: Memo,
) -> dict[str, str]:
    """Return what Jupyter Book reads of pages and settings, by the name of its file."""
    found: dict[str, str] = {}
    sources = {page.place for page in project.notebooks.values()}
    for name in project.pages:
        if name not in sources:
            text = (project.root / f"{name}.md").read_text("utf-8")
            make = partial(_plain_page, project, name, text, list(runs.values()), joined, rows)
            found[f"{name}.md"] = memo.text(f"plain {name}", (text, joined.name), make)
    for address, run in runs.items():
        make = partial(_notebook, project, run, joined.pages[address])
        of = (joined.made[address], sliders.declared(run.page), *project.pages)
        found[f"{run.page.place}.ipynb"] = memo.text(f"page {address}", of, make)
    config = settings(project)
    config["exclude_patterns"] = [*config.get("exclude_patterns", []), *_no_pages(project)]
    config["sphinx"]["config"]["myst_substitutions"] = values_of(runs, results)
    if told := _rerun(runs.values()):  # for the page of the search, which has no source
        banner = {"title": RERUN, "text": re.sub("`(.+?)`", r"<code>\1</code>", escape(told))}
        config["sphinx"]["config"].setdefault("html_context", {})["rerun"] = banner
    found["_config.yml"] = yaml.safe_dump(config, sort_keys=False)
    return found


def _no_pages(project: Project) -> list[str]:
    """What pages include; Sphinx finds it by itself unless brackets stand in the folder's name."""
    texts = (path.relative_to(project.root) for path in (project.root / "book").rglob("*.md"))
    others = {path.as_posix() for path in texts} - {f"{name}.md" for name in project.pages}
    return ["generated/**", *sorted(others)]


def _notebook(project: Project, run: Run, page: Callable[[], NotebookNode]) -> str:
    grid = sliders.markup(project, run.page, run.parameters, run.results().get("answer", {}))
    return notebook.dumps(with_form(page(), project, run.page, run.parameters, grid))


def _plain_page(
    project: Project, name: str, text: str, runs: list[Run], joined: Joined, rows: list[entries.Row]
) -> str:
    """A page that is no notebook, with what it shows of others."""
    text = expand(text, project.root / "lib")
    text = numbers.written(text, "", name, joined.numbers)
    cards = Cards(rows, project.root / "lib", name)
    text = cards.written(shown.expand(text, joined.blocks, "../" * name.count("/")))
    return _with_banner(text, runs)


def checks_of(runs: Iterable[Run]) -> dict[str, list[dict[str, Any]]]:
    """Return what finished runs have decided, by chapter, each check with the page it stands on."""
    found: dict[str, list[dict[str, Any]]] = {}
    for run in runs:
        told = found.setdefault(run.page.chapter, [])
        told += [check | {"page": run.page.place} for check in run.results()["checks"]]
    return found


def joined(project: Project, runs: dict[str, Run], rows: list[entries.Row], memo: Memo) -> Joined:
    """Return today's pages with the outputs of their runs, and what they show of each other."""
    own = {name: (run.page.path.read_text("utf-8"), run.key) for name, run in runs.items()}
    sheets: dict[str, Callable[[], NotebookNode]] = {}
    for address, run in runs.items():
        make = partial(notebook.join, run.page.path, run.notebook)
        sheets[address] = partial(memo.once, f"sheet {address}", own[address], make)
    blocks = memo.once("blocks", [run.key for run in runs.values()], partial(_blocks, runs))
    shown = digest_text(json.dumps(blocks))
    chapters: dict[str, list[tuple[str, list[tuple[str, str]]]]] = {}
    for address, page in project.notebooks.items():
        frames = memo.text(
            f"frames {address}",
            (*own[address], shown),
            partial(_frames, sheets[address], page.chapter, blocks),
        )
        chapters.setdefault(page.chapter, []).append((page.place, json.loads(frames)))
    found = numbers.assign(chapters)
    blocks = {
        name: numbers.captioned(block, name.partition("/")[0], "../../", found)
        for name, block in blocks.items()
    }
    told = [(run.page.address, run.changed) for run in runs.values()]
    name = digest_text(
        repr(found), json.dumps(blocks), json.dumps(rows), repr(told), _sources(project)
    )
    pages: dict[str, Callable[[], NotebookNode]] = {}
    made = {address: digest_text(*parts, name) for address, parts in own.items()}
    for address, run in runs.items():
        make = partial(_join, project, run, runs.values(), sheets[address], blocks, found, rows)
        pages[address] = partial(memo.once, f"joined {address}", made[address], make)
    return Joined(pages, made, blocks, found, name)


def _sources(project: Project) -> str:
    """A hash of the modules whose source or docstrings pages show: of all but the press."""
    found = [
        digest_files(folder, sorted(path.name for path in folder.iterdir() if path.name != "press"))
        for library in project.libraries
        for folder in sorted(path.parent for path in library.glob("*/__init__.py"))
    ]
    return digest_text(*found)


def _frames(sheet: Callable[[], NotebookNode], chapter: str, blocks: dict[str, str]) -> str:
    return json.dumps(list(numbers.frames(sheet(), chapter, blocks)))


def _join(
    project: Project,
    run: Run,
    runs: Iterable[Run],
    sheet: Callable[[], NotebookNode],
    blocks: dict[str, str],
    found: numbers.Numbers,
    rows: list[entries.Row],
) -> NotebookNode:
    """A page with what it shows of others, numbers, cards, and the sources of checks."""
    page = copy.deepcopy(sheet())
    cards = Cards(rows, project.root / "lib", run.page.place)
    chapter, way = run.page.chapter, run.page.up
    own = {name: block for name, block in blocks.items() if "/" in name}
    start = f"{chapter}/"
    own |= {name.removeprefix(start): b for name, b in blocks.items() if name.startswith(start)}
    page.cells[0].source = _with_banner(page.cells[0].source, runs)
    for cell in page.cells:
        if cell.cell_type == "markdown":
            text = numbers.written(cell.source, chapter, run.page.place, found)
            cell.source = cards.written(shown.expand(text, own, way))
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                text = numbers.captioned(data["text/html"], chapter, way, found)
                data["text/html"] = cards.written(text)
    return page


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


def values_of(runs: dict[str, Run], results: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The named values of all pages by chapter; each name is given once."""
    found: dict[str, dict[str, Any]] = {run.page.chapter: {} for run in runs.values()}
    for address, run in runs.items():
        values = found[run.page.chapter]
        if twice := sorted(values.keys() & results[address]["values"].keys()):
            raise BuildError(f"{address}: another page has given {', '.join(twice)} already")
        values |= results[address]["values"]
    return found


def _rerun(runs: Iterable[Run]) -> str:
    """What was run with other parameters than the book, in Markdown; empty for the book."""
    told = [
        f"{run.page.address} was run with "
        + ", ".join(f"`{name} = {cut(str(value))}`" for name, value in run.changed.items())
        for run in runs
        if run.changed
    ]
    if not told:
        return ""
    return (
        f"On this site {'; '.join(told)}. What is shown of it, here and on other pages, speaks of "
        "this run, also where words tell of the published sizes. All other pages were run as in "
        "the book."
    )


def _with_banner(text: str, runs: Iterable[Run]) -> str:
    """Say below the title of a page that the site is a rerun, and of what, if it is one."""
    told = _rerun(runs)
    if not told:
        return text
    banner = [f"```{{admonition}} {RERUN}", told, "```"]
    lines = text.splitlines()
    below = next((i for i, line in enumerate(lines, start=1) if line.startswith("# ")), 0)
    return "\n".join([*lines[:below], "", *banner, "", *lines[below:]]) + "\n"


def generated(
    project: Project,
    published: dict[str, Published],
    checks: entries.Checks,
    rows: list[entries.Row],
    memo: Memo,
) -> dict[str, str]:
    """Return what the plain pages include, by file, for as many chapters as there are."""
    config = settings(project)
    sources, own = entries.apart(published)
    theirs = [row for row in rows if row["chapter"] in sources]
    told = [project.root / f"book/found/{chapter}.md" for chapter in project.chapters]
    first = {chapter: found[0].place for chapter, found in project.chapters.items()}
    of = (json.dumps(rows), keys.digest_folder(project.root / "data/published"))
    pieces = {
        "story.html": title.story(theirs),
        "sources.md": title.sources(sources, theirs, first),
        "cite.html": Work.of(config).html(),
        "ledger.html": memo.text("ledger", of, partial(ledger_page.tool, published, rows)),
        "legend.html": ledger_page.legend(entries.totals(theirs)),
        "diagnoses.html": ledger_page.diagnoses(theirs),
        "noise.html": ledger_page.noise(theirs),
        "statuses.html": ledger_page.statuses(rows),
        "own.md": title.own(own, rows),
        "coverage.html": ledger_page.coverage(sources),
        "dictionary.html": ledger_page.dictionary(),
        "found.md": "\n".join(path.read_text("utf-8") for path in told if path.is_file()),
    }
    return {f"generated/{name}": f"{piece}\n" for name, piece in pieces.items()}


def _titles(project: Project) -> dict[str, str]:
    """The titles of all pages by place."""
    texts = {name: (project.root / f"{name}.md").read_text("utf-8") for name in project.pages}
    found = {name: re.search(r"^# (.+)$", text, re.MULTILINE) for name, text in texts.items()}
    return {name: title[1] if title else name for name, title in found.items()}


def _add_notebooks(
    project: Project,
    site: Path,
    runs: dict[str, Run],
    joined: Joined,
    values: dict[str, dict[str, Any]],
    titles: dict[str, str],
    memo: Memo,
) -> None:
    """Put each page as a notebook where the button of the page leads, and beside its tables."""
    works = labels(project.root / "book/references.bib")
    address = settings(project)["html"]["baseurl"]
    book = download.Book(site, address, titles, values, works)
    about = digest_text(address, *map(json.dumps, (titles, values, works, book.labels)))
    for name, run in runs.items():
        make = partial(_download, joined.pages[name], run.page.place, book)
        text = memo.text(f"download {name}", (joined.made[name], about), make)
        target = site / "downloads" / run.page.chapter
        target.mkdir(parents=True, exist_ok=True)
        (target / run.notebook.name).write_text(text, "utf-8")
        (site / "_sources" / f"{run.page.place}.ipynb").write_text(text, "utf-8")


def _download(page: Callable[[], NotebookNode], place: str, book: download.Book) -> str:
    return notebook.dumps(download.plain(page(), place, book))


def _lighten(site: Path) -> None:
    """Cut style sheets down to what the pages of a site use."""
    pages = [path.read_text("utf-8") for path in sorted(site.rglob("*.html"))]
    send(site, pages)


def _add_runs(folder: Path, runs: dict[str, Run]) -> None:
    """Put every table, figure and widget's data where the pages' links lead."""
    for run in runs.values():
        target = folder / run.page.chapter
        shutil.copy(run.folder / "results.json", target / f"results-{run.page.name}.json")
        for kind in ("tables", "figures", "widgets", "data"):
            for path in sorted((run.folder / kind).glob("*")):
                shutil.copy(path, target)


def _ledgers(chapters: list[str], published: dict[str, Published], rows: list[entries.Row]) -> str:
    """The files of the ledger, whole and by chapter, by their names; as JSON."""
    sources, _ = entries.apart(published)
    theirs = [row for row in rows if row["chapter"] in sources]
    found = _files_of("ledger", theirs, "The ledger of all sources")
    for chapter in chapters:
        if chapter not in published:
            continue  # pages that are held against nothing
        own = [row for row in rows if row["chapter"] == chapter]
        name = f"{chapter}/ledger-{chapter}"
        found |= _files_of(name, own, published[chapter].source["title"])
    return json.dumps(found)


def _files_of(name: str, rows: list[entries.Row], title: str) -> dict[str, str]:
    """A part of the ledger as CSV and JSON, with what its columns mean."""
    table = f"{name}.csv"
    told = entries.metadata(table.rpartition("/")[2], title, entries.columns_of(rows))
    return {
        f"{name}.json": entries.to_json(rows),
        table: entries.to_csv(rows),
        f"{table}-metadata.json": told,
    }
