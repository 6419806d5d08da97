"""Where a result comes from, for whoever gets it without us: versions, a citation, a README."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shlex
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from os import environ
from pathlib import Path
from textwrap import fill
from typing import Any

from ..run.project import Page, Project

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
    """Return what made a result: version, commit, lock, Python, packages, and today's date."""
    from ..run.edition import Edition

    edition = Edition.of(project)
    lock = project.lock.read_bytes()
    given = environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    return {
        "version": edition.version,
        "commit": edition.commit,
        "lock": {"requirements.txt": f"sha256:{hashlib.sha256(lock).hexdigest()}"},
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
        "date": now.isoformat(timespec="seconds"),
    }


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
    from ..run.edition import Edition, Work, settings

    config = settings(project)
    address = config["html"]["baseurl"] and f"{config['html']['baseurl']}{page.place}.html"
    part = f"{title(project, page)}, {what}"
    work = Work(config["title"], config["author"], part, f"parlor-{page.folder}-{key}", address)
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
    place: list[str] = []
    words = ["parlor", *place, verb, page.address.removesuffix("/lab")]
    for name, value in given.items():
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        words += ["-p", f"{name}={told}"]
    return shlex.join([*words, *more])


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
        heading,
        "=" * min(len(heading), 79),
        *paragraphs,
        f"Made again by\n\n    {story['command']}",
        "in the folder of a clone of the book that is cited below, version "
        f"{story['version']}, commit {story['commit']}, on Python {story['python']} with "
        f"{packages}; requirements.txt of the clone, or if it has none that of Parlor Games, "
        "Recomputed, has all packages, and the SHA-256 of it is in the JSON file beside this. "
        f"It was made on {story['date'][:10]}.",
        "manifest.json has the SHA-256 of every file. Code: MIT licence. To cite it:",
        citation.text,
        f"and in BibTeX, {CITATION}.",
    ]
    text = "\n\n".join(part if "\n" in part else fill(part, 79) for part in told)
    text = text.replace(f"{heading}\n\n=", f"{heading}\n=", 1)
    (folder / README).write_text(text + "\n", "utf-8")
    (folder / CITATION).write_text(citation.bibtex + "\n", "utf-8")
