"""The folder that ``--out`` names: checked before the run, filled after it, and then the user's.

Whoever gets it without us reads there where the result comes from, and how to cite it.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from typing import Any

from ..ask.execution import versions
from ..ask.manifest import write_manifest
from ..ask.runner import Run
from ..page.answer import Answer
from ..page.chapter import PIECES
from ..project import notebook
from ..project.errors import UserError
from ..project.files import title_of
from ..project.places import Project
from ..project.settings import settings
from ..project.text import cut
from ..project.user_input import command, written
from ..site.citation import Edition, cite


def check_folder(project: Project, out: Path) -> None:
    """Refuse a folder that a result cannot be put into; leave no trace.

    Parameters
    ----------
    project : Project
        The checkout.
    out : Path
        What the user named.

    Raises
    ------
    UserError
        If it lies in the project, is not empty, or cannot be written.
    """
    try:
        if out.resolve().is_relative_to(project.root.resolve()):
            raise UserError(f"--out {out}: is in the project itself; name a folder beside it")
        if out.exists() and any(out.iterdir()):
            raise UserError(f"--out {out}: is not empty")
        nearest = next(path for path in (out, *out.absolute().parents) if path.exists())
        with tempfile.TemporaryDirectory(dir=nearest):
            pass
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written ({error.strerror})") from None


def deliver(project: Project, run: Run, out: Path, book: dict[str, Run]) -> None:
    """Put a finished run into a folder that `check_folder` has passed.

    Parameters
    ----------
    project : Project
        The checkout.
    run : Run
        A finished run.
    out : Path
        The folder.
    book : dict of str to Run
        This run and those of all other pages, if the book with its page goes into ``html``.
    """
    from ..site import build as site
    from ..site.transclusion import printed_alone

    shutil.copytree(run.folder, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns(PIECES))
    text = notebook.dumps(printed_alone(project, run.page, run.folder, top="../../"))
    (out / run.notebook.name).write_text(text, "utf-8")
    _explain(project, run, out)
    if book:
        site.build(project, book, out / "html")
    write_manifest(out, run.key)


def origin(project: Project) -> dict[str, Any]:
    """Return what made a result: version, commit, Python, packages, and today's date."""
    edition = Edition.of(project)
    given = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(given), UTC) if given else datetime.now(UTC)
    return {
        "version": edition.version,
        "commit": edition.commit,
        "python": platform.python_version(),
        "packages": versions(),
        "date": now.isoformat(timespec="seconds"),
    }


def _explain(project: Project, run: Run, out: Path) -> None:
    """Add to a copy of a run where it comes from, what it holds and how to cite it."""
    typed = {name: written(value) for name, value in run.parameters.items()}
    changed = {name: typed[name] for name in run.changed}
    citation, bibtex = _cited(project, run)
    story = run.story() | origin(project) | {"citation": citation}
    story["command"] = command(project, run.page, changed)
    (out / "run.json").write_text(json.dumps(story, indent=2) + "\n", "utf-8")
    (out / "citation.bib").write_text(bibtex + "\n", "utf-8")
    answer = run.results().get("answer")
    rows = Answer.of_json(answer).rows if answer else []
    notes = Template((project.assets / "notes.txt").read_text("utf-8")).substitute(
        story,
        parameters=_listed({name: cut(text) for name, text in typed.items()}),
        answer=_listed({name: f"{value}; {sure}; {what}" for what, value, sure, name in rows}),
        notebook=run.notebook.name,
    )
    (out / "README.txt").write_text(notes, "utf-8")


def _cited(project: Project, run: Run) -> tuple[str, str]:
    """How to cite what a run has answered, in words and in BibTeX."""
    page, config = run.page, settings(project)
    given = [f"{name} = {cut(written(value))}" for name, value in run.changed.items()]
    titles = dict.fromkeys(title_of(one.path) for one in (project.chapters[page.chapter][0], page))
    part = f"{'. '.join(titles)}, run with {', '.join(given) or 'its defaults'}"
    top = config["html"]["baseurl"]
    address = top and f"{top}{page.place}.html"
    texts = cite(config["title"], config["author"], address, part, f"{page.folder}-{run.key}")
    words, bibtex = map(Edition.of(project).stamp, texts)
    return words, bibtex


def _listed(rows: dict[str, str]) -> str:
    width = max(map(len, rows), default=0)
    return "".join(f"    {name:<{width}}  {text}\n" for name, text in rows.items())
