"""Whose the book is: authors, licence, edition, and where it is cloned from, as far as is known."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from ..project.files import yaml_of
from ..project.places import Project
from ..project.templates import html
from .citation import cite


def foot(project: Project, config: dict[str, Any]) -> str:
    """Return the line in the foot of each page, with marks for the edition."""
    return str(html("colophon.html#foot", author=config["author"], cff=_told(project)))


def colophon(project: Project, config: dict[str, Any]) -> Markup:
    """Return what is known of the book, as a list of HTML, and how to cite it.

    Parameters
    ----------
    project : Project
        Its ``CITATION.cff`` tells of authors, licence and DOI.
    config : dict
        Its settings.
    """
    author, address = config["author"], config["html"]["baseurl"]
    return html(
        "colophon.html#colophon",
        author=author,
        cff=_told(project),
        address=address,
        clone=config["repository"]["url"],
        cited=cite(config["title"], author, address),
    )


def _told(project: Project) -> dict[str, Any]:
    return yaml_of(project.root / "CITATION.cff", needed=False) or {}
