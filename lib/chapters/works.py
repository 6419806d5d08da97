"""Works as the book's bibliography records them, for what a source says of its references."""

from __future__ import annotations

from pybtex.database import Entry, parse_file

from press.project.places import Project


def work(key: str) -> Entry:
    """Return a work of the bibliography: its ``fields``, and its ``persons`` by their role."""
    return parse_file(str(Project.here().root / "book/references.bib")).entries[key]
