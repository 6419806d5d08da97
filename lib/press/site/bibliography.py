"""Works that are cited: one label each, the same wherever it is named, and links both ways.

A label is made of names and the year: "Kuhn 1953", "Buck et al. 2022". Where two works would share
one, the build says so, and their years get letters: "1953a". sphinxcontrib-bibtex prints it in
running text and in the lists of references; under each work stand links to what cites it. A page
lists what it cites itself, and one page lists all works.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pybtex.database.input.bibtex import Parser
from pybtex.exceptions import PybtexError
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style as Plain
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.names.plain import NameStyle
from pybtex.style.sorting import BaseSortingStyle

from ..project.files import fault, text_of

if TYPE_CHECKING:
    from pybtex.database import Entry
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def label(entry: Entry) -> str:
    """Return what a work is called.

    Parameters
    ----------
    entry : pybtex.database.Entry
        The work.

    Returns
    -------
    str
        Last names and the year, or what of them is known.

    Examples
    --------
    >>> from pybtex.database import parse_string
    >>> text = "@misc{a, author = {Ann Ash and Bo Birch}, year = {1953}}"
    >>> label(parse_string(text, "bibtex").entries["a"])
    'Ash and Birch 1953'
    """
    persons = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [" ".join(str(part) for part in person.rich_last_names) for person in persons]
    if len(names) > 2:
        names = [f"{names[0]} et al."]
    name = " and ".join(names) or entry.fields.get("key", entry.key)
    return f"{name} {entry.fields.get('year', '')}".strip()


def labels(bibliography: Path) -> dict[str, str]:
    """Return the labels of all works in a file of BibTeX, by key."""
    try:
        # by its class: for a name, pybtex looks through all that is installed
        entries = Parser().parse_string(text_of(bibliography)).entries
    except PybtexError as error:
        raise fault(bibliography, str(error)) from None
    return {key: label(entry) for key, entry in entries.items()}


class _Labels(BaseLabelStyle):
    def format_labels(self, entries: list[Entry]) -> Iterator[str]:
        return map(label, entries)


class _Sorting(BaseSortingStyle):
    def sorting_key(self, entry: Entry) -> str:
        return label(entry).casefold()


class _Style(Plain):
    default_name_style = NameStyle
    default_label_style = _Labels
    default_sorting_style = _Sorting


def _whole_list_last(app: Sphinx, env: BuildEnvironment) -> None:
    """Let a citation lead to the list on its own page, or else to the list of all works.

    Else sphinxcontrib-bibtex takes whichever it has read last; the page of all works cites none.
    """
    domain: Any = env.get_domain("cite")
    citing = {ref.docname for ref in domain.citation_refs}
    lists = domain.bibliographies
    for key in [key for key in lists if key.docname not in citing]:
        lists[key] = lists.pop(key)


def _link_back(app: Sphinx, doctree: nodes.document, name: str) -> None:
    """Say below each work which pages cite it; sphinxcontrib-bibtex links within a page alone."""
    domain: Any = app.env.get_domain("cite")
    for place, works in domain.bibliographies.items():
        if place.docname == name:
            for key, work in works.citation_nodes.items():
                work["backrefs"] = []
                work.append(_cited(app, name, key))


def _cited(app: Sphinx, name: str, key: str) -> nodes.paragraph:
    """A line with links to where each page cites a work first."""
    from sphinxcontrib.bibtex.domain import get_docnames

    domain: Any = app.env.get_domain("cite")
    first: dict[str, str] = {}  # place by page
    for ref in domain.citation_refs:
        if key in {work.key for work in ref.targets}:
            first.setdefault(ref.docname, ref.citation_ref_id)
    paragraph = nodes.paragraph("", "Cited in: ", classes=["pr-cited"])
    for page in filter(first.get, get_docnames(app.env)):
        place = f"{app.builder.get_relative_uri(name, page)}#{first[page]}"
        paragraph += nodes.Text(", " if len(paragraph) > 1 else "")
        title = app.env.titles[page].astext()
        paragraph += nodes.reference("", title, refuri=place, internal=True)
    return paragraph


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    register_plugin("pybtex.style.formatting", "works", _Style, force=True)
    app.connect("env-updated", _whole_list_last, priority=400)  # before they are made
    app.connect("doctree-resolved", _link_back)
