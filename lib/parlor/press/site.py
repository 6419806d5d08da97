"""From executed notebooks and plain pages to a static book."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from . import notebook, pages, sealed
from .ledger import Published, load_all
from .manifest import read_manifest, write_manifest
from .project import BuildError, Project, UserError, digest_files, digest_text
from .reference import expand
from .runner import Run

_INPUTS = ["lib", "data", "book", "_config.yml", "_toc.yml", "requirements.txt"]


def site_key(project: Project) -> str:
    """Return a hash of everything that the book is made from."""
    version = ".".join(map(str, sys.version_info[:2]))
    return digest_text(digest_files(project.root, _INPUTS), version)


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
        A finished run for each chapter.
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
    results = {chapter: run.results() for chapter, run in runs.items()}
    checks = {chapter: found["checks"] for chapter, found in results.items()}
    counts = pages.totals(published, checks)
    with project.scratch("site") as scratch:
        stage = scratch / "stage"
        _stage(project, runs, results, stage)
        _write_generated(project, stage / "generated", published, checks, counts)
        site = _jupyter_book(project, stage, scratch)
        missing = [page for page in project.pages if not (site / f"{page}.html").is_file()]
        if missing:
            raise BuildError(f"pages of _toc.yml were not built: {', '.join(missing)}")
        (site / ".buildinfo").unlink()  # a hash of this machine's paths, of use to Sphinx alone
        _add_downloads(site / "downloads", runs, published, checks)
        if target is None:
            write_manifest(site, key, totals=counts)
            project.publish(site, project.site, replace=True)
        else:
            shutil.copytree(site, target)
    return counts


def _stage(
    project: Project, runs: dict[str, Run], results: dict[str, dict[str, Any]], stage: Path
) -> None:
    """Copy what Jupyter Book reads: executed notebooks in the place of the chapters' sources."""
    book = stage / "book"
    book.mkdir(parents=True)
    shutil.copy(project.root / "_toc.yml", stage)
    for path in (project.root / "book").iterdir():
        if path.is_dir():
            shutil.copytree(path, book / path.name)
        elif path.stem not in project.chapters:
            shutil.copy(path, book)
    for name in project.pages:
        if project.root / f"{name}.md" not in project.chapters.values():
            text = (project.root / f"{name}.md").read_text("utf-8")
            text = _with_banner(expand(text, project.root / "lib"), list(runs.values()))
            (stage / f"{name}.md").write_text(text, "utf-8")
    for chapter, run in runs.items():
        page = notebook.join(run.page, run.folder / f"{chapter}.ipynb")
        page.cells[0].source = _with_banner(page.cells[0].source, [run])
        (book / f"{chapter}.ipynb").write_text(notebook.dumps(page), "utf-8")
    config = yaml.safe_load((project.root / "_config.yml").read_text("utf-8"))
    values = {chapter: found["values"] for chapter, found in results.items()}
    config["sphinx"]["config"]["myst_substitutions"] = values
    (stage / "_config.yml").write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")


def _with_banner(text: str, runs: list[Run]) -> str:
    """Say below a page's title that these runs are not the book's own, if they are not."""
    told = [
        f"{run.chapter} was run with "
        + ", ".join(f"`{name} = {value}`" for name, value in run.changed.items())
        for run in runs
        if run.changed
    ]
    if not told:
        return text
    banner = [
        "```{admonition} A rerun",
        f"Here {'; '.join(told)}. Verdicts and prose speak of this run, not of the published",
        "sizes, where the two differ.",
        "```",
    ]
    lines = text.splitlines()
    below = next((i for i, line in enumerate(lines, start=1) if line.startswith("# ")), 0)
    return "\n".join([*lines[:below], "", *banner, "", *lines[below:]]) + "\n"


def _write_generated(
    project: Project,
    folder: Path,
    published: dict[str, Published],
    checks: dict[str, list[dict[str, Any]]],
    counts: dict[str, int],
) -> None:
    """Write what the plain pages include, for as many chapters as there are."""
    folder.mkdir()
    told = [project.root / f"book/found/{chapter}.md" for chapter in project.chapters]
    pieces = {
        "totals.html": pages.totals_cards(counts),
        "sources.html": pages.source_list(published, checks),
        "legend.html": pages.legend(),
        "found.md": "\n".join(path.read_text("utf-8") for path in told if path.is_file()),
        "ledger.md": pages.ledger(published, checks),
    }
    for name, piece in pieces.items():
        (folder / name).write_text(piece + "\n", "utf-8")


def _jupyter_book(project: Project, stage: Path, scratch: Path) -> Path:
    """Run Jupyter Book on the stage; return the folder of its HTML."""
    environment = sealed.environment(scratch / "private") | {
        "SOURCE_DATE_EPOCH": _commit_time(project),
        "NO_COLOR": "1",
    }
    log = project.build / "logs" / f"{scratch.name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    arguments = ["build", str(stage), "--path-output", str(scratch)]
    flags = ["--all", "-W", "-n", "--keep-going", "-q"]
    try:
        with log.open("w", encoding="utf-8") as file:
            status = subprocess.run(
                sealed.python("jupyter_book.cli.main", *arguments, *flags),
                env=environment,
                cwd=scratch,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            ).returncode
    except BaseException:
        log.unlink(missing_ok=True)
        raise
    if status:
        text = re.sub(r"\x1b\[[\d;]*m", "", log.read_text("utf-8", "replace"))  # colours
        lines = text.replace(f"{stage}/", "").splitlines()
        told = [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-5:]
        where = log.relative_to(project.root)
        raise BuildError("\n".join([*told, f"Jupyter Book failed (details: {where})"]))
    log.unlink()
    return scratch / "_build" / "html"


def _add_downloads(
    folder: Path,
    runs: dict[str, Run],
    published: dict[str, Published],
    checks: dict[str, list[dict[str, Any]]],
) -> None:
    """Put every table, figure and widget's data where the pages' links lead."""
    for chapter, run in runs.items():
        target = folder / chapter
        target.mkdir(parents=True)
        page = notebook.join(run.page, run.folder / f"{chapter}.ipynb")
        (target / f"{chapter}.ipynb").write_text(notebook.dumps(page), "utf-8")
        shutil.copy(run.folder / "results.json", target)
        for kind in ("tables", "figures", "widgets", "data"):
            for path in sorted((run.folder / kind).glob("*")):
                shutil.copy(path, target)
        rows = pages.ledger_rows(published[chapter], checks[chapter])
        name = target / f"ledger-{chapter}"
        name.with_suffix(".json").write_text(
            json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8"
        )
        with name.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def _commit_time(project: Project) -> str:
    """The time of the last commit, so that two builds of it agree on every date."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given:
        if not re.fullmatch(r"[0-9]{1,11}", given):
            raise UserError(f"SOURCE_DATE_EPOCH: '{given}' is not a number of seconds")
        return given
    command = ["git", "-C", str(project.root), "log", "-1", "--no-show-signature", "--format=%ct"]
    try:
        told = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:  # no git here
        told = ""
    return told if told.isdecimal() else "0"
