"""Works that are cited: one label each, the same wherever it is named, and links both ways.

A label is made of names and the year: "Kuhn 1953", "Buck et al. 2022"; works that would share one
get letters, "Kuhn 1953a" and "Kuhn 1953b". sphinxcontrib-bibtex prints it in running text and in
the lists of references; under each work stand links to the places that cite it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

from docutils import nodes
from pybtex.database.input.bibtex import Parser
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style as Plain
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.names.plain import NameStyle
from pybtex.style.sorting import BaseSortingStyle

if TYPE_CHECKING:
    from pybtex.database import Entry
    from sphinx.application import Sphinx

ALL = "all-"  # before the keys of the list of all works: a key stands in one list only
_LETTER = "extrayear"  # the field of the letter that tells works of one label apart


def label(entry: Entry) -> str:
    """Return what a work is called.

    Parameters
    ----------
    entry : pybtex.database.Entry
        The work.

    Returns
    -------
    str
        Last names and the year, or what of them is known, and the letter that `tell_apart` gave.

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
    shown = " and ".join(names) or entry.fields.get("key", entry.key)
    return f"{shown} {entry.fields.get('year', '')}{entry.fields.get(_LETTER, '')}".strip()


def tell_apart(entries: Iterable[Entry]) -> None:
    """Give works that would share a label a letter each, in the order in which they stand.

    Parameters
    ----------
    entries : iterable of pybtex.database.Entry
        All works of a book; they are changed.

    Examples
    --------
    >>> from pybtex.database import parse_string
    >>> work = "@misc{%s, author = {Ann Ash}, year = {1953}}"
    >>> works = parse_string(work % "a" + work % "b", "bibtex").entries.values()
    >>> tell_apart(works)
    >>> [label(work) for work in works]
    ['Ash 1953a', 'Ash 1953b']
    """
    sharing: dict[str, list[Entry]] = {}
    for entry in entries:
        entry.fields.pop(_LETTER, None)
        sharing.setdefault(label(entry), []).append(entry)
    taken = set(sharing)
    for works in sharing.values():
        letters = _letters()
        for work in works if len(works) > 1 else ():
            while label(work) in taken:
                work.fields[_LETTER] = next(letters)
            taken.add(label(work))


def _letters() -> Iterator[str]:
    """From a to z, then aa, ab and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def entries_of(bibliography: Path) -> Mapping[str, Entry]:
    """Return all works in a file of BibTeX, by key, told apart."""
    # by its class: for a name, pybtex looks through all that is installed
    entries: Mapping[str, Entry] = Parser().parse_file(str(bibliography)).entries
    tell_apart(entries.values())
    return entries


def labels(bibliography: Path) -> dict[str, str]:
    """Return the labels of all works in a file, by key."""
    return {key: label(entry) for key, entry in entries_of(bibliography).items()}


def anchor(key: str) -> str:
    """Return the id of a work, in every list of references that has it."""
    return f"work-{nodes.make_id(key)}"


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


def _tell_apart(app: Sphinx, *_: object) -> None:
    """Do so for all works of the book, before lists are made of some of them."""
    tell_apart(app.env.get_domain("cite").bibdata.data.entries.values())  # type: ignore[attr-defined]


def _link_back(app: Sphinx, doctree: nodes.document, name: str) -> None:
    """Say below each work which pages cite it: those of the chapter, or all in the whole list."""
    domain = app.env.get_domain("cite")
    keys = {
        citation.citation_id: citation.key.removeprefix(ALL)
        for citation in domain.citations  # type: ignore[attr-defined]
        if citation.bibliography_key.docname == name
    }
    for work in doctree.findall(nodes.citation):
        key = keys[work["ids"][0]]
        work["ids"], work["backrefs"] = [anchor(key)], []
        work.append(_cited(app, name, key))


def _cited(app: Sphinx, name: str, key: str) -> nodes.paragraph:
    from sphinxcontrib.bibtex.domain import get_docnames

    order = list(get_docnames(app.env))
    found: dict[str, list[str]] = {}
    for place in app.env.get_domain("cite").citation_refs:  # type: ignore[attr-defined]
        if key in {target.key for target in place.targets}:
            found.setdefault(place.docname, []).append(place.citation_ref_id)
    told = nodes.paragraph("", "Cited in: ", classes=["pr-cited"])
    for page in sorted(found, key=order.index):
        told += nodes.Text(", " if len(told) > 1 else "")
        places = [f"{app.builder.get_relative_uri(name, page)}#{at}" for at in found[page]]
        title = app.env.titles[page].astext()
        told += nodes.reference("", title, refuri=places[0], internal=True)
        for again, place in enumerate(places[1:], start=2):
            told += nodes.Text(" ")
            told += nodes.reference("", f"({again})", refuri=place, internal=True)
    return told


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    register_plugin("pybtex.style.formatting", "works", _Style, force=True)
    app.connect("env-before-read-docs", _tell_apart)
    app.connect("doctree-resolved", _link_back)
