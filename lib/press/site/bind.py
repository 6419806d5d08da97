"""From a stage of pages to a site, by Jupyter Book; after a word of prose only what it touches.

Reading and writing all pages takes most of a build. So the stage and what Sphinx keeps of it stay
in ``_build/site``. If since then only the prose of some pages has changed, Sphinx reads and writes
those pages alone: whatever one page can show of another (headings, labels, citations, the
contents, the settings) is the `shape` of a stage, and with another shape all is made from nothing.
A style sheet or a script is sent without Sphinx. The site is the same to the byte either way.
"""

from __future__ import annotations

import fcntl
import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..run import isolation
from ..run.manifest import MANIFEST, is_whole, write_manifest
from ..run.modules import library_of
from ..run.project import BuildError, Project, digest_text, kept_text

# of a page, what others can show or count: headings, labels, also of formulas, directives,
# options, roles
_SHAPES = re.compile(
    r"^\s*(?:#|\(|`{3}|:::|:[\w-]+:).*$|\{[\w:]+\}`[^`]*`|\$\$ *\([\w-]+\)", re.MULTILINE
)

STATIC = "book/assets/static"  # sent as it is; pages name some of it with a hash


def bind(
    project: Project, stage: Path, scratch: Path, keep: bool, meanwhile: Callable[[], object]
) -> Path:
    """Run Jupyter Book on a stage.

    Parameters
    ----------
    project : Project
        The checkout.
    stage : Path
        What Jupyter Book reads: pages, notebooks, ``_config.yml`` and ``_toc.yml``.
    scratch : Path
        A folder to work in.
    keep : bool
        Whether this is the book itself, whose last build is used and kept.
    meanwhile : callable
        What else can be done: Jupyter Book keeps one processor busy.

    Returns
    -------
    Path
        The folder of its HTML, which is the caller's.

    Raises
    ------
    BuildError
        If Jupyter Book warns of anything.
    """
    if keep:
        with taken(project) as kept:
            if kept is not None:
                return _bind_kept(project, stage, kept, scratch, meanwhile)
    return _jupyter_book(project, stage, scratch, scratch, True, meanwhile)


def shape(project: Project, stage: Path) -> str:
    """Return a hash of all of a stage that more than one page may show."""
    theme = library_of(project).outline("press.site.theme").digest
    lock = project.lock.read_text("utf-8")
    parts = [theme, lock]
    for path in sorted(path for path in stage.rglob("*") if path.is_file()):
        parts.append(path.relative_to(stage).as_posix())
        content = path.read_bytes()
        if path.is_relative_to(stage / STATIC):
            parts.append(str(not content))  # which is named without a hash
            continue
        page = path.suffix in (".ipynb", ".md") and path.parts[-2] != "generated"
        parts += shape_of(path.name, content.decode("utf-8")) if page else [content.hex()]
    return digest_text(*parts)


def shape_of(name: str, text: str) -> list[str]:
    """Return all of a page, as its file holds it, that other pages may show."""
    if name.endswith(".ipynb"):
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return _SHAPES.findall(text)


def _bind_kept(
    project: Project, stage: Path, kept: Path, scratch: Path, meanwhile: Callable[[], object]
) -> Path:
    """Bring the kept stage up to date, bind what has changed, and return a copy of the site."""
    name = shape(project, stage)
    site = kept / "_build" / "html"
    changed = False
    sent: dict[str, bytes] = {}  # static files that are new, with what they were
    whole = not is_whole(kept, name)
    if whole:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        shutil.copytree(stage, kept / "stage")
    else:
        for path in sorted(path for path in stage.rglob("*") if path.is_file()):
            old = kept / "stage" / path.relative_to(stage)
            before = old.read_bytes()
            if before == path.read_bytes():
                continue
            shutil.copy(path, old)
            if path.is_relative_to(stage / STATIC):
                sent[path.relative_to(stage / STATIC).as_posix()] = before
            else:
                changed = True
    (kept / "manifest.json").unlink(missing_ok=True)  # until it is whole again
    if whole or changed:
        # pages name some of these with a hash if they are there when a page is written
        shutil.rmtree(site / "_static", ignore_errors=True)
        _jupyter_book(project, kept / "stage", kept, scratch, whole, meanwhile)
    _send(stage / STATIC, site, sent)
    write_manifest(kept, name)
    copy = scratch / "html"
    shutil.copytree(site, copy)
    return copy


def is_kept(project: Project) -> bool:
    """Say whether what the last build has bound is there, and whole."""
    kept = project.build / "site"
    try:
        name = str(json.loads(kept_text(kept / MANIFEST))["key"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False
    return is_whole(kept, name)


def _send(static: Path, site: Path, sent: dict[str, bytes]) -> None:
    """Bring static files to a site, and their hashes to all of its pages."""
    marks = {}
    for name, before in sent.items():
        shutil.copy(static / name, site / "_static" / name)
        marks[_mark(name, before)] = _mark(name, (static / name).read_bytes())
    for page in site.rglob("*.html") if sent else ():
        text = told = page.read_text("utf-8")
        for old, new in marks.items():
            told = told.replace(old, new)
        if told != text:
            page.write_text(told, "utf-8")


def _mark(name: str, content: bytes) -> str:
    """How Sphinx names a static file on a page."""
    checksum = zlib.crc32(content.replace(b"\r", b""))
    return f'_static/{name}?v={checksum:08x}"'


@contextmanager
def taken(project: Project) -> Iterator[Path | None]:
    """The folder of the last build, for one process at a time: None if another has it."""
    project.build.mkdir(parents=True, exist_ok=True)
    with (project.build / ".site.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield None
            return
        yield project.build / "site"


def _jupyter_book(
    project: Project,
    stage: Path,
    target: Path,
    scratch: Path,
    whole: bool,
    meanwhile: Callable[[], object],
) -> Path:
    environment = isolation.environment(scratch / "private") | {
        "SOURCE_DATE_EPOCH": "0",  # the date of the commit is stamped on the pages; see `citation`
        "NO_COLOR": "1",
    }
    log = project.build / "logs" / f"{scratch.name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    arguments = ["build", str(stage), "--path-output", str(target)]
    flags = [*(["--all"] if whole else []), "-W", "-n", "--keep-going", "-q"]
    try:
        with (
            log.open("w", encoding="utf-8") as file,
            subprocess.Popen(
                isolation.python("press.site.book", *arguments, *flags),
                env=environment,
                cwd=scratch,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            try:
                meanwhile()
                status = process.wait()
            except BaseException:
                process.kill()
                raise
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
    return target / "_build" / "html"
