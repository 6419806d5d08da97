"""Whose the book is: authors, licence, edition, and where it is cloned from, as far as is known."""

from __future__ import annotations

from html import escape
from typing import Any

from ..project.files import yaml_of
from ..project.places import Project
from .citation import boxes, cite

_EDITION = "version @@version@@ of @@date@@"


def foot(project: Project, config: dict[str, Any]) -> str:
    """Return the line in the foot of each page, with marks for the edition."""
    cff = _told(project)
    licence = [f"licence {cff['license']}"] if "license" in cff else []
    edition = [_EDITION] if "version" in cff else []
    return escape(", ".join([config["author"], *licence, *edition]))


def colophon(project: Project, config: dict[str, Any]) -> str:
    """Return what is known of the book, as a list of HTML, and how to cite it.

    Parameters
    ----------
    project : Project
        Its ``CITATION.cff`` tells of authors, licence and DOI.
    config : dict
        Its settings.
    """
    cff = _told(project)
    address, clone, doi = config["html"]["baseurl"], config["repository"]["url"], cff.get("doi")
    rows = {
        "Authors": ", ".join(map(_person, cff.get("authors", []))) or escape(config["author"]),
        "Licence": escape(str(cff.get("license", ""))),
        "Edition": f"{_EDITION}, commit @@commit@@" if "version" in cff else "",
        "Published at": _link(address),
        "Cloned from": _link(clone),
        "DOI": doi and _link(f"https://doi.org/{doi}"),
    }
    lines = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows.items() if value)
    words, bibtex = cite(config["title"], config["author"], address)
    return f"<dl>{lines}</dl>{boxes(words, bibtex)}"


def _told(project: Project) -> dict[str, Any]:
    return yaml_of(project.root / "CITATION.cff", needed=False) or {}


def _person(author: dict[str, str]) -> str:
    """An author of ``CITATION.cff``: a person, with an ORCID if there is one, or a group."""
    parts = (author.get("given-names"), author.get("family-names"), author.get("name"))
    name = escape(" ".join(filter(None, parts)))
    orcid = author.get("orcid")
    return f'<a href="{escape(orcid)}">{name}</a>' if orcid else name


def _link(address: str) -> str:
    return address and f'<a href="{escape(address)}">{escape(address)}</a>'
