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
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ..ask import isolation
from ..ask.manifest import MANIFEST, is_whole, write_manifest
from ..project.errors import BuildError
from ..project.files import digest_text
from ..project.places import Project

Stage = Mapping[str, bytes]  # files by their names

LOG = "jupyter-book.log"  # in the folder to work in
_FOLLOWED = (".md", ".ipynb", ".html")  # pages, and the pieces that they include
_TOLD = re.compile(r"(?P<place>\S+)\.(?P<kind>md|ipynb):(?P<line>\d+)(?=:)")
_CELL = 10_000  # MyST-NB tells the line of a notebook as this times the cell's number, and its line


def to_html(
    project: Project,
    make_stage: Callable[[], Stage],
    scratch: Path,
    keep: bool,
    meanwhile: Callable[[], object],
) -> Path:
    """Run Jupyter Book on a stage.

    Parameters
    ----------
    project : Project
        The project.
    make_stage : callable
        Returns the stage: pages, notebooks, ``_config.yml``, ``_toc.yml`` and what belongs to them.
    scratch : Path
        A folder to work in.
    keep : bool
        Whether this is the book itself, whose last build is used and kept.
    meanwhile : callable
        What else can be done: Jupyter Book keeps one processor busy.

    Returns
    -------
    Path
        A folder of HTML, which is the caller's.

    Raises
    ------
    BuildError
        If Jupyter Book warns of anything.
    """
    with _taken(project, scratch, keep) as folder, _begun(folder, scratch) as process:
        stage = make_stage()
        name = _name(project, stage)
        if not is_whole(folder, name):
            shutil.rmtree(folder, ignore_errors=True)
            folder.unlink(missing_ok=True)
        (folder / MANIFEST).unlink(missing_ok=True)  # until it is whole again
        # pages name some of these with a hash if they are there when a page is written
        shutil.rmtree(folder / "html" / "_static", ignore_errors=True)
        _fill(folder / "stage", stage)
        assert process.stdin
        with suppress(BrokenPipeError):  # it has died, as its log tells
            process.stdin.write(b"\n")
            process.stdin.flush()
        meanwhile()
        if process.wait():
            raise BuildError(_what_failed(project, stage, folder, scratch / LOG))
        write_manifest(folder, name)
        return shutil.copytree(folder / "html", scratch / "html")


@contextmanager
def _taken(project: Project, scratch: Path, keep: bool) -> Iterator[Path]:
    """The folder of the last build, for one process at a time; another works in `scratch`."""
    with (project.build / ".site.lock").open("a+b", buffering=0) as lock:  # a pipe is one, too
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            keep = False
        yield project.build / "site" if keep else scratch / "site"


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


@contextmanager
def _begun(folder: Path, scratch: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Jupyter Book's process, which imports what it needs and waits for a line to begin."""
    # the date of the commit is stamped on the pages
    environment = isolation.environment(scratch / "private") | {"SOURCE_DATE_EPOCH": "0"}
    with (
        (scratch / LOG).open("wb") as file,
        subprocess.Popen(
            isolation.python(__name__, str(folder)),
            env=environment,
            cwd=scratch,
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def _what_failed(project: Project, stage: Stage, folder: Path, log: Path) -> str:
    """What Jupyter Book has warned of, by the places in the sources; its log is kept."""
    lines = log.read_text("utf-8", "replace").replace(f"{folder / 'stage'}/", "").splitlines()
    warnings = [line for line in lines if "WARNING" in line or "ERROR" in line] or lines[-5:]
    warnings = [in_source(project, stage, line) for line in warnings]
    kept = project.build / "logs" / f"jupyter-book-{os.getpid()}.log"
    kept.parent.mkdir(parents=True, exist_ok=True)
    log.rename(kept)
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
    cell, line = divmod(int(match["line"]), _CELL)
    if match["kind"] == "ipynb":
        cells = ["".join(each["source"]).splitlines() for each in json.loads(staged)["cells"]]
        above = [text for each in cells[: cell - 1] for text in each] + cells[cell - 1][:line]
    else:
        above = staged.splitlines()[: int(match["line"])]
    texts = source.read_text("utf-8").splitlines()
    while above and texts.count(above[-1]) != 1:
        above.pop()
    number = texts.index(above[-1]) + 1 if above else 1
    return warning.replace(match[0], f"{match['place']}.md:{number}")


def main() -> int:
    """Let Sphinx build the folder that the command line names, with Jupyter Book's settings."""
    from jupyter_book.sphinx import build_sphinx
    from sphinx.util.console import nocolor

    nocolor()
    if not os.read(0, 1):  # whoever makes the stage is gone
        return 1
    threading.Thread(target=_end_with_parent, daemon=True).start()

    folder = Path(sys.argv[1])
    stage = folder / "stage"
    failed = build_sphinx(
        stage,
        folder / "html",
        doctreedir=folder / "doctrees",
        path_config=stage / "_config.yml",
        confoverrides={
            "nitpicky": True,
            "external_toc_path": str(stage / "_toc.yml"),
            "latex_individualpages": False,  # asked for by Jupyter Book
        },
        noconfig=True,
        quiet=True,
        warningiserror=True,
        keep_going=True,
    )
    return 1 if failed else 0


def _end_with_parent() -> None:
    """Wait until whoever wanted the book is gone, however it ended: another may build it now."""
    os.read(0, 1)
    os._exit(1)
