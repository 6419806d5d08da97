"""Where a result comes from, for whoever gets it without us: versions, citation."""

from __future__ import annotations

import platform
import re
from datetime import UTC, datetime
from importlib.metadata import distributions
from os import environ
from pathlib import Path
from typing import Any

from ..run.project import Page, Project, source_text
from ..run.settings import settings
from ..site import citation
from ..site.citation import Edition

PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")


def origin(project: Project) -> dict[str, Any]:
    """Return what made a result: version, commit, Python, packages, and today's date."""
    edition = Edition.of(project)
    given = environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    installed = {one.name: one.version for one in distributions()}
    return {
        "version": edition.version,
        "commit": edition.commit,
        "python": platform.python_version(),
        "packages": {name: installed[name] for name in PACKAGES if name in installed},
        "date": now.isoformat(timespec="seconds"),
    }


def cite(project: Project, page: Page, what: str, key: str) -> tuple[str, str]:
    """Return how to cite what a page has answered, in words and in BibTeX.

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
    names = dict.fromkeys(_title(one.path) for one in (project.chapters[page.chapter][0], page))
    part = f"{'. '.join(names)}, {what}"
    config, name = settings(project), f"{page.folder}-{key}"
    address = config["html"]["baseurl"] and f"{config['html']['baseurl']}{page.place}.html"
    told = citation.cite(config["title"], config["author"], address, part, name)
    words, bibtex = map(Edition.of(project).stamp, told)
    return words, bibtex


def _title(path: Path) -> str:
    found = re.search(r"^# (.+)$", source_text(path), re.MULTILINE)
    return found[1] if found else path.stem
