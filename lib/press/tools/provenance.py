"""Where a result comes from, for whoever gets it without us: versions, a citation, a README."""

from __future__ import annotations

import json
import platform
import re
import shlex
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from os import environ
from pathlib import Path
from textwrap import fill
from typing import Any

from ..run.project import Page, Project
from ..run.settings import settings
from ..site.citation import Edition, Work

PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")
README, CITATION = "README.txt", "citation.bib"


@dataclass(frozen=True)
class Citation:
    """How to cite a result.

    Attributes
    ----------
    text, bibtex : str
        In words and in BibTeX.
    """

    text: str
    bibtex: str


def origin(project: Project) -> dict[str, Any]:
    """Return what made a result: version, commit, Python, packages, and today's date."""
    edition = Edition.of(project)
    given = environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    return {
        "version": edition.version,
        "commit": edition.commit,
        "python": platform.python_version(),
        "packages": {name: number for name in PACKAGES if (number := _version(name))},
        "date": now.isoformat(timespec="seconds"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def cite(project: Project, page: Page, what: str, key: str) -> Citation:
    """Return how to cite what a page has answered.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        The page.
    what : str
        What was asked of it, such as ``"run with n = 3"``.
    key : str
        The name of the result.
    """
    part = f"{title(project, page)}, {what}"
    work = Work.of(settings(project), part, f"{page.folder}-{key}", page.place)
    edition = Edition.of(project)
    return Citation(edition.stamp(work.text), edition.stamp(work.bibtex))


def title(project: Project, page: Page) -> str:
    """Return the title of a page, with that of its chapter."""
    first = project.chapters[page.chapter][0]
    names = dict.fromkeys(_heading(each.path) for each in (first, page))
    return ". ".join(names)


def _heading(path: Path) -> str:
    found = re.search(r"^# (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return found[1] if found else path.stem


def command(project: Project, verb: str, page: Page, given: dict[str, Any], *more: str) -> str:
    """Return the command that makes a result again, wherever it was put.

    Parameters
    ----------
    project : Project
        The checkout, in whose folder it is given.
    verb : str
        ``"run"`` or ``"sweep"``.
    page : Page
        The page.
    given : dict
        Its parameters; texts are written as they are, other values as JSON.
    *more : str
        Further options.
    """
    words = [verb, page.address.removesuffix("/lab")]
    for name, value in given.items():
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        words += ["-p", f"{name}={told}"]
    return f"{settings(project)['command']} {shlex.join([*words, *more])}"


def write_notes(
    folder: Path, heading: str, paragraphs: list[str], story: dict[str, Any], citation: Citation
) -> None:
    """Write what a folder holds, how to make it again and how to cite it.

    Parameters
    ----------
    folder : Path
        The folder of a result.
    heading : str
        What it is of.
    paragraphs : list of str
        What it holds; one that has several lines is left as it is.
    story : dict
        `origin`, with the ``command``.
    citation : Citation
        How to cite it.
    """
    packages = ", ".join(f"{name} {number}" for name, number in story["packages"].items())
    told = [
        *paragraphs,
        f"Made again by\n\n    {story['command']}",
        "in the folder of a clone of the book that is cited below, version "
        f"{story['version']}, commit {story['commit']}, on Python {story['python']} with "
        f"{packages}. It was made on {story['date'][:10]}.",
        "manifest.json has the SHA-256 of every file. To cite it:",
        citation.text,
        f"and in BibTeX, {CITATION}.",
    ]
    text = "\n\n".join(part if "\n" in part else fill(part, 79) for part in told)
    head = f"{heading}\n{'=' * min(len(heading), 79)}"
    (folder / README).write_text(f"{head}\n\n{text}\n", "utf-8")
    (folder / CITATION).write_text(citation.bibtex + "\n", "utf-8")
