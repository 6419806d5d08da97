"""Where a result comes from, for whoever gets it without us: versions, citation."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from os import environ
from typing import Any

from ..ask.execution import versions
from ..project.files import title_of
from ..project.places import Page, Project
from ..project.settings import settings
from ..site import citation
from ..site.citation import Edition


def origin(project: Project) -> dict[str, Any]:
    """Return what made a result: version, commit, Python, packages, and today's date."""
    edition = Edition.of(project)
    given = environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    return {
        "version": edition.version,
        "commit": edition.commit,
        "python": platform.python_version(),
        "packages": versions(),
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
    names = dict.fromkeys(title_of(each.path) for each in (project.chapters[page.chapter][0], page))
    part = f"{'. '.join(names)}, {what}"
    config, name = settings(project), f"{page.folder}-{key}"
    address = config["html"]["baseurl"] and f"{config['html']['baseurl']}{page.place}.html"
    texts = citation.cite(config["title"], config["author"], address, part, name)
    words, bibtex = map(Edition.of(project).stamp, texts)
    return words, bibtex
