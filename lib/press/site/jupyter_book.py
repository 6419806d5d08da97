"""From the stage to HTML by Jupyter Book, which reads again only the pages that have changed.

The stage, which is what Jupyter Book reads, and what Sphinx remembers of it stay in
``_build/site``. Of the stage only files that are others now are written, so that Sphinx sees by
their times which pages to read; `stale_pages` says which to write. All is made from nothing
where something has changed that Sphinx does not follow: settings, contents, styles, the press, the
lock.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from ..ask import isolation
from ..ask.manifest import MANIFEST, is_whole, write_manifest
from ..project.errors import BuildError
from ..project.files import digest_text
from ..project.places import Project

Stage = Mapping[str, bytes]  # files by their names

_FOLLOWED = (".md", ".ipynb", ".html")  # pages, and the pieces that they include
_NOT_SITE = (".buildinfo", "_sources")  # a hash of this machine's paths; pages as Sphinx reads them
_TOLD = re.compile(r"(?P<place>\S+)\.(?P<kind>md|ipynb):(?P<line>\d+)(?=:)")
_CELL = 10_000  # MyST-NB tells the line of a notebook as this times the cell's number, and its line


@contextmanager
def to_html(project: Project, stage: Stage, scratch: Path, keep: bool) -> Iterator[Path]:
    """Run Jupyter Book on a stage, beside whatever is done in this context, and wait for it.

    Parameters
    ----------
    project : Project
        The project.
    stage : mapping of str to bytes
        Pages, notebooks, ``_config.yml``, ``_toc.yml`` and what belongs to them.
    scratch : Path
        A folder to work in.
    keep : bool
        Whether this is the book itself, whose last build is used and kept.

    Yields
    ------
    Path
        A folder of HTML, which is the caller's: it is there when this context has ended.

    Raises
    ------
    BuildError
        If Jupyter Book warns of anything.
    """
    with (project.build / ".site.lock").open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another build, which prints its pages", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        folder = project.build / "site" if keep else scratch / "site"
        name = _name(project, stage)
        if not is_whole(folder, name):
            shutil.rmtree(folder, ignore_errors=True)
        (folder / MANIFEST).unlink(missing_ok=True)  # until it is whole again
        html = folder / "_build/html"
        # pages name some of these with a hash if they are there when a page is written
        shutil.rmtree(html / "_static", ignore_errors=True)
        _fill(folder / "stage", stage)
        options = ["--quiet", "--nitpick", "--warningiserror", "--keep-going"]
        where = [str(folder / "stage"), "--path-output", str(folder)]
        with subprocess.Popen(
            isolation.python("jupyter_book.cli.main", "build", *where, *options),
            # the date of the commit is stamped on the pages
            env=isolation.environment(scratch / "private") | {"SOURCE_DATE_EPOCH": "0"},
            cwd=scratch,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            pass_fds=[lock.fileno()],  # it holds the folder, also if it outlives this process
        ) as process:
            try:
                yield scratch / "html"
                log, _ = process.communicate()
            finally:
                process.kill()
        if process.returncode:
            raise BuildError(_what_failed(project, stage, folder, log))
        write_manifest(folder, name)
        ignored = shutil.ignore_patterns(*_NOT_SITE)
        shutil.copytree(html, scratch / "html", ignore=ignored)


def _name(project: Project, stage: Stage) -> str:
    """A hash of all that Sphinx does not follow."""
    parts = [project.tools]
    for name, content in sorted(stage.items()):
        parts += [name, "" if name.endswith(_FOLLOWED) else content.hex()]
    return digest_text(*parts)


def _fill(folder: Path, stage: Stage) -> None:
    """Write those files of a stage that are others now."""
    for name, content in stage.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _what_failed(project: Project, stage: Stage, folder: Path, log: str) -> str:
    """What Jupyter Book has warned of, by the places in the sources; its log is kept."""
    lines = click.unstyle(log).replace(f"{folder / 'stage'}/", "").splitlines()
    warnings = [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-5:]
    warnings = [in_source(project, stage, line) for line in warnings]
    kept = project.build / "logs" / f"jupyter-book-{os.getpid()}.log"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(log, "utf-8")
    where = kept.relative_to(project.root)
    return "\n".join([*warnings, f"Jupyter Book failed (details: {where})"])


def in_source(project: Project, stage: Stage, warning: str) -> str:
    """Return a warning with the file and line of the source in the place of the stage's.

    A page of the stage has more in it than its source, such as tables of other pages, and numbers
    in the place of links. So the line is looked for by its text, or the nearest above it whose text
    stands there once.
    """
    match = _TOLD.search(warning)
    source = project.root / f"{match['place']}.md" if match else None
    if not match or not source or not source.is_file():
        return warning
    staged = stage[f"{match['place']}.{match['kind']}"].decode("utf-8")
    if match["kind"] == "ipynb":
        number, line = divmod(int(match["line"]), _CELL)
        cells = ["".join(cell["source"]).splitlines() for cell in json.loads(staged)["cells"]]
        above = [text for cell in cells[: number - 1] for text in cell] + cells[number - 1][:line]
    else:
        above = staged.splitlines()[: int(match["line"])]
    texts = source.read_text("utf-8").splitlines()
    while above and texts.count(above[-1]) != 1:
        above.pop()
    number = texts.index(above[-1]) + 1 if above else 1
    return warning.replace(match[0], f"{match['place']}.md:{number}")
